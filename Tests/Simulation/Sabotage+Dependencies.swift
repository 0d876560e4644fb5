import GRDB
import TodoDomain
import TodoLocal

// Damages the state that is derived from dependencies, after a page was applied.
extension Sabotage {
    /// How many open to-dos each one waited for.
    static func blockers(in database: Database) throws -> [String: Int64] {
        try Row.fetchAll(database, sql: "SELECT id, openBlockers FROM todo").reduce(into: [:]) { $0[$1[0]] = $1[1] }
    }

    /// Gives the to-dos that were there the numbers that they had.
    static func forgetBlockers(since known: [String: Int64], in database: Database) throws {
        for (id, count) in known {
            try database.execute(sql: "UPDATE todo SET openBlockers = ? WHERE id = ?", arguments: [count, id])
        }
    }

    /// Leaves out the last edge of each circle until there is none, instead of those that close one.
    static func dropGreatestEdges(in database: Database) throws {
        let rows = try Row.fetchAll(
            database,
            sql: "SELECT todo.id, targetID, todoDependency.stamp FROM todoDependency JOIN todo ON todo.rowID = todoID")
        var edges = rows.map { DependencyEdge(from: $0[0], to: $0[1], stamp: Stamp($0[2] as String) ?? .unknown) }
        func isInCircle(_ edge: DependencyEdge) -> Bool {
            var (seen, next): (Set<String>, [String]) = ([], [edge.to])
            while let node = next.popLast() {
                if node == edge.from { return true }
                if seen.insert(node).inserted { next += edges.filter { $0.from == node }.map(\.to) }
            }
            return false
        }
        while let last = edges.filter(isInCircle).max() { edges.removeAll { $0 == last } }
        try database.execute(sql: "UPDATE todoDependency SET isIgnored = 1; UPDATE todo SET openBlockers = 0")
        for edge in edges {
            try database.execute(
                sql: """
                    UPDATE todoDependency SET isIgnored = 0
                    WHERE todoID = (SELECT rowID FROM todo WHERE id = ?) AND targetID = ?
                    """, arguments: [edge.from, edge.to])
            try database.execute(
                sql: """
                    UPDATE todo SET openBlockers = openBlockers + 1 WHERE id = ? AND EXISTS (
                        SELECT 1 FROM todo AS target
                        WHERE target.id = ? AND target.isDeleted = 0 AND target.completedAt IS NULL)
                    """, arguments: [edge.from, edge.to])
        }
    }
}
