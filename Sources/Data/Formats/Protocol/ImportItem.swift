public import Foundation
public import TodoDomain

/// An item read from a file.
public enum ImportItem: Sendable, Equatable {
    /// A tag that the file lists separately, with its own dates.
    case tag(Tag)
    /// A location that the file lists separately, with its own dates.
    case location(Location)
    /// A list that the file lists separately, with its own dates; its id is empty if the file has none.
    case list(TodoList)
    /// A view that the file lists separately, with its own dates.
    case view(SavedView)
    /// A to-do. `modifiedAt` is when it was last edited according to the file; nil if the file does not say, in which
    /// case an existing to-do should stay as it is.
    ///
    /// Its tags and its location should be created if they are missing but never overwritten: files say little about
    /// them, and if they are also separate records, those came first.
    ///
    /// If it settles an occurrence, `looseID` is the id that it has as an ordinary to-do while the repeating to-do is not
    /// known. It replaces an existing to-do with this id.
    case todo(Todo, modifiedAt: Date?, looseID: Todo.ID? = nil)
    /// A repeating to-do of another program. A new one gets the recurrence of the file. For a known one, ``SeriesInFile`` says
    /// what has happened to it elsewhere. `modifiedAt` is as for a to-do.
    case series(Todo, SeriesInFile, modifiedAt: Date?)
    /// An occurrence of a repeating to-do as a record of its own: it was done, skipped or moved elsewhere. If the repeating
    /// to-do is not known, it becomes an ordinary to-do, or nothing if its id is empty.
    case occurrence(Todo, OccurrenceInFile, modifiedAt: Date?)
    /// A to-do that the file marks as deleted, or that is no longer a to-do there. A known one should be deleted, unless it was
    /// edited after `modifiedAt` or settles an occurrence. Otherwise it is skipped, with this reason and position.
    case deleted(Todo.ID, modifiedAt: Date?, position: String, reason: String)
    /// A to-do with this id is a subtask of another one, according to a record of that one. It counts if the to-do is in the files
    /// of the import and names no parent itself.
    case subtask(Todo.ID, of: Todo.ID, position: String)
    /// A record that was skipped, and why, in one sentence. The position is for people, such as "line 12".
    case skipped(position: String, reason: String)
    /// A record that was taken except for a part that was not understood, with one sentence about that part.
    case noted(position: String, reason: String)
    /// A record that cannot be read and was left out (``ImportContext/isSkippingBad``); the line where it begins, if the
    /// format counts lines.
    case refused(position: String, line: Int?, reason: String)
}

extension ImportItem {
    /// Its to-do, for each kind that has one.
    package var todo: Todo? {
        switch self {
        case .todo(let todo, _, _), .series(let todo, _, _), .occurrence(let todo, _, _): todo
        case .tag, .location, .list, .view, .deleted, .subtask, .skipped, .noted, .refused: nil
        }
    }
}

/// The assumptions of a reader for facts that are not in the file.
public struct ImportContext: Sendable, Equatable {
    /// The time of the import. It is also the creation date of to-dos without one.
    public var now: Date
    /// The zone for times without one, and for the beginning of days.
    public var timeZone: TimeZone
    /// The name of the file, without its folder; nil if unknown (standard input).
    public var fileName: String?
    /// The name of the calendar that the file belongs to, such as that of its folder; nil if it has to come from the file.
    public var calendarName: String?
    /// When the file was last written; nil if unknown (standard input). The date of completions without one.
    public var fileModifiedAt: Date?
    /// Whether the format was guessed (``TodoFormats/guess(fileName:source:)``). todo.txt, in which any text has a
    /// meaning, then refuses what does not look like it.
    public var isFormatGuessed: Bool
    /// Whether a record that cannot be read is left out, as ``ImportItem/refused(position:line:reason:)``, instead of ending
    /// the import with an error. An error in the file as a whole, such as its header, still does. Documents of JSON are
    /// read as a whole.
    public var isSkippingBad = false
    /// The order of day and month in dates of other programs that are not ISO 8601.
    public var phrases = PhraseSettings.standard

    /// The assumptions for a file.
    public init(now: Date, timeZone: TimeZone, fileModifiedAt: Date? = nil, isFormatGuessed: Bool = false) {
        self.now = now
        self.timeZone = timeZone
        self.fileModifiedAt = fileModifiedAt
        self.isFormatGuessed = isFormatGuessed
    }
}

/// The facts that a writer needs besides its records.
public struct ExportContext: Sendable, Equatable {
    /// The zone for the beginning of days, for formats that only have instants or only have days.
    public var timeZone: TimeZone
    /// The keys of the extras of all to-dos. CSV, which must name its columns first, writes a column for each that came
    /// from a CSV column; extras not listed here share its last column. Other formats ignore it.
    public var extraKeys: [String]

    /// The context of an export.
    public init(timeZone: TimeZone, extraKeys: [String] = []) {
        self.timeZone = timeZone
        self.extraKeys = extraKeys
    }

    /// The context for reading the output again, to find out what is missing. A missing time becomes a time that no to-do has.
    var reading: ImportContext {
        ImportContext(now: Date(milliseconds: Limits.time.lowerBound), timeZone: timeZone)
    }
}
