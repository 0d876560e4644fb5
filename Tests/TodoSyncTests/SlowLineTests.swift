import Basics
import FirestoreWire
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal
import TodoSync

/// A line that carries only so many documents before the limit of the exchange.
@Suite("A slow line")
struct SlowLineTests {
    private static let limits = {
        var limits = SyncEngine.Limits()
        limits.page = 64
        limits.batch = 64
        return limits
    }()

    private func engine(_ fixture: EngineFixture, _ remote: SlowServer, overlaps: Bool = false) -> SyncEngine {
        var limits = Self.limits
        limits.overlaps = overlaps
        return SyncEngine(
            store: fixture.replication, remote: remote, environment: fixture.stack.environment, limits: limits,
            pause: { _ in })
    }

    /// A server with this many to-dos.
    private func filled(_ count: Int) async throws -> ModelServer {
        let fixture = try EngineFixture(seed: 2)
        for number in 0..<count { try await fixture.add("t\(100 + number)", "number \(number)") }
        _ = try await fixture.engine.run()
        return fixture.server
    }

    @Test("pages shrink to what passes, and each to-do arrives", arguments: [1, 3, 20], [false, true])
    func pull(capacity: Int, overlaps: Bool) async throws {
        let fixture = try EngineFixture(try await filled(70))
        let remote = SlowServer(fixture.server, capacity: capacity)
        let report = try await engine(fixture, remote, overlaps: overlaps).run()
        #expect(report.pulled >= 70)
        #expect(try await fixture.titles().count == 70)
        // Each page that came was stored, and is not asked for again.
        let positions = remote.pages.filter { $0.kind == .todo && $0.passed }.map(\.after)
        #expect(Set(positions).count == positions.count)
    }

    @Test("a page grows again once some have passed")
    func growth() async throws {
        let fixture = try EngineFixture(try await filled(70))
        let remote = SlowServer(fixture.server, capacity: 16)
        remote.quickens(after: 5)
        _ = try await engine(fixture, remote).run()
        let sizes = remote.pages.filter { $0.kind == .todo }.map(\.limit)
        #expect(sizes.prefix(2) == [64, 16])
        #expect(sizes.contains(32), "\(sizes)")
    }

    @Test("where not even one document passes, the sync gives up, and nothing was changed")
    func dead() async throws {
        let fixture = try EngineFixture(try await filled(3))
        let remote = SlowServer(fixture.server, capacity: 0)
        let failure = try await #require(throws: RemoteFailure.self) { _ = try await engine(fixture, remote).run() }
        #expect(failure.isTimeout)
        #expect(remote.pages.last?.limit == 1)
        #expect(try await fixture.titles().isEmpty)
    }

    @Test("commits shrink to what passes, and nothing is sent twice", arguments: [1, 3, 20], [false, true])
    func push(capacity: Int, losesAnswers: Bool) async throws {
        let fixture = try EngineFixture()
        for number in 0..<70 { try await fixture.add("t\(100 + number)", "number \(number)") }
        let remote = SlowServer(fixture.server, capacity: capacity)
        // The line is too slow for the answer: the commit has taken effect, which only the head shows.
        remote.losesAnswers(losesAnswers)
        _ = try await engine(fixture, remote).run()
        #expect(fixture.server.contents.documents.keys.count { $0.kind == .todo } == 70)
        #expect(try await !fixture.replication.hasPendingRecords())
        var written = remote.written
        #expect(Set(written).count == written.count, "each once")
        _ = try await engine(fixture, remote).run()
        written = Array(remote.written.dropFirst(written.count))
        #expect(written.isEmpty)
    }

    @Test("a sync that is cut goes on where it was, in both directions")
    func cut() async throws {
        let fixture = try EngineFixture(try await filled(40))
        for number in 0..<40 { try await fixture.add("own\(100 + number)", "own \(number)") }
        let remote = SlowServer(fixture.server, capacity: 8)
        for count in [3, 5, 8, 14, 20] {
            remote.cuts(after: count)
            _ = try? await engine(fixture, remote).run()
        }
        remote.cuts(after: .max)
        _ = try await engine(fixture, remote).run()
        #expect(try await fixture.titles().count == 80)
        let pages = remote.pages.filter { $0.kind == .todo && $0.passed && $0.count > 0 }
        #expect(Set(pages.map(\.after)).count == pages.count, "no page is asked for twice")
        #expect(remote.written.count == Set(remote.written).count, "no to-do is sent twice")
        #expect(fixture.server.contents.documents.keys.count { $0.kind == .todo } == 80)
    }

