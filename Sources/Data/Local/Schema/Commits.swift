import GRDB

extension Schema.Migration {
    /// The ids of the last commits that were followed, beside that of the last one.
    static let commits = Schema.Migration(name: "commits") { database in
        try database.execute(sql: "ALTER TABLE syncState ADD COLUMN commits TEXT")
    }
}
