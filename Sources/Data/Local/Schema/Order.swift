import GRDB
import SQLite
import TodoDomain

extension Schema.Migration {
    /// The manual order of to-dos and lists.
    ///
    /// - `positionIn` and `positionKey` are the register `position`, including those that newer versions have sent before.
    /// - `manualOrder`, the text by which to-dos and lists are sorted among their effective siblings, is derived.
    static let order = Schema.Migration(name: "order") { database in
        for table in ["list", "todo"] {
            try database.execute(
                sql: """
                    ALTER TABLE \(table) ADD COLUMN positionIn TEXT;
                    ALTER TABLE \(table) ADD COLUMN positionKey TEXT;
                    ALTER TABLE \(table) ADD COLUMN manualOrder TEXT;
                    UPDATE \(table) SET positionIn = unknown ->> '$.position.in',
                        positionKey = unknown ->> '$.position.key',
                        unknown = nullif(json_remove(unknown, '$.position'), '{}')
                        WHERE json_type(unknown, '$.position.in') = 'text'
                        AND json_type(unknown, '$.position.key') = 'text';
                    """)
        }
        try OrderColumn.settle(in: database)
        try settleLists(in: database)
        // Sorted once rather than kept sorted.
        try database.execute(
            sql: """
                CREATE INDEX list_manual ON list (manualOrder, id) WHERE isDeleted = 0;
                CREATE INDEX todo_manual ON todo (manualOrder, id) WHERE isDeleted = 0;
                """)
    }

    private static func settleLists(in database: Database) throws {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT list.rowID, list.createdAt, list.positionIn, list.positionKey, parent.id FROM list
                LEFT JOIN list AS parent ON parent.rowID = list.parentRow WHERE list.isDeleted = 0
                """)
        for row in rows {
            let parent: String? = try row.optionalValue(at: 4)
            let text = OrderColumn.text(
                createdAt: try row.value(at: 1),
                position: OrderPosition(container: try row.optionalValue(at: 2), key: try row.optionalValue(at: 3)),
                in: parent.map { .list(.init(stored: $0)) } ?? .top)
            try database.execute(
                sql: "UPDATE list SET manualOrder = ? WHERE rowID = ?",
                arguments: [text, try row.value(at: 0) as Int64])
        }
    }
}
