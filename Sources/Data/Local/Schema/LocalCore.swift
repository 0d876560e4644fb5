import GRDB

extension Schema.Migration {
    /// To-dos, tags and locations with their relations, search index, stamps and history.
    ///
    /// - Times are milliseconds since 1970; stamps are the 20 characters of docs/sync.md.
    /// - `stamp` is the stamp of every register that `stamps` (JSON, register to stamp) does not name.
    /// - `todo.tagStamps` (JSON, tag id to stamp, with a leading `-` for a removed tag) and `todo.locationID` are the
    ///   registers of the relations. The join tables contain those with both records live; `todoTagPending` contains
    ///   the rest: tags of live to-dos that have not arrived or are deleted.
    /// - `dueAt` is the instant if `dueZone` names a time zone, and the day's midnight in UTC if it is null.
    /// - `isDeleted` follows from `deletedAt` and the stamps; `isDirty` means that the remote has not seen the row.
    /// - `folded…` columns contain the text folded for searching and sorting.
    static let localCore = Schema.Migration(name: "local core") { database in
        try database.execute(
            sql: """
                CREATE TABLE todo (
                    rowID INTEGER PRIMARY KEY,
                    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
                    \(recordColumns),
                    completedAt INTEGER,
                    dueAt INTEGER,
                    dueZone TEXT CHECK (dueZone IS NULL OR dueAt IS NOT NULL),
                    priority INTEGER CHECK (priority BETWEEN 1 AND 3),
                    locationID TEXT,
                    tagStamps TEXT CHECK (tagStamps IS NULL OR json_valid(tagStamps)),
                    title TEXT NOT NULL CHECK (title <> ''),
                    extras TEXT CHECK (extras IS NULL OR json_valid(extras)),
                    notes TEXT NOT NULL,
                    foldedTitle TEXT NOT NULL,
                    foldedNotes TEXT NOT NULL,
                    CHECK (dueZone IS NOT NULL OR dueAt IS NULL OR dueAt % 86400000 = 0)
                ) STRICT;

                CREATE TABLE tag (
                    rowID INTEGER PRIMARY KEY,
                    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
                    \(recordColumns),
                    title TEXT NOT NULL CHECK (title <> ''),
                    color TEXT,
                    foldedTitle TEXT NOT NULL,
                    foldedName TEXT NOT NULL
                ) STRICT;
                CREATE INDEX tag_name ON tag (foldedName, id) WHERE isDeleted = 0;
                CREATE INDEX tag_title ON tag (foldedTitle, id) WHERE isDeleted = 0;

                CREATE TABLE location (
                    rowID INTEGER PRIMARY KEY,
                    id TEXT NOT NULL UNIQUE CHECK (length(id) BETWEEN 1 AND 64),
                    \(recordColumns),
                    latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
                    longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
                    altitude REAL,
                    placeName TEXT,
                    foldedPlaceName TEXT NOT NULL
                ) STRICT;
                CREATE INDEX location_placeName ON location (foldedPlaceName, id) WHERE isDeleted = 0;
                CREATE INDEX location_latitude ON location (latitude) WHERE isDeleted = 0;

                CREATE TABLE todoTag (
                    todoID INTEGER NOT NULL REFERENCES todo (rowID) ON DELETE CASCADE,
                    tagID INTEGER NOT NULL REFERENCES tag (rowID) ON DELETE CASCADE,
                    PRIMARY KEY (todoID, tagID)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX todoTag_tagID ON todoTag (tagID, todoID);

                CREATE TABLE todoTagPending (
                    todoID INTEGER NOT NULL REFERENCES todo (rowID) ON DELETE CASCADE,
                    tagID TEXT NOT NULL,
                    PRIMARY KEY (todoID, tagID)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX todoTagPending_tagID ON todoTagPending (tagID, todoID);

                CREATE TABLE todoLocation (
                    todoID INTEGER PRIMARY KEY REFERENCES todo (rowID) ON DELETE CASCADE,
                    locationID INTEGER NOT NULL REFERENCES location (rowID) ON DELETE CASCADE
                ) STRICT;
                CREATE INDEX todoLocation_locationID ON todoLocation (locationID, todoID);
                CREATE INDEX todo_locationID ON todo (locationID) WHERE locationID IS NOT NULL;
                """)
        try createListIndexes(database)
        try createSearchIndex(database)
        try createCounters(database)
        try createHistory(database)
        try createRecents(database)
    }

