import TodoAssistant
package import TodoKit

/// The exit statuses; the numbers are those of sysexits.h where it has them.
package enum ProcessStatus: Int32, Sendable, CaseIterable {
    case done = 0
    /// There is no match, or more than one.
    case notFound = 1
    /// An invalid value on the command line, or options that exclude each other.
    case usage = 64
    /// A file or the standard input is not valid.
    case badInput = 65
    case unreachable = 69
    /// An unexpected failure.
    case unexpected = 70
    /// The database cannot be read or written.
    case storage = 74
    /// Another process has locked the database; try again.
    case locked = 75
    case notAuthorised = 77
    case configuration = 78

    /// The status for an error; codes that are not in the table are unexpected failures.
    package init(_ code: TodoError.Code) { self = Self.table[code] ?? .unexpected }

    /// Translates errors to statuses; no other table does.
    package static let table: [TodoError.Code: ProcessStatus] = {
        let codes: [ProcessStatus: [TodoError.Code]] = [
            .usage: [
                .emptyTitle, .titleTooLong, .titleNotOneLine, .notesTooLong, .badText, .emptyTagTitle, .tagTitleTooLong,
                .badColor, .badComment, .emptyPlaceName, .placeNameTooLong, .impossibleLatitude, .impossibleLongitude,
                .impossibleAltitude, .impossibleDay, .impossibleTime, .unknownTimeZone, .badIdentifier, .badExtra,
                .extrasTooLong,
                .badPage, .badCursor, .badDistance, .emptyListTitle, .listTitleTooLong, .reservedName, .noRoom,
                .wouldCircle, .tooDeep, .usage, .alreadyExists, .badRecurrence, .recurrenceNotComputed,
                .tooMany, .notSupported, .badFilter, .badQuery, .badViewName, .badSetting, .badReminder, .badEstimate,
                .tooManyReminders,
                .badMigration, .foreignTable, .badRecord, .unconfirmed,
            ],
            .badInput: [
                .badInput, .ambiguousID, .removed, .ended, .crossesSpaces, .badLink, .usedLink, .expiredLink,
            ],
            .notFound: [.notFound, .ambiguous, .nothingToUndo, .undoConflict, .historyExpired],
            .storage: [
                .diskFull, .corrupt, .readOnly, .newerVersion, .olderVersion, .foreignDatabase, .cannotOpen,
                .databaseReplaced, .storage, .faultsFound, .outOfMemory, .tooLarge,
            ],
            .locked: [.locked, .syncing],
            .unreachable: [.unreachable, .remoteRefused],
            .notAuthorised: [.notAuthorised, .notAllowed],
            .configuration: [.noRemote, .otherRemote, .badConfiguration],
        ]
        return Dictionary(uniqueKeysWithValues: codes.flatMap { status, codes in codes.map { ($0, status) } })
    }()
}

extension TodoError.Code {
    /// The doctor found faults.
    package static let faultsFound = Self("faults-found")
}
