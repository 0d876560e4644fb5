import Foundation

/// The rule that makes a to-do a series, and where it starts. One register, `recurrence`, holds all of it, so that of two
/// concurrent edits one wins as a whole.
///
/// In every mode, occurrences are identified by the days on which the rule has them, their *keys*, independent of any
/// zone, time or clock. The current position of the series is not stored anywhere: it is derived from this and from the
/// settled occurrences (`Series`).
public struct Recurrence: Hashable, Sendable, Codable {
    /// The effect of completing an occurrence on those before and after it.
    public enum Mode: String, Hashable, Sendable, Codable, CaseIterable {
        /// The dates of the rule; a late completion settles those that were missed too.
        case every
        /// The dates of the rule, each of which must be settled, such as rent.
        case each
        /// An interval after the day of the last completion.
        case everyFromCompletion = "every!"
    }

    /// The rule as received, word for word: an RRULE, which may use more than is computed here.
    public var rule: String
    /// The effect of completing an occurrence.
    public var mode: Mode
    /// The IANA name of the time zone in which it was set up, which determines the day of a completion of the series itself.
    public var zone: String
    /// The number of the stretch, 0 to ``greatestNumber``; each new anchor or rule begins one.
    public var stretch: Int
    /// The phase of the rule, its DTSTART.
    public var base: Day
    /// The key of the stretch's first occurrence.
    public var key: Day
    /// When that first occurrence is due. The later ones are due on their keys at the same time of day, unless it was moved
    /// to another time just once.
    public var due: Due
    /// The position of the first occurrence within the series, 1 to ``greatestNumber``.
    public var number: Int
    /// The greatest settled key of any stretch known when this was written; nil for none.
    public var after: Day?
    /// The time of day of the later occurrences, on any day, if only the first one was moved to another time;
    /// otherwise they are due as the first one is.
    package var usual: Due?

    /// A stretch of a series.
    public init(
        rule: String, mode: Mode, zone: String, stretch: Int = 0, base: Day, key: Day, due: Due, number: Int = 1,
        after: Day? = nil
    ) {
        self.rule = rule
        self.mode = mode
        self.zone = zone
        self.base = base
        self.key = key
        self.due = due
        self.after = after
        self.stretch = min(max(stretch, 0), Self.greatestNumber)
        self.number = min(max(number, 1), Self.greatestNumber)
    }

    /// The time of day at which its occurrences are due, on whatever day.
    package var usualDue: Due { usual ?? due }

    /// The same with numbers that can be counted on from.
    package var withinLimits: Recurrence {
        var limited = self
        limited.stretch = min(max(stretch, 0), Self.greatestNumber)
        limited.number = min(max(number, 1), Self.greatestNumber)
        return limited
    }

    /// The same as the first stretch of a series.
    package var first: Recurrence {
        var first = self
        first.stretch = 0
        first.number = 1
        first.after = nil
        return first
    }

    /// The current occurrence of what repeats.
    public struct Current: Hashable, Sendable, Codable {
        /// The day on which the rule has it.
        public let key: Day
        /// When it is due.
        public let due: Due
        /// Its position within the series; with ``Mode/everyFromCompletion`` one more than the number settled.
        public let number: Int

        /// An occurrence.
        package init(key: Day, due: Due, number: Int) {
            self.key = key
            self.due = due
            self.number = number
        }
    }

    /// Greater than the number of representable days.
    public static let greatestNumber = 999_999_999
}

/// The occurrence of a series that a settled to-do represents.
public struct Occurrence: Hashable, Sendable, Codable, Comparable {
    /// The stretch of the series, 0 to ``Recurrence/greatestNumber``.
    public let stretch: Int
    /// The day on which the rule has it.
    public let key: Day

    /// An occurrence.
    public init(stretch: Int, key: Day) {
        self.stretch = min(max(stretch, 0), Recurrence.greatestNumber)
        self.key = key
    }

    /// The id of the to-do that settles this occurrence of a series. It is the same on every device, so the same
    /// completion on two of them is one record.
    public func id(in series: Todo.ID) -> Todo.ID {
        let uuid = UUID(uuidString: series.rawValue)
        // Two spellings of one UUID are two ids.
        let namespace =
            uuid.flatMap { Todo.ID($0) == series ? $0 : nil }
            ?? UUID(namespace: Self.foreignSeries, name: series.rawValue)
        return Todo.ID(UUID(namespace: namespace, name: "\(stretch)/\(key)"))
    }

    /// By stretch, then by day.
    public static func < (left: Occurrence, right: Occurrence) -> Bool {
        (left.stretch, left.key) < (right.stretch, right.key)
    }

    /// For series whose ids are not UUIDs.
    private static let foreignSeries = UUID(
        uuid: (0x9E, 0x41, 0x2C, 0x7B, 0x35, 0xD8, 0x4A, 0x60, 0xB1, 0x0F, 0x6A, 0x93, 0x2E, 0xC7, 0x58, 0x14))
}
