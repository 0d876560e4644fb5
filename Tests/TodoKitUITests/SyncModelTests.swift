import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoKitTesting
import TodoKitUI

@MainActor
@Suite("Syncing for a view")
struct SyncModelTests {
    private let unreachable = RemoteConfiguration(url: "http://127.0.0.1:1", user: "ada")

    @Test("without a remote there is nothing to sync with, and that is said")
    func noRemote() async throws {
        let sync = SyncModel(try TestStore().store)
        #expect(!sync.isSyncing && sync.status.remote == nil)
        await sync.syncNow()
        #expect(sync.failure?.code == .noRemote)
        await sync.signIn(token: "secret")
        #expect(sync.failure?.code == .noRemote)
        await sync.signIn(email: "ada@example.org", password: "secret")
        #expect(sync.failure?.code == .noRemote)
    }

    @Test("a remote is set up and removed; one that makes no sense is refused, and the one before stays")
    func remote() async throws {
        let test = try TestStore(.pool)
        let sync = SyncModel(test.store)
        press { sync.setRemote(unreachable) }
        try await until { sync.status.remote == unreachable }
        #expect(sync.failure == nil)
        await sync.setRemote(RemoteConfiguration(url: "no address", user: "ada"))
        #expect(sync.failure != nil && sync.status.remote == unreachable)
        press { sync.setRemote(nil) }
        try await until { sync.status.remote == nil && sync.failure == nil }
    }

    @Test("a sign-in that the remote does not answer is refused, and so is a sync, whose failure is in the status too")
    func unanswered() async throws {
        let test = try TestStore(.pool)
        let sync = SyncModel(test.store)
        await sync.setRemote(unreachable)
        await sync.signIn(token: "secret")
        #expect(sync.failure?.code == .unreachable)
        var open = unreachable
        open.credentials = .emulator
        await sync.setRemote(open)
        #expect(sync.failure == nil)
        await sync.syncNow()
        #expect(sync.failure?.code == .unreachable)
        try await until { sync.status.failure?.code == .unreachable && !sync.isSyncing }
    }

    #if Server
        @Test("set up, signed in to and synced with, one after the other, without a task")
        func inOrder() async throws {
            let server = try await InProcessServer()
            let test = try TestStore(.pool)
            let sync = SyncModel(test.store)
            try await test.store.add("Milk")
            var remote = server.remote(of: "ada")
            remote.credentials = .kept
            press {
                sync.setRemote(remote)
                sync.signIn(token: "secret")
                sync.syncNow()
            }
            try await until { sync.status.lastSynced != nil && sync.status.pending == 0 && !sync.isSyncing }
            #expect(sync.failure == nil && sync.status.remote == remote)
            let phone = try TodoStore.testing()
            try await phone.sync.setRemote(server.remote(of: "ada"))
            try await phone.sync.sync()
            #expect(try await phone.todos.count(.all) == 1)
        }
    #endif

    @Test("the devices of a person, by name")
    func devices() async throws {
        let remote = FakeRemote()
        let (laptop, phone) = (try TodoStore.testing(remote), try TodoStore.testing(remote))
        try await laptop.sync.setDeviceName("laptop")
        try await phone.sync.setDeviceName("phone")
        let sync = SyncModel(laptop)
        await sync.syncNow()
        try await phone.sync.sync()
        press { sync.syncNow() }
        try await until { Set(sync.devices.values) == ["laptop", "phone"] }
        #expect(try await sync.devices[phone.device] == "phone")
        #expect(sync.failure == nil)
    }

    @Test("in the background it syncs until it is stopped")
    func background() async throws {
        let (remote, clock) = (FakeRemote(), ManualClock())
        let store = try TodoStore.testing(remote, clock: clock)
        let sync = SyncModel(store)
        try await store.add("Milk")
        press { sync.start(every: .seconds(3600)) }
        try await until { sync.status.lastSynced != nil && sync.status.pending == 0 && !sync.isSyncing }
        await sync.stop()
        try await store.add("Bread")
        try await until { sync.status.pending == 1 }
    }

    @Test("a person who asks for another remote does not wait for a sync with the one before")
    func sideBySide() async throws {
        let service = try FakeTodoService(try .testing(SilentRemote()))
        let sync = SyncModel(service)
        press { sync.syncNow() }
        try await until { sync.isSyncing }
        await sync.setRemote(nil)
        try await until { !sync.isSyncing }
        #expect(service.calls == ["sync(full:patience:progress:)", "setRemote(_:merging:moved:)"])
        #expect(sync.failure == nil)
    }

    @Test("what a preview shows, and what a test lets fail")
    func fake() async throws {
        let service = try FakeTodoService()
        var status = SyncStatus()
        status.pending = 3
        status.failure = .init(code: .unreachable, message: "Nobody answers.", count: 2)
        service.sync.shownStatus = status
        service.sync.shownDeviceNames = [DeviceID(rawValue: 7): "phone"]
        let sync = SyncModel(service)
        try await until { sync.status == status && sync.devices == [DeviceID(rawValue: 7): "phone"] }
        service.failure = TodoError(.notAuthorised, "The token is not known.")
        await sync.signIn(token: "secret")
        #expect(sync.failure?.code == .notAuthorised && service.calls == ["signIn(token:)"])
        status.activity = .syncing(pulled: 1, pushed: 0)
        service.sync.shownStatus = status
        try await until { sync.isSyncing }
    }
}

/// A remote that never answers.
private struct SilentRemote: RemoteStore {
    private func wait() async throws -> Never {
        while true { try await Task.sleep(for: .seconds(3600)) }
    }

    func head() async throws -> RemoteHead? { try await wait() }
    func page(of: RecordKind, after: SyncState.Position, limit: Int) async throws -> [RemoteDocument] {
        try await wait()
    }
    func page(of: RecordKind, afterID: String?, limit: Int) async throws -> [RemoteDocument] { try await wait() }
    func documents(_: [RecordKey]) async throws -> [RemoteDocument] { try await wait() }
    func commit(_: RemoteCommit) async throws -> Timestamp { try await wait() }
    var clockOffset: Int64? { nil }
}
