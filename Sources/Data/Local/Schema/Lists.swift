import GRDB
import JSON
import SQLite
import TodoDomain

extension Schema.Migration {
    /// Lists, the lists and parents of to-dos, and start dates.
    ///
    /// - `list.parentID` is the register. `parentRow`, the effective parent, and `isHidden`, whether the list or one above it
    ///   is archived, are derived.
    /// - `startAt` and `startZone` are as `dueAt` and `dueZone`.
    /// - `todo.standingList` and `standingParent` are the register `standing`. `todoParent` and `todoList`, the effective
    ///   parents and lists of live to-dos, are derived; those in the inbox have no row in `todoList`.
    static let lists = Schema.Migration(name: "lists") { database in
        try addStart(database)
        try database.execute(
            sql: """
                CREATE TABLE list (
                    rowID INTEGER PRIMARY KEY,
                    \(syncedColumns),
                    title TEXT NOT NULL CHECK (title <> ''),
                    color TEXT,
                    parentID TEXT,
                    isArchived INTEGER NOT NULL CHECK (isArchived IN (0, 1)),
                    foldedTitle TEXT NOT NULL,
                    foldedName TEXT NOT NULL,
                    parentRow INTEGER,
                    isHidden INTEGER NOT NULL DEFAULT 0 CHECK (isHidden IN (0, 1))
                ) STRICT;
                CREATE INDEX list_dirty ON list (rowID) WHERE isDirty = 1;
                CREATE INDEX list_title ON list (foldedTitle, id) WHERE isDeleted = 0;
                CREATE INDEX list_name ON list (foldedName) WHERE isDeleted = 0;
                CREATE INDEX list_parentID ON list (parentID) WHERE parentID IS NOT NULL;
                CREATE INDEX list_parentRow ON list (parentRow) WHERE parentRow IS NOT NULL;
                CREATE TABLE todoList (
                    todoID INTEGER PRIMARY KEY REFERENCES todo (rowID) ON DELETE CASCADE,
                    listID INTEGER NOT NULL REFERENCES list (rowID) ON DELETE CASCADE
                ) STRICT;
                CREATE INDEX todoList_listID ON todoList (listID, todoID);
                CREATE TABLE todoParent (
                    todoID INTEGER PRIMARY KEY REFERENCES todo (rowID) ON DELETE CASCADE,
                    parentID INTEGER NOT NULL REFERENCES todo (rowID) ON DELETE CASCADE
                ) STRICT;
                CREATE INDEX todoParent_parentID ON todoParent (parentID, todoID);
                """)
        try addStandings(database)
    }

    /// The standings of to-dos, including those that newer versions have sent before.
    private static func addStandings(_ database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE todo ADD COLUMN standingList TEXT;
                ALTER TABLE todo ADD COLUMN standingParent TEXT;
                UPDATE todo SET standingList = unknown ->> '$.standing.list',
                    standingParent = unknown ->> '$.standing.parent',
                    unknown = nullif(json_remove(unknown, '$.standing'), '{}')
                    WHERE json_type(unknown, '$.standing') = 'object';
                CREATE INDEX todo_standingList ON todo (standingList) WHERE standingList IS NOT NULL;
                CREATE INDEX todo_standingParent ON todo (standingParent) WHERE standingParent IS NOT NULL;
                """)
        try TodoForest(database).write(to: database)
    }

    /// Start dates, and those that newer versions have sent before.
    private static func addStart(_ database: Database) throws {
        try database.execute(
            sql: """
                ALTER TABLE todo ADD COLUMN startAt INTEGER;
                ALTER TABLE todo ADD COLUMN startZone TEXT CHECK (startZone IS NULL OR startAt IS NOT NULL);
                ALTER TABLE todo ADD COLUMN startedAt INTEGER;
                CREATE INDEX todo_open_start ON todo (startAt)
                    WHERE isDeleted = 0 AND completedAt IS NULL AND startAt IS NOT NULL;
                CREATE INDEX todo_open_started ON todo (startedAt)
                    WHERE isDeleted = 0 AND completedAt IS NULL AND startedAt IS NOT NULL;
                UPDATE todo SET startedAt = unknown ->> 'started', unknown = nullif(json_remove(unknown, '$.started'), '{}')
                    WHERE json_type(unknown, '$.started') = 'integer';
                """)
        let rows = try Row.fetchAll(
            database, sql: "SELECT rowID, unknown -> 'start' FROM todo WHERE json_type(unknown, '$.start') = 'object'")
        for row in rows {
            guard let start = try JSONValue(parsing: row.value(at: 1) as String).asDue else { continue }
            var zone: String?
            if case .instant(_, let name) = start { zone = name }
            try database.execute(
                sql: """
                    UPDATE todo SET startAt = ?, startZone = ?, unknown = nullif(json_remove(unknown, '$.start'), '{}')
                    WHERE rowID = ?
                    """, arguments: [start.sortKey, zone, try row.value(at: 0) as Int64])
        }
    }
}