    private static let recordColumns = """
        createdAt INTEGER NOT NULL,
            updatedAt INTEGER NOT NULL,
            isDeleted INTEGER NOT NULL CHECK (isDeleted IN (0, 1)),
            isDirty INTEGER NOT NULL CHECK (isDirty IN (0, 1)),
            revision INTEGER NOT NULL,
            stamp TEXT NOT NULL CHECK (length(stamp) = 20),
            stamps TEXT CHECK (stamps IS NULL OR json_valid(stamps)),
            deletedAt INTEGER
        """

    /// One index for each order of the lists, restricted to open to-dos where only those matter, so that completed
    /// to-dos do not slow down a list of open ones.
    private static func createListIndexes(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE INDEX todo_updated ON todo (updatedAt DESC, id) WHERE isDeleted = 0;
                CREATE INDEX todo_open_updated ON todo (updatedAt DESC, id) WHERE isDeleted = 0 AND completedAt IS NULL;
                CREATE INDEX todo_open_created ON todo (createdAt DESC, id) WHERE isDeleted = 0 AND completedAt IS NULL;
                CREATE INDEX todo_open_title ON todo (foldedTitle, id) WHERE isDeleted = 0 AND completedAt IS NULL;
                CREATE INDEX todo_open_due ON todo
                    (ifnull(dueAt, 9223372036854775807), ifnull(priority, 0) DESC, id)
                    WHERE isDeleted = 0 AND completedAt IS NULL;
                CREATE INDEX todo_open_priority ON todo
                    (ifnull(priority, 0) DESC, ifnull(dueAt, 9223372036854775807), id)
                    WHERE isDeleted = 0 AND completedAt IS NULL;
                CREATE INDEX todo_done_completed ON todo (ifnull(completedAt, -62135596800001) DESC, id)
                    WHERE isDeleted = 0 AND completedAt IS NOT NULL;
                CREATE INDEX todo_dirty ON todo (rowID) WHERE isDirty = 1;
                CREATE INDEX tag_dirty ON tag (rowID) WHERE isDirty = 1;
                CREATE INDEX location_dirty ON location (rowID) WHERE isDirty = 1;
                """)
    }

    private static func createSearchIndex(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE VIRTUAL TABLE todoText USING fts5 (
                    foldedTitle, foldedNotes, content = 'todo', content_rowid = 'rowID',
                    tokenize = 'trigram case_sensitive 1');
                """)
    }

    /// The numbers of open and done to-dos, so that a list need not count them. Like the search index they are
    /// maintained by the code that writes rows: with a trigger, SQLite would save every page that an insert touches, to
    /// be able to roll back that single statement.
    private static func createCounters(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE todoCount (
                    rowID INTEGER PRIMARY KEY CHECK (rowID = 1),
                    open INTEGER NOT NULL CHECK (open >= 0),
                    done INTEGER NOT NULL CHECK (done >= 0)
                ) STRICT;
                INSERT INTO todoCount VALUES (1, 0, 0);
                """)
    }

    /// Who changed what and when. `before` and `after` (JSON, register to value) are null for the creation of a record,
    /// whose values are those of the row with all later changes reverted.
    private static func createHistory(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE replica (
                    rowID INTEGER PRIMARY KEY CHECK (rowID = 1),
                    deviceID INTEGER NOT NULL,
                    fileIdentity TEXT NOT NULL,
                    clockMilliseconds INTEGER NOT NULL,
                    clockCounter INTEGER NOT NULL
                ) STRICT;
                CREATE TABLE historyTransaction (
                    id INTEGER PRIMARY KEY AUTOINCREMENT,
                    at INTEGER NOT NULL,
                    deviceID INTEGER NOT NULL,
                    process TEXT NOT NULL,
                    author TEXT NOT NULL,
                    action TEXT NOT NULL,
                    groupID INTEGER
                ) STRICT;
                CREATE INDEX historyTransaction_groupID ON historyTransaction (groupID) WHERE groupID IS NOT NULL;
                CREATE TABLE historyChange (
                    transactionID INTEGER NOT NULL REFERENCES historyTransaction (id) ON DELETE CASCADE,
                    ordinal INTEGER NOT NULL,
                    kind TEXT NOT NULL,
                    recordID INTEGER NOT NULL,
                    before TEXT,
                    after TEXT,
                    PRIMARY KEY (transactionID, ordinal)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX historyChange_record ON historyChange (kind, recordID, transactionID);
                """)
    }

    private static func createRecents(_ database: Database) throws {
        try database.execute(
            sql: """
                CREATE TABLE recentSearch (id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
                CREATE INDEX recentSearch_at ON recentSearch (at DESC, id);
                CREATE TABLE recentTodo (id TEXT PRIMARY KEY, at INTEGER NOT NULL) STRICT, WITHOUT ROWID;
                CREATE INDEX recentTodo_at ON recentTodo (at DESC, id);
                """)
    }
}
