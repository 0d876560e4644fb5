import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// A row is one replica of its record: what it stores and merges is what ``Record`` says.
@Suite("Rows as records")
struct RowMergeTests {
    @Test("rows that merge random records become what the records become", arguments: 1...40 as ClosedRange<UInt64>)
    func todos(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let stack = try TestStore(seed: seed).stack
        var expected: Record?
        for round in 0..<8 {
            let record = generator.todoRecord()
            let merged = expected.map { $0.merged(with: record) } ?? record
            try await stack.merge(record)
            let row = try #require(try await stack.read { try $0.record(TodoEntity.self, id: "a") })
            let found = row.asRecord
            #expect(found.merged(with: found) == merged.merged(with: merged), "seed \(seed), round \(round)")
            #expect(row.record.isDeleted == merged.isDeleted, "seed \(seed), round \(round)")
            #expect(row.record.updatedAt == merged.editStamp.milliseconds, "seed \(seed), round \(round)")
            #expect(row.record.createdAt == merged.createdAt, "seed \(seed), round \(round)")
            expected = merged
        }
    }

    @Test(
        "two stores that take the same records in different orders hold the same",
        arguments: 1...20 as ClosedRange<UInt64>)
    func converge(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let records = (0..<6).map { _ in generator.todoRecord() }
        var states: [Record] = []
        for _ in 0..<3 {
            let stack = try TestStore(seed: generator.next()).stack
            for record in records.shuffled(using: &generator) { try await stack.merge(record) }
            // Merged again, as after a lost acknowledgement.
            for record in records { #expect(try await stack.merge(record) == false, "seed \(seed)") }
            let row = try #require(try await stack.read { try $0.record(TodoEntity.self, id: "a") })
            states.append(row.asRecord.merged(with: row.asRecord))
        }
        #expect(Set(states).count == 1, "seed \(seed): \(states)")
    }

    @Test("a local edit is the record with these registers written", arguments: 1...20 as ClosedRange<UInt64>)
    func localEdits(seed: UInt64) async throws {
        var generator = SeededGenerator(seed: seed)
        let fixture = try TestStore(seed: seed)
        try await fixture.todos.createOne(.sample("a"))
        for round in 0..<10 {
            fixture.clock.advance(by: generator.pick([0, 0.001, 1, -1]))
            let before = try #require(try await row(fixture.stack))
            let update = Todo.Update(
                id: Todo.ID(stored: "a"), title: generator.pick([nil, "x", "y"]),
                notes: generator.pick([nil, "", "z"]),
                due: generator.pick([.keep, .clear]), priority: generator.pick([.keep, .clear, .set(.high)]))
            try await fixture.todos.updateOne(update)
            let after = try #require(try await row(fixture.stack))
            // The new state wins over the old in every register, whichever is merged into the other.
            #expect(before.merged(with: after) == after.merged(with: before))
            #expect(before.merged(with: after) == after.merged(with: after), "seed \(seed), round \(round)")
            for (name, value) in update.registers {
                #expect((after.registers[name]?.value ?? .null) == value, "seed \(seed), round \(round): \(name)")
            }
        }
    }

    private func row(_ stack: LocalStack) async throws -> Record? {
        try await stack.read { try $0.record(TodoEntity.self, id: "a")?.asRecord }
    }
}

extension SeededGenerator {
    /// A replica of one to-do with few stamps and values, so that they collide: equal stamps, other origins, deletions.
    fileprivate mutating func todoRecord() -> Record {
        var record = Record(
            kind: .todo, id: "a", createdAt: Int64.random(in: 1...3, using: &self), origin: stamp(),
            registers: ["title": .init(.string(pick(["x", "y"])), chance(0.5) ? stamp() : nil)])
        if chance(0.5) { record.registers["notes"] = .init(pick([.null, "n", "m"]), stamp()) }
        if chance(0.5) {
            record.registers["priority"] = .init(pick([.null, "high", "low"]), chance(0.7) ? stamp() : nil)
        }
        if chance(0.5) { record.registers["due"] = .init(pick([.null, ["day": "2026-11-21"]]), stamp()) }
        if chance(0.5) { record.registers["completion"] = .init(pick([.null, ["done": true, "at": 5]]), stamp()) }
        if chance(0.3) { record.registers["extras.x"] = .init(pick([.null, ["a": 1], "text"]), stamp()) }
        if chance(0.4) { record.registers["location"] = .init(pick([.null, "p"]), stamp()) }
        for id in ["t1", "t2"] where chance(0.5) { record.elements[id] = .init(isPresent: chance(0.5), stamp: stamp()) }
        if chance(0.4) { record.deletion = .init(pick([.null, 9]), stamp()) }
        return record
    }

    private mutating func stamp() -> Stamp {
        Stamp(
            milliseconds: Int64.random(in: 1...4, using: &self), counter: Int.random(in: 0...1, using: &self),
            device: DeviceID(rawValue: UInt64.random(in: 1...2, using: &self)))
    }
}
