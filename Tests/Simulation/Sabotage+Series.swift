import JSON
import TodoDomain
import TodoLocal

// Damages the state that repeating to-dos depend on.
extension Sabotage {
    /// A series with the rule that arrives and the anchor that is here.
    static func withTornSeries(_ incoming: IncomingRecord, _ known: Record?) -> IncomingRecord {
        let name = TodoRegister.recurrence.rawValue
        var record = incoming.record
        guard let register = record.registers[name], let theirs = register.value.asRecurrence,
            var torn = known?.registers[name]?.value.asRecurrence, torn.rule != theirs.rule
        else { return incoming }
        torn.rule = theirs.rule
        torn.mode = theirs.mode
        record.registers[name] = Record.Register(.recurrence(torn), register.stamp)
        return IncomingRecord(record, sequence: incoming.sequence)
    }

    /// Clears which occurrence deleted to-dos have settled.
    static func freeOccurrences(in transaction: WriteTransaction) throws {
        let name = TodoRegister.occurrence.rawValue
        for todo in try transaction.reading.entities(TodoEntity.self, where: "isDeleted = 1 AND occurrence IS NOT NULL")
        {
            try transaction.edit(
                todo, registers: [name: .null], deletion: .delete(at: transaction.now), asWritten: true)
        }
    }

    /// Gives answers to completions stamps of this device.
    static func stampAnswers(since known: [RecordKey: Record], in transaction: WriteTransaction) throws {
        let name = TodoRegister.completion.rawValue
        for todo in try transaction.reading.entities(TodoEntity.self, where: "recurrence IS NOT NULL") {
            let before = known[RecordKey(.todo, todo.record.id)]?.registers[name]?.value ?? .null
            guard !before.isNull, todo.content.todo.completedAt == nil else { continue }
            var record = todo.asRecord
            let now = Stamp(milliseconds: transaction.now, counter: 999, device: DeviceID(rawValue: 1 << 33))
            record.registers[name] = Record.Register(.null, now)
            _ = try transaction.merge(TodoEntity.self, record)
        }
    }
}
