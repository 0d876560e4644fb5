import Basics
import TestSupport
import Testing
import TodoKit
import TodoLocal
import TodoSync

@Suite("Who waits for a sync, and who ends it")
struct SyncCoordinatorTests {
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

    private func sync(full: Bool = false) -> Task<String, Never> {
        Task {
            do {
                try await coordinator.sync(full: full)
                return "done"
            } catch is CancellationError {
                return "cancelled"
            } catch {
                return (error as? TodoError)?.code.rawValue ?? "\(error)"
            }
        }
    }

    @Test("a caller that is cancelled leaves the sync to the one who joined it")
    func cancelledFirst() async {
        let first = sync()
        #expect(await eventually { await remote.asked == 1 })
        let second = sync()
        #expect(await eventually { await coordinator.callers == 2 })
        first.cancel()
        #expect(await first.value == "cancelled")
        #expect(await remote.cancelled == 0)
        await remote.answer()
        #expect(await second.value == "remote-refused")
        #expect(await remote.asked == 1)
    }

    @Test("the sync ends with its last caller, and the next caller has one of its own")
    func cancelledLast() async {
        let only = sync()
        #expect(await eventually { await remote.asked == 1 })
        only.cancel()
        #expect(await only.value == "cancelled")
        #expect(await remote.cancelled == 1)
        let next = sync()
        #expect(await eventually { await remote.asked == 2 })
        await remote.answer()
        #expect(await next.value == "remote-refused")
    }

    @Test("a full sync waits for a lesser one that is going on, and does not end it")
    func fullBehindAnother() async {
        let lesser = sync()
        #expect(await eventually { await remote.asked == 1 })
        let full = sync(full: true)
        await remote.answer()
        #expect(await lesser.value == "remote-refused")
        #expect(await eventually { await remote.asked == 2 })
        #expect(await remote.cancelled == 0)
        await remote.answer()
        #expect(await full.value == "remote-refused")
    }

    @Test("another remote ends the sync with the one before")
    func otherRemote() async throws {
        let sync = sync()
        #expect(await eventually { await remote.asked == 1 })
        try await coordinator.setRemote(nil)
        #expect(await remote.cancelled == 1)
        #expect(await sync.value == "cancelled")
    }

    @Test("by itself it syncs at once, and after failures at longer and longer intervals")
    func failures() async {
        await remote.answerAll()
        await coordinator.start()
        for (number, pause) in [1000, 1500, 2250, 3375].enumerated() {
            // What is edited within two seconds is gathered, what is edited later goes at once.
            for part in [min(pause, 2000), pause - 2000] where part > 0 {
                #expect(await eventually { clock.lengths.contains(.milliseconds(part)) })
                #expect(await remote.asked == number + 1)
                await clock.pass(.milliseconds(part))
            }
        }
        #expect(await eventually { await remote.asked == 5 })
        await coordinator.stop()
        #expect(await eventually { clock.lengths.isEmpty }, "nothing waits any more")
    }

    @Test("another remote is synced with at once, however long the one before is waited for")
    func remoteWhileWaiting() async throws {
        await remote.answerAll()
        await coordinator.start()
        #expect(await eventually { await remote.asked == 1 && clock.lengths.contains(.seconds(1)) })
        try await coordinator.setRemote(
            RemoteConfiguration(url: "http://127.0.0.1:2", user: "ada", credentials: .emulator))
        #expect(await eventually { await remote.asked == 2 })
        await coordinator.stop()
        #expect(await eventually { clock.lengths.isEmpty }, "nothing of the former remote goes on")
        try await coordinator.setRemote(nil)
        #expect(clock.lengths.isEmpty, "what is stopped stays so")
        #expect(await remote.asked == 2)
    }

    @Test("an interval that is none is one of a second", arguments: [Duration.zero, .seconds(-5)])
    func shortestInterval(interval: Duration) async throws {
        let coordinator = SyncCoordinator(
            test.stack, services: RemoteServices(remote: FakeRemote()), clock: clock)
        await coordinator.start(every: interval)
        #expect(await eventually { clock.lengths == [.seconds(1), .seconds(1)] }, "of regular syncs, and of the feed")
        await coordinator.stop()
    }

