package import TodoKit

/// Describes the to-dos that a to-do waits for, and the to-dos that wait for it.
package struct DependencyText {
    /// The known to-dos, by id.
    private let known: [Todo.ID: Todo]
    /// The dependencies that do not count.
    private let ignored: Set<Todo.ID>
    /// The to-dos that wait for this one.
    private let dependents: [Todo]

    /// - Parameters:
    ///   - targets: the known to-dos that it depends on.
    ///   - ignored: the dependencies that do not count, because they close a cycle.
    ///   - dependents: the to-dos that wait for this one.
    package init(targets: [Todo] = [], ignored: Set<Todo.ID> = [], dependents: [Todo] = []) {
        known = Dictionary(targets.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        self.ignored = ignored
        self.dependents = dependents
    }

    /// The to-dos that it waits for, each with its state.
    func waitsFor(_ todo: Todo) -> [String] {
        todo.dependsOn.map { id in
            guard let target = known[id] else { return "\(id.rawValue) (unknown)" }
            let note = ignored.contains(id) ? " (ignored: it closes a circle)" : target.isDone ? " (done)" : ""
            return "“\(target.title)”\(note)"
        }
    }

    /// The to-dos that wait for this one.
    var waitedForBy: [String] { dependents.map { "“\($0.title)”" + ($0.isDone ? " (done)" : "") } }

    /// The note about a dependency that counts again after others were removed.
    package static func wokenNote(_ todo: String, waitsFor target: String) -> String {
        """
        “\(Sanitized.line(todo))” waits for “\(Sanitized.line(target))” again: this was ignored because it closed a circle.
        """
    }
}
