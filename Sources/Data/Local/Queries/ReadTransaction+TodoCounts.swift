import GRDB
import SQLite
import TodoDomain

extension ReadTransaction {
    /// The numbers of open and done to-dos of each record of a kind, including those of the records that it represents.
    func todoCounts<Entity: AliasedEntity, Model>(
        of type: Entity.Type, join: String, column: String
    ) throws -> [Identifier<Model>: TodoCount] {
        let table = Entity.table
        let seen =
            try hasAliases
            ? """
            SELECT DISTINCT todoID, effectiveID AS speaker FROM \(join) JOIN \(table) ON \(table).rowID = \(join).\(column)
            """ : "SELECT todoID, \(column) AS speaker FROM \(join)"
        return try todoCounts(
            of: table,
            from: """
                (\(seen)) AS seen JOIN \(table) ON \(table).rowID = seen.speaker JOIN todo ON todo.rowID = seen.todoID
                GROUP BY seen.speaker
                """)
    }

    /// The numbers of open and done rows of `todo` for each id of a table in a grouped join. The own space comes first.
    func todoCounts<Model>(of table: String, from groups: String) throws -> [Identifier<Model>: TodoCount] {
        let sql = """
            SELECT \(table).id, \(table).space, count(*) FILTER (WHERE completedAt IS NULL), count(*) FILTER (WHERE completedAt IS NOT NULL)
            FROM \(groups)
            """
        let rows = try Row.fetchCursor(database.cachedStatement(sql: sql))
        var counts: [Identifier<Model>: TodoCount] = [:]
        while let row = try rows.next() {
            let id = Identifier<Model>(stored: try row.value(at: 0))
            let space = SpaceID(rawValue: try row.value(at: 1))
            guard space == .own || counts[id] == nil else { continue }
            counts[id] = TodoCount(open: try row.value(at: 2), done: try row.value(at: 3))
        }
        return counts
    }
}
