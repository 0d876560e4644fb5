import SQLite
import TodoDomain

/// A row of a tree of which only some are shown.
struct ShownTreeRow: Hashable {
    let rowID: Int64
    /// How many to-dos above it are shown.
    let level: Int
    /// How many to-dos right above it are not shown.
    let hiddenParents: Int

    /// The rows that are shown.
    static func rows(_ rows: [TreeRow], _ shown: Set<Int64>) -> [ShownTreeRow] {
        // Whether each to-do on the way down to the present row is shown.
        var way: [Bool] = []
        return rows.compactMap { row in
            way.removeLast(max(way.count - row.level, 0))
            let isShown = shown.contains(row.rowID)
            defer { way.append(isShown) }
            guard isShown else { return nil }
            return ShownTreeRow(
                rowID: row.rowID, level: way.count(where: \.self),
                hiddenParents: way.count - (way.lastIndex(of: true).map { $0 + 1 } ?? 0))
        }
    }
}

/// The row of a to-do in a tree.
struct TreeRow {
    let rowID: Int64
    /// How many to-dos of the tree are above it.
    let level: Int
    let isDone: Bool
}

extension ReadTransaction {
    /// The rows of trees in one query, each to-do before its subtasks, siblings in their manual order, the inbox before the lists; each row once, even if it
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
        let lists = StoredValue.array(try listRowsInOrder().map(\.row))
        let query: SQLFragment = """
            WITH RECURSIVE rank (list, place) AS MATERIALIZED (SELECT value, key FROM json_each(\(lists))),
            tree (row, level, place, manualOrder, id, isDone) AS (
                SELECT todo.rowID, 0, ifnull(rank.place, -1), manualOrder, id, completedAt IS NOT NULL FROM todo
                LEFT JOIN todoList ON todoList.todoID = todo.rowID LEFT JOIN rank ON rank.list = todoList.listID
                WHERE isDeleted = 0 AND \(root)
                UNION ALL
                SELECT todo.rowID, level + 1, 0, todo.manualOrder, todo.id, todo.completedAt IS NOT NULL
                FROM tree JOIN todoParent ON todoParent.parentID = tree.row JOIN todo ON todo.rowID = todoParent.todoID
                ORDER BY 2 DESC, 3, 4, 5
                LIMIT 2 * (SELECT count(*) FROM todo))
            SELECT row, level, isDone FROM tree
            """
        var rows = try treeRows(query)
        if case .todos = roots { rows = Self.once(rows) }
        return includesDone ? rows : Self.open(rows)
    }

    private func treeRows(_ query: SQLFragment) throws -> [TreeRow] {
        var rows: [TreeRow] = []
        try database.bound(query.sql, query.arguments).forEachRow { row in
            rows.append(TreeRow(rowID: row.integer(), level: Int(row.integer()), isDone: row.bool()))
        }
        return rows
    }

    /// A part of the to-dos of trees that meet a condition, in the order of ``treeRows(_:includesDone:)``.
    ///
    /// Only the first trees are read, as many as the part takes.
    func treePage(
        _ containers: [OrderContainer], where condition: SQLFragment, offset: Int, limit: Int
    ) throws -> (rows: ArraySlice<ShownTreeRow>, hasMore: Bool) {
        let wanted = offset.addingReportingOverflow(limit).partialValue.addingReportingOverflow(1).partialValue
        var count = max(wanted, 1)
        while true {
            let roots = try rootRows(in: containers, limit: count)
            // The trees are in the order of the array.
            let rows = try treeRows(
                """
                WITH RECURSIVE tree (row, level, place, manualOrder, id, isDone) AS (
                    SELECT value, 0, key, '', '', 0 FROM json_each(\(StoredValue.array(roots)))
                    UNION ALL
                    SELECT todo.rowID, level + 1, 0, todo.manualOrder, todo.id, todo.completedAt IS NOT NULL
                    FROM tree JOIN todoParent ON todoParent.parentID = tree.row JOIN todo ON todo.rowID = todoParent.todoID
                    ORDER BY 2 DESC, 3, 4, 5
                    LIMIT 2 * (SELECT count(*) FROM todo))
                SELECT row, level, isDone FROM tree
                """)
            let matching = Set(
                try integers(
                    """
                    SELECT todo.rowID FROM todo
                    WHERE todo.rowID IN (SELECT value FROM json_each(\(StoredValue.array(rows.map(\.rowID))))) AND \(condition)
                    """))
            let shown = ShownTreeRow.rows(rows, matching)
            if shown.count >= wanted || roots.count < count {
                return (shown.dropFirst(offset).prefix(limit), shown.count - limit > offset)
            }
            count = count.multipliedReportingOverflow(by: 4).partialValue
        }
    }

    private func rootRows(in containers: [OrderContainer], limit: Int) throws -> [Int64] {
        var rows: [Int64] = []
        for container in containers where rows.count < limit {
            rows += try integers(
                """
                SELECT rowID FROM todo WHERE isDeleted = 0 AND \(container.condition)
                ORDER BY manualOrder, id LIMIT \(.integer(Int64(limit - rows.count)))
                """)
        }
        return rows
    }

    /// The siblings at the tops of trees, in order; none where the roots are certain to-dos.
    func containers(of roots: TreeRoots) throws -> [OrderContainer] {
        func lists(_ rows: Set<Int64>? = nil) throws -> [OrderContainer] {
            try listRowsInOrder().filter { rows?.contains($0.row) ?? true }.map { .list(.init(stored: $0.id)) }
        }
        switch roots {
        case .all: return [.inbox] + (try lists())
        case .inInbox: return [.inbox]
        case .inLists(let ids): return try lists(Set(listRows(below: ids)))
        case .todos: return []
        }
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
