import JSON
import TestSupport
import Testing
import TodoDomain

/// A device sends the difference between a record and its base, so what the merge changed and the difference does not have
/// stays on that device for ever.
@Suite("What a reconciliation sends")
struct ReconciliationSendingTests {
    @Test(
        "is all that the remote lacks of the merged record, and nothing else", arguments: 1...40 as ClosedRange<UInt64>)
    func completes(seed: UInt64) {
        var generator = RecordGenerator(seed: seed)
        for round in 0..<60 {
            let (mine, remote) = (generator.record(), generator.record())
            let result = mine.reconciled(with: remote, over: nil, at: 1)
            let difference = result.record.difference(from: result.base)
            #expect(result.isDirty == !difference.isEmpty, "round \(round)")
            #expect(sent(difference, of: result.record, to: remote) == result.record, "round \(round)")
            // Forgetting a stamp without need would report a conflict that is not one.
            let known = difference.registers.intersection(RecordKind.todo.registerNames)
            #expect(known.allSatisfy { cell($0, of: result.record) != cell($0, of: remote) }, "round \(round)")
            // A device that has the remote's record, and is sent this one, ends with the same record.
            #expect(remote.merged(with: result.record) == result.record, "round \(round)")
        }
    }

    @Test("is a register that is empty here and not there, under the stamp of the record's creation")
    func emptyWins() {
        let empty = Record(kind: .todo, id: "todo", createdAt: 1, origin: origin, registers: ["title": .init("Rent")])
        var urgent = empty
        urgent.registers["priority"] = .init("high")
        let result = empty.reconciled(with: urgent, over: RecordBase(empty, sequence: 1), at: 2)
        #expect(result.record == empty && result.isDirty)
        #expect(result.record.difference(from: result.base).registers == ["priority"])
        let there = urgent.reconciled(with: empty, over: RecordBase(urgent, sequence: 1), at: 2)
        #expect(there.record == empty && !there.isDirty)
    }

    private func cell(_ name: String, of record: Record) -> Record.Register {
        Record.Register(record.registers[name]?.value ?? .null, record.stamp(of: name))
    }

    private var origin: Stamp { Stamp(milliseconds: 1, counter: 0, device: .shared) }

    /// The remote's record with the parts of the difference written over its own.
    private func sent(_ difference: RecordDifference, of record: Record, to remote: Record) -> Record {
        guard !difference.origin else { return record }
        var result = remote
        for name in difference.registers {
            result.registers[name] = cell(name, of: record)
        }
        for id in difference.elements { result.elements[id] = record.elements[id] }
        if difference.deletion { result.deletion = record.deletion }
        if difference.createdAt { result.createdAt = record.createdAt }
        return result.normalized()
    }
}
