import SQLite
import TodoDomain

extension ReadTransaction {
    /// For each id the shortest prefix that no other id shares, with at least `minimum` characters. Deleted records
    /// count too.
    func shortestPrefixes<Model, Entity: RecordEntity>(
        of ids: [Identifier<Model>], _ type: Entity.Type, minimum: Int = 4
    ) throws -> [Identifier<Model>: String] {
        var prefixes: [Identifier<Model>: String] = [:]
        for id in ids {
            // The neighbours in sort order share the longest prefixes.
            let table = Entity.table
            let neighbours = try texts(
                """
                SELECT * FROM (SELECT id FROM \(sql: table) WHERE id < \(.text(id.rawValue)) ORDER BY id DESC LIMIT 1) \
                UNION ALL \
                SELECT * FROM (SELECT id FROM \(sql: table) WHERE id > \(.text(id.rawValue)) ORDER BY id LIMIT 1)
                """)
            let shared = neighbours.map { zip(id.rawValue, $0).prefix { $0 == $1 }.count }.max() ?? 0
            prefixes[id] = String(id.rawValue.prefix(max(shared + 1, minimum)))
        }
        return prefixes
    }
}
