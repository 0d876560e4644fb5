extension Schema {
    /// To-dos, with their counts and their search index.
    ///
    /// - `dueAt` is the instant if `dueZone` names a time zone, and the day's midnight in UTC if it is null; `startAt` and
    ///   `startZone` are the same.
    /// - `tagStamps` (JSON, element to stamp, with a leading `-` for a removed one) and `locationID` are the registers of the
    ///   relations to tags, to-dos and locations.
    /// - `standingList` and `standingParent` are the register `standing`, `positionIn` and `positionKey` the register
    ///   `position`. `manualOrder`, the text by which to-dos are sorted among their effective siblings, is derived.
    /// - `recurrence`, `series`, `occurrence`, `skipped` and `movedTo` are registers. `hidden` has the registers `due` and
    ///   `completion` of to-dos that show other values. The shown values are derived and stored in `dueAt`, `dueZone`
    ///   and `completedAt`.
    /// - `reminders` has the registers of the alarms and their states (`ReminderRegister`), by name, as a JSON object.
    ///   `reminderDelivery` has this device's knowledge of the delivery of reminders. It is never synced.
    /// - `openBlockers` counts the dependencies that are not ignored and whose target exists and is open.
    /// - `todoCount` has the numbers of open and done to-dos, so that a list need not count them. These and the search
    ///   index are updated by the code that writes rows. With a trigger, SQLite would save every page that an insert
    ///   touches, to be able to roll back that single statement.
    static let todoTables = """
        CREATE TABLE todo (
            rowID INTEGER PRIMARY KEY,
            \(syncedColumns),
            completedAt INTEGER,
            dueAt INTEGER,
            dueZone TEXT CHECK (dueZone IS NULL OR dueAt IS NOT NULL),
            startAt INTEGER,
            startZone TEXT CHECK (startZone IS NULL OR startAt IS NOT NULL),
            startedAt INTEGER,
            priority INTEGER CHECK (priority BETWEEN 1 AND 3),
            estimate INTEGER CHECK (estimate > 0),
            assignee TEXT,
            openBlockers INTEGER NOT NULL DEFAULT 0,
            locationID TEXT,
            standingList TEXT,
            standingParent TEXT,
            positionIn TEXT,
            positionKey TEXT,
            manualOrder TEXT,
            tagStamps TEXT CHECK (tagStamps IS NULL OR json_valid(tagStamps)),
            recurrence TEXT,
            series TEXT,
            occurrence TEXT,
            skipped INTEGER NOT NULL DEFAULT 0 CHECK (skipped IN (0, 1)),
            movedTo TEXT,
            hidden TEXT,
            reminders TEXT,
            title TEXT NOT NULL CHECK (title <> ''),
            extras TEXT CHECK (extras IS NULL OR json_valid(extras)),
            notes TEXT NOT NULL,
            foldedTitle TEXT NOT NULL,
            foldedNotes TEXT NOT NULL,
            \(identity),
            CHECK (dueZone IS NOT NULL OR dueAt IS NULL OR dueAt % 86400000 = 0)
        ) STRICT;
        CREATE VIRTUAL TABLE todoText USING fts5 (
            foldedTitle, foldedNotes, content = 'todo', content_rowid = 'rowID',
            tokenize = 'trigram case_sensitive 1');
        CREATE TABLE todoCount (
            rowID INTEGER PRIMARY KEY CHECK (rowID = 1),
            open INTEGER NOT NULL CHECK (open >= 0),
            done INTEGER NOT NULL CHECK (done >= 0)
        ) STRICT;
        INSERT INTO todoCount VALUES (1, 0, 0);
        CREATE TABLE reminderDelivery (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT;
        """

    /// One index for each order of the lists. It contains only open to-dos where only those matter, so that completed
    /// to-dos do not slow down a list of open ones.
    static let todoIndexes = """
        CREATE INDEX todo_locationID ON todo (locationID) WHERE locationID IS NOT NULL;
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
        CREATE INDEX todo_dirty ON todo (space) WHERE isDirty = 1;
        CREATE INDEX todo_open_start ON todo (startAt)
            WHERE isDeleted = 0 AND completedAt IS NULL AND startAt IS NOT NULL;
        CREATE INDEX todo_open_started ON todo (startedAt)
            WHERE isDeleted = 0 AND completedAt IS NULL AND startedAt IS NOT NULL;
        CREATE INDEX todo_standingList ON todo (standingList) WHERE standingList IS NOT NULL;
        CREATE INDEX todo_standingParent ON todo (standingParent) WHERE standingParent IS NOT NULL;
        CREATE INDEX todo_open_blocked ON todo (updatedAt DESC, id)
            WHERE isDeleted = 0 AND completedAt IS NULL AND openBlockers > 0;
        CREATE INDEX todo_manual ON todo (manualOrder, id) WHERE isDeleted = 0;
        CREATE INDEX todo_repeating ON todo (updatedAt DESC, id) WHERE isDeleted = 0 AND recurrence IS NOT NULL;
        CREATE INDEX todo_reminding ON todo (updatedAt DESC, id)
            WHERE isDeleted = 0 AND completedAt IS NULL AND reminders IS NOT NULL;
        """
}
