import GRDB
import SQLite
import TodoDomain

/// A dependency whose part in circles has to be derived again.
struct DependencyKey: Hashable {
    let from: String
    let to: String
}

// What a to-do waits for: which dependencies count is derived, and the open to-dos that each waits for are counted.
extension WriteTransaction {
    // MARK: Editing

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

    /// Refuses an edit that has brought back dependencies which now close a circle.
    /// - Throws: `would-circle`, with the path in words.
    func refuseClosingDependencies(_ remedies: [TodoError.Remedy]) throws {
        try settleDependencies()
        for key in closingDependencies.sorted(by: { ($0.from, $0.to) < ($1.from, $1.to) }) {
            try refuseCircle(from: key.from, to: key.to, remedies)
        }
    }

    /// Refuses a dependency on a to-do that already waits for the first.
    /// - Throws: `would-circle`, with the path in words.
    func refuseCircle(from id: String, to target: String, _ remedies: [TodoError.Remedy] = []) throws {
        try settleDependencies()
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

    // MARK: Derived rows

    /// Updates the rows of a to-do's dependencies, and the counters of the to-dos that wait for it.
    func didChangeDependencies(_ old: TodoEntity?, _ new: TodoEntity) throws {
        let (wasOpen, isOpen) = (old?.isOpen ?? false, new.isOpen)
        if wasOpen != isOpen, try hasDependencies() {
            try database.run(
                """
                UPDATE todo SET openBlockers = openBlockers + ? WHERE rowID IN (
                    SELECT todoID FROM todoDependency WHERE targetID = ? AND isIgnored = 0)
                """, [.integer(isOpen ? 1 : -1), .text(new.record.id)])
        }
        if wasOpen != isOpen, new.content.todo.recurrence != nil { try noteWaiting(for: new.record.id) }
        guard old?.elements ?? [:] != new.elements else { return }
        let (before, after) = (old?.elements.dependencies ?? [:], new.elements.dependencies)
        for target in before.keys where after[target] == nil { try removeDependency(of: new, on: target) }
        for (target, stamp) in after where before[target] != stamp {
            knowsDependencies = true
            // It counts once it is known to close no circle.
            try database.run(
                """
                INSERT INTO todoDependency VALUES (?, ?, ?, 1)
                ON CONFLICT (todoID, targetID) DO UPDATE SET stamp = excluded.stamp
                """, [.integer(new.record.rowID), .text(target), .text(stamp.description)])
            staleDependencies.insert(DependencyKey(from: new.record.id, to: target))
        }
    }

    /// Removes the dependencies of a to-do that is permanently removed.
    func removeDependencies(of todo: TodoEntity) throws {
        for target in todo.elements.dependencies.keys { try removeDependency(of: todo, on: target) }
    }

    private func removeDependency(of todo: TodoEntity, on target: String) throws {
        let key: [StoredValue] = [.integer(todo.record.rowID), .text(target)]
        try count(
            -1, ofTodo: "?1", on: "?2",
            and: "EXISTS (SELECT 1 FROM todoDependency WHERE todoID = ?1 AND targetID = ?2 AND isIgnored = 0)", key)
        if try hasSeries() { staleBlockers.insert(todo.record.rowID) }
        try database.run("DELETE FROM todoDependency WHERE todoID = ? AND targetID = ?", key)
        staleDependencies.insert(DependencyKey(from: todo.record.id, to: target))
    }

    /// Derives which of the changed dependencies, and of those in circles with them, count.
    func settleDependencies() throws {
        guard !staleDependencies.isEmpty else { return }
        let stale = staleDependencies
        staleDependencies = []
        let table = DependencyTable(transaction: reading)
        var written: [DependencyKey: DependencyEdge] = [:]
        for edge in try table.dependencies(of: Set(stale.map(\.from)).sorted()) {
            let key = DependencyKey(from: edge.from, to: edge.to)
            if stale.contains(key) { written[key] = edge }
        }
        let removed = stale.filter { written[$0] == nil }
            .map { DependencyEdge(from: $0.from, to: $0.to, stamp: .unknown) }
        for (edge, isIgnored) in try DependencyDerivation(table).affected(
            written: Array(written.values), removed: removed)
        {
            let dependency = DependencyKey(from: edge.from, to: edge.to)
            if !isIgnored {
                closingDependencies.remove(dependency)
            } else if written[dependency] != nil {
                closingDependencies.insert(dependency)
            }
            let key: [StoredValue] = [.text(edge.from), .text(edge.to), StoredValue(isIgnored)]
            try database.run(
                """
                UPDATE todoDependency SET isIgnored = ?3
                WHERE todoID = (SELECT rowID FROM todo WHERE id = ?1) AND targetID = ?2 AND isIgnored <> ?3
                """, key)
            let hasChanged = database.changesCount > 0
            if !isIgnored {
                ignoredDependencies.remove(edge)
            } else if hasChanged || written[dependency] != nil {
                ignoredDependencies.insert(edge)
            }
            if try hasSeries() { try noteBlockers(of: edge.from) }
            guard hasChanged else { continue }
            try count(
                isIgnored ? -1 : 1, ofTodo: "(SELECT rowID FROM todo WHERE id = ?1)", on: "?2", Array(key.prefix(2)))
            if !isIgnored, written[dependency] == nil {
                wokenDependencies.append(Todo.Dependency(edge))
            }
        }
        try settleBlockers()
    }

    /// Notes that the counters of to-dos waiting for one that repeats have to be recomputed: they treat it like any other.
    private func noteWaiting(for id: String) throws {
        staleBlockers.formUnion(
            try reading.integers("SELECT todoID FROM todoDependency WHERE targetID = \(.text(id))"))
    }

    private func noteBlockers(of id: String) throws {
        staleBlockers.formUnion(try reading.integers("SELECT rowID FROM todo WHERE id = \(.text(id))"))
    }

    /// Changes the number of open to-dos that one waits for, if the other one is open.
    private func count(
        _ difference: Int, ofTodo row: String, on target: String, and condition: String = "1", _ key: [StoredValue]
    ) throws {
        try database.run(
            """
            UPDATE todo SET openBlockers = openBlockers + \(difference) WHERE rowID = \(row) AND \(condition)
            AND EXISTS (SELECT 1 FROM todo AS target
                WHERE target.id = \(target) AND target.isDeleted = 0 AND target.completedAt IS NULL)
            """, key)
    }

    /// Whether there is any dependency; most databases have none.
    private func hasDependencies() throws -> Bool {
        if let knowsDependencies { return knowsDependencies }
        let isAny = try reading.integer("SELECT EXISTS (SELECT 1 FROM todoDependency)") != 0
        knowsDependencies = isAny
        return isAny
    }
}

extension TodoEntity {
    /// Whether it is neither done nor deleted.
    fileprivate var isOpen: Bool { !record.isDeleted && !isDone }
}

extension Todo.Dependency {
    init(_ edge: DependencyEdge) { self.init(of: .init(stored: edge.from), on: .init(stored: edge.to)) }
}
