extension Schema {
    /// The spaces to which records belong.
    ///
    /// - Row 0 is the own space, which nobody else sees. The others are shared. `sid` is the name of a shared space on
    ///   the remote, the same on all devices, and `path` the place of its documents there; both are empty for the own
    ///   space.
    /// - `members` (JSON, user to role), `names` (JSON, user to name), `devices` (JSON, user to the ids of devices), `name` and `keys` are what this device knows of a
    ///   shared space. `me` is the user among the members whose database this is, empty as long as it is not known. `state`
    ///   says whether the space is still synced.
    static let spaceTables = """
        CREATE TABLE space (
            rowID INTEGER PRIMARY KEY CHECK (rowID >= 0),
            sid TEXT NOT NULL UNIQUE,
            path TEXT NOT NULL,
            role TEXT NOT NULL CHECK (role IN ('owner', 'editor', 'viewer')),
            members TEXT NOT NULL CHECK (json_valid(members)),
            state TEXT NOT NULL CHECK (state IN ('active', 'removed', 'left', 'ended', 'renewed')),
            name TEXT NOT NULL,
            names TEXT NOT NULL CHECK (json_valid(names)),
            me TEXT NOT NULL,
            devices TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(devices)),
            keys BLOB,
            CHECK ((rowID = 0) = (sid = ''))
        ) STRICT;
        INSERT INTO space VALUES (0, '', '', 'owner', '{}', 'active', '', '{}', '', '{}', NULL);
        """
}
