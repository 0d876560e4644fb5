import JSON

/// One step: everything that one action changes.
public struct Transaction {
    var database: Database
    let now: Int64
    let isSync: Bool
    /// The records that were written.
    private(set) var written: [RecordKey] = []
    private(set) var clock: HybridLogicalClock
    private let clockBefore: HybridLogicalClock
    private var stamp: Stamp?
    private var hasObserved = false

    init(_ database: Database, _ surroundings: Client.Surroundings, isSync: Bool) {
        (self.database, self.isSync) = (database, isSync)
        (clock, clockBefore) = (database.clock, database.clock)
        now = surroundings.now() + database.offset(surroundings)
    }

    mutating func finish() {
        // A stamp that nothing came to bear is as if it had never been given.
        guard clock != clockBefore, !written.isEmpty || hasObserved else { return }
        database.clock = clock
    }

    // MARK: The clock

    /// The stamp for registers that bear `replaced` or less.
    mutating func stamp(after replaced: Stamp? = nil) -> Stamp {
        if let stamp, replaced.map({ $0 < stamp }) ?? true { return stamp }
        if let replaced, replaced.milliseconds > max(now, clock.milliseconds) + HybridLogicalClock.tolerance {
            // From a device that lives in the future: it is written over, but the clock does not follow it there.
            var ahead = clock
            return ahead.tick(now: now, after: replaced)
        }
        let stamp = clock.tick(now: now, after: replaced)
        self.stamp = stamp
        return stamp
    }

    mutating func observe(_ stamp: Stamp) {
        clock.observe(stamp, limit: now + HybridLogicalClock.tolerance)
        hasObserved = true
    }

    mutating func didGive(_ stamp: Stamp) { clock.observe(stamp, limit: now) }

    mutating func resetClock(to stamp: Stamp) {
        clock = HybridLogicalClock(device: clock.device, milliseconds: stamp.milliseconds, counter: stamp.counter)
        hasObserved = true
    }

    // MARK: Rows

    /// Inserts a record; false where its id is taken, by a deleted record too.
    @discardableResult
    mutating func insert(_ record: Record, isDirty: Bool = true) -> Bool {
        let key = RecordKey(record.kind, record.id)
        guard database.rows[key] == nil else { return false }
        database.rows[key] = Database.Row(number: database.nextNumber, record: record.stored, isDirty: isDirty)
        database.nextNumber += 1
        didWrite(key)
        return true
    }

    /// Writes a record over the older version of it.
    mutating func write(_ record: Record, isDirty: Bool = true) {
        let key = RecordKey(record.kind, record.id)
        guard var row = database.rows[key] else { return }
        (row.record, row.isDirty) = (record.stored, isDirty)
        row.revision += 1
        database.rows[key] = row
        didWrite(key)
    }

    private mutating func didWrite(_ key: RecordKey) {
        if !isSync { database.rows[key]?.editedAt = now }
        if !written.contains(key) { written.append(key) }
    }

    /// Writes the registers whose values differ, and what is derived from them.
    mutating func edit(
        _ current: Record, registers: [String: JSONValue] = [:], elements: [String: Bool] = [:],
        deletion: JSONValue? = nil
    ) {
        var record = current
        var hasChanged = false
        for (name, value) in registers.sorted(by: { $0.key < $1.key }) {
            guard current.registers[name]?.value ?? .null != value else { continue }
            record.registers[name] = Record.Register(value, stamp(after: current.stamp(of: name)))
            hasChanged = true
        }
        for (id, isPresent) in elements.sorted(by: { $0.key < $1.key })
        where (current.elements[id]?.isPresent ?? false) != isPresent {
            record.elements[id] = Record.Element(
                isPresent: isPresent, stamp: stamp(after: current.elements[id]?.stamp))
            hasChanged = true
        }
        // Whoever edits a record that an earlier edit has revived wants it to stay.
        var deletion = deletion
        if case .none = deletion, hasChanged, let known = current.deletion, !known.value.isNull {
            deletion = .some(.null)
        }
        if let deletion {
            // Later than all that was written, or it would not count.
            let latest = max(record.contentStamp, current.deletion.map { $0.stamp ?? current.origin } ?? current.origin)
            record.deletion = Record.Register(deletion, stamp(after: latest))
            hasChanged = true
        }
        if hasChanged { write(record) }
    }
}

extension Record {
    /// As a row gives it back: what is null since the origin is not there.
    var stored: Record {
        var record = normalized()
        record.registers = record.registers.filter { $0.value != Register(.null) }
        return record
    }

    /// Whether another one shows the same: values, elements and the deletion.
    func looksLike(_ other: Record) -> Bool {
        let names = Set(registers.keys).union(other.registers.keys)
        let ids = Set(elements.keys).union(other.elements.keys)
        return names.allSatisfy { registers[$0]?.value ?? .null == other.registers[$0]?.value ?? .null }
            && ids.allSatisfy { elements[$0]?.isPresent ?? false == other.elements[$0]?.isPresent ?? false }
            && deletion?.value ?? .null == other.deletion?.value ?? .null
    }
}
