import JSON
import SQLite
import TodoDomain

/// A row of a partly shown tree.
struct ShownTreeRow: Hashable {
    let rowID: Int64
    /// How many to-dos above it are shown.
    let level: Int
    /// How many to-dos right above it are not shown.
    let hiddenParents: Int
}

/// The path from the root of a tree down to a row, with the to-dos on it that are shown.
private struct ShownWay {
    /// Whether each of them is shown.
    private var way: [Bool] = []

    /// Goes on to the next row; returns it if it is shown itself.
    mutating func next(_ rowID: Int64, level: Int, isShown: Bool) -> ShownTreeRow? {
        way.removeLast(max(way.count - level, 0))
        defer { way.append(isShown) }
        guard isShown else { return nil }
        return ShownTreeRow(
            rowID: rowID, level: way.count(where: \.self),
            hiddenParents: way.count - (way.lastIndex(of: true).map { $0 + 1 } ?? 0))
    }
}

/// A group of siblings at the tops of trees.
struct TreeContainer {
    let items: OrderContainer
    /// The space of the list; nil for the inbox, which has to-dos of all spaces.
    let space: SpaceID?
}

/// The row of a to-do in a tree.
struct TreeRow {
    let rowID: Int64
    /// How many to-dos of the tree are above it.
    let level: Int
    let isDone: Bool
}

extension ReadTransaction {
    /// The rows of trees in one query: each to-do before its subtasks, siblings in their manual order, the inbox before
    /// the lists. Each row comes once, even if it is below several of the roots.
    /// - Parameter includesDone: whether done to-dos without open ones below them are shown.
    func treeRows(_ roots: TreeRoots, includesDone: Bool) throws -> [TreeRow] {
        let conditions = TodoConditions(isPaged: false, transaction: self)
        let root: SQLFragment =
            switch roots {
            case .all: try conditions.sql(.root)
            case .inLists(let ids): "\(try conditions.sql(.root)) AND \(try conditions.sql(.listed(ids)))"
            case .inInbox: "\(try conditions.sql(.root)) AND \(try conditions.sql(.unlisted))"
            case .todos(let ids): try conditions.sql(.ids(ids))
            }
        // The deepest of the waiting rows is taken first, so that a tree is finished before the next begins. The limit
        // ends a cycle, which another program may have written.
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
                LIMIT \(Self.mostTreeRows))
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

    /// A part of the to-dos of trees that meet a condition, in the order of ``treeRows(_:includesDone:)``, in one query.
    ///
    /// It is read only up to the end of the part. A container adds its first root to the waiting rows, and a root adds
    /// its next sibling, when their turn comes.
    func treePage(
        _ containers: [TreeContainer], where condition: SQLFragment, offset: Int, limit: Int
    ) throws -> (rows: [ShownTreeRow], hasMore: Bool) {
        let ranges = JSONValue.array(
            containers.map { container in
                let range = container.items.sortRange
                return .array([
                    .string(range.from), .string(range.to), container.space.map { .integer($0.rawValue) } ?? .null,
                ])
            })
        let query: SQLFragment = """
            WITH RECURSIVE tree (row, level, place, upTo, manualOrder, id, space) AS (
                SELECT NULL, -1, key, value ->> 1, value ->> 0, '', value ->> 2 FROM json_each(\(.text(ranges.canonicalJSON)))
                UNION ALL
                SELECT todo.rowID, 0, place, upTo, todo.manualOrder, todo.id, tree.space
                FROM tree CROSS JOIN todo ON todo.rowID = (
                    SELECT next.rowID FROM todo AS next WHERE next.isDeleted = 0 AND next.manualOrder < upTo
                    AND (next.manualOrder, next.id) > (tree.manualOrder, tree.id)
                    AND (tree.space IS NULL OR next.space = tree.space)
                    ORDER BY next.manualOrder, next.id LIMIT 1)
                WHERE level <= 0
                UNION ALL
                SELECT todo.rowID, level + 1, 0, NULL, todo.manualOrder, todo.id, NULL
                FROM tree CROSS JOIN todoParent ON todoParent.parentID = tree.row
                CROSS JOIN todo ON todo.rowID = todoParent.todoID
                ORDER BY 2 DESC, 3, 5, 6
                LIMIT \(Self.mostTreeRows) + \(.integer(Int64(containers.count))))
            SELECT row, level, EXISTS (SELECT 1 FROM todo WHERE todo.rowID = tree.row AND \(condition))
            FROM tree WHERE row IS NOT NULL
            """
        var (way, number): (ShownWay, Int) = (ShownWay(), 0)
        var (rows, hasMore): ([ShownTreeRow], Bool) = ([], false)
        try database.bound(query.sql, query.arguments).readRows(while: { row in
            let (rowID, level, isShown) = (row.integer(), Int(row.integer()), row.bool())
            guard let shown = way.next(rowID, level: level, isShown: isShown) else { return true }
            hasMore = rows.count == limit
            if number >= offset, !hasMore { rows.append(shown) }
            number += 1
            return !hasMore
        })
        return (rows, hasMore)
    }

    /// More rows than all trees have. The limit ends a cycle, which another program may have written. The number of
    /// to-dos is stored and need not be counted.
    private static let mostTreeRows: SQLFragment = "(SELECT 2 * (open + done) FROM todoCount)"

    /// The groups of siblings at the tops of trees, in order; empty if the roots are certain to-dos.
    func containers(of roots: TreeRoots) throws -> [TreeContainer] {
        func lists(_ rows: Set<Int64>? = nil) throws -> [TreeContainer] {
            try listRowsInOrder().filter { rows?.contains($0.row) ?? true }.map {
                TreeContainer(items: .list(.init(stored: $0.id)), space: $0.space)
            }
        }
        let inbox = TreeContainer(items: .inbox, space: nil)
        switch roots {
        case .all: return [inbox] + (try lists())
        case .inInbox: return [inbox]
        case .inLists(let ids): return try lists(Set(listRows(below: ids)))
        case .todos: return []
        }
    }

    /// Each row once, without the trees of roots that are below other roots.
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

    /// The open to-dos, and those above them.
    private static func open(_ rows: [TreeRow]) -> [TreeRow] {
        var kept: [TreeRow] = []
        // Backwards: a row is above the rows that follow it at deeper levels.
        for row in rows.reversed() where !row.isDone || (kept.last.map { $0.level > row.level } ?? false) {
            kept.append(row)
        }
        return kept.reversed()
    }
}
