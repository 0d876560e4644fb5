public import JSON

// The operations of a person, as 0.1.0 writes them.
extension Transaction {
    /// Adds a to-do, or replaces the one with its id.
    /// - Parameter createdAt: milliseconds since 1970.
    public mutating func createTodo(_ id: String, _ registers: [String: JSONValue], createdAt: Int64) {
        guard !insert(new(.todo, id, registers, createdAt: createdAt)) else { return }
        guard let current = database.rows[RecordKey(.todo, id)]?.record else { return }
        var values = registers
        let known = Set(RecordKind.todo.registerNames)
        for name in known.union(current.registers.keys.filter { Extras.key(of: $0) != nil }) where values[name] == nil {
            values[name] = .null
        }
        edit(
            current, registers: values, elements: current.elements.mapValues { _ in false },
            deletion: current.isDeleted ? .null : nil)
    }

    /// Adds a place, or replaces the one with its id.
    /// - Parameter createdAt: milliseconds since 1970.
    public mutating func createLocation(_ id: String, _ registers: [String: JSONValue], createdAt: Int64) {
        guard !insert(new(.location, id, registers, createdAt: createdAt)) else { return }
        guard let current = database.rows[RecordKey(.location, id)]?.record else { return }
        edit(current, registers: registers, deletion: current.isDeleted ? .null : nil)
    }

    /// Writes registers of a record that is there.
    public mutating func update(_ kind: RecordKind, _ id: String, _ registers: [String: JSONValue]) throws {
        edit(try database.live(RecordKey(kind, id)).record, registers: registers)
    }

    /// Writes the place of a to-do.
    public mutating func put(_ id: String, at location: String) throws {
        let todo = try database.live(RecordKey(.todo, id)).record
        _ = try database.live(RecordKey(.location, location))
        edit(todo, registers: ["location": .string(location)])
    }

    /// Writes an imported property of a to-do.
    public mutating func setExtra(_ key: String, of id: String, to value: JSONValue) throws {
        try update(.todo, id, [Extras.register(key): value])
    }

    /// Puts a tag on a to-do, or takes it off.
    public mutating func setTag(_ tag: String, of id: String, to isPresent: Bool) throws {
        let todo = try database.live(RecordKey(.todo, id)).record
        if isPresent { _ = try database.live(RecordKey(.tag, tag)) }
        edit(todo, elements: [tag: isPresent])
    }

    /// The id of the tag with this title, made where there is none.
    public mutating func tag(titled title: String) -> String {
        let named = database.rows(of: .tag).filter {
            !$0.record.isDeleted
                && TagName.folded($0.record.registers["title"]?.value.string ?? "") == TagName.folded(title)
        }
        let found = named.map(\.record.id).min { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        if let found { return found }
        var generation = 0
        while true {
            let id = TagName.id(for: title, generation: generation)
            if insert(new(.tag, id, ["title": .string(title)], createdAt: now)) { return id }
            generation += 1
        }
    }

    /// The id that a tag with this title has at first.
    public static func tagID(for title: String) -> String { TagName.id(for: title) }

    /// Deletes a record.
    public mutating func delete(_ kind: RecordKind, _ id: String) throws {
        edit(try database.live(RecordKey(kind, id)).record, deletion: .integer(now))
    }

    /// Takes the deletion of a record back, as `undo` does.
    public mutating func undelete(_ kind: RecordKind, _ id: String) throws {
        guard let record = database.rows[RecordKey(kind, id)]?.record, record.isDeleted else { throw NotFound() }
        edit(record, deletion: .null)
    }

    /// Puts a tag in the place of another on all its to-dos, and deletes the other.
    public mutating func merge(tag source: String, into target: String) throws {
        let tag = try database.live(RecordKey(.tag, source)).record
        _ = try database.live(RecordKey(.tag, target))
        guard source != target else { return }
        for row in database.rows(of: .todo)
        where !row.record.isDeleted && row.record.elements[source]?.isPresent == true {
            edit(row.record, elements: [source: false, target: true])
        }
        edit(tag, deletion: .integer(now))
    }

    /// Takes a to-do from a file: under the file's own time.
    /// - Parameter date: when it was made and last edited, in milliseconds since 1970.
    public mutating func importTodo(_ id: String, title: String, date: Int64) {
        let stamp = Stamp(milliseconds: min(date, now), counter: 0, device: .shared)
        didGive(stamp)
        var record = Record(kind: .todo, id: id, createdAt: date, origin: stamp)
        record.registers["title"] = Record.Register(.string(title))
        guard !insert(record), date <= now, let known = database.rows[RecordKey(.todo, id)]?.record else { return }
        record.createdAt = known.createdAt
        for (id, element) in known.elements where element.isPresent && element.stamp < record.origin {
            record.elements[id] = Record.Element(isPresent: false, stamp: record.origin)
        }
        // Under one stamp there is one value on a device.
        for name in Set(RecordKind.todo.registerNames).union(record.registers.keys)
        where record.stamp(of: name) == known.stamp(of: name) {
            record.registers[name] = Record.Register(
                known.registers[name]?.value ?? .null, record.stamp(of: name))
        }
        for (id, element) in known.elements where record.elements[id]?.stamp == element.stamp {
            record.elements[id] = element
        }
        let merged = known.merged(with: record)
        guard !merged.looksLike(known) else { return }
        observe(record.highestStamp)
        if merged != known.normalized() { write(merged) }
    }

    /// A record whose registers are all of one stamp.
    private mutating func new(
        _ kind: RecordKind, _ id: String, _ registers: [String: JSONValue], createdAt: Int64
    ) -> Record {
        var record = Record(kind: kind, id: id, createdAt: createdAt, origin: stamp())
        record.registers = registers.filter { !$0.value.isNull }.mapValues { Record.Register($0) }
        return record
    }
}
