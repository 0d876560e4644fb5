import GRDB
import SQLite
import TodoDomain

extension Schema.Migration {
    /// To-dos that repeat.
    ///
    /// - `recurrence`, `series`, `occurrence` and `skipped` are registers, including those that newer versions have sent
    ///   before.
    /// - `hidden` has the registers `due` and `completion` of to-dos that show others, which are derived and stand in
    ///   `dueAt`, `dueZone` and `completedAt`.
    /// - `todoOccurrence` has a row for each to-do that settles an occurrence, deleted ones included.
    static let series = Schema.Migration(name: "series") { database in
        try database.execute(
            sql: """
                ALTER TABLE todo ADD COLUMN recurrence TEXT;
                ALTER TABLE todo ADD COLUMN series TEXT;
                ALTER TABLE todo ADD COLUMN occurrence TEXT;
                ALTER TABLE todo ADD COLUMN skipped INTEGER NOT NULL DEFAULT 0 CHECK (skipped IN (0, 1));
                ALTER TABLE todo ADD COLUMN hidden TEXT;
                CREATE TABLE todoOccurrence (
                    seriesID TEXT NOT NULL,
                    stretch INTEGER NOT NULL,
                    key INTEGER NOT NULL,
                    todoID INTEGER NOT NULL REFERENCES todo (rowID) ON DELETE CASCADE,
                    stamp TEXT NOT NULL,
                    PRIMARY KEY (seriesID, stretch, key, todoID)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX todoOccurrence_todoID ON todoOccurrence (todoID);
                CREATE INDEX todo_repeating ON todo (updatedAt DESC, id) WHERE isDeleted = 0 AND recurrence IS NOT NULL;
                UPDATE todo SET recurrence = unknown -> '$.recurrence', series = unknown ->> '$.series',
                    occurrence = unknown -> '$.occurrence', skipped = ifnull(unknown ->> '$.skipped' = 1, 0),
                    unknown = nullif(json_remove(unknown, '$.recurrence', '$.series', '$.occurrence', '$.skipped'), '{}')
                    WHERE unknown LIKE '%"recurrence"%' OR unknown LIKE '%"occurrence"%';
                """)
        try SeriesTable(database).write(to: database)
    }
}
