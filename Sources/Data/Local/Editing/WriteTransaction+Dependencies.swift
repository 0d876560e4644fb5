import GRDB
import SQLite
import TodoDomain

// Edits the dependencies of a to-do.
extension WriteTransaction {
    /// The elements of the dependencies that a change removes from a to-do.
    func removals(from todo: TodoEntity, by change: Todo.DependencyChange) -> [String: Bool] {
        var elements: [String: Bool] = [:]
        for id in todo.elements.dependencies.keys.map(Todo.ID.init(stored:))
        where change.remove.contains(id) || change.removesOthers && !change.add.contains(id) {
            elements[TodoElement.dependency(id.rawValue).key] = false
        }
        return elements
    }

    /// The elements of the dependencies that a change adds to a to-do.
    /// - Throws: `would-circle` if one of them waits for the to-do.
    func additions(to todo: TodoEntity, by change: Todo.DependencyChange) throws -> [String: Bool] {
        let present = todo.elements.dependencies
        var elements: [String: Bool] = [:]
        for id in change.add.subtracting(change.remove).sorted() where present[id.rawValue] == nil {
            try refuseCircle(from: todo.record.id, to: id.rawValue)
            elements[TodoElement.dependency(id.rawValue).key] = true
        }
        return elements
    }

    /// Refuses an edit that has restored dependencies which now close a cycle.
    /// - Throws: `would-circle`, with the path in words.
    func refuseClosingDependencies(_ remedies: [TodoError.Remedy]) throws {
        try deriveDependencies()
        for key in derived.dependencies.closing.sorted(by: { ($0.from, $0.to) < ($1.from, $1.to) }) {
            try refuseCircle(from: key.from, to: key.to, remedies)
        }
    }

    /// Refuses a dependency on a to-do that already waits for the first.
    /// - Throws: `would-circle`, with the path in words.
    func refuseCircle(from id: String, to target: String, _ remedies: [TodoError.Remedy] = []) throws {
        try deriveDependencies()
        let counting = DependencyTable(transaction: reading, onlyCounting: true)
        guard let path = try counting.path(from: target, to: id) else { return }
        guard path.count > 1 else {
            throw TodoError(
                .wouldCircle, "A to-do cannot wait for itself.", effect: .nothingChanged, remedies: remedies)
        }
        let titles = try path.map { "“\(try reading.record(TodoEntity.self, id: $0)?.title ?? $0)”" }
        throw TodoError(
            .wouldCircle,
            "A to-do cannot wait for one that waits for it: \(titles.joined(separator: " waits for ")).",
            effect: .nothingChanged, remedies: remedies)
    }
}