    @Test(
        "an edit ends the pause; what is edited a little later goes with it, and what is edited during the sync with the next"
    )
    func edits() async throws {
        await remote.answer()
        await coordinator.start()
        #expect(await eventually { clock.lengths.contains(.seconds(1)) })
        try await test.store.add("Buy milk")
        #expect(await eventually { clock.lengths.contains(.seconds(2)) && !clock.lengths.contains(.seconds(1)) })
        try await test.todos.createOne(.sample("a"))
        #expect(await remote.asked == 1, "it is still gathering")
        await clock.pass(.seconds(2))
        #expect(await eventually { await remote.asked == 2 })
        try await test.stack.store(for: TodoMapping()).insert(.sample("b"))
        await remote.answer()
        await clock.pass(.seconds(2))
        #expect(await eventually { await remote.asked == 3 })
        await coordinator.stop()
    }

    @Test("an edit out of silence is sent at once")
    func editAfterSilence() async throws {
        await remote.answerAll()
        await coordinator.start()
        for pause in [1000, 1500, 2000] { await clock.pass(.milliseconds(pause)) }
        #expect(await eventually { clock.lengths.contains(.milliseconds(250)) })
        let asked = await remote.asked
        try await test.store.add("Buy milk")
        await clock.pass(.milliseconds(50))
        #expect(await eventually { await remote.asked == asked + 1 })
        await coordinator.stop()
    }

    @Test("to a server with a feed, an edit soon after a sync goes as quickly as one out of silence")
    func editSoonAfterSync() async throws {
        let folder = try TemporaryFolder()
        let server = try ServerProcess(database: folder.file("server.db"))
        let coordinator = SyncCoordinator(test.stack, clock: clock)
        try await coordinator.setRemote(RemoteConfiguration(url: server.url, user: "ada", credentials: .emulator))
        await coordinator.start()
        for title in ["Buy milk", "Sweep"] {
            #expect(await eventually { clock.lengths.contains(.milliseconds(50)) }, "a sync has just ended")
            try await test.store.add(title)
            #expect(
                await eventually {
                    if clock.lengths.contains(.milliseconds(50)) { await clock.pass(.milliseconds(50)) }
                    return (try? await coordinator.hasPendingChanges) == false
                })
        }
        await coordinator.stop()
    }

    @Test("who names no patience has that of the times")
    func usualPatience() async throws {
        let test = try TestStore(.serial)
        var times = SyncTimes()
        times.patience = .milliseconds(100)
        let coordinator = SyncCoordinator(test.stack, remote: remote, times: times, clock: clock)
        try await coordinator.setRemote(
            RemoteConfiguration(url: "http://127.0.0.1:1", user: "ada", credentials: .emulator))
        let path = try #require(test.stack.path)
        let lock = try #require(try FileLock(path: path + "-sync"))
        let waiting = Task { await errorCode { try await coordinator.sync() } }
        for _ in 1...2 { await clock.pass(.milliseconds(50)) }
        #expect(await waiting.value == .syncing)
        lock.release()
    }

    @Test("who waits for another process that syncs is as patient as it says, and no more")
    func otherProcess() async throws {
        let test = try TestStore(.serial)
        let coordinator = SyncCoordinator(test.stack, remote: remote, clock: clock)
        try await coordinator.setRemote(
            RemoteConfiguration(url: "http://127.0.0.1:1", user: "ada", credentials: .emulator))
        let path = try #require(test.stack.path)
        let lock = try #require(try FileLock(path: path + "-sync"))
        #expect(await errorCode { try await coordinator.sync(patience: .zero) } == .syncing)
        let waiting = Task { await errorCode { try await coordinator.sync(patience: .milliseconds(150)) } }
        for _ in 1...3 { await clock.pass(.milliseconds(50)) }
        #expect(await waiting.value == .syncing)
        let patient = Task { await errorCode { try await coordinator.sync(patience: .seconds(1)) } }
        #expect(await eventually { clock.lengths.contains(.milliseconds(50)) })
        lock.release()
        await remote.answerAll()
        await clock.pass(.milliseconds(50))
        #expect(await patient.value == .remoteRefused)
    }
}
