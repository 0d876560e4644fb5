import GRDB

extension Schema.Migration {
    /// Where the last pull began, until it is certain that it has missed no deletion.
    static let pullStart = Schema.Migration(name: "pullStart") { database in
        try database.execute(sql: "ALTER TABLE syncState ADD COLUMN pullFrom INTEGER")
        try database.execute(sql: "ALTER TABLE syncState ADD COLUMN pullCollected INTEGER")
    }
}
