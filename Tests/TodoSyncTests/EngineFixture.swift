import FirestoreWire
import Foundation
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal
import TodoSync

/// A device in memory and a server.
final class EngineFixture {
    let server: ModelServer
    let clock = ManualClock()
    let stack: LocalStack
    let replication: ReplicationDAO
    let engine: SyncEngine
    private var puts = 0

    /// - Parameters:
    ///   - storage: where the database is stored.
    ///   - batchBytes: the maximum size of a commit in bytes.
    ///   - documentBytes: the maximum size of a document in bytes.
    ///   - knowsUptime: whether the device keeps corrections of its clock, as it does not under `TODO_NOW`.
    init(
        _ server: ModelServer = ModelServer(), seed: UInt64 = 1, storage: StackConfiguration = .inMemory,
        batchBytes: Int = SyncEngine.Limits().batchBytes, documentBytes: Int = SyncEngine.Limits().documentBytes,
        knowsUptime: Bool = true
    ) throws {
        self.server = server
        var environment = TodoEnvironment.testing(clock: clock, seed: seed)
        // The machine has been running for as long as its clock says.
        if knowsUptime {
            environment.uptime = { [clock] in Uptime(bootID: "1", milliseconds: clock.milliseconds - 1_000_000_000) }
        }
        stack = try LocalStack(storage, environment: environment)
        replication = ReplicationDAO(stack)
        var limits = SyncEngine.Limits()
        limits.page = 5
        limits.batch = 8
        limits.overlaps = false
        limits.batchBytes = batchBytes
        limits.documentBytes = documentBytes
        engine = SyncEngine(
            store: replication, remote: server, environment: environment, limits: limits, pause: { _ in })
    }

    /// The device's engine with another remote.
    func engine(with remote: any RemoteStore, limits: SyncEngine.Limits = .init()) -> SyncEngine {
        SyncEngine(
            store: replication, remote: remote, environment: stack.environment, limits: limits, pause: { _ in })
    }

    func add(_ id: String, _ title: String) async throws {
        _ = try await stack.write("add") {
            try $0.create(Todo(id: Todo.ID(stored: id), title: title, createdAt: $0.environment.now()))
        }
    }

    func rename(_ id: String, _ title: String) async throws {
        _ = try await stack.write("edit") { try $0.update(Todo.Update(id: Todo.ID(stored: id), title: title)) }
    }

    func delete(_ id: String) async throws {
        try await stack.write("delete") { try $0.delete(TodoEntity.self, id: id) }
    }

    /// The titles of everything not deleted.
    func titles() async throws -> [String: String] {
        let records = try await replication.records(of: .todo, afterID: nil, limit: 100)
        let live = records.filter { !$0.isDeleted }
        return Dictionary(
            live.map { ($0.id, $0.registers["title"]?.value.string ?? "") }, uniquingKeysWith: { _, last in last })
    }

    /// Writes a document without any device.
    func put(_ id: String, _ fields: Fields) throws {
        let head = try #require(server.head())
        puts += 1
        let next = head.advanced(by: "other\(puts)", touching: [.todo])
        var document = fields
        document["seq"] = .integer(next.sequence)
        let key = RecordKey(.todo, id)
        let (headFields, mask) = next.changed(touching: [.todo])
        _ = try server.commit(
            RemoteCommit(
                headFields: headFields, headMask: mask, headTime: head.updateTime,
                changes: [
                    .init(
                        key: key,
                        operation: server.documents([key]).isEmpty ? .create(document) : .replace(document))
                ]))
    }
}

/// A server of which something happens before and after each page that is read, and after each commit.
struct WatchedServer: RemoteStore {
    let server: ModelServer
    var beforePage: @Sendable (RecordKind) async throws -> Void = { _ in }
    var afterPage: @Sendable (RecordKind) -> Void = { _ in }
    var afterCommit: @Sendable (RemoteCommit) async throws -> Void = { _ in }

    /// A server that lets nobody read of a kind.
    static func forbidding(_ kind: RecordKind, on server: ModelServer) -> WatchedServer {
        WatchedServer(server: server) { wanted in
            guard wanted != kind else {
                throw RemoteFailure(.denied, status: "PERMISSION_DENIED", message: "The rules forbid it.")
            }
        }
    }

    var clockOffset: Int64? { server.clockOffset }
    func head() -> RemoteHead? { server.head() }
    func documents(_ keys: [RecordKey]) -> [RemoteDocument] { server.documents(keys) }

    func commit(_ commit: RemoteCommit) async throws -> Timestamp {
        let time = try server.commit(commit)
        try await afterCommit(commit)
        return time
    }

    func page(of kind: RecordKind, after position: SyncState.Position, limit: Int) async throws -> [RemoteDocument] {
        try await beforePage(kind)
        defer { afterPage(kind) }
        return server.page(of: kind, after: position, limit: limit)
    }

    func page(of kind: RecordKind, afterID id: String?, limit: Int) async throws -> [RemoteDocument] {
        try await beforePage(kind)
        return server.page(of: kind, afterID: id, limit: limit)
    }
}
