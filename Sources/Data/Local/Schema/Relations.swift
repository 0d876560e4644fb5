extension Schema {
    /// Relations between to-dos, and between to-dos and other records, derived from the registers.
    ///
    /// - `todoTag` and `todoLocation` contain the relations with both records live. `todoTagPending` contains the
    ///   others: tags of live to-dos that have not arrived or are deleted.
    /// - `todoParent` and `todoList` are the effective parents and lists of live to-dos; those in the inbox have no row in
    ///   `todoList`.
    /// - `todoDependency` has a row for each present dependency, also of done and deleted to-dos. It says whether the
    ///   dependency is ignored because it closes a cycle.
    /// - Each relation is within one space. `targetID` and `todoTagPending.tagID` are ids in the space of the to-do.
    /// - `todoOccurrence` has a row for each to-do that settles an occurrence, deleted ones included.
    static let relationTables = """
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
        CREATE TABLE todoDependency (
            todoID INTEGER NOT NULL REFERENCES todo (rowID) ON DELETE CASCADE,
            targetID TEXT NOT NULL,
            stamp TEXT NOT NULL,
            isIgnored INTEGER NOT NULL CHECK (isIgnored IN (0, 1)),
            PRIMARY KEY (todoID, targetID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX todoDependency_targetID ON todoDependency (targetID, todoID);
        CREATE TABLE todoOccurrence (
            seriesID TEXT NOT NULL,
            space INTEGER NOT NULL,
            stretch INTEGER NOT NULL,
            key INTEGER NOT NULL,
            todoID INTEGER NOT NULL REFERENCES todo (rowID) ON DELETE CASCADE,
            stamp TEXT NOT NULL,
            PRIMARY KEY (seriesID, space, stretch, key, todoID)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX todoOccurrence_todoID ON todoOccurrence (todoID);
        """
}
