import GRDB

extension Schema.Migration {
    /// Lists, and which to-do stands in which.
    ///
    /// - `list.parentID` is the register; `parentRow`, the list in which it stands in effect, and `isHidden`, whether it or a
    ///   list above it is archived, are derived.
    /// - `todoList` is the list in which a live to-do is seen: derived, no row for those in the inbox.
    static let lists = Schema.Migration(name: "lists") { database in
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
                """)
    }
}
