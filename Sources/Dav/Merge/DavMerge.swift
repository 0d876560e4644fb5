import Foundation
package import GRDB
package import TodoDomain
import TodoFormats
package import TodoKit
import TodoLocal

/// Takes what clients send, without losing what others have written since.
///
/// A client's object is compared with the state that it has changed, and only what its user changed is written. It knows
/// nothing of HTTP: a client, its claim and a body are all that it needs.
package final class DavMerge: Sendable {
    let store: TodoStore
    let database: DavDatabase
    let items: DavItems
    let rules: MergeRules

    /// The merge of a store.
    /// - Parameters:
    ///   - store: the store.
    ///   - database: what is kept of the clients; its migrations are those of ``registerMigrations(_:)``.
    ///   - items: how its to-dos are served.
    ///   - rules: the rules, which only tests change.
    package init(
        store: TodoStore, database: DavDatabase, items: DavItems? = nil, rules: MergeRules = MergeRules()
    ) {
        self.store = store
        self.database = database
        self.rules = rules
        self.items = items ?? DavItems(store: store)
    }

    /// Makes the tables.
    package static func registerMigrations(_ migrator: inout DatabaseMigrator) {
        DavMemory.registerMigrations(&migrator)
    }

    /// Notes that a client was served some to-dos with their data.
    package func served(_ items: [DavItem], to client: DavClient) async throws {
        let now = store.stack.environment.now()
        let rules = rules
        try await database.queue.write { try DavMemory(database: $0, rules: rules).served(items, to: client, at: now) }
    }

    /// Keeps the former states of to-dos that are served otherwise now, as clients may have changed these.
    package func keepFormer(_ items: [DavItem], in database: Database) throws {
        let now = store.stack.environment.now()
        for item in items { try DavMemory(database: database).keep(item, at: now) }
    }

    /// Forgets what belongs to a former history of the store.
    package func beginEpoch(in database: Database) throws { try DavMemory(database: database).beginEpoch() }

    /// Forgets states that are too old.
    package func prune(in database: Database) throws {
        try DavMemory(database: database).prune(at: store.stack.environment.now())
    }

    /// Changes the store in one step. The memory of clients is written once the step is stored.
    func storing<Result: Sendable>(
        _ action: String, _ body: @escaping @Sendable (WriteTransaction, DavMemory) throws -> Result
    ) async throws -> Result {
        let (database, rules, waiting) = (database, rules, DavMemory.Waiting())
        let result = try await store.stack.write(action) { transaction in
            try database.queue.read { connection in
                try body(transaction, DavMemory(database: connection, rules: rules, waiting: waiting))
            }
        }
        try await database.queue.write { try waiting.perform(with: DavMemory(database: $0, rules: rules)) }
        return result
    }

    /// Deletes a to-do; those below it stay.
    /// - Throws: ``DavRefusal``: `notFound`; `preconditionFailed` for another ETag than the present one.
    package func delete(_ todo: Todo.ID, client: DavClient, claim: DavClaim) async throws {
        let (items, now, rules) = (items, store.stack.environment.now(), rules)
        try await storing("delete") { transaction, memory in
            guard let item = try items.items([todo], in: transaction.reading).first else {
                throw DavRefusal(.notFound, "There is no such to-do.")
            }
            if let tags = claim.ifMatch, !tags.contains("*"), !tags.contains(item.etag) {
                throw DavRefusal(.preconditionFailed, "It was changed since you read it.")
            }
            try transaction.delete(item, at: now, memory, keepsChildren: rules.keepsChildren)
            try memory.count(edits: 1, of: client)
        }
    }

    /// Puts a to-do into another collection, in one step with the end of the one that is in its way.
    /// - Parameter replaced: the to-do that has the new address; nil if it is free.
    /// - Throws: ``DavRefusal``: `notFound`; `preconditionFailed` for another ETag than the present one.
    package func move(
        _ todo: Todo.ID, to collection: DavCollection, replacing replaced: Todo.ID? = nil, client: DavClient,
        claim: DavClaim = DavClaim()
    ) async throws {
        let (items, now) = (items, store.stack.environment.now())
        try await storing("move") { transaction, memory in
            guard let item = try items.items([todo], in: transaction.reading).first else {
                throw DavRefusal(.notFound, "There is no such to-do.")
            }
            if let tags = claim.ifMatch, !tags.contains("*"), !tags.contains(item.etag) {
                throw DavRefusal(.preconditionFailed, "It was changed since you read it.")
            }
            if let replaced, let old = try items.items([replaced], in: transaction.reading).first {
                try transaction.delete(old, at: now, memory)
            }
            try transaction.move(item, to: collection, by: client, memory)
            try memory.count(edits: 1, of: client)
        }
    }

    /// Makes a new to-do of what a client sees of another one, in one step with the end of the one that is in its way.
    /// - Parameter replaced: the to-do that has the new address; nil if it is free.
    /// - Throws: ``DavRefusal``: `notFound`.
    package func copy(
        _ todo: Todo.ID, to collection: DavCollection, replacing replaced: Todo.ID? = nil, client: DavClient
    ) async throws -> Todo.ID {
        let (mapping, items, now) = (TodoMapping(), items, store.stack.environment.now())
        return try await storing("add") { transaction, memory in
            guard let entity = try transaction.reading.record(TodoEntity.self, id: todo.rawValue),
                !entity.record.isDeleted,
                var copy = try mapping.models(from: [entity], in: transaction.reading).first
            else { throw DavRefusal(.notFound, "There is no such to-do.") }
            copy = Todo(
                id: transaction.environment.makeID(), title: copy.title, notes: copy.notes, createdAt: transaction.date,
                completedAt: copy.isRepeating ? nil : copy.completedAt, due: copy.due, priority: copy.priority,
                start: copy.start, estimate: copy.estimate, assignee: copy.assignee, tags: copy.tags,
                location: copy.location,
                recurrence: copy.recurrence?.first, alarms: copy.alarms,
                extras: copy.extras.filter { $0.key != "ics.UID" })
            let created = try transaction.create(copy, isNew: true)
            try transaction.put(created.record.id, in: collection, below: nil)
            if let replaced, let old = try items.items([replaced], in: transaction.reading).first {
                try transaction.delete(old, at: now, memory)
            }
            try memory.count(edits: 1, of: client)
            return .init(stored: created.record.id)
        }
    }
}

