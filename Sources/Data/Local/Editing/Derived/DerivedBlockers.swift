import SQLite
import TodoDomain

/// The number of open to-dos that each to-do waits for: the column `openBlockers`. It is updated by differences. With
/// repeating to-dos it is counted again.
final class DerivedBlockers: DerivedState {
    /// The rows of to-dos that have to be counted from the beginning.
    private var stale: Set<Int64> = []

    override var isReadBack: Bool { true }

    override var isStale: Bool { !stale.isEmpty }

    override func note(_ old: TodoEntity?, _ new: TodoEntity, in transaction: WriteTransaction) throws {
        let (wasOpen, isOpen) = (old?.isOpen ?? false, new.isOpen)
        guard wasOpen != isOpen else { return }
        if try transaction.derived.dependencies.isAny(in: transaction) {
            try transaction.database.run(
                """
                UPDATE todo SET openBlockers = openBlockers + ? WHERE rowID IN (
                    SELECT todoID FROM todoDependency WHERE targetID = ? AND isIgnored = 0) AND space = ?
                """, [.integer(isOpen ? 1 : -1), .text(new.record.id), transaction.space.value])
        }
        guard new.content.todo.recurrence != nil else { return }
        // The difference does not know about the occurrences of a repeating to-do.
        stale.formUnion(
            try transaction.reading.integers(
                """
                SELECT todoID FROM todoDependency JOIN todo ON rowID = todoID \
                WHERE targetID = \(.text(new.record.id)) AND space = \(transaction.space.value)
                """))
    }

    override func noteShown(_ old: TodoEntity, _ new: TodoEntity, in transaction: WriteTransaction) throws {
        try note(old, new, in: transaction)
    }

    /// Notes a row that has to be counted from the beginning.
    func insert(_ row: Int64) { stale.insert(row) }

    /// The same of the to-do with an id.
    func insert(todo id: String, in transaction: WriteTransaction) throws {
        stale.formUnion(
            try transaction.reading.integers(
                "SELECT rowID FROM todo WHERE \(TodoEntity.identity(id, in: transaction.space))"))
    }

    /// Notes the to-dos that wait for a settled or changed series, and the series itself, which may wait too.
    func insert(around series: TodoEntity, in transaction: WriteTransaction) throws {
        let (row, id) = (StoredValue.integer(series.record.rowID), StoredValue.text(series.record.id))
        stale.formUnion(
            try transaction.reading.integers(
                """
                SELECT todoID FROM todoDependency JOIN todo ON rowID = todoID \
                WHERE targetID = \(id) AND space = \(transaction.space.value) \
                UNION SELECT todoID FROM todoDependency WHERE todoID = \(row)
                """))
    }

    /// Changes the number of open to-dos that a to-do waits for, if its target is open.
    func add(
        _ difference: Int, toTodo row: String, for target: String, where condition: String = "1", _ key: [StoredValue],
        in transaction: WriteTransaction
    ) throws {
        try transaction.database.run(
            """
            UPDATE todo SET openBlockers = openBlockers + \(difference) WHERE rowID = \(row) AND \(condition)
            AND EXISTS (SELECT 1 FROM todo AS target
                WHERE target.id = \(target) AND target.space = todo.space AND target.isDeleted = 0
                AND target.completedAt IS NULL)
            """, key)
    }

    override func derive(in transaction: WriteTransaction) throws {
        guard !stale.isEmpty else { return }
        let rows = stale.sorted()
        stale = []
        for row in rows {
            try transaction.database.run(
                "UPDATE todo SET openBlockers = (\(BlockerCount.sql)) WHERE rowID = ?", [.integer(row)])
        }
    }
}

extension TodoEntity {
    /// Whether it is neither done nor deleted.
    fileprivate var isOpen: Bool { !record.isDeleted && !isDone }
}

/// Counts the open to-dos that a to-do waits for.
enum BlockerCount {
    /// The subquery for the row `todo`. A repeating to-do blocks others until it is settled after they began to wait,
    /// and again each time after they were settled themselves.
    static let sql = """
        SELECT count(*) FROM todoDependency AS edge JOIN todo AS target \
        ON target.id = edge.targetID AND target.space = todo.space \
        WHERE edge.todoID = todo.rowID AND edge.isIgnored = 0 AND target.isDeleted = 0 AND target.completedAt IS NULL \
        AND (target.recurrence IS NULL OR ifnull((\(latest("target"))), '') < max(edge.stamp, \
        iif(todo.recurrence IS NULL, '', ifnull((\(latest("todo"))), ''))))
        """

    private static func latest(_ table: String) -> String {
        "SELECT max(stamp) FROM todoOccurrence WHERE seriesID = \(table).id AND space = \(table).space"
    }
}
