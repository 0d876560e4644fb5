import Basics
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import TodoSync

/// What happens to the server while a device is between two requests. The simulated worlds seldom or never get there
/// (docs/sync.md).
@Suite("A sync that is overtaken")
struct OvertakenTests {
    private let server = ModelServer()
    private let mine: EngineFixture

    init() throws { mine = try EngineFixture(server) }

    private func engine(_ remote: WatchedServer, overlapping: Bool = false) -> SyncEngine {
        var limits = SyncEngine.Limits()
        limits.page = 5
        limits.overlaps = overlapping
        return mine.engine(with: remote, limits: limits)
    }

    @Test("an older version of a document, in a page, shows that the server was restored since its head was read")
    func restored() async throws {
        try await mine.add("t1", "in the backup")
        _ = try await mine.engine.run()
        server.backUp()
        try await mine.rename("t1", "later")
        _ = try await mine.engine.run()
        let wasRestored = Latch()
        let remote = WatchedServer(server: server) { [server] kind in
            guard kind == .todo, !wasRestored.isSet else { return }
            wasRestored.set()
            server.restore(epoch: nil)
        }
        #expect(try await engine(remote).run(full: true).resync == .rollback)
        #expect(try await mine.titles() == ["t1": "later"])
        let others = try EngineFixture(server, seed: 2)
        _ = try await others.engine.run()
        #expect(try await others.titles() == ["t1": "later"])
    }

    @Test("who is always a moment too late gives up, and keeps its edits")
    func tooBusy() async throws {
        let others = try EngineFixture(server, seed: 2)
        try await others.add("t1", "there")
        _ = try await others.engine.run()
        try await mine.add("t2", "mine")
        let remote = WatchedServer(server: server) { [stack = others.stack, engine = others.engine] kind in
            guard kind == .todo else { return }
            _ = try await stack.write("add") {
                try $0.create(Todo(title: "x", createdAt: $0.environment.now()))
            }
            _ = try await engine.run()
        }
        let busy = engine(remote)
        await #expect(throws: SyncError.tooBusy) { try await busy.run() }
        #expect(try await mine.replication.counts() == (1, 0, 0))
        #expect(try await mine.engine.run().pushed == 1)
    }

    @Test("a page that fails while the one before is stored costs neither", arguments: [false, true])
    func pagesOverlap(overlapping: Bool) async throws {
        let others = try EngineFixture(server, seed: 2)
        for number in 0..<12 { try await others.add("t\(number)", "x") }
        _ = try await others.engine.run()
        let pages = Locked(0)
        let remote = WatchedServer(server: server) { kind in
            guard kind == .todo,
                pages.withLock({
                    $0 += 1; return $0
                }) == 3
            else { return }
            throw RemoteFailure(.transient, status: "UNAVAILABLE", message: "The server is busy.")
        }
        let overlapped = engine(remote, overlapping: overlapping)
        await #expect(throws: RemoteFailure.self) { try await overlapped.run() }
        #expect(try await mine.titles().count == 10)
        #expect(try await overlapped.run().pulled == 2)
        #expect(try await mine.titles().count == 12)
    }

    @Test("a deletion that is undone while this device collects it is sent again")
    func undoneWhileCollected() async throws {
        server.clockOffset = 0
        let others = try EngineFixture(server, seed: 2)
        for id in ["t1", "t2"] { try await mine.add(id, "old") }
        for device in [mine, others] { _ = try await device.engine.run() }
        for id in ["t1", "t2"] { try await mine.delete(id) }
        for device in [mine, others] { _ = try await device.engine.run() }
        for device in [mine, others] { device.clock.advance(by: 181 * 86_400) }
        server.now += 181 * 86_400_000
        let key = RecordKey(.todo, "t1")
        let remote = WatchedServer(
            server: server,
            afterCommit: { [stack = mine.stack] commit in
                guard commit.changes.contains(where: { $0.key == key }) else { return }
                try await stack.write("revive") { transaction in
                    let todo = try #require(try transaction.reading.record(TodoEntity.self, id: key.id))
                    _ = try transaction.edit(todo, registers: [:], deletion: .revive)
                }
            })
        _ = try await engine(remote).run()
        #expect(server.contents.documents.isEmpty)
        for device in [mine, others, mine] {
            _ = try await device.engine.run()
            #expect(try await device.titles() == ["t1": "old"])
        }
    }
}
