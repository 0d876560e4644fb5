import JSON
import TodoDomain

/// What a device shows: where to-dos and lists stand, and the order of siblings.
struct Shown: Hashable {
    /// The siblings in their manual order, by container.
    var order: [String: [String]] = [:]
    /// The list and the parent of each to-do that is there; the list of a subtask is that of its root.
    var todos: [String: Standing] = [:]
    /// The parent of each list that is there.
    var lists: [String: Standing] = [:]

    /// What an edit is meant to put somewhere else.
    struct Moved: Hashable {
        /// Where each to-do must stand after it; nil where another rule says so.
        var todos: [String: Standing?] = [:]
        /// The same for lists.
        var lists: [String: Standing?] = [:]
    }

    /// Describes what is wrong with what a device shows after an edit; nil if nothing is: what was moved is where it was
    /// put, what was below something that was deleted is at the top of the list in which it was seen, what was in a deleted
    /// list is in the inbox, and nothing else has gone anywhere.
    /// - Parameters:
    ///   - moved: what the edit has moved.
    ///   - records: all records before the edit.
    func problem(after: Shown, _ moved: Moved, _ records: [RecordKey: Record]) -> String? {
        for (id, place) in moved.todos {
            guard let place, let shown = after.todos[id] else { continue }
            let list = place.list.flatMap { after.lists[$0] == nil ? nil : $0 }
            let isThere = place.parent.map { shown.parent == $0 } ?? (shown == Standing(list: list))
            if !isThere { return "to-do \(id) was moved to \(place) and is shown at \(shown)" }
        }
        for (id, place) in moved.lists {
            guard let place, let shown = after.lists[id] else { continue }
            if shown.parent != place.parent { return "list \(id) was moved to \(place) and is shown at \(shown)" }
        }
        // A record that comes back brings along what was put below it, or closes a circle.
        guard !bringsAlong(after, records) else { return nil }
        for (id, place) in lists where moved.lists[id] == nil {
            guard let shown = after.lists[id] else { continue }
            let parent = place.parent.flatMap { after.lists[$0] == nil ? nil : $0 }
            if shown.parent != parent { return "list \(id) jumped from \(place) to \(shown)" }
        }
        for (id, place) in todos where moved.todos[id] == nil {
            guard let shown = after.todos[id] else { continue }
            let parent = place.parent.flatMap { after.todos[$0] == nil ? nil : $0 }
            let root = after.root(of: id)
            let list =
                moved.todos[root] == nil
                ? todos[root]?.list.flatMap { after.lists[$0] == nil ? nil : $0 } : after.todos[root]?.list
            if shown != Standing(list: list, parent: parent) { return "to-do \(id) jumped from \(place) to \(shown)" }
        }
        return nil
    }

    /// The to-do at the top of the tree of one.
    private func root(of id: String) -> String {
        var (root, levels) = (id, 0)
        while let parent = todos[root]?.parent, levels < todos.count { (root, levels) = (parent, levels + 1) }
        return root
    }

    /// Whether something is there now to which others were put while it was not.
    private func bringsAlong(_ after: Shown, _ records: [RecordKey: Record]) -> Bool {
        let todos = Set(after.todos.keys).subtracting(self.todos.keys)
        let lists = Set(after.lists.keys).subtracting(self.lists.keys)
        guard !todos.isEmpty || !lists.isEmpty else { return false }
        return records.contains { key, record in
            switch key.kind {
            case .todo:
                let standing = (record.registers[TodoRegister.standing.rawValue]?.value ?? .null).asStanding
                return standing.parent.map(todos.contains) ?? false || standing.list.map(lists.contains) ?? false
            case .list:
                return record.registers[ListRegister.parent.rawValue]?.value.string.map(lists.contains) ?? false
            default: return false
            }
        }
    }
}
