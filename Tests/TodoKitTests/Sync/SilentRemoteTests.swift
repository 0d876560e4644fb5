import Basics
import TestSupport
import Testing
import TodoKit
import TodoLocal
import TodoSync

@Suite("A person who waits for a sync")
struct SilentRemoteTests {
    private let test: TestStore
    private let remote = HeldRemote()
    private let clock = HeldClock()
    private let coordinator: SyncCoordinator

    init() async throws {
        test = try TestStore()
        coordinator = SyncCoordinator(test.stack, remote: remote, clock: clock)
        try await coordinator.setRemote(
            RemoteConfiguration(url: "http://127.0.0.1:1", user: "ada", credentials: .emulator))
    }

    @Test("after three seconds it is told that the remote is silent, once, and nothing waits after the end")
    func told() async throws {
        let reports = Locked<[SyncReport]>([])
        let sync = Task {
            await errorCode {
                try await coordinator.sync(silence: .seconds(10)) { report in reports.withLock { $0.append(report) } }
            }
        }
        #expect(await eventually { await remote.asked == 1 })
        #expect(reports.withLock { $0.allSatisfy { !$0.isWaiting } })
        let isTold = await eventually {
            // The step before the request may have begun the three seconds again a moment ago.
            if clock.lengths == [.seconds(3)] { await clock.pass(.seconds(3)) }
            return reports.withLock { $0.contains(where: \.isWaiting) }
        }
        #expect(isTold)
        #expect(await eventually { clock.lengths.isEmpty }, "it is said once")
        await remote.answerAll()
        #expect(await sync.value == .remoteRefused)
        #expect(reports.withLock { $0.count(where: \.isWaiting) } == 1)
        #expect(await eventually { clock.lengths.isEmpty })
    }

    @Test("a sync that nobody looks at has no such clock")
    func unattended() async throws {
        let sync = Task { await errorCode { try await coordinator.sync() } }
        #expect(await eventually { await remote.asked == 1 })
        #expect(clock.lengths.isEmpty)
        await remote.answerAll()
        #expect(await sync.value == .remoteRefused)
    }
}
