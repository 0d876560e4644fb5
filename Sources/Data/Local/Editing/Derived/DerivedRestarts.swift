import SQLite
import TodoDomain

/// Subtasks of repeating to-dos that are open again, because they were done before the last settling of the to-do above
/// them.
final class DerivedRestarts: DerivedState {
    /// The ids of to-dos that may be open again.
    private var stale: Set<String> = []

    override var isReadBack: Bool { true }

    override var isStale: Bool { !stale.isEmpty }

    override func note(_ old: TodoEntity?, _ new: TodoEntity, in transaction: WriteTransaction) throws {
        // A to-do that repeats or did so is noted once its series is derived.
        guard new.content.standing.parent != nil, new.content.todo.completedAt != nil || new.content.shown != nil,
            new.content.todo.recurrence == nil, old?.content.todo.recurrence == nil, try transaction.hasSeries()
        else { return }
        stale.insert(new.record.id)
    }

    /// Notes that the to-dos above a to-do may have changed.
    func insert(_ id: String) { stale.insert(id) }

    /// Notes the to-dos below a series that was settled or changed.
    func insert(below series: TodoEntity, in transaction: WriteTransaction) throws {
        stale.formUnion(
            try transaction.reading.texts(
                """
                WITH RECURSIVE below (row) AS (
                    SELECT todoID FROM todoParent WHERE parentID = \(.integer(series.record.rowID)) \
                UNION SELECT todoID FROM todoParent JOIN below ON parentID = row) \
                SELECT id FROM below JOIN todo ON rowID = row
                """))
        if series.content.todo.recurrence == nil { stale.insert(series.record.id) }
    }

    override func derive(in transaction: WriteTransaction) throws {
        while let id = stale.popFirst() {
            guard let todo = try transaction.reading.record(TodoEntity.self, id: id),
                todo.content.todo.recurrence == nil
            else { continue }
            let shown: ShownState? = try isRestarted(todo, in: transaction) ? .restarted : nil
            if shown != todo.content.shown { try transaction.show(shown, on: todo) }
        }
    }

    private func isRestarted(_ todo: TodoEntity, in transaction: WriteTransaction) throws -> Bool {
        // A to-do that settles an occurrence stays done.
        guard todo.content.todo.completedAt != nil, todo.settled == nil else { return false }
        // After the last settling of an ended series there is no occurrence for which they would be open again.
        let latest = try transaction.reading.texts(
            """
            WITH RECURSIVE above (row) AS (SELECT parentID FROM todoParent WHERE todoID = \(.integer(todo.record.rowID)) \
            UNION SELECT parentID FROM todoParent JOIN above ON todoID = row) \
            SELECT ifnull(max(settling), '') FROM (SELECT iif(completedAt IS NULL, \
            (SELECT max(stamp) FROM todoOccurrence WHERE seriesID = id AND space = todo.space), \
            (SELECT DISTINCT stamp FROM todoOccurrence WHERE seriesID = id AND space = todo.space \
            ORDER BY stamp DESC LIMIT 1 OFFSET 1)) AS settling \
            FROM above JOIN todo ON rowID = row WHERE recurrence IS NOT NULL)
            """
        ).first.flatMap(Stamp.init)
        return latest.map { todo.record.stamp(of: TodoRegister.completion.rawValue) <= $0 } ?? false
    }
}
