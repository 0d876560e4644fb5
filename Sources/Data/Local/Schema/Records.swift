extension Schema {
    /// Tables of records other than to-dos.
    ///
    /// - `mergedInto` is the id of the record that replaces a deleted one; `usedAt` is when another record was last
    ///   merged into it. `effectiveID` is the row that represents it: derived, null if there is none.
    /// - `list.parentID` is the register. `parentRow`, the effective parent, and `isHidden`, whether the list or one above it
    ///   is archived, are derived.
    /// - Names of views are not unique: two devices can each have made one.
    /// - `appRecord.type` is the register that says which app's they are; `extras` has the registers of the app.
    ///   `isLocal` marks records that are only on this device: they are never sent.
    static let recordTables = """
        CREATE TABLE tag (
            rowID INTEGER PRIMARY KEY,
            \(syncedColumns),
            title TEXT NOT NULL CHECK (title <> ''),
            color TEXT,
            foldedTitle TEXT NOT NULL,
            foldedName TEXT NOT NULL,
            mergedInto TEXT,
            usedAt INTEGER,
            effectiveID INTEGER,
            \(identity)
        ) STRICT;
        CREATE INDEX tag_name ON tag (foldedName, id) WHERE isDeleted = 0;
        CREATE INDEX tag_title ON tag (foldedTitle, id) WHERE isDeleted = 0;
        CREATE INDEX tag_dirty ON tag (space) WHERE isDirty = 1;
        CREATE INDEX tag_effective ON tag (effectiveID);
        CREATE INDEX tag_merged ON tag (mergedInto) WHERE mergedInto IS NOT NULL;
        CREATE INDEX tag_alias ON tag (rowID) WHERE effectiveID <> rowID;
        CREATE INDEX tag_mergedName ON tag (foldedName) WHERE mergedInto IS NOT NULL;

        CREATE TABLE location (
            rowID INTEGER PRIMARY KEY,
            \(syncedColumns),
            latitude REAL NOT NULL CHECK (latitude BETWEEN -90 AND 90),
            longitude REAL NOT NULL CHECK (longitude BETWEEN -180 AND 180),
            altitude REAL,
            placeName TEXT,
            foldedPlaceName TEXT NOT NULL,
            mergedInto TEXT,
            usedAt INTEGER,
            effectiveID INTEGER,
            \(identity)
        ) STRICT;
        CREATE INDEX location_placeName ON location (foldedPlaceName, id) WHERE isDeleted = 0;
        CREATE INDEX location_latitude ON location (latitude) WHERE isDeleted = 0;
        CREATE INDEX location_dirty ON location (space) WHERE isDirty = 1;
        CREATE INDEX location_effective ON location (effectiveID);
        CREATE INDEX location_merged ON location (mergedInto) WHERE mergedInto IS NOT NULL;
        CREATE INDEX location_alias ON location (rowID) WHERE effectiveID <> rowID;

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
            isHidden INTEGER NOT NULL DEFAULT 0 CHECK (isHidden IN (0, 1)),
            positionIn TEXT,
            positionKey TEXT,
            manualOrder TEXT,
            \(identity)
        ) STRICT;
        CREATE INDEX list_dirty ON list (space) WHERE isDirty = 1;
        CREATE INDEX list_title ON list (foldedTitle, id) WHERE isDeleted = 0;
        CREATE INDEX list_name ON list (foldedName) WHERE isDeleted = 0;
        CREATE INDEX list_parentID ON list (parentID) WHERE parentID IS NOT NULL;
        CREATE INDEX list_parentRow ON list (parentRow) WHERE parentRow IS NOT NULL;
        CREATE INDEX list_manual ON list (manualOrder, id) WHERE isDeleted = 0;

        CREATE TABLE comment (
            rowID INTEGER PRIMARY KEY,
            \(syncedColumns),
            todoID TEXT,
            text TEXT NOT NULL CHECK (text <> ''),
            foldedText TEXT NOT NULL,
            \(identity)
        ) STRICT;
        CREATE INDEX comment_dirty ON comment (space) WHERE isDirty = 1;
        CREATE INDEX comment_todoID ON comment (todoID, createdAt, id) WHERE isDeleted = 0;
        CREATE INDEX comment_created ON comment (createdAt, id) WHERE isDeleted = 0;
        CREATE VIRTUAL TABLE commentText USING fts5 (
            foldedText, content = 'comment', content_rowid = 'rowID', tokenize = 'trigram case_sensitive 1');

        CREATE TABLE view (
            rowID INTEGER PRIMARY KEY,
            \(syncedColumns),
            name TEXT NOT NULL CHECK (name <> ''),
            filter TEXT NOT NULL,
            columns TEXT,
            grouping TEXT,
            foldedName TEXT NOT NULL,
            \(ownIdentity)
        ) STRICT;
        CREATE INDEX view_dirty ON view (space) WHERE isDirty = 1;
        CREATE INDEX view_name ON view (foldedName, id) WHERE isDeleted = 0;

        CREATE TABLE appRecord (
            rowID INTEGER PRIMARY KEY,
            \(syncedColumns),
            type TEXT NOT NULL CHECK (type <> ''),
            extras TEXT CHECK (extras IS NULL OR json_valid(extras)),
            isLocal INTEGER NOT NULL CHECK (isLocal IN (0, 1)),
            \(identity),
            CHECK (isLocal = 0 OR isDirty = 0)
        ) STRICT;
        CREATE INDEX appRecord_dirty ON appRecord (space) WHERE isDirty = 1;
        CREATE INDEX appRecord_type ON appRecord (type, updatedAt DESC, id) WHERE isDeleted = 0;
        """
}
