import Basics
import FirestoreWire
import Foundation
import HTTPTypes
import OwnRemotes
import Testing
import TodoDomain
import TodoKit
import TodoKitTesting
import TodoNetwork
import TodoSync

@Suite("The contract of a remote, and the examples of an own one")
struct RemoteContractTests {
    private let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)

    @Test("is kept by the remote in memory")
    func fake() async throws {
        let breaches = try await RemoteContract.breaches { FakeRemote() }
        #expect(breaches.isEmpty, "\(breaches)")
    }

    @Test("is kept by the example in a folder")
    func folderRemote() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let breaches = try await RemoteContract.breaches {
            try FolderRemote(folder.appendingPathComponent(UUID().uuidString))
        }
        #expect(breaches.isEmpty, "\(breaches)")
    }

    @Test("finds what a remote does wrong", arguments: Fault.allCases)
    func broken(fault: Fault) async throws {
        let breaches = try await RemoteContract.breaches { BrokenRemote(fault) }
        #expect(!breaches.isEmpty && breaches.count < RemoteContract.clauseNames.count, "\(fault): \(breaches)")
    }

    @Test("an edit that a file service has overwritten comes back with the next sync of its device")
    func overwritten() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (laptop, phone) = (
            try TodoStore.testing(try FolderRemote(folder)), try TodoStore.testing(try FolderRemote(folder))
        )
        try await laptop.add("Buy milk")
        try await laptop.sync.sync()
        try await phone.sync.sync()
        let file = folder.appendingPathComponent("space.ndjson")
        let older = try Data(contentsOf: file)
        try await laptop.add("Call Bob")
        try await laptop.sync.sync()
        try older.write(to: file)
        try await phone.add("Sweep")
        for store in [phone, laptop, phone] { try await store.sync.sync() }
        for store in [laptop, phone] {
            let titles = try await store.todos.fetch(.all.ascending(\.title), source: .local).map(\.title)
            #expect(titles == ["Buy milk", "Call Bob", "Sweep"])
        }
    }

    @Test("a lock that another device holds is waited for, and an old one is removed")
    func lock() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try TodoStore.testing(try FolderRemote(folder))
        try await store.add("Buy milk")
        let lock = folder.appendingPathComponent("space.lock")
        try Data().write(to: lock)
        let error = await #expect(throws: TodoError.self) { try await store.sync.sync() }
        #expect(error?.code == .unreachable && error?.message.contains("Another device") == true)
        try FileManager.default.setAttributes([.modificationDate: Date() - 3600], ofItemAtPath: lock.path)
        #expect(try await store.sync.sync().pushed >= 1)
    }

    @Test("the example of a sign-in gives the app's tokens, and another one for one that is refused")
    func tokens() async throws {
        let calls = Locked(0)
        let tokens = AppTokens {
            let number = calls.withLock { count in
                count += 1
                return count
            }
            return ("token\(number)", Date(timeIntervalSince1970: 10_000))
        }
        let now = Date(timeIntervalSince1970: 0)
        let first = try await tokens.token(at: now, replacing: nil)
        #expect(try await tokens.token(at: now, replacing: nil) == first)
        let second = try await tokens.token(at: now, replacing: first)
        #expect(second != first && calls.withLock { $0 } == 2)
        _ = try await tokens.token(at: Date(timeIntervalSince1970: 9_990), replacing: nil)
        #expect(calls.withLock { $0 } == 3, "it would expire on its way")

        let transport = NotingTransport()
        let store = try TodoStore(
            .init(storage: .inMemory, isSyncEnabled: true),
            services: RemoteServices(transport: transport, credentials: tokens))
        try await store.sync.setRemote(RemoteConfiguration(url: "https://todo.example.org", user: "ada"))
        await #expect(throws: TodoError.self) { try await store.sync.sync() }
        #expect(
            transport.requests.withLock { $0.first?.headerFields[.authorization] }?.hasPrefix("Bearer token") == true)
    }

    @Test("the example of a transport sends while it is allowed, and says that nothing was sent otherwise")
    func transport() async throws {
        let (base, isAllowed) = (NotingTransport(), Locked(false))
        let transport = MeteredTransport(over: base) { isAllowed.withLock { $0 } }
        let store = try TodoStore(
            .init(storage: .inMemory, isSyncEnabled: true),
            services: RemoteServices(transport: transport, credentials: AnonymousCredentials()))
        try await store.sync.setRemote(RemoteConfiguration(url: "https://todo.example.org", user: "ada"))
        let request = HTTPRequest(method: .get, scheme: "https", authority: "todo.example.org", path: "/")
        let error = await #expect(throws: HTTPTransportError.self) {
            try await transport.send(request, body: nil, options: HTTPOptions())
        }
        #expect(error?.requestMayHaveReachedServer == false && base.requests.withLock { $0.isEmpty })
        isAllowed.withLock { $0 = true }
        _ = try? await store.sync.sync()
        #expect(base.requests.withLock { !$0.isEmpty })
    }
}

/// Notes what it is asked to send, and answers as a server that refuses it.
private struct NotingTransport: HTTPTransport {
    let requests = Locked<[HTTPRequest]>([])

    func send(
        _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
    ) async throws -> (HTTPResponse, HTTPResponseBody) {
        requests.withLock { $0.append(request) }
        let text = #"{"error":{"code":401,"message":"no","status":"UNAUTHENTICATED"}}"#
        return (HTTPResponse(status: .unauthorized), HTTPResponseBody(Array(text.utf8)))
    }
}

/// A mistake that an own remote can have.
enum Fault: CaseIterable {
    case noPreconditions, sameTime, ignoresMask, unordered, ignoresLimit
}

/// A remote in memory with a mistake.
private actor BrokenRemote: RemoteStore {
    private let fault: Fault
    private var space = RemoteSpace()

    init(_ fault: Fault) { self.fault = fault }

    nonisolated var clockOffset: Int64? { nil }

    func head() throws -> RemoteHead? { space.headDocument.flatMap(RemoteHead.init) }

    func page(of kind: RecordKind, after position: SyncState.Position, limit: Int) throws -> [RemoteDocument] {
        let found = space.page(of: kind, after: position, limit: fault == .ignoresLimit ? .max : limit)
        return fault == .unordered ? found.reversed() : found
    }

    func page(of kind: RecordKind, afterID id: String?, limit: Int) throws -> [RemoteDocument] {
        space.page(of: kind, afterID: id, limit: limit)
    }

    func documents(_ keys: [RecordKey]) throws -> [RemoteDocument] { space.documents(keys) }

    func commit(_ commit: RemoteCommit) throws -> Timestamp {
        if fault != .noPreconditions { try space.checkPreconditions(of: commit) }
        var commit = commit
        if fault == .ignoresMask {
            let changes = commit.changes.map { change in
                guard case .update(let fields, _) = change.operation else { return change }
                return RemoteCommit.Change(key: change.key, operation: .replace(fields))
            }
            commit = RemoteCommit(
                headFields: commit.headFields, headMask: commit.headMask, headTime: commit.headTime, changes: changes)
        }
        space = space.applying(commit)
        let milliseconds = fault == .sameTime ? 1 : (space.headTime?.milliseconds ?? 0) + 1
        guard let time = Timestamp(milliseconds: milliseconds) else { throw CancellationError() }
        space.headTime = time
        return time
    }
}
