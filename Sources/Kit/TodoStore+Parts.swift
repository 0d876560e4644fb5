package import TodoDomain
package import TodoLocal
import TodoRepositories

extension TodoStore {
    /// Reduces all to-dos that a query matches, ignoring its window: in one snapshot, in the query's order, part by
    /// part, in constant memory.
    package func reduceTodos<Result: Sendable>(
        _ query: Query<Todo>, source: DataSource, into initial: Result,
        _ next: @escaping @Sendable (inout Result, QueryPart<TodoMapping>) throws -> Void
    ) async throws -> Result {
        try await remote.bring(for: source)
        return try await todoDAO.store.reduce(query, into: initial, next)
    }
}
