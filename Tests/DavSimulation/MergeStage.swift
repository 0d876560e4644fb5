package import DavMerge
import Foundation
import GRDB
package import TodoDomain
package import TodoKit
package import TodoKitTesting
import TodoLocal

/// A store and its clients, without HTTP.
package struct MergeStage: Sendable {
    package let clock = ManualClock()
    package let store: TodoStore
    package let database: DavDatabase
    package let merge: DavMerge
    let items: DavItems
    /// The mistake that the server makes; nil for none.
    let sabotage: DavSabotage?

    package init(_ rules: MergeRules = MergeRules(), seed: UInt64 = 1, sabotage: DavSabotage? = nil) throws {
        store = try TodoStore.testing(clock: clock, seed: seed)
        database = try DavDatabase(path: nil, migrations: [{ DavMerge.registerMigrations(&$0) }])
        let clock = clock
        items = DavItems(store: store) { sabotage?.serving($0, at: clock.now) ?? $0 }
        merge = DavMerge(store: store, database: database, items: items, rules: sabotage?.rules ?? rules)
        self.sabotage = sabotage
    }

    package static let phone = DavClient(password: "phone", agent: "DAVx5")
    package static let home = DavClient(password: "home", agent: "HomeAssistant")

    package func todo(_ id: Todo.ID) async throws -> Todo { try await store.todos.find(id) }

    package func item(_ id: Todo.ID) async throws -> DavItem? { try await items.items([id]).first }

    /// A state whose ETag a client was told without having read it; nil from a server that makes no such mistake.
    func answered(_ id: Todo.ID) async throws -> DavItem? {
        guard sabotage == .answeredETag, let item = try await item(id) else { return nil }
        let merge = merge
        try await database.queue.write { try merge.keepFormer([item], in: $0) }
        return item
    }

    /// What a client compares to know whether it has to read again.
    func token(of item: DavItem) -> String { sabotage == .tokenOfEdits ? "\(item.updatedAt)" : item.etag }

    /// What a client reads.
    package func read(_ id: Todo.ID, by client: DavClient = MergeStage.phone) async throws -> SeenTodo {
        guard let item = try await item(id) else { throw DavRefusal(.notFound, "nothing to read") }
        try await merge.served([item], to: client)
        return SeenTodo(item)
    }

    @discardableResult
    package func put(
        _ seen: SeenTodo, by client: DavClient = MergeStage.phone, matching etag: String? = nil,
        in collection: DavCollection = .inbox, isNew: Bool = false
    ) async throws -> DavPut.Outcome {
        let place = DavPlace(collection, todo: isNew ? nil : seen.todo)
        let claim = DavClaim(ifMatch: etag.map { [$0] }, isForNew: isNew)
        return try await merge.put(seen.bytes, to: place, client: client, claim: claim).outcome
    }

    /// How many steps the history has.
    package func steps() async throws -> Int64 {
        try await store.stack.read { try $0.integer("SELECT count(*) FROM historyTransaction") }
    }

    /// The values that are recorded as overwritten.
    package func conflicts() async throws -> [ConflictRecord] {
        try await store.stack.read { transaction in
            try transaction.entities(ConflictEntity.self, where: "isDeleted = 0").compactMap {
                ConflictRecord($0.content)
            }
        }
    }

    /// What has settled occurrences of a series.
    package func settled(_ id: Todo.ID) async throws -> [Todo] {
        try await store.todos.fetch(.all.limit(100)).items.filter { $0.series == id }
    }
}
