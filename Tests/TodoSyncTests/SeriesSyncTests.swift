import Foundation
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal
import TodoSync

/// To-dos that repeat on several devices, with the engine and a model of the server.
@Suite("Series on several devices, with the engine")
struct SeriesSyncTests {
    private let (one, two): (EngineFixture, EngineFixture)

    init() throws {
        one = try EngineFixture()
        one.server.clockOffset = 0
        two = try EngineFixture(one.server, seed: 2)
    }

    private func sync(_ rounds: Int = 2) async throws {
        for _ in 0..<rounds { for device in [one, two] { _ = try await device.engine.run() } }
    }

    /// Every day from today on.
    private var daily: Recurrence {
        let day = Day(containing: one.clock.now, in: .gmt)
        return Recurrence(rule: "FREQ=DAILY", mode: .each, zone: "UTC", base: day, key: day, due: .day(day))
    }

    private func addRent() async throws -> Todo { try await TodoStore(one.stack).add("Rent", recurrence: daily) }

    /// A series on both devices of which one occurrence was settled and what settled it deleted, beside another deleted to-do:
    /// the series, what settled it, and what is shown of it since.
    private func deletedSettlement() async throws -> (rent: Todo, settled: Todo.ID, shown: Recurrence.Current?) {
        let rent = try await addRent()
        let settled = try #require(try await TodoStore(one.stack).complete([rent.id], .only).settled[rent.id])
        try await one.add("other", "Other")
        try await sync()
        try await one.delete("other")
        try await one.delete(settled.rawValue)
        try await sync()
        return (rent, settled, try await TodoStore(two.stack).todos.find(rent.id).current)
    }

    private func wait(days: Int) {
        for device in [one, two] { device.clock.advance(by: Double(days) * 86_400) }
        one.server.now += Int64(days) * 86_400_000
    }

    @Test("what was done and deleted before the first sync has settled its occurrence on all devices")
    func deletedUnsent() async throws {
        let rent = try await addRent()
        let settled = try await TodoStore(one.stack).complete([rent.id], .only).settled[rent.id]
        try await one.delete(try #require(settled).rawValue)
        try await sync()
        let shown = try await TodoStore(one.stack).todos.find(rent.id).current
        #expect(shown?.number == 2)
        #expect(try await TodoStore(two.stack).todos.find(rent.id).current == shown)
    }

    @Test("what was completed while another device made it repeat has settled an occurrence as soon as both are known")
    func completedMeanwhile() async throws {
        try await one.add("t1", "Rent")
        try await sync()
        let id = Todo.ID(stored: "t1")
        _ = try await one.stack.write("repeat") { [daily] in
            try $0.update(Todo.Update(id: id, recurrence: .set(daily)))
        }
        two.clock.advance(by: 60)
        try await TodoStore(two.stack).complete([id], .only)
        for device in [one, two] { _ = try await device.engine.run() }
        for device in [two, one] {
            let todo = try await TodoStore(device.stack).todos.find(id)
            #expect(todo.current?.number == 2 && todo.completedAt == nil)
            _ = try await one.engine.run()
        }
    }

    @Test("what settles an occurrence of a living series is not collected; once the series is deleted, it is")
    func collection() async throws {
        let (rent, settled, shown) = try await deletedSettlement()
        wait(days: 181)
        try await sync()
        let kept = one.server.contents.documents.keys.filter { $0.kind == .todo }.map(\.id)
        #expect(Set(kept) == [rent.id.rawValue, settled.rawValue], "the other one was collected")
        for device in [one, two] {
            let todo = try await TodoStore(device.stack).todos.find(rent.id)
            #expect(todo.current == shown)
            #expect(todo.due?.day == rent.due?.day.adding(days: 1))
            #expect(try device.stack.inconsistency() == nil)
        }
        try await one.delete(rent.id.rawValue)
        try await sync()
        wait(days: 181)
        try await sync(3)
        #expect(one.server.contents.documents.keys.allSatisfy { $0.kind != .todo })
    }

    @Test(
        "an occurrence stays settled on a device that had deleted its series unsent while others collected, and undoes that"
    )
    func unsentDeletion() async throws {
        let (rent, _, shown) = try await deletedSettlement()
        wait(days: 181)
        try await TodoStore(two.stack).delete([rent.id], .only)
        try await sync(1)
        try await TodoStore(two.stack).undo()
        try await sync()
        for device in [one, two] {
            #expect(try await TodoStore(device.stack).todos.find(rent.id).current == shown)
            #expect(try device.stack.inconsistency() == nil)
        }
    }

    @Test("what was done on one device and undone after a sync comes again on both, and goes once it is redone")
    func undone() async throws {
        let rent = try await addRent()
        try await sync()
        try await TodoStore(one.stack).complete([rent.id], .only)
        try await sync()
        let done = try await TodoStore(two.stack).todos.fetch(.all.filter(.isDone(true)), source: .local).items
        #expect(done.map(\.occurrence?.key) == [rent.current?.key])
        one.clock.advance(by: 60)
        try await TodoStore(one.stack).undo()
        try await sync()
        for device in [one, two] {
            let store = TodoStore(device.stack)
            #expect(try await store.todos.find(rent.id).current?.key == rent.current?.key)
            #expect(try await store.todos.fetch(.all.filter(.isDone(true)), source: .local).items.isEmpty)
        }
        try await TodoStore(one.stack).redo()
        try await sync()
        for device in [one, two] {
            #expect(
                try await TodoStore(device.stack).todos.find(rent.id).current?.key == rent.current?.key.adding(days: 1))
            #expect(try device.stack.inconsistency() == nil)
        }
    }
}
