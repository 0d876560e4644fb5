import SQLite
public import TodoDomain

/// The lists in the database.
public final class ListDAO: RecordDAO {
    /// The store that it stands on.
    public let store: ObjectStore<ListMapping>

    /// The lists of a stack.
    public init(_ stack: LocalStack, mapping: ListMapping = ListMapping()) { store = stack.store(for: mapping) }

    /// The list at a path such as `Work/Reports`; it and the lists above it are made where there are none. Where several
    /// have that path, the one that was made first.
    /// - Throws: ``TodoError`` for a title that cannot be, or `too-deep`.
    @discardableResult
    public func findOrCreate(path: String) async throws -> TodoList {
        try await store.stack.write("add list") { transaction in
            try self.store.mapping.models(from: [transaction.list(atPath: path)], in: transaction.reading)[0]
        }
    }

    /// The lists at a path such as `Work/Reports`, that which was made first at the beginning.
    public func find(path: String) async throws -> [TodoList] {
        try await store.stack.read {
            try self.store.mapping.models(from: $0.lists(atPath: path), in: $0)
        }
    }

    /// How many to-dos stand in each list itself; lists without any are left out.
    public func todoCounts() async throws -> [TodoList.ID: TodoCount] {
        try await store.stack.read { try $0.listCounts() }
    }
}