extension WriteTransaction {
    /// Deletes what is served. Those below it keep it as their parent, and stay in its list meanwhile: a client that moves a
    /// tree deletes it, and puts it back.
    fileprivate func delete(
        _ item: DavItem, at now: Date, _ memory: DavMemory, keepsChildren: Bool = true
    ) throws {
        guard let entity = try reading.record(TodoEntity.self, id: item.todo.rawValue) else { return }
        let list: TodoList.ID? = if case .list(let list) = item.collection { list } else { nil }
        let below = try reading.entities(
            TodoEntity.self, where: "isDeleted = 0 AND standingParent = \(.text(item.todo.rawValue))")
        for child in below where child.content.standing.list != list?.rawValue || !keepsChildren {
            let standing = Standing(in: list, below: keepsChildren ? item.todo : nil)
            try edit(child, registers: [TodoRegister.standing.rawValue: .standing(standing)])
        }
        try edit(entity, registers: [:], deletion: .delete(at: sharedNow))
        try memory.keep(item, at: now)
    }

    /// Puts a to-do into a collection, at the top or below another one.
    func put(_ id: String, in collection: DavCollection, below parent: Todo.ID?) throws {
        let list: TodoList.ID? = if case .list(let list) = collection { list } else { nil }
        var update = Todo.Update(id: .init(stored: id))
        update.standing = parent.map { Standing(in: nil, below: $0) } ?? Standing(in: list)
        try self.update(update)
    }

    /// Moves what is served to another collection. A parent that is not there yet is awaited, and those that wait for this
    /// one are put below it.
    func move(_ item: DavItem, to collection: DavCollection, by client: DavClient, _ memory: DavMemory) throws {
        guard let entity = try reading.record(TodoEntity.self, id: item.todo.rawValue) else { return }
        if item.collection != collection {
            let parent = entity.content.standing.parent.map { Todo.ID(stored: $0) }
            try put(item.todo.rawValue, in: collection, below: nil)
            if let parent { try settle(item.todo, below: parent, in: collection, by: client, memory) }
        }
        try welcome(item.todo, by: client, memory)
    }

    /// Puts a to-do below its parent if that is in the same collection, and otherwise once it is.
    func settle(
        _ todo: Todo.ID, below parent: Todo.ID, in collection: DavCollection, by client: DavClient, _ memory: DavMemory
    ) throws {
        let above = try reading.record(TodoEntity.self, id: parent.rawValue).map { [$0] } ?? []
        let model = try TodoMapping().models(from: above.filter { !$0.record.isDeleted }, in: reading).first
        if let model, model.list.map({ DavCollection.list($0.id) }) ?? .inbox == collection {
            try put(todo.rawValue, in: collection, below: parent)
        } else {
            try memory.awaitParent(parent, of: todo, by: client, at: date)
        }
    }

    /// Puts those below a to-do that wait for it.
    func welcome(_ todo: Todo.ID, by client: DavClient, _ memory: DavMemory) throws {
        for child in try memory.takeWaiting(for: todo, by: client, at: date) {
            guard let entity = try reading.record(TodoEntity.self, id: child.rawValue), !entity.record.isDeleted else {
                continue
            }
            do {
                try put(child.rawValue, in: .inbox, below: todo)
            } catch let error as TodoError where error.code == .wouldCircle || error.code == .tooDeep { continue }
        }
    }
}
