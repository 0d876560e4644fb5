import Basics
import FirestoreWire
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal
import TodoSync

/// A sync keeps in memory how far it has followed the remote. Where the content is replaced meanwhile by a backup's, which is
/// not as far, what lies between must still arrive.
@Suite("Restoring a backup while a sync is going on")
struct RestoreWhileSyncingTests {
    private let folder: TemporaryFolder
    private let remote = FakeRemote()
    private let late: LateRemote
    /// Of two processes, the first of which syncs.
    private let (laptop, shell): (TodoStore, TodoStore)
    private let phone: TodoStore

    init() async throws {
        folder = try TemporaryFolder()
        late = LateRemote(remote)
        let configuration = StackConfiguration(storage: .onDisk(path: folder.file()))
        laptop = TodoStore(try LocalStack(configuration), syncingWith: late)
        shell = TodoStore(try LocalStack(configuration))
        phone = try .testing(remote)
        try await laptop.sync.setRemote(
            RemoteConfiguration(url: "http://127.0.0.1:1", user: "ada", credentials: .emulator))
    }

    @Test("what other devices wrote after the backup still arrives", arguments: [false, true])
    func nothingIsPassedOver(inOneProcess: Bool) async throws {
        try await laptop.add("Buy milk")
        try await laptop.sync.sync()
        try await phone.sync.sync()
        let backup = folder.file("backup.db")
        try await laptop.backUp(to: backup)
        try await phone.add("Sweep")
        try await phone.sync.sync()
        try await laptop.sync.sync()

        await late.hold()
        let syncing = Task { _ = try? await laptop.sync.sync() }
        #expect(await eventually { await late.isHeld })
        let isRestored = Latch()
        let restoring = Task { [laptop, shell] in
            try await (inOneProcess ? laptop : shell).restore(from: backup)
            isRestored.set()
        }
        // Long enough for a restore that does not wait.
        for _ in 1...50 where !isRestored.isSet { try await Task.sleep(for: .milliseconds(10)) }
        await late.release()
        try await restoring.value
        await syncing.value

        try await laptop.sync.sync()
        #expect(Set(try await laptop.todos.fetch(.all).items.map(\.title)) == ["Buy milk", "Sweep"])
    }
}

/// A remote that can be told to keep its answers back.
private actor LateRemote: RemoteStore {
    private let remote: FakeRemote
    private var holds = false
    private(set) var isHeld = false

    init(_ remote: FakeRemote) { self.remote = remote }

    nonisolated var clockOffset: Int64? { remote.clockOffset }

    func hold() { holds = true }
    func release() { holds = false }

    func head() async throws -> RemoteHead? {
        let head = try await remote.head()
        while holds, !Task.isCancelled {
            isHeld = true
            try? await Task.sleep(for: .milliseconds(2))
        }
        return head
    }

    func page(
        of kind: RecordKind, after position: SyncState.Position, limit: Int
    ) async throws -> [RemoteDocument] { try await remote.page(of: kind, after: position, limit: limit) }

    func page(of kind: RecordKind, afterID id: String?, limit: Int) async throws -> [RemoteDocument] {
        try await remote.page(of: kind, afterID: id, limit: limit)
    }

    func documents(_ keys: [RecordKey]) async throws -> [RemoteDocument] { try await remote.documents(keys) }

    func commit(_ commit: RemoteCommit) async throws -> Timestamp { try await remote.commit(commit) }
}
