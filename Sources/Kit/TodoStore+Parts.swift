package import TodoDomain
package import TodoLocal
import TodoRepositories

extension TodoStore {
    /// Reduces all to-dos that a query matches, ignoring its window. It reads one snapshot in the query's order, part by
    /// part, in constant memory.
    package func reduceTodos<Result: Sendable>(
        _ query: Query<Todo>, source: DataSource, into initial: Result,
        _ next: @escaping @Sendable (inout Result, QueryPart<TodoMapping>) throws -> Void
    ) async throws -> Result {
        try await remote.bring(for: source)
        return try await todoDAO.store.reduce(query, into: initial, next)
    }

    /// Reduces the to-dos of trees in one snapshot, part by part. Each to-do comes before its subtasks, with its level.
    /// - Parameter includesDone: whether done to-dos are included even if nothing below them is open.
    package func reduceTrees<Result: Sendable>(
        _ roots: TreeRoots, includesDone: Bool, source: DataSource, into initial: Result,
        _ next: @escaping @Sendable (inout Result, QueryPart<TodoMapping>, _ levels: [Int]) throws -> Void
    ) async throws -> Result {
        try await remote.bring(for: source)
        return try await todoDAO.store.reduceTrees(roots, includesDone: includesDone, into: initial, next)
    }
}
