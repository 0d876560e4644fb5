import SQLite
import TodoDomain

/// The row of a to-do in a tree.
struct TreeRow {
    let rowID: Int64
    /// How many to-dos of the tree are above it.
    let level: Int
    let isDone: Bool
}

extension ReadTransaction {
    /// The rows of trees in one query, each to-do before its subtasks and siblings by creation; each row once, even if it
    /// is below several of the roots.
    /// - Parameter includesDone: whether those that are done are shown even if nothing below them is open.
    func treeRows(_ roots: TreeRoots, includesDone: Bool) throws -> [TreeRow] {
        let conditions = TodoConditions(isPaged: false, transaction: self)
        let root: SQLFragment =
            switch roots {
            case .all: try conditions.sql(.root)
            case .inLists(let ids): "\(try conditions.sql(.root)) AND \(try conditions.sql(.listed(ids)))"
            case .inInbox: "\(try conditions.sql(.root)) AND \(try conditions.sql(.unlisted))"
            case .todos(let ids): try conditions.sql(.ids(ids))
            }
        // Of the rows that are waiting, the deepest is taken first, so that a tree is finished before the next begins.
        // The limit ends a circle, which another program could have written.
        let query: SQLFragment = """
            WITH RECURSIVE tree (row, level, createdAt, id, isDone) AS (
                SELECT rowID, 0, createdAt, id, completedAt IS NOT NULL FROM todo WHERE isDeleted = 0 AND \(root)
                UNION ALL
                SELECT todo.rowID, level + 1, todo.createdAt, todo.id, todo.completedAt IS NOT NULL
                FROM tree JOIN todoParent ON todoParent.parentID = tree.row JOIN todo ON todo.rowID = todoParent.todoID
                ORDER BY 2 DESC, 3, 4
                LIMIT 2 * (SELECT count(*) FROM todo))
            SELECT row, level, isDone FROM tree
            """
        var rows: [TreeRow] = []
        try database.bound(query.sql, query.arguments).forEachRow { row in
            rows.append(TreeRow(rowID: row.integer(), level: Int(row.integer()), isDone: row.bool()))
        }
        if case .todos = roots { rows = Self.once(rows) }
        return includesDone ? rows : Self.open(rows)
    }

    /// Each row once, and not the trees of roots that are below other roots.
    private static func once(_ rows: [TreeRow]) -> [TreeRow] {
        var (below, seen) = (Set<Int64>(), Set<Int64>())
        var root: Int64?
        for row in rows {
            if row.level == 0 { root = row.rowID } else if row.rowID != root { below.insert(row.rowID) }
        }
        var isBelow = false
        return rows.filter { row in
            if row.level == 0 { isBelow = below.contains(row.rowID) }
            return !isBelow && seen.insert(row.rowID).inserted
        }
    }

    /// The open ones, and those above them.
    private static func open(_ rows: [TreeRow]) -> [TreeRow] {
        var kept: [TreeRow] = []
        // From the end: what follows a row at a deeper level is below it.
        for row in rows.reversed() where !row.isDone || (kept.last.map { $0.level > row.level } ?? false) {
            kept.append(row)
        }
        return kept.reversed()
    }
}
