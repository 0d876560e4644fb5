import GRDB
import SQLite
import TodoDomain

/// A dependency for which it must be derived again whether it closes a cycle.
struct DependencyKey: Hashable {
    let from: String
    let to: String
}

/// The dependencies of to-dos: the table `todoDependency`. It says which dependencies count, and which are ignored
/// because they close a cycle.
final class DerivedDependencies: DerivedState {
    /// The dependencies that were ignored before this transaction removed or changed others.
    private(set) var woken: [Todo.Dependency] = []
    /// The dependencies that this transaction has written and that are ignored.
    private(set) var closing: Set<DependencyKey> = []
    /// The dependencies that are ignored since this transaction has written them or others.
    private(set) var ignored: Set<DependencyEdge> = []
    /// The dependencies that were written or removed.
    private var stale: Set<DependencyKey> = []
    /// Whether there is any; nil if that is not known yet.
    private var knowsAny: Bool?

    override var isStale: Bool { !stale.isEmpty }

    override func note(_ old: TodoEntity?, _ new: TodoEntity, in transaction: WriteTransaction) throws {
        guard old?.elements ?? [:] != new.elements else { return }
        let (before, after) = (old?.elements.dependencies ?? [:], new.elements.dependencies)
        for target in before.keys where after[target] == nil { try remove(from: new, target, in: transaction) }
        for (target, stamp) in after where before[target] != stamp {
            knowsAny = true
            // It counts once it is known to close no circle.
            try transaction.database.run(
                """
                INSERT INTO todoDependency VALUES (?, ?, ?, 1)
                ON CONFLICT (todoID, targetID) DO UPDATE SET stamp = excluded.stamp
                """, [.integer(new.record.rowID), .text(target), .text(stamp.description)])
            stale.insert(DependencyKey(from: new.record.id, to: target))
        }
    }

    override func noteRemoval(of todo: TodoEntity, in transaction: WriteTransaction) throws {
        for target in todo.elements.dependencies.keys { try remove(from: todo, target, in: transaction) }
    }

    private func remove(from todo: TodoEntity, _ target: String, in transaction: WriteTransaction) throws {
        let key: [StoredValue] = [.integer(todo.record.rowID), .text(target)]
        let blockers = transaction.derived.blockers
        try blockers.add(
            -1, toTodo: "?1", for: "?2",
            where: "EXISTS (SELECT 1 FROM todoDependency WHERE todoID = ?1 AND targetID = ?2 AND isIgnored = 0)", key,
            in: transaction)
        if try transaction.hasSeries() { blockers.insert(todo.record.rowID) }
        try transaction.database.run("DELETE FROM todoDependency WHERE todoID = ? AND targetID = ?", key)
        stale.insert(DependencyKey(from: todo.record.id, to: target))
    }

    /// Derives which of the changed dependencies count, and which others in cycles with them.
    override func derive(in transaction: WriteTransaction) throws {
        guard !stale.isEmpty else { return }
        let changed = stale
        stale = []
        let (database, blockers) = (transaction.database, transaction.derived.blockers)
        let table = DependencyTable(transaction: transaction.reading)
        var written: [DependencyKey: DependencyEdge] = [:]
        for edge in try table.dependencies(of: Set(changed.map(\.from)).sorted()) {
            let key = DependencyKey(from: edge.from, to: edge.to)
            if changed.contains(key) { written[key] = edge }
        }
        let removed = changed.filter { written[$0] == nil }
            .map { DependencyEdge(from: $0.from, to: $0.to, stamp: .unknown) }
        for (edge, isIgnored) in try DependencyDerivation(table).affected(
            written: Array(written.values), removed: removed)
        {
            let dependency = DependencyKey(from: edge.from, to: edge.to)
            if !isIgnored {
                closing.remove(dependency)
            } else if written[dependency] != nil {
                closing.insert(dependency)
            }
            let todo = "(SELECT rowID FROM todo WHERE id = ?1 AND space = \(transaction.space.rawValue))"
            let key: [StoredValue] = [.text(edge.from), .text(edge.to), StoredValue(isIgnored)]
            try database.run(
                """
                UPDATE todoDependency SET isIgnored = ?3
                WHERE todoID = \(todo) AND targetID = ?2 AND isIgnored <> ?3
                """, key)
            let hasChanged = database.changesCount > 0
            if !isIgnored {
                ignored.remove(edge)
            } else if hasChanged || written[dependency] != nil {
                ignored.insert(edge)
            }
            if try transaction.hasSeries() { try blockers.insert(todo: edge.from, in: transaction) }
            guard hasChanged else { continue }
            try blockers.add(
                isIgnored ? -1 : 1, toTodo: todo, for: "?2", Array(key.prefix(2)), in: transaction)
            if !isIgnored, written[dependency] == nil { woken.append(Todo.Dependency(edge)) }
        }
    }

    /// Whether there is any dependency; most databases have none.
    func isAny(in transaction: WriteTransaction) throws -> Bool {
        if let knowsAny { return knowsAny }
        let isAny = try transaction.reading.integer("SELECT EXISTS (SELECT 1 FROM todoDependency)") != 0
        knowsAny = isAny
        return isAny
    }
}

extension Todo.Dependency {
    init(_ edge: DependencyEdge) { self.init(of: .init(stored: edge.from), on: .init(stored: edge.to)) }
}
