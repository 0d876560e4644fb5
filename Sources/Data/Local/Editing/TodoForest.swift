package import GRDB
import JSON
import SQLite
import TodoDomain

/// The to-dos as the rules of the forest read them.
struct TodoLookup: StandingLookup {
    let transaction: ReadTransaction

    init(_ transaction: ReadTransaction) { self.transaction = transaction }

    func node(_ id: String) throws -> StandingNode? { try transaction.todoNodes("id = \(.text(id))").first }

    func children(of ids: [String]) throws -> [StandingNode] {
        try transaction.todoNodes(
            "isDeleted = 0 AND standingParent IN (\(list: ids.map(StoredValue.text)))")
    }
}

extension ReadTransaction {
    /// To-dos as nodes of the forest.
    fileprivate func todoNodes(_ condition: SQLFragment) throws -> [StandingNode] {
        let query: SQLFragment = """
            SELECT id, standingList, standingParent, ifnull(stamps ->> '$.standing', stamp), isDeleted FROM todo
            WHERE \(condition) AND space = \(space.value)
            """
        var nodes: [StandingNode] = []
        try database.bound(query.sql, query.arguments).forEachRow { row in
            let id = row.text()
            let standing = Standing(list: row.optionalText(), parent: row.optionalText())
            nodes.append(
                StandingNode(
                    id: id, standing: standing, stamp: Stamp(row.text()) ?? .unknown, exists: !row.bool()))
        }
        return nodes
    }
}

/// The effective lists and parents of all to-dos, derived from their rows: the required content of the tables
/// `todoList` and `todoParent`, and then of the column `manualOrder`.
package struct TodoForest {
    /// The rows of their lists and parents, by their own.
    package private(set) var lists: [Int64: Int64] = [:]
    package private(set) var parents: [Int64: Int64] = [:]

    package init(_ database: Database) throws {
        for space in try ReadTransaction(database).spaces() { try add(space, of: database) }
    }

    private mutating func add(_ space: SpaceID, of database: Database) throws {
        let nodes = try ReadTransaction(database).within(space).todoNodes(
            """
            (standingList IS NOT NULL OR standingParent IS NOT NULL
            OR id IN (SELECT standingParent FROM todo WHERE standingParent IS NOT NULL))
            """)
        let standings = Forest.standings(of: nodes)
        let (todoRows, listRows) = (try Self.rows("todo", space, database), try Self.rows("list", space, database))
        for (id, standing) in standings {
            guard let row = todoRows[id] else { continue }
            lists[row] = standing.list.flatMap { listRows[$0] }
            parents[row] = standing.parent.flatMap { todoRows[$0] }
        }
    }

    /// The rows of live records, by id.
    private static func rows(_ table: String, _ space: SpaceID, _ database: Database) throws -> [String: Int64] {
        var rows: [String: Int64] = [:]
        let sql = "SELECT id, rowID FROM \(table) WHERE isDeleted = 0 AND space = ?"
        try database.bound(sql, [space.value]).forEachRow { row in rows[row.text()] = row.integer() }
        return rows
    }

    /// The number of rows that are missing in the tables, and the number of rows that should not be there.
    package func difference(in database: Database) throws -> (missing: Int, excess: Int) {
        var (missing, excess) = (0, 0)
        for (table, column, wanted) in tables {
            var found: [Int64: Int64] = [:]
            try database.bound("SELECT todoID, \(column) FROM \(table)", []).forEachRow { row in
                found[row.integer()] = row.integer()
            }
            missing += wanted.count { found[$0.key] != $0.value }
            excess += found.count { wanted[$0.key] != $0.value }
        }
        if missing == 0, excess == 0 { missing = try OrderColumn.staleCount(in: database) }
        return (missing, excess)
    }

    /// Replaces the contents of the tables.
    package func write(to database: Database) throws {
        for (table, _, wanted) in tables {
            try database.run("DELETE FROM \(table)", [])
            for (row, other) in wanted {
                try database.run("INSERT INTO \(table) VALUES (?, ?)", [.integer(row), .integer(other)])
            }
        }
    }

    private var tables: [(String, String, [Int64: Int64])] {
        [("todoList", "listID", lists), ("todoParent", "parentID", parents)]
    }
}
