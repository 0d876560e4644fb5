/// What a text of ISO 8601 says, part by part: a day, with or without a time of day, with or without its distance from
/// UTC. Whether there is such a day and time is another question.
public struct DateTimeText: Hashable, Sendable {
    /// How strict a reader is, and how a writer writes.
    public enum Form: Sendable {
        /// RFC 3339 to the letter, as Google writes it: `2026-11-21T18:00:00.250Z`, or `+01:00` in place of the `Z`, with
        /// at most nine digits of a fraction. Seconds end at 59.
        case wire
        /// RFC 3339 with the usual liberties: no time at all, a space for the `T`, small letters, no seconds, no zone,
        /// `+0100` and `+01`, any number of digits of a fraction. Second 60 is a leap second.
        case extended
        /// `20261121T180000Z`, as iCalendar and Taskwarrior write it; or the day alone, or the time without its `Z`.
        case basic
    }

    /// A time of day.
    public struct Clock: Hashable, Sendable {
        /// The hour, as it was written.
        public var hour: Int
        /// The minute, as it was written.
        public var minute: Int
        /// The second, as it was written; 60 is a leap second.
        public var second = 0
        /// Nanoseconds after the second.
        public var nanoseconds = 0

        /// Whether clocks show such a time.
        public var exists: Bool { hour < 24 && minute < 60 && second <= 60 }
    }

    /// How far clocks are ahead of UTC.
    public struct Offset: Hashable, Sendable {
        /// Whether they are behind.
        public var isWest = false
        /// Whole hours, as they were written.
        public var hours = 0
        /// Minutes beside the hours, as they were written.
        public var minutes = 0

        /// Whether it is less than a day.
        public var exists: Bool { hours < 24 && minutes < 60 }
        /// Seconds east of Greenwich.
        public var seconds: Int { (hours * 60 + minutes) * (isWest ? -60 : 60) }
    }

    /// The day.
    public let date: CivilDate
    /// The time of day; nil if the text is a day alone.
    public let clock: Clock?
    /// How far that is from UTC; nil if the text does not say it.
    public let offset: Offset?

    /// Whether there is such a day and time.
    public var exists: Bool { date.exists && clock?.exists != false && offset?.exists != false }

    /// Whole seconds since 1970-01-01T00:00:00Z, or on clocks that show UTC if there is no offset. A leap second is
    /// the first second of the next minute.
    public var secondsSince1970: Int {
        let time = clock.map { ($0.hour * 60 + $0.minute) * 60 + $0.second } ?? 0
        return date.daysSince1970 * 86_400 + time - (offset?.seconds ?? 0)
    }

    /// The parts of a text; nil if it has another form.
    public init?(_ text: some StringProtocol, _ form: Form) {
        var text = String(text)
        guard let parts = text.withUTF8({ DateTimeText(utf8: $0, form) }) else { return nil }
        self = parts
    }

    /// The parts of a text; nil if it has another form.
    public init?(utf8: UnsafeBufferPointer<UInt8>, _ form: Form) {
        var scanner = DigitScanner(utf8: utf8)
        let isBasic = form == .basic
        guard let year = scanner.number(digits: 4), isBasic || scanner.take("-"),
            let month = scanner.number(digits: 2), isBasic || scanner.take("-"), let day = scanner.number(digits: 2)
        else { return nil }
        date = CivilDate(year: year, month: month, day: day)
        if scanner.isAtEnd {
            guard form != .wire else { return nil }
            (clock, offset) = (nil, nil)
            return
        }
        guard form == .wire ? scanner.take("T") : scanner.take(anyOf: "Tt "),
            let clock = Self.clock(&scanner, form)
        else { return nil }
        self.clock = clock
        if scanner.isAtEnd, form != .wire {
            offset = nil
        } else {
            guard let offset = Self.offset(&scanner, form), scanner.isAtEnd else { return nil }
            self.offset = offset
        }
    }

    private static func clock(_ scanner: inout DigitScanner, _ form: Form) -> Clock? {
        guard let hour = scanner.number(digits: 2), form == .basic || scanner.take(":"),
            let minute = scanner.number(digits: 2)
        else { return nil }
        var clock = Clock(hour: hour, minute: minute)
        guard form == .basic || scanner.take(":") else { return form == .extended ? clock : nil }
        guard let second = scanner.number(digits: 2), form != .wire || second < 60 else { return nil }
        clock.second = second
        if form != .basic, scanner.take(".") {
            guard let fraction = scanner.fraction(), form != .wire || fraction.digits <= 9 else { return nil }
            clock.nanoseconds = fraction.nanoseconds
        }
        return clock
    }

    private static func offset(_ scanner: inout DigitScanner, _ form: Form) -> Offset? {
        if form == .wire ? scanner.take("Z") : scanner.take(anyOf: "Zz") { return Offset() }
        var offset = Offset(isWest: scanner.take("-"))
        guard offset.isWest || scanner.take("+"), let hours = scanner.number(digits: 2) else { return nil }
        offset.hours = hours
        guard !scanner.isAtEnd || form == .wire else { return offset }
        guard form == .basic || scanner.take(":") || form == .extended, let minutes = scanner.number(digits: 2) else {
            return nil
        }
        offset.minutes = minutes
        return offset
    }
}
