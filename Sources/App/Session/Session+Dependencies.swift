import TodoDomain
import TodoKit

extension Session {
    /// Says which dependencies count again since others were removed.
    func sayWoken(_ dependencies: [Todo.Dependency]) async throws {
        guard !dependencies.isEmpty else { return }
        let names = try await store.names(of: Set(dependencies.flatMap { [RecordKey($0.todo), RecordKey($0.target)] }))
        for dependency in dependencies {
            let (todo, target) = (RecordKey(dependency.todo), RecordKey(dependency.target))
            say(DependencyText.wokenNote(names[todo] ?? todo.id, waitsFor: names[target] ?? target.id))
        }
    }

    /// The dependencies of a to-do, and the to-dos that depend on it, now or at the shown moment.
    func dependencies(of todo: Todo) async throws -> DependencyText {
        if let past {
            return DependencyText(
                targets: past.todos.filter { todo.dependsOn.contains($0.id) },
                dependents: past.todos.filter { $0.dependsOn.contains(todo.id) })
        }
        let targets =
            todo.dependsOn.isEmpty ? [] : try await store.todos.fetch(.ids(todo.dependsOn), source: .local).items
        return DependencyText(
            targets: targets,
            ignored: todo.dependsOn.isEmpty ? [] : try await store.ignoredDependencies(of: todo.id),
            dependents: try await store.todos.fetch(.all.dependents(of: todo.id), source: .local).items)
    }
}
