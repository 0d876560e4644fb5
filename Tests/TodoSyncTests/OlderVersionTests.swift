import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoSync

/// The client that knows fewer registers, as it takes part in the simulation.
@Suite("A device of the version before")
struct OlderVersionTests {
    private let server = ModelServer()
    private let id = Todo.ID(stored: "t1")

    /// A device that has started a to-do, and one of the version before, both synced.
    private func devices() async throws -> (present: EngineFixture, older: EngineFixture, sync: SyncEngine) {
        let (present, older) = (try EngineFixture(server), try EngineFixture(server, seed: 2))
        try await present.add(id.rawValue, "Rent")
        _ = try await present.stack.write("start") { [id] in
            try $0.update(Todo.Update(id: id, startedAt: .set($0.date)))
        }
        _ = try await present.engine.run()
        let sync = older.engine(with: OlderConnection(connection: server))
        _ = try await sync.run()
        return (present, older, sync)
    }

    @Test("keeps a register that it does not know, which its edits leave as it is")
    func keeps() async throws {
        let (present, older, sync) = try await devices()
        let started = try #require(try await TodoDAO(present.stack).find(id).startedAt)
        #expect(try await TodoDAO(older.stack).find(id).startedAt == nil)
        older.clock.advance(by: 60)
        try await older.rename(id.rawValue, "Rent and heating")
        _ = try await sync.run()
        _ = try await present.engine.run()
        let todo = try await TodoDAO(present.stack).find(id)
        #expect(todo.title == "Rent and heating" && todo.startedAt == started)
    }

    @Test("merges it by its stamp, and sends it back to a server that lacks it")
    func sendsBack() async throws {
        let (present, older, sync) = try await devices()
        present.clock.advance(by: 60)
        let later = try await present.stack.write("start") { [id] transaction in
            try transaction.update(Todo.Update(id: id, startedAt: .set(transaction.date)))
            return transaction.date
        }
        _ = try await present.engine.run()
        _ = try await sync.run()
        let empty = ModelServer()
        _ = try await older.engine(with: OlderConnection(connection: empty)).run()
        let fresh = try EngineFixture(empty, seed: 3)
        _ = try await fresh.engine.run()
        #expect(try await TodoDAO(fresh.stack).find(id).startedAt == later)
    }
}
