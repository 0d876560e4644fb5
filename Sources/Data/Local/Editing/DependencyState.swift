package import GRDB
import SQLite
import TodoDomain

/// The dependencies in a space, for the rules about cycles.
struct DependencyTable: DependencyLookup {
    let transaction: ReadTransaction
    /// Whether ignored dependencies are left out.
    var onlyCounting = false

    func dependencies(of ids: [String]) throws -> [DependencyEdge] {
        try edges("todo.id IN (\(list: ids.map(StoredValue.text)))")
    }

    func dependents(of ids: [String]) throws -> [DependencyEdge] {
        try edges("targetID IN (\(list: ids.map(StoredValue.text)))")
    }

    private func edges(_ condition: SQLFragment) throws -> [DependencyEdge] {
        let query: SQLFragment = """
            SELECT todo.id, targetID, todoDependency.stamp FROM todoDependency JOIN todo ON todo.rowID = todoID
            WHERE \(condition) AND todo.space = \(transaction.space.value)\(onlyCounting ? " AND isIgnored = 0" : "")
            """
        var edges: [DependencyEdge] = []
        try transaction.database.bound(query.sql, query.arguments).forEachRow { row in
            edges.append(DependencyEdge(from: row.text(), to: row.text(), stamp: Stamp(row.text()) ?? .unknown))
        }
        return edges
    }
}

/// The required content of the table `todoDependency` and the column `openBlockers`, derived from the rows of all
/// to-dos.
package struct DependencyState {
    private struct Key: Hashable {
        let row: Int64
        let target: String
    }

    private struct Value: Hashable {
        let stamp: String
        let isIgnored: Bool
    }

    private var edges: [Key: Value] = [:]
    /// The number of open to-dos that each to-do waits for, without zeros.
    private var blockers: [Int64: Int64] = [:]

    package init(_ database: Database) throws {
        for space in try ReadTransaction(database).spaces() { try add(space, of: database) }
        if !edges.isEmpty { try releaseSettled(in: database) }
    }

    private mutating func add(_ space: SpaceID, of database: Database) throws {
        var all: [(row: Int64, edge: DependencyEdge)] = []
        let sql = """
            SELECT rowID, id, tagStamps FROM todo
            WHERE instr(tagStamps, '"\(TodoElement.dependencyPrefix)') > 0 AND space = ?
            """
        try database.bound(sql, [space.value]).forEachRow { row in
            let (rowID, id) = (row.integer(), row.text())
            for (target, stamp) in (row.parsed(ElementMap.parse) ?? [:]).dependencies {
                all.append((rowID, DependencyEdge(from: id, to: target, stamp: stamp)))
            }
        }
        guard !all.isEmpty else { return }
        let ignored = Dependencies.ignored(among: all.map(\.edge))
        let open = Set(
            try ReadTransaction(database).texts(
                """
                SELECT id FROM todo WHERE isDeleted = 0 AND completedAt IS NULL AND space = \(space.value) \
                AND id IN (\(list: Set(all.map(\.edge.to)).map(StoredValue.text)))
                """))
        for (row, edge) in all {
            let isIgnored = ignored.contains(edge)
            edges[Key(row: row, target: edge.to)] = Value(stamp: edge.stamp.description, isIgnored: isIgnored)
            if !isIgnored, open.contains(edge.to) { blockers[row, default: 0] += 1 }
        }
    }

    /// Counts again for to-dos that wait for repeating to-dos, and for repeating to-dos themselves.
    private mutating func releaseSettled(in database: Database) throws {
        let sql = """
            SELECT rowID, (\(BlockerCount.sql)) FROM todo WHERE rowID IN (
                SELECT todoID FROM todoDependency JOIN todo AS owner ON owner.rowID = todoID
                JOIN todo AS target ON target.id = targetID AND target.space = owner.space
                WHERE target.recurrence IS NOT NULL)
            """
        try database.bound(sql, []).forEachRow { row in
            let rowID = row.integer()
            let count = row.integer()
            blockers[rowID] = count == 0 ? nil : count
        }
    }

    /// The number of rows that are missing or wrong, and the number of rows that should not be there.
    package func difference(in database: Database) throws -> (missing: Int, excess: Int) {
        var found: [Key: Value] = [:]
        try database.bound("SELECT todoID, targetID, stamp, isIgnored FROM todoDependency", []).forEachRow { row in
            found[Key(row: row.integer(), target: row.text())] = Value(stamp: row.text(), isIgnored: row.bool())
        }
        var counted: [Int64: Int64] = [:]
        try database.bound("SELECT rowID, openBlockers FROM todo WHERE openBlockers <> 0", []).forEachRow { row in
            counted[row.integer()] = row.integer()
        }
        return (
            edges.count { found[$0.key] != $0.value } + blockers.count { counted[$0.key] != $0.value },
            found.count { edges[$0.key] == nil } + counted.count { blockers[$0.key] == nil }
        )
    }

    /// Replaces the contents of the table and the column.
    package func write(to database: Database) throws {
        try database.run("DELETE FROM todoDependency", [])
        for (key, value) in edges {
            try database.run(
                "INSERT INTO todoDependency VALUES (?, ?, ?, ?)",
                [.integer(key.row), .text(key.target), .text(value.stamp), StoredValue(value.isIgnored)])
        }
        try database.run("UPDATE todo SET openBlockers = 0 WHERE openBlockers <> 0", [])
        for (row, count) in blockers {
            try database.run("UPDATE todo SET openBlockers = ? WHERE rowID = ?", [.integer(count), .integer(row)])
        }
    }
}
