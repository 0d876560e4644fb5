import Basics
import FirestoreWire
import Foundation
import SyncSimulation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal
import TodoSync

/// Documents in the answers of a server whose names nobody has asked for.
@Suite("Foreign names in answers")
struct ForeignNameTests {
    fileprivate static func collection() throws -> ResourceName {
        let root = "projects/p/databases/(default)/documents"
        return try ResourceName(parsing: "\(root)/users/ada/todos")
    }

    @Test(
        "a document counts as a record only if it is one of the collection that was asked for",
        arguments: [
            "", "x", "/", "..", "projects/p", "projects/p/databases/(default)/documents",
            "projects/p/databases/(default)/documents/users/ada/todos",
            "projects/p/databases/(default)/documents/users/ada/todos/",
            "projects/p/databases/(default)/documents/users/ada/todos/..",
            "projects/p/databases/(default)/documents/users/ada/todos/__x__",
            "projects/p/databases/(default)/documents/users/ada/todos/t1/more/t1",
            "projects/p/databases/(default)/documents/users/eve/todos/t1",
            "projects/p/databases/(default)/documents/users/ada/tags/t1",
            "projects/q/databases/(default)/documents/users/ada/todos/t1", "\u{1B}[2J",
            String(repeating: "a/", count: 10_000),
        ])
    func names(name: String) throws {
        let collection = try Self.collection()
        let found = RemoteDocument(Document(name: name, fields: [:]), of: .todo, in: collection)
        #expect(Todo.ID(found.key.id) == nil && found.key.id.contains("/"))
        let own = RemoteDocument(Document(name: collection.text + "/t1", fields: [:]), of: .todo, in: collection)
        #expect(own.key == RecordKey(.todo, "t1"))
    }

    /// A server that puts foreign documents into each page.
    private final class Foreign: RemoteStore {
        let server: ModelServer
        /// Whether they are after what was asked for; a page may be full of them.
        let atEnd: Bool
        let count: Int
        private let collection: ResourceName
        private let asked = Locked(0)

        init(_ server: ModelServer, atEnd: Bool, count: Int) throws {
            self.server = server
            self.atEnd = atEnd
            self.count = count
            collection = try ForeignNameTests.collection()
        }

        var requests: Int { asked.withLock(\.self) }

        private func mixed(_ kind: RecordKind, _ page: [RemoteDocument], _ limit: Int) throws -> [RemoteDocument] {
            asked.withLock { $0 += 1 }
            guard kind == .todo else { return page }
            let foreign = (0..<count).map { number in
                RemoteDocument(
                    Document(name: "projects/other/x\(number)", fields: ["seq": .integer(page.last?.sequence ?? 0)]),
                    of: kind, in: collection)
            }
            return Array((atEnd ? page + foreign : foreign + page).prefix(limit))
        }

        func head() async throws -> RemoteHead? { server.head() }
        func page(
            of kind: RecordKind, after position: SyncState.Position, limit: Int
        ) async throws -> [RemoteDocument] {
            // As many as there is room for beside all of its own.
            let own = server.page(of: kind, after: position, limit: max(0, limit - count))
            return try mixed(kind, own, limit)
        }
        func page(of kind: RecordKind, afterID id: String?, limit: Int) async throws -> [RemoteDocument] {
            try mixed(kind, server.page(of: kind, afterID: id, limit: max(0, limit - count)), limit)
        }
        func documents(_ keys: [RecordKey]) async throws -> [RemoteDocument] { server.documents(keys) }
        func commit(_ commit: RemoteCommit) async throws -> Timestamp { try server.commit(commit) }
        var clockOffset: Int64? { server.clockOffset }
    }

    @Test(
        "they are passed over and said, and everything else is synced, in both directions",
        arguments: [(true, 1), (false, 1), (true, 3), (false, 3), (true, 5)])
    func sync(atEnd: Bool, count: Int) async throws {
        let server = ModelServer()
        let (sender, receiver) = (try EngineFixture(server), try EngineFixture(server, seed: 2))
        for number in 0..<12 { try await sender.add("t\(number)", "title \(number)") }
        _ = try await sender.engine.run()
        try await receiver.add("mine", "mine")
        let remote = try Foreign(server, atEnd: atEnd, count: count)
        for overlaps in [false, true] {
            var limits = SyncEngine.Limits()
            limits.page = 5
            limits.batch = 8
            limits.overlaps = overlaps
            let engine = SyncEngine(
                store: receiver.replication, remote: remote, environment: receiver.stack.environment, limits: limits,
                pause: { _ in })
            _ = try await engine.run()
        }
        #expect(remote.requests < 200)
        // A page that is full of them hides the others.
        if count < 5 { #expect(try await receiver.titles().count == 13) }
        #expect(server.documents([RecordKey(.todo, "mine")]).count == 1)
        let set = try await receiver.replication.quarantined()
        #expect(
            set.allSatisfy { $0.reason == .unreadable && $0.key.id.hasPrefix("projects/other/") } && set.count == count)
        let compared = try await SyncEngine.verify(receiver.replication, against: remote, pageSize: 5)
        #expect(!compared.isEqual)
    }
}
