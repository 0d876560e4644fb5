public import TodoDomain

// Errors of the database and its history.
extension TodoError.Code {
    // The history.
    /// There is no step to undo, or none to redo.
    public static let nothingToUndo = Self("nothing-to-undo")
    /// A field that a step wrote has been changed since, other than by a step that is being undone too.
    public static let undoConflict = Self("undo-conflict")
    /// The history does not reach back that far.
    public static let historyExpired = Self("history-expired")

    // Storage.
    /// A newer version of this program wrote the database, which is left untouched.
    public static let newerVersion = Self("newer-version")
    /// A version before 1.0.0 wrote the database, which is left untouched: no version reads it any longer.
    public static let olderVersion = Self("older-version")
    /// The file is another program's database.
    public static let foreignDatabase = Self("foreign-database")
    /// Another process has locked the database; try again.
    public static let locked = Self("locked")

    // The tables of an app.
    /// A migration of an app fails, or changes tables that are not the app's.
    public static let badMigration = Self("bad-migration")
    /// A statement of an app would write to a table that is not the app's.
    public static let foreignTable = Self("foreign-table")

    // Shared lists.
    /// This person's role in a shared list does not allow it.
    public static let notAllowed = Self("not-allowed")
    /// This person is no longer a member of the shared list, of which a copy is here.
    public static let removed = Self("removed")
    /// The list is no longer shared, and a copy is here.
    public static let ended = Self("ended")
    /// A record of one space would refer to one of another.
    public static let crossesSpaces = Self("crosses-spaces")

    // The remote.
    /// The records belong to another remote.
    public static let otherRemote = Self("other-remote")
}

extension TodoError.Remedy {
    /// Merge the records of two remotes.
    public static let mergeRemotes = Self(
        "merge-remotes",
        "They can be merged into this remote.")

    /// Say that the records are at the other remote already.
    public static let goOnThere = Self(
        "go-on-there",
        "If this remote already has them because only its address changed, say that it has moved.")

    /// Make the copy of a list that is no longer shared an own list.
    public static let keepList = Self("keep-list", "It can be made a list of your own.")

    /// Delete the copy of a list that is no longer shared.
    public static let forgetList = Self("forget-list", "It can be deleted here.")

    /// Give a to-do that no longer repeats another rule.
    public static let repeatAgain = Self("repeat-again", "A new rule makes it repeat again.")

    /// Restore a backup.
    /// - Parameter backup: its path.
    public static func restore(_ backup: String) -> Self {
        Self("restore", "The backup \(backup) can be restored.", subject: backup)
    }

    /// Force the operation.
    /// - Parameter outcome: the effect of that, as the rest of a sentence.
    public static func force(_ outcome: String) -> Self { Self("force", "With force, \(outcome).", subject: outcome) }
}

extension TodoError {
    /// The database contains something that this program never writes.
    static func corrupt(_ reason: String, effect: Effect? = nil, underlying: (any Error)? = nil) -> TodoError {
        TodoError(.corrupt, reason, effect: effect, remedies: [.salvage], underlying: underlying)
    }

    /// The file is not a database, or its beginning is damaged.
    static func noDatabase(_ reason: String, underlying: (any Error)? = nil) -> TodoError {
        TodoError(.corrupt, reason, remedies: [.salvageIfDamaged], underlying: underlying)
    }
}
