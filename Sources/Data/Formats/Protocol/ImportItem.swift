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
    /// `looseID` is, for one that settles an occurrence, the id that it has as a to-do of its own, as long as what repeats is not
    /// known. An existing to-do with this id is replaced by it.
    case todo(Todo, modifiedAt: Date?, looseID: Todo.ID? = nil)
    /// A to-do that repeats, as another program has it. One that is not known yet gets the recurrence that it has; for one that
    /// is, ``SeriesInFile`` says what has happened to it elsewhere. `modifiedAt` is as that of a to-do.
    case series(Todo, SeriesInFile, modifiedAt: Date?)
    /// An occurrence of a to-do that repeats as a record of its own: one that was done, left out or moved elsewhere. If that
    /// to-do is not known, it is an ordinary to-do; it is nothing then if its id is empty.
    case occurrence(Todo, OccurrenceInFile, modifiedAt: Date?)
    /// A to-do that the file has as deleted, or no more as one of its own: one that is known should be deleted, unless it was
    /// edited after `modifiedAt` or settles an occurrence. Otherwise it is skipped, for this reason and at this position.
    case deleted(Todo.ID, modifiedAt: Date?, position: String, reason: String)
    /// A record that was skipped, and why, in one sentence. The position is for people, such as "line 12".
    case skipped(position: String, reason: String)
    /// Something that was taken but for a part that is not understood, and what became of that, in one sentence.
    case noted(position: String, reason: String)
    /// A record that cannot be read and was left out (``ImportContext/isSkippingBad``); the line where it begins, if the
    /// format counts lines.
    case refused(position: String, line: Int?, reason: String)
}

extension ImportItem {
    /// The to-do that it holds, whatever kind it is.
    package var todo: Todo? {
        switch self {
        case .todo(let todo, _, _), .series(let todo, _, _), .occurrence(let todo, _, _): todo
        case .tag, .location, .list, .view, .deleted, .skipped, .noted, .refused: nil
        }
    }
}

/// What a reader needs to know for what the file does not say.
public struct ImportContext: Sendable, Equatable {
    /// The time of the import, which is also the creation date of to-dos without one.
    public var now: Date
    /// The zone for times without one, and for the beginning of days.
    public var timeZone: TimeZone
    /// The name of the file, without its folder; nil if unknown (standard input).
    public var fileName: String?
    /// When the file was last written; nil if unknown (standard input). The date of completions without one.
    public var fileModifiedAt: Date?
    /// Whether the format was guessed (``TodoFormats/guess(fileName:source:)``). todo.txt, in which any text has a
    /// meaning, then refuses what does not look like it.
    public var isFormatGuessed: Bool
    /// Whether a record that cannot be read is left out, as ``ImportItem/refused(position:line:reason:)``, instead of ending
    /// the import with an error. What is wrong with the file as a whole, such as its header, still does. Documents of JSON are
    /// read as a whole.
    public var isSkippingBad = false
    /// How dates are read that are not of ISO 8601, in the CSV of other programs.
    public var phrases = PhraseSettings.standard

    /// The assumptions for a file.
    public init(now: Date, timeZone: TimeZone, fileModifiedAt: Date? = nil, isFormatGuessed: Bool = false) {
        (self.now, self.timeZone) = (now, timeZone)
        (self.fileModifiedAt, self.isFormatGuessed) = (fileModifiedAt, isFormatGuessed)
    }
}

/// What a writer needs to know besides what it writes.
public struct ExportContext: Sendable, Equatable {
    /// The zone for the beginning of days, for formats that only have instants or only have days.
    public var timeZone: TimeZone
    /// The keys of the extras of all to-dos. CSV, which must name its columns first, writes a column for each that came
    /// from a CSV column; extras not listed here share its last column. Other formats ignore it.
    public var extraKeys: [String]

    /// The context of an export.
    public init(timeZone: TimeZone, extraKeys: [String] = []) {
        (self.timeZone, self.extraKeys) = (timeZone, extraKeys)
    }

    /// The context for reading the output again, to find out what it lacks. Missing times become a time that no to-do
    /// has.
    var reading: ImportContext {
        ImportContext(now: Date(milliseconds: Limits.time.lowerBound), timeZone: timeZone)
    }
}
