public import TodoDomain
import TodoLocal

// Dependencies between to-dos.
extension TodoStore {
    /// The dependencies of a to-do that do not count because they would close a circle with earlier ones.
    public func ignoredDependencies(of id: Todo.ID) async throws -> Set<Todo.ID> {
        try await stack.read { try $0.ignoredDependencies(of: id) }
    }
}
