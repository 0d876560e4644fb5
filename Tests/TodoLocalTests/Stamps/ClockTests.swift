import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// The clock of a database: stored with its edits, never moving back, separate for each file.
@Suite("The clock of a database")
struct ClockTests {
    private let folder: TemporaryFolder
    private let clock = ManualClock()

    init() throws { folder = try TemporaryFolder() }

    @Test("stamps grow from edit to edit while the wall clock stands still, steps back, and over a restart")
    func neverBack() async throws {
        var stamps: [Stamp] = []
        for step in [0.0, 0, -86_400, 0, 5, 200_000, -1_000_000] {
            let stack = try open()
            for _ in 0..<3 { stamps.append(try await edit(stack)) }
            try stack.close()
            clock.advance(by: step)
        }
        #expect(zip(stamps, stamps.dropFirst()).allSatisfy { $0 < $1 }, "\(stamps)")
        #expect(Set(stamps.map(\.device)).count == 1)
    }

    @Test("an edit is later than what it replaces, though that came from a clock ahead")
    func afterOthers() async throws {
        let stack = try open()
        try await stack.merge(record(stamp(clock.milliseconds + 300_000)))
        let row = try await TodoDAO(stack).updateOne(Todo.Update(id: Todo.ID(stored: "a"), title: "mine"))
        #expect(row.title == "mine")
        #expect(try await stamp(of: "title", in: stack) > stamp(clock.milliseconds + 300_000))
        #expect(try await edit(stack) > stamp(clock.milliseconds + 300_000), "the clock follows")
    }

    @Test("a device in the year 2099 is written over, and poisons nothing else")
    func future() async throws {
        let stack = try open()
        let far = stamp(4_070_908_800_000)
        try await stack.merge(record(far))
        #expect(try await edit(stack).milliseconds <= clock.milliseconds + 600_000)

        let id = Todo.ID(stored: "a")
        try await stack.write("edit") { transaction in
            try transaction.update(Todo.Update(id: id, title: "mine"))
            try transaction.create(Todo.sample("beside"))
        }
        #expect(try await TodoDAO(stack).find(id).title == "mine")
        #expect(try await stamp(of: "title", in: stack) > far)
        let limit = clock.milliseconds + 600_001
        #expect(try await entity("beside", in: stack).record.stamp.milliseconds <= limit)
        #expect(try await edit(stack).milliseconds <= limit)
        #expect(try stack.integer("SELECT clockMilliseconds FROM replica") <= Int(limit))

        try await TodoDAO(stack).updateOne(Todo.Update(id: id, title: "mine again"))
        try await stack.merge(record(far))
        #expect(try await TodoDAO(stack).find(id).title == "mine again")
        try await TodoDAO(stack).deleteOne(id)
        #expect(try await TodoDAO(stack).count(.id(id)) == 0)
    }

    @Test("a copied file becomes a device of its own with its first edit, and goes on from the same clock")
    func copied() async throws {
        let original = try open()
        let last = try await edit(original)
        try original.close()
        try FileManager.default.copyItem(atPath: folder.file(), toPath: folder.file("copy.db"))

        let (copy, again) = (try open("copy.db", seed: 2), try open(seed: 3))
        let (there, here) = (try await edit(copy), try await edit(again))
        #expect(here.device == last.device && there.device != last.device)
        #expect(there > last && here > last)
        let stays = try await edit(copy)
        #expect(stays.device == there.device)
    }

    @Test("a file that is moved on its disk is still the same device")
    func moved() async throws {
        let stack = try open()
        let last = try await edit(stack)
        try stack.close()
        try FileManager.default.moveItem(atPath: folder.file(), toPath: folder.file("moved.db"))
        #expect(try await edit(try open("moved.db", seed: 2)).device == last.device)
    }

    @Test("a wall clock before 1970 still gives stamps that grow")
    func beforeTheEpoch() async throws {
        clock.now = Date(timeIntervalSince1970: -1000)
        let stack = try open()
        let (first, second) = (try await edit(stack), try await edit(stack))
        #expect(first < second && first.milliseconds == 0)
    }

    // MARK: Parts

    private func open(_ name: String = "todo.db", seed: UInt64 = 1) throws -> LocalStack {
        try LocalStack(
            .init(storage: .onDisk(path: folder.file(name))), environment: .testing(clock: clock, seed: seed))
    }

    private func stamp(_ milliseconds: Int64) -> Stamp {
        Stamp(milliseconds: milliseconds, counter: 0, device: DeviceID(rawValue: 7))
    }

    private func record(_ stamp: Stamp) -> Record {
        Record(kind: .todo, id: "a", createdAt: 1, origin: stamp, registers: ["title": .init("theirs")])
    }

    /// Adds a to-do and returns its stamp.
    private func edit(_ stack: LocalStack) async throws -> Stamp {
        try await stack.write("add") { transaction in
            try transaction.create(Todo.sample(UUID().uuidString)).record.stamp
        }
    }

    private func entity(_ id: String, in stack: LocalStack) async throws -> TodoEntity {
        try #require(try await stack.store(for: TodoMapping()).fetchEntity(.id(Todo.ID(stored: id))))
    }

    private func stamp(of register: String, in stack: LocalStack) async throws -> Stamp {
        try #require(try await entity("a", in: stack).record.stamps[register])
    }
}
