package import TodoKit

/// What the program tells the shell at its end; the numbers are those of sysexits.h where it has them.
package enum ProcessStatus: Int32, Sendable, CaseIterable {
    case done = 0
    /// What was asked for is not there, or there is more than one.
    case notFound = 1
    /// A value on the command line that cannot be, or options that do not go together.
    case usage = 64
    /// A file or the standard input holds what it should not.
    case badInput = 65
    case unreachable = 69
    /// A failure that nobody foresaw.
    case unexpected = 70
    /// The database cannot be read or written.
    case storage = 74
    /// Another process holds the database; trying again helps.
    case locked = 75
    case notAuthorised = 77
    case configuration = 78

    /// The status of an error; a code that nobody has given one is a failure that nobody foresaw.
    package init(_ code: TodoError.Code) { self = Self.table[code] ?? .unexpected }

    /// The one table from errors to statuses.
    package static let table: [TodoError.Code: ProcessStatus] = {
        let codes: [ProcessStatus: [TodoError.Code]] = [
            .usage: [
                .emptyTitle, .titleTooLong, .titleNotOneLine, .notesTooLong, .badText, .emptyTagTitle, .tagTitleTooLong,
                .badColor, .emptyPlaceName, .placeNameTooLong, .impossibleLatitude, .impossibleLongitude,
                .impossibleAltitude, .impossibleDay, .impossibleTime, .unknownTimeZone, .badIdentifier, .extrasTooLong,
                .badPage, .badCursor, .badDistance, .noRoom, .wouldCircle, .tooDeep, .usage, .alreadyExists,
            ],
            .badInput: [.badInput],
            .notFound: [.notFound, .ambiguous, .nothingToUndo, .undoConflict, .historyExpired],
            .storage: [
                .diskFull, .corrupt, .readOnly, .newerVersion, .foreignDatabase, .cannotOpen, .storage, .faultsFound,
            ],
            .locked: [.locked, .syncing],
            .unreachable: [.unreachable, .remoteRefused],
            .notAuthorised: [.notAuthorised],
            .configuration: [.noRemote, .otherRemote, .badConfiguration],
        ]
        return Dictionary(uniqueKeysWithValues: codes.flatMap { status, codes in codes.map { ($0, status) } })
    }()
}

extension TodoError.Code {
    /// An examination of the database found something that is wrong.
    package static let faultsFound = Self("faults-found")
}