    @Test("what has to be done first goes on while the head is asked for, and no page is asked for before it is done")
    func preparing() async throws {
        let fixture = try EngineFixture(try await filled(3))
        let remote = SlowServer(fixture.server, capacity: 64)
        _ = try await engine(fixture, remote).run {
            _ in
        } preparing: {
            // If the count were awaited before the first request, this would never end.
            #expect(await eventually { remote.heads == 1 })
            #expect(remote.pages.isEmpty)
        }
        #expect(!remote.pages.isEmpty)
    }

    @Test("progress says how many there are to send, from the first commit on")
    func toPush() async throws {
        let fixture = try EngineFixture()
        for number in 0..<70 { try await fixture.add("t\(100 + number)", "number \(number)") }
        let seen = Locked<[SyncReport]>([])
        _ = try await engine(fixture, SlowServer(fixture.server, capacity: 64)).run { report in
            seen.withLock { $0.append(report) }
        }
        let reports = seen.withLock { $0 }
        #expect(reports.first?.toPush == nil)
        #expect(Set(reports.filter { $0.pushed > 0 }.map(\.toPush)) == [70])
        #expect(reports.map(\.pushed).contains(64))
    }
}

/// A server behind a line that carries so many documents in one exchange.
private final class SlowServer: RemoteStore {
    struct Page {
        let kind: RecordKind
        let after: SyncState.Position
        let limit: Int
        var count = 0
        var passed = false
    }

    private struct State {
        var capacity: Int
        var quickens = Int.max
        var losesAnswers = false
        /// After how many more exchanges nothing passes any more.
        var left = Int.max
        var heads = 0
        var pages: [Page] = []
        var written: [RecordKey] = []
    }

    private let server: ModelServer
    private let state: Locked<State>

    init(_ server: ModelServer, capacity: Int) {
        self.server = server
        state = Locked(State(capacity: capacity))
    }

    var heads: Int { state.withLock { $0.heads } }
    var pages: [Page] { state.withLock { $0.pages } }
    /// The to-dos in all commits that have taken effect.
    var written: [RecordKey] { state.withLock { $0.written } }

    /// Carries as much as anybody wants after so many pages.
    func quickens(after pages: Int) { state.withLock { $0.quickens = pages } }
    /// Whether a commit that is too large takes effect all the same.
    func losesAnswers(_ loses: Bool) { state.withLock { $0.losesAnswers = loses } }
    /// Ends with all exchanges after the next so many.
    func cuts(after exchanges: Int) { state.withLock { $0.left = exchanges } }

    private static func timeout(_ kind: RemoteFailure.Kind) -> RemoteFailure {
        RemoteFailure(kind, status: "IDLE-TIMEOUT", message: "It took too long.", isTimeout: true)
    }

    private func requireLine() throws {
        let isCut = state.withLock { state in
            guard state.left != .max else { return false }
            state.left -= 1
            return state.left < 0
        }
        guard !isCut else { throw RemoteFailure(.transient, status: "UNREACHABLE", message: "The line is cut.") }
    }

    var clockOffset: Int64? { server.clockOffset }

    func head() throws -> RemoteHead? {
        state.withLock { $0.heads += 1 }
        try requireLine()
        return server.head()
    }

    func documents(_ keys: [RecordKey]) throws -> [RemoteDocument] {
        try requireLine()
        return server.documents(keys)
    }

    func page(of kind: RecordKind, after position: SyncState.Position, limit: Int) throws -> [RemoteDocument] {
        try requireLine()
        let found = server.page(of: kind, after: position, limit: limit)
        let passes = state.withLock { state in
            let passes = found.count <= state.capacity || state.pages.count > state.quickens
            state.pages.append(
                Page(kind: kind, after: position, limit: limit, count: found.count, passed: passes))
            return passes
        }
        guard passes else { throw Self.timeout(.transient) }
        return found
    }

    func page(of kind: RecordKind, afterID id: String?, limit: Int) throws -> [RemoteDocument] {
        server.page(of: kind, afterID: id, limit: limit)
    }

    func commit(_ commit: RemoteCommit) throws -> Timestamp {
        try requireLine()
        let (passes, loses) = state.withLock { state in
            (commit.changes.count <= max(state.capacity, 1), state.losesAnswers)
        }
        guard passes || loses else { throw Self.timeout(.outcomeUnknown) }
        let time = try server.commit(commit)
        state.withLock { $0.written += commit.changes.map(\.key).filter { $0.kind == .todo } }
        guard passes else { throw Self.timeout(.outcomeUnknown) }
        return time
    }
}
