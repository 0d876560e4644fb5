import SQLite
import TodoDomain

// What stands below a to-do that repeats, and what waits for it, both by stamps: its subtasks start anew with each
// settling, and what waits for it waits for its next settling.
extension WriteTransaction {
    /// Notes what has to be derived again after a series was settled or changed.
    func didDerive(_ series: TodoEntity) throws {
        let (row, id) = (StoredValue.integer(series.record.rowID), StoredValue.text(series.record.id))
        staleRestarts.formUnion(
            try reading.texts(
                """
                WITH RECURSIVE below (row) AS (SELECT todoID FROM todoParent WHERE parentID = \(row) \
                UNION SELECT todoID FROM todoParent JOIN below ON parentID = row) \
                SELECT id FROM below JOIN todo ON rowID = row
                """))
        if series.content.todo.recurrence == nil { staleRestarts.insert(series.record.id) }
        staleBlockers.formUnion(
            try reading.integers("SELECT todoID FROM todoDependency WHERE targetID = \(id) OR todoID = \(row)"))
    }

    /// Whether any occurrence was ever settled; most databases have none.
    func hasSeries() throws -> Bool {
        if let knowsSeries { return knowsSeries }
        let isAny = try reading.integer("SELECT EXISTS (SELECT 1 FROM todoOccurrence)") != 0
        knowsSeries = isAny
        return isAny
    }

    /// Derives which of the changed subtasks are open again.
    func settleRestarts() throws {
        while let id = staleRestarts.popFirst() {
            guard let todo = try reading.record(TodoEntity.self, id: id), todo.content.todo.recurrence == nil else {
                continue
            }
            let shown: ShownState? = try isRestarted(todo) ? .restarted : nil
            if shown != todo.content.shown { try show(shown, on: todo) }
        }
    }

    private func isRestarted(_ todo: TodoEntity) throws -> Bool {
        // What settles an occurrence stays settled.
        guard todo.content.todo.completedAt != nil, todo.settled == nil else { return false }
        // The last settling of a series that has ended is followed by no occurrence for which they would be open again.
        let latest = try reading.texts(
            """
            WITH RECURSIVE above (row) AS (SELECT parentID FROM todoParent WHERE todoID = \(.integer(todo.record.rowID)) \
            UNION SELECT parentID FROM todoParent JOIN above ON todoID = row) \
            SELECT ifnull(max(settling), '') FROM (SELECT iif(completedAt IS NULL, \
            (SELECT max(stamp) FROM todoOccurrence WHERE seriesID = id), \
            (SELECT DISTINCT stamp FROM todoOccurrence WHERE seriesID = id ORDER BY stamp DESC LIMIT 1 OFFSET 1)) AS settling \
            FROM above JOIN todo ON rowID = row WHERE recurrence IS NOT NULL)
            """
        ).first.flatMap(Stamp.init)
        return latest.map { todo.record.stamp(of: TodoRegister.completion.rawValue) <= $0 } ?? false
    }

    /// Whether a to-do is a subtask that was done in one step with what repeats above it, and is open again since. An undo leaves
    /// one that was done by itself before as its register has it, since undoing the settling as well has to bring that back.
    func isOpenAgain(_ todo: TodoEntity) throws -> Bool {
        guard todo.content.shown == .restarted else { return false }
        let stamp = todo.record.stamp(of: TodoRegister.completion.rawValue).description
        return try reading.integer("SELECT EXISTS (SELECT 1 FROM todoOccurrence WHERE stamp = \(.text(stamp)))") != 0
    }

    /// Counts anew for how many open to-dos the changed ones wait.
    func settleBlockers() throws {
        let rows = staleBlockers
        staleBlockers = []
        for row in rows.sorted() {
            try database.run(
                "UPDATE todo SET openBlockers = (\(BlockerCount.sql)) WHERE rowID = ?", [.integer(row)])
        }
    }
}

/// For how many open to-dos one waits.
enum BlockerCount {
    /// The subquery for the row `todo`. One that repeats holds up others until it is settled after they were made to wait,
    /// and after each time that they were settled themselves.
    static let sql = """
        SELECT count(*) FROM todoDependency AS edge JOIN todo AS target ON target.id = edge.targetID \
        WHERE edge.todoID = todo.rowID AND edge.isIgnored = 0 AND target.isDeleted = 0 AND target.completedAt IS NULL \
        AND (target.recurrence IS NULL OR ifnull((\(latest("target"))), '') < max(edge.stamp, \
        iif(todo.recurrence IS NULL, '', ifnull((\(latest("todo"))), ''))))
        """

    private static func latest(_ table: String) -> String {
        "SELECT max(stamp) FROM todoOccurrence WHERE seriesID = \(table).id"
    }
}
