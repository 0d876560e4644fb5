import FirestoreWire
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal
import TodoSync

@Suite("A remote of the app's own")
struct OwnRemoteTests {
    private let remote = FakeRemote()

    @Test("a store that is given one syncs with it, in memory too, and is checked without one that is set up")
    func used() async throws {
        let store = try TodoStore(.inMemory, remote: remote)
        try await store.add("Buy milk")
        try await store.sync.check()
        try await store.sync.checkStorage()
        #expect(try await store.sync.sync().pushed == 1)
        #expect(try await store.sync.status.pending == 0)
        remote.isOffline = true
        #expect(await errorCode { try await store.sync.check() } == .unreachable)
    }

    @Test("a store that is not synced leaves it alone, and says why")
    func notSynced() async throws {
        let store = try TodoStore(.inMemory, services: RemoteServices(remote: remote))
        try await store.add("Buy milk")
        #expect(await errorCode { try await store.sync.sync() } == .usage)
        #expect(await errorCode { try await store.sync.check() } == .usage)
        #expect(try await store.todos.hasPendingChanges == false)
        #expect(remote.requests == 0)
    }

    @Test("a commit that a test has made says by its status whether a document is there that should not be")
    func commits() async throws {
        let written = try await remote.commit(commit("a", .create([:]), after: nil))
        #expect(await status(of: commit("a", .create([:]), after: written)) == RemoteFailure.alreadyExists)
        #expect(await status(of: commit("b", .create([:]), after: nil)) == RemoteFailure.alreadyExists, "of the head")
        #expect(await status(of: commit("b", .replace([:]), after: written)) == RemoteFailure.notFound)
        #expect(await status(of: commit("b", .create([:]), after: written)) == nil)
        #expect(remote.contents.documents.count == 2)
    }

    private func commit(_ id: String, _ operation: RemoteCommit.Operation, after time: Timestamp?) -> RemoteCommit {
        RemoteCommit(
            headFields: ["seq": 1, "epoch": "e"], headMask: nil, headTime: time,
            changes: [RemoteCommit.Change(key: RecordKey(.todo, id), operation: operation)])
    }

    /// The status with which a commit fails; nil if it is made.
    private func status(of commit: RemoteCommit) async -> String? {
        do {
            _ = try await remote.commit(commit)
            return nil
        } catch {
            return (error as? RemoteFailure)?.status
        }
    }

    @Test("a comparison with it counts although another program is writing, so that it cannot be noted")
    func verifiedWhileLocked() async throws {
        let folder = try TemporaryFolder()
        let configuration = StackConfiguration(storage: .onDisk(path: folder.file()))
        let store = try TodoStore(configuration, remote: remote)
        try await store.add("Buy milk")
        try await store.sync.sync()
        try await whileAnotherWrites(to: configuration) { () async throws in
            let verification = try await store.sync.verify()
            #expect(verification.isEqual && verification.documentsRead > 0)
        }
    }

    @Test("and although its database can only be read", .enabled(if: WriteProtection.isAvailable))
    func verifiedReadOnly() async throws {
        let folder = try TemporaryFolder()
        let configuration = StackConfiguration(storage: .onDisk(path: folder.file()))
        let first = try TodoStore(configuration, remote: remote)
        try await first.add("Buy milk")
        try await first.sync.sync()
        try first.stack.close()
        let protection = try WriteProtection(folder.file())
        defer { protection.lift() }
        let store = try TodoStore(configuration, remote: remote)
        #expect(try await store.sync.verify().isEqual)
    }
}
