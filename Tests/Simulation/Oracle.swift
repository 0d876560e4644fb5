import JSON
import TodoDomain

/// Everything that was ever written in a world and acknowledged, and what must become of it: the greatest stamp of each
/// register. It states the rules of merging independently, so that the engine's are not checked against themselves.
struct Oracle {
    struct Cell {
        let value: JSONValue
        let stamp: Stamp
    }

    /// What one author wrote of a record.
    private struct Contribution {
        var createdAt = Int64.max
        var origin: Stamp?
        var cells: [String: Cell] = [:]
        var elements: [String: Record.Element] = [:]
        var deletion: Cell?

        mutating func add(_ record: Record, _ names: [String]) {
            createdAt = min(createdAt, record.createdAt)
            origin = origin.map { min($0, record.origin) } ?? record.origin
            for name in Set(names).union(record.registers.keys) {
                let register = record.registers[name]
                put(Cell(value: register?.value ?? .null, stamp: register?.stamp ?? record.origin), name)
            }
            for (id, element) in record.elements { put(element, id) }
            if let deletion = record.deletion {
                put(deletion: Cell(value: deletion.value, stamp: deletion.stamp ?? record.origin))
            }
        }

        mutating func add(_ other: Contribution) {
            createdAt = min(createdAt, other.createdAt)
            if let theirs = other.origin { origin = origin.map { min($0, theirs) } ?? theirs }
            for (name, cell) in other.cells { put(cell, name) }
            for (id, element) in other.elements { put(element, id) }
            if let deletion = other.deletion { put(deletion: deletion) }
        }

        private mutating func put(_ cell: Cell, _ name: String) {
            if cells[name].map({ cell > $0 }) ?? true { cells[name] = cell }
        }

        private mutating func put(_ element: Record.Element, _ id: String) {
            if let known = elements[id],
                (known.stamp, known.isPresent ? 1 : 0) >= (element.stamp, element.isPresent ? 1 : 0)
            {
                return
            }
            elements[id] = element
        }

        private mutating func put(deletion cell: Cell) {
            if deletion.map({ cell > $0 }) ?? true { deletion = cell }
        }
    }

    private var contributions: [RecordKey: [Int: Contribution]] = [:]

    /// All records that were ever written.
    var keys: Set<RecordKey> { Set(contributions.keys) }

    /// Records what an author has, once it is on the author's disk.
    /// - Parameter names: the registers that every such record has in the author's version; nil for those of the
    ///   present.
    mutating func add(_ record: Record, by author: Int, knowing names: [String]? = nil) {
        contributions[RecordKey(record.kind, record.id), default: [:]][author, default: Contribution()]
            .add(record, names ?? record.kind.registerNames)
    }

    /// Records what an author has written of a record, without what is there since before: that has its own author, or must
    /// not be there.
    mutating func add(_ record: Record, over before: Record?, by author: Int, knowing names: [String]) {
        guard let before, before.origin == record.origin, before.createdAt == record.createdAt else {
            return add(record, by: author, knowing: names)
        }
        let known = before.normalized()
        var written = record.normalized()
        written.registers = written.registers.filter { known.registers[$0.key] != $0.value }
        written.elements = written.elements.filter { known.elements[$0.key] != $0.value }
        if written.deletion == known.deletion { written.deletion = nil }
        guard !written.registers.isEmpty || !written.elements.isEmpty || written.deletion != nil else { return }
        add(written, by: author, knowing: [])
    }

    /// Records what a sync has written by itself, which it does under stamps of no device.
    mutating func add(answer record: Record, by author: Int, knowing names: [String]) {
        var answer = record
        answer.registers = answer.registers.filter { record.stamp(of: $0.key).device == .shared }
        answer.elements = answer.elements.filter { $0.value.stamp.device == .shared }
        answer.deletion = nil
        add(answer, by: author, knowing: record.origin.device == .shared ? names : [])
    }

    /// Replaces what an author wrote of a record with this: the author changed the time of its stamps.
    mutating func replace(_ record: Record, by author: Int, knowing names: [String]? = nil) {
        contributions[RecordKey(record.kind, record.id)]?[author] = nil
        add(record, by: author, knowing: names)
    }

    /// Copies what an author wrote, along with the author's database.
    mutating func copy(from author: Int, to other: Int) {
        for (key, authors) in contributions {
            if let contribution = authors[author] { contributions[key]?[other] = contribution }
        }
    }

    /// What an author has written of a record, as a record; nil for nothing.
    func record(_ key: RecordKey, by author: Int) -> Record? {
        contributions[key]?[author].map { Self.record(key, $0) }
    }

    /// What a record must be in the end.
    func record(_ key: RecordKey) -> Record {
        var all = Contribution()
        for contribution in (contributions[key] ?? [:]).values { all.add(contribution) }
        return Self.record(key, all)
    }

    /// Whether a record must be deleted in the end: nothing was written later but the place of a to-do or a list among
    /// others, what was done about a reminder, and tags that were removed.
    func isDeleted(_ key: RecordKey) -> Bool {
        let record = record(key)
        guard let deletion = record.deletion, !deletion.value.isNull else { return false }
        let isOrdered = key.kind == .todo || key.kind == .list
        let written = record.registers.filter { !(isOrdered && $0.key == "position") && !Record.isAct($0.key) }
            .map { record.stamp(of: $0.key) }
        let tags = record.elements.values.filter(\.isPresent).map(\.stamp)
        return (written + tags + [record.origin]).allSatisfy { $0 < deletion.stamp ?? record.origin }
    }

    private static func record(_ key: RecordKey, _ contribution: Contribution) -> Record {
        let origin = contribution.origin ?? Stamp(milliseconds: 0, counter: 0, device: DeviceID(rawValue: 0))
        var record = Record(kind: key.kind, id: key.id, createdAt: contribution.createdAt, origin: origin)
        record.registers = contribution.cells.mapValues { Record.Register($0.value, $0.stamp) }
        record.elements = contribution.elements
        record.deletion = contribution.deletion.map { Record.Register($0.value, $0.stamp) }
        return record.normalized()
    }
}

extension Oracle.Cell {
    fileprivate static func > (left: Self, right: Self) -> Bool {
        if left.stamp != right.stamp { return left.stamp > right.stamp }
        return right.value.canonicalJSON.utf8.lexicographicallyPrecedes(left.value.canonicalJSON.utf8)
    }
}
