package import TodoDomain
package import TodoLocal
import TodoRepositories

extension TodoStore {
    /// Takes in all to-dos that a query asks for, its window aside: as of one moment, in its order, a part at a time, in
    /// the same memory however many they are.
    package func reduceTodos<Result: Sendable>(
        _ query: Query<Todo>, source: DataSource, into initial: Result,
        _ next: @escaping @Sendable (inout Result, QueryPart<TodoMapping>) throws -> Void
    ) async throws -> Result {
        try await remote.bring(for: source)
        return try await todoDAO.store.reduce(query, into: initial, next)
    }
}
