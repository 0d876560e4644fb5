import SQLite
public import TodoDomain

/// The lists in the database.
public final class ListDAO: RecordDAO {
    /// The underlying store.
    public let store: ObjectStore<ListMapping>

    /// The lists of a stack.
    public init(_ stack: LocalStack, mapping: ListMapping = ListMapping()) { store = stack.store(for: mapping) }

    /// The list at a path such as `Work/Reports`. It is created if missing, with the lists above it. Of several lists
    /// with the path, it is the oldest.
    /// - Throws: ``TodoError`` for a title that is not valid, or `too-deep`.
    @discardableResult
    public func findOrCreate(path: String) async throws -> TodoList {
        try await store.stack.write("add list") { transaction in
            try self.store.mapping.models(from: [transaction.list(atPath: path)], in: transaction.reading)[0]
        }
    }

    /// The lists at a path such as `Work/Reports`: one's own, oldest first, and then those that are shared.
    public func find(path: String) async throws -> [TodoList] {
        try await store.stack.read { reading in
            let found = try reading.spaces().flatMap { try reading.within($0).lists(atPath: path) }
            return try self.store.mapping.models(from: found, in: reading)
        }
    }

    /// The number of to-dos directly in each list; empty lists are left out.
    public func todoCounts() async throws -> [TodoList.ID: TodoCount] {
        try await store.stack.read { try $0.listCounts() }
    }
}
