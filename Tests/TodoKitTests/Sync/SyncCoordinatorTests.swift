import TestSupport
import Testing
import TodoKit
import TodoSync

@Suite("Who waits for a sync, and who ends it")
struct SyncCoordinatorTests {
    private let test: TestStore
    private let remote = HeldRemote()
    private let coordinator: SyncCoordinator

    init() async throws {
        test = try TestStore()
        coordinator = SyncCoordinator(test.stack, remote: remote)
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

    @Test("the loop pauses between its syncs, also after a pause that ended without an edit")
    func loop() async {
        await remote.answerAll()
        await coordinator.start(every: .seconds(60))
        #expect(await eventually { await remote.asked >= 3 })
        await coordinator.stop()
        // The pauses after failures are 1 s, 1.5 s, 2.25 s, or longer on a busy machine.
        let times = await remote.times
        for (number, pause) in [Duration.seconds(1), .milliseconds(1500)].enumerated() {
            #expect(times[number + 1] - times[number] >= pause * 0.9)
        }
    }
}
