extension Schema {
    /// This device, the known state of the remote, how far it has been followed, and which syncs had problems.
    ///
    /// - `replica.clockOffset` corrects the clock, in milliseconds, as long as the wall clock stays `clockStart` ahead
    ///   of the machine's uptime, and the machine is not restarted. `replica.ahead…` is the last reading of a clock that had to
    ///   exceed a stamp from the future.
    /// - The remote has confirmed the readings of the clock up to `replica.confirmedReading`; `firstReading` is the
    ///   first unconfirmed one. `taken…` are the readings that were taken back (`ClockReach`).
    /// - `device.host` is the id of the device on which a program runs that writes with an id of its own, such as an assistant.
    /// - `membership` has the shared spaces of this person, on all devices; its ids are those of `space.sid`.
    /// - `conflict` contains values that lost when a register was written on two devices.
    /// - `base` is the remote's version of a record: only stamps, in the same form as the record's (`stamps`,
    ///   `elements` as `tagStamps`). `seen` is the last resync that saw it. `sender` is the member of a shared space who sent
    ///   that version.
    /// - `remote` stays when the remote is removed, because the records belong to it: `isActive` is 0 then.
    /// - `syncState.commits` are the ids of the last followed commits, beside that of the last one. `pullFrom` and
    ///   `pullCollected` are the beginning of the last pull, until it is certain that it has missed no deletion.
    ///   `clockDifference` is how far this device's clock was ahead of the remote's, in milliseconds, when the person
    ///   was last told.
    /// - The state of a sync is that of one space: `syncState`, `syncPosition`, `base`, `quarantine`, `refusedKind` and
    ///   `syncOutcome` name it. What `syncState.clockDifference` says is true of all spaces, and stored with the own one.
    /// - The columns of a key come first. Otherwise SQLite 3.40 reports damage in an intact table WITHOUT ROWID.
    /// - `refusedKind` contains the kinds that the remote's rules do not allow, and when each was last tried.
    static let replicationTables = """
        CREATE TABLE replica (
            rowID INTEGER PRIMARY KEY CHECK (rowID = 1),
            deviceID INTEGER NOT NULL,
            fileIdentity TEXT NOT NULL,
            clockMilliseconds INTEGER NOT NULL,
            clockCounter INTEGER NOT NULL,
            clockOffset INTEGER NOT NULL DEFAULT 0,
            clockStart INTEGER NOT NULL DEFAULT 0,
            bootID TEXT NOT NULL DEFAULT '',
            aheadMilliseconds INTEGER NOT NULL DEFAULT 0,
            aheadCounter INTEGER NOT NULL DEFAULT 0,
            confirmedReading INTEGER NOT NULL DEFAULT 0,
            firstReading INTEGER NOT NULL DEFAULT 0,
            takenFrom INTEGER NOT NULL DEFAULT 0,
            takenTo INTEGER NOT NULL DEFAULT 0
        ) STRICT;

        CREATE TABLE device (
            rowID INTEGER PRIMARY KEY,
            \(syncedColumns),
            name TEXT NOT NULL,
            host TEXT,
            \(ownIdentity)
        ) STRICT;
        CREATE INDEX device_dirty ON device (space) WHERE isDirty = 1;

        CREATE TABLE membership (
            rowID INTEGER PRIMARY KEY,
            \(syncedColumns),
            isJoined INTEGER NOT NULL CHECK (isJoined IN (0, 1)),
            name TEXT NOT NULL,
            isMuted INTEGER NOT NULL CHECK (isMuted IN (0, 1)),
            \(ownIdentity)
        ) STRICT;
        CREATE INDEX membership_dirty ON membership (space) WHERE isDirty = 1;

        CREATE TABLE conflict (
            rowID INTEGER PRIMARY KEY AUTOINCREMENT,
            \(syncedColumns),
            about TEXT NOT NULL CHECK (json_valid(about)),
            lost TEXT NOT NULL CHECK (json_valid(lost)),
            notice TEXT NOT NULL CHECK (json_valid(notice)),
            closedAt INTEGER,
            \(identity)
        ) STRICT;
        CREATE INDEX conflict_open ON conflict (rowID) WHERE isDeleted = 0 AND closedAt IS NULL;
        CREATE INDEX conflict_dirty ON conflict (space) WHERE isDirty = 1;

        CREATE TABLE remote (
            rowID INTEGER PRIMARY KEY CHECK (rowID = 1),
            url TEXT NOT NULL,
            project TEXT NOT NULL,
            database TEXT NOT NULL,
            space TEXT NOT NULL,
            options TEXT NOT NULL CHECK (json_valid(options)),
            isActive INTEGER NOT NULL CHECK (isActive IN (0, 1))
        ) STRICT;

        CREATE TABLE syncState (
            space INTEGER PRIMARY KEY,
            epoch TEXT,
            sequence INTEGER NOT NULL DEFAULT 0,
            commitID TEXT,
            commits TEXT,
            collectedSequence INTEGER NOT NULL DEFAULT 0,
            collectedAt INTEGER NOT NULL DEFAULT 0,
            pullFrom INTEGER,
            pullCollected INTEGER,
            clockDifference INTEGER,
            restoredSequence INTEGER,
            resyncReason TEXT,
            resyncNumber INTEGER NOT NULL DEFAULT 0,
            nextResyncNumber INTEGER NOT NULL DEFAULT 1
        ) STRICT;
        INSERT INTO syncState (space) VALUES (0);
        CREATE TABLE syncPosition (
            kind TEXT NOT NULL,
            space INTEGER NOT NULL DEFAULT 0,
            sequence INTEGER NOT NULL,
            id TEXT,
            PRIMARY KEY (kind, space)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE base (
            kind TEXT NOT NULL,
            recordID INTEGER NOT NULL,
            space INTEGER NOT NULL DEFAULT 0,
            sequence INTEGER NOT NULL,
            createdAt INTEGER NOT NULL,
            isDeleted INTEGER NOT NULL CHECK (isDeleted IN (0, 1)),
            stamp TEXT NOT NULL CHECK (length(stamp) = 20),
            stamps TEXT CHECK (stamps IS NULL OR json_valid(stamps)),
            elements TEXT CHECK (elements IS NULL OR json_valid(elements)),
            sender TEXT,
            seen INTEGER NOT NULL,
            PRIMARY KEY (kind, recordID, space)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX base_sequence ON base (space, sequence);
        CREATE INDEX base_deleted ON base (kind, recordID) WHERE isDeleted = 1;

        CREATE TABLE quarantine (
            kind TEXT NOT NULL,
            id TEXT NOT NULL,
            space INTEGER NOT NULL DEFAULT 0,
            revision INTEGER,
            reason TEXT NOT NULL,
            status TEXT NOT NULL,
            since INTEGER NOT NULL,
            PRIMARY KEY (kind, id, space)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE refusedKind (
            kind TEXT NOT NULL,
            space INTEGER NOT NULL DEFAULT 0,
            at INTEGER NOT NULL,
            PRIMARY KEY (kind, space)
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE syncOutcome (
            space INTEGER PRIMARY KEY,
            syncedAt INTEGER,
            failedAt INTEGER,
            failure TEXT,
            message TEXT,
            failures INTEGER NOT NULL DEFAULT 0,
            retryAt INTEGER,
            documentsRead INTEGER NOT NULL DEFAULT 0,
            documentsWritten INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        INSERT INTO syncOutcome (space) VALUES (0);
        """
}
