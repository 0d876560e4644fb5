public import Foundation
public import TodoDomain

/// One thing read from a file.
public enum ImportItem: Sendable, Equatable {
    /// A tag that the file lists by itself, with its own times.
    case tag(Tag)
    /// A location that the file lists by itself, with its own times.
    case location(Location)
    /// A to-do. `modifiedAt` is when the file says that it was last edited, nil if it does not say: then a to-do that
    /// is known already is to be left as it is.
    ///
    /// Its tags and its location are to be made if they are missing and never overwritten: files say little of them,
    /// and where they came as records of their own, those came before.
    ///
    /// `formerID` is the id that earlier versions gave the record if it has none of its own; nil if that is the
    /// same. A to-do that is known by it and has the same extras is this one.
    case todo(Todo, modifiedAt: Date?, formerID: Todo.ID? = nil)
    /// What was not taken, and why: one sentence. The position is for people, such as "line 12".
    case skipped(position: String, reason: String)
}

/// What a reader needs to know where a file leaves it unsaid.
public struct ImportContext: Sendable, Equatable {
    /// The time of the import; the time at which a to-do was made if nothing says when.
    public var now: Date
    /// The zone in which times without a zone are meant, and in which a day begins.
    public var timeZone: TimeZone
    /// When the file was last written, nil if unknown (standard input): the time of completions without a date.
    public var fileModifiedAt: Date?
    /// Whether nobody said what format it is (``TodoFormats/guess(fileName:source:)``). Then todo.txt, in which any text
    /// means something, refuses what does not look like it.
    public var isFormatGuessed: Bool

    /// What is to be assumed where a file does not say.
    public init(now: Date, timeZone: TimeZone, fileModifiedAt: Date? = nil, isFormatGuessed: Bool = false) {
        (self.now, self.timeZone) = (now, timeZone)
        (self.fileModifiedAt, self.isFormatGuessed) = (fileModifiedAt, isFormatGuessed)
    }
}

/// What a writer needs to know beside what it writes.
public struct ExportContext: Sendable, Equatable {
    /// The zone in which days begin, for formats that know instants only or days only.
    public var timeZone: TimeZone
    /// The keys of the extras among the to-dos to come. CSV, which must name its columns first, makes a column of each
    /// that came from a CSV column; those not named here go into its last column together. Other formats ignore it.
    public var extraKeys: [String]

    /// How to write.
    public init(timeZone: TimeZone, extraKeys: [String] = []) {
        (self.timeZone, self.extraKeys) = (timeZone, extraKeys)
    }

    /// How what is written is read again, to see what it lacks. A time that it does not say becomes that of no to-do.
    var reading: ImportContext {
        ImportContext(now: Date(milliseconds: Limits.time.lowerBound), timeZone: timeZone)
    }
}
