/// Why something was refused or failed: a stable code for programs, a sentence for people.
///
/// The message never holds the text of a to-do, a credential, or an argument of an SQL statement.
public struct TodoError: Error, Sendable, CustomStringConvertible {
    /// What happened, for programs; a code never changes its meaning.
    public enum Code: String, Sendable, CaseIterable {
        // A value that cannot be.
        case emptyTitle = "empty-title"
        case titleTooLong = "title-too-long"
        case titleNotOneLine = "title-not-one-line"
        case notesTooLong = "notes-too-long"
        case badText = "bad-text"
        case emptyTagTitle = "empty-tag-title"
        case tagTitleTooLong = "tag-title-too-long"
        case badColor = "bad-color"
        case emptyPlaceName = "empty-place-name"
        case placeNameTooLong = "place-name-too-long"
        case impossibleLatitude = "impossible-latitude"
        case impossibleLongitude = "impossible-longitude"
        case impossibleAltitude = "impossible-altitude"
        case impossibleDay = "impossible-day"
        case impossibleTime = "impossible-time"
        case unknownTimeZone = "unknown-time-zone"
        case badIdentifier = "bad-identifier"
        case extrasTooLong = "extras-too-long"
        case badPage = "bad-page"
        case badCursor = "bad-cursor"
        case badDistance = "bad-distance"
        /// The command line or a call asks for what does not make sense.
        case usage
        /// A file or the standard input holds what it should not.
        case badInput = "bad-input"

        // What is looked for.
        case notFound = "not-found"
        case ambiguous
        case alreadyExists = "already-exists"

        // The history.
        /// There is no step to undo, or none to redo.
        case nothingToUndo = "nothing-to-undo"
        /// What a step wrote has been changed since by something that is not being undone.
        case undoConflict = "undo-conflict"
        /// The history does not reach back so far.
        case historyExpired = "history-expired"

        // Storage.
        case diskFull = "disk-full"
        case corrupt
        case readOnly = "read-only"
        case newerVersion = "newer-version"
        case foreignDatabase = "foreign-database"
        case cannotOpen = "cannot-open"
        case locked
        case storage
        /// `todo doctor` found something that is wrong.
        case faultsFound = "faults-found"

        // The remote.
        case unreachable
        case notAuthorised = "not-authorised"
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

    /// Lets `catch` and `switch` match on a code: `case TodoError.Code.notFound:`.
    public static func ~= (code: Code, error: TodoError) -> Bool { error.code == code }
}

extension TodoError.Code {
    /// Lets `catch TodoError.Code.notFound` match an error of any type.
    public static func ~= (code: Self, error: any Error) -> Bool { (error as? TodoError)?.code == code }
}
