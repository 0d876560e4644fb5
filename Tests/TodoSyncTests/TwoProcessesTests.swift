import Basics
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoSync

/// Two processes of one device that read everything again at once. The lock beside a database prevents it; nothing may be
/// lost where there is none.
@Suite("Two processes that sync at once")
struct TwoProcessesTests {
    private let server = ModelServer()
    private let away: EngineFixture

    /// A device that has been away for so long that deletions were collected.
    init() async throws {
        server.clockOffset = 0
        away = try EngineFixture(server, seed: 2)
        let mine = try EngineFixture(server)
        for id in ["t1", "t2"] { try await mine.add(id, "old") }
        try await TodoStore(mine.stack).addComment("read after the to-dos", to: .init(stored: "t2"))
        for device in [mine, away] { _ = try await device.engine.run() }
        // The last sync of the device only reads: after one that sends, another process would go on with a resync instead
        // of beginning its own.
        try await mine.rename("t2", "known")
        for device in [mine, away] { _ = try await device.engine.run() }
        try await mine.delete("t1")
        _ = try await mine.engine.run()
        for device in [mine, away] { device.clock.advance(by: 181 * 86_400) }
        server.now += 181 * 86_400_000
        _ = try await mine.engine.run()
    }

    /// A process of the device; something happens once, before it reads the first page of a kind, or of all if there is none.
    private func process(before kind: RecordKind? = nil, _ body: @escaping @Sendable () async throws -> Void)
        -> SyncEngine
    {
        let hasRun = Latch()
        let remote = WatchedServer(server: server) { read in
            guard read == kind ?? read, !hasRun.isSet else { return }
            hasRun.set()
            try await body()
        }
        return away.engine(with: remote)
    }

    @Test("what one has seen is not gone because the other reads it meanwhile")
    func alternating() async throws {
        let (isReading, isOvertaken) = (Latch(), Latch())
        let second = process(before: .comment) {
            isReading.set()
            _ = await eventually { isOvertaken.isSet }
        }
        let running = Locked<Task<SyncReport, any Error>?>(nil)
        // Before anything was read, nothing shows the second one that it could go on with what the first one has begun.
        let first = process {
            running.withLock { $0 = Task { try await second.run() } }
            _ = await eventually { isReading.isSet }
        }
        _ = try await first.run()
        isOvertaken.set()
        _ = try await running.withLock { $0 }?.value
        try await settle()
    }

    @Test("what one has seen is not gone because the other has read everything in between")
    func between() async throws {
        let first = process(before: .comment) { [second = away.engine] in _ = try await second.run(full: true) }
        _ = try await first.run()
        try await settle()
    }

    private func settle() async throws {
        _ = try await away.engine.run()
        #expect(try await away.titles() == ["t2": "known"])
        #expect(try await away.replication.counts() == (0, 0, 0))
        #expect(server.documents([RecordKey(.todo, "t2")]).count == 1)
    }
}
