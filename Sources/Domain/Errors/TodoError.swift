/// Why something was refused or failed: a stable code for programs, a sentence for people.
///
/// The message never holds the text of a to-do, a credential, or an argument of an SQL statement.
public struct TodoError: Error, Sendable, CustomStringConvertible {
    /// What happened, for programs; a code never changes its meaning.
    public enum Code: String, Sendable, CaseIterable {
        // A value that cannot be.
        /// A to-do needs a title.
        case emptyTitle = "empty-title"
        /// A title is longer than ``Limits`` says.
        case titleTooLong = "title-too-long"
        /// A title is more than one line.
        case titleNotOneLine = "title-not-one-line"
        /// Notes are longer than ``Limits`` says.
        case notesTooLong = "notes-too-long"
        /// A text is not valid, or holds a character that cannot be kept.
        case badText = "bad-text"
        /// A tag needs a title.
        case emptyTagTitle = "empty-tag-title"
        /// The title of a tag is longer than ``Limits`` says.
        case tagTitleTooLong = "tag-title-too-long"
        /// A colour is empty or too long.
        case badColor = "bad-color"
        /// The name of a place is empty.
        case emptyPlaceName = "empty-place-name"
        /// The name of a place is longer than ``Limits`` says.
        case placeNameTooLong = "place-name-too-long"
        /// A latitude is not within -90 to 90 degrees.
        case impossibleLatitude = "impossible-latitude"
        /// A longitude is not within -180 to 180 degrees.
        case impossibleLongitude = "impossible-longitude"
        /// An altitude is not within ``Limits``.
        case impossibleAltitude = "impossible-altitude"
        /// There is no such day in the calendar.
        case impossibleDay = "impossible-day"
        /// A time is not within ``Limits``.
        case impossibleTime = "impossible-time"
        /// A time zone is not known on this machine.
        case unknownTimeZone = "unknown-time-zone"
        /// An id is empty, too long, or has a character that ids do not have.
        case badIdentifier = "bad-identifier"
        /// What was imported and is not modelled is more than ``Limits`` says.
        case extrasTooLong = "extras-too-long"
        /// A page has a number below 0 or a size below 1.
        case badPage = "bad-page"
        /// A cursor is damaged, or belongs to another order.
        case badCursor = "bad-cursor"
        /// A distance is negative or not a number.
        case badDistance = "bad-distance"
        /// The command line or a call asks for what does not make sense.
        case usage
        /// A file or the standard input holds what it should not.
        case badInput = "bad-input"

        // What is looked for.
        /// There is nothing with this id or name.
        case notFound = "not-found"
        /// There is more than one with this beginning of an id, or this name.
        case ambiguous
        /// There is one already.
        case alreadyExists = "already-exists"

        // The history.
        /// There is no step to undo, or none to redo.
        case nothingToUndo = "nothing-to-undo"
        /// What a step wrote has been changed since by something that is not being undone.
        case undoConflict = "undo-conflict"
        /// The history does not reach back so far.
        case historyExpired = "history-expired"

        // Storage.
        /// The disk is full; nothing was changed.
        case diskFull = "disk-full"
        /// The database is damaged.
        case corrupt
        /// The database or its folder cannot be written to.
        case readOnly = "read-only"
        /// The database was written by a newer version of this program, and is left untouched.
        case newerVersion = "newer-version"
        /// The file is a database of another program.
        case foreignDatabase = "foreign-database"
        /// The database cannot be opened.
        case cannotOpen = "cannot-open"
        /// Another process holds the database; trying again helps.
        case locked
        /// The database failed in another way.
        case storage
        /// `todo doctor` found something that is wrong.
        case faultsFound = "faults-found"

        // The remote.
        /// The remote cannot be reached.
        case unreachable
        /// The remote does not know the person, or does not let the person in.
        case notAuthorised = "not-authorised"
        /// No remote is set up.
        case noRemote = "no-remote"
        /// The records belong to another remote.
        case otherRemote = "other-remote"
        /// The remote answers, and does not do what it is asked for.
        case remoteRefused = "remote-refused"
        /// How the remote is set up cannot work on this machine: a file that others can read, a variable that is missing.
        case badConfiguration = "bad-configuration"
        /// Another process is syncing.
        case syncing
    }

    /// What happened, for programs.
    public let code: Code
    /// What happened and what to do next, for people: one sentence or two.
    public let message: String
    /// The error underneath, where there is one.
    public let underlying: (any Error)?

    /// An error with this code and message.
    public init(_ code: Code, _ message: String, underlying: (any Error)? = nil) {
        (self.code, self.message, self.underlying) = (code, message, underlying)
    }

    /// The message.
    public var description: String { message }
}
