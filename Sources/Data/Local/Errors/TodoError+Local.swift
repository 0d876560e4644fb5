public import TodoDomain

// What the database and its history refuse.
extension TodoError.Code {
    // The history.
    /// There is no step to undo, or none to redo.
    public static let nothingToUndo = Self("nothing-to-undo")
    /// What a step wrote has been changed since by something that is not being undone.
    public static let undoConflict = Self("undo-conflict")
    /// The history does not reach back so far.
    public static let historyExpired = Self("history-expired")

    // Storage.
    /// The database was written by a newer version of this program, and is left untouched.
    public static let newerVersion = Self("newer-version")
    /// The file is a database of another program.
    public static let foreignDatabase = Self("foreign-database")
    /// Another process holds the database; trying again helps.
    public static let locked = Self("locked")

    // The remote.
    /// The records belong to another remote.
    public static let otherRemote = Self("other-remote")
}

extension TodoError.Remedy {
    /// The records of two remotes can become those of one.
    public static let mergeRemotes = Self(
        "merge-remotes",
        "They can be brought to this one as well, and are merged there with what it has.")

    /// A backup can be brought back.
    /// - Parameter backup: its path.
    public static func restore(_ backup: String) -> Self {
        Self("restore", "The backup \(backup) can be restored.", subject: backup)
    }

    /// The call can be made to go through.
    /// - Parameter outcome: what becomes of it then, as the rest of a sentence.
    public static func force(_ outcome: String) -> Self { Self("force", "With force, \(outcome).", subject: outcome) }
}

extension TodoError {
    /// The database holds what this program cannot have written.
    static func corrupt(_ reason: String, effect: Effect? = nil, underlying: (any Error)? = nil) -> TodoError {
        TodoError(.corrupt, reason, effect: effect, remedies: [.salvage], underlying: underlying)
    }
}
