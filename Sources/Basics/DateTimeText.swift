/// The parts of an ISO 8601 text: a day, optionally with a time of day and an offset from UTC. Does not check whether
/// the day and the time exist.
public struct DateTimeText: Hashable, Sendable {
    /// How strict the reader is, and what the writer writes.
    public enum Form: Sendable {
        /// Strict RFC 3339 in Google's form: `2026-11-21T18:00:00.250Z`, or `+01:00` instead of the `Z`, with at most
        /// nine fractional digits. Seconds end at 59.
        case wire
        /// RFC 3339 with the usual liberties: no time, a space for the `T`, small letters, no seconds, no zone, `+0100`
        /// and `+01`, any number of fractional digits. Second 60 is a leap second.
        case extended
        /// `20261121T180000Z`, as in iCalendar and Taskwarrior; or only the day, or a time without `Z`.
        case basic
    }

    /// A time of day.
    public struct Clock: Hashable, Sendable {
        /// The hour as written.
        public var hour: Int
        /// The minute as written.
        public var minute: Int
        /// The second as written; 60 is a leap second.
        public var second = 0
        /// Nanoseconds after the second.
        public var nanoseconds = 0

        /// Whether the time exists.
        public var exists: Bool { hour < 24 && minute < 60 && second <= 60 }
    }

    /// An offset from UTC.
    public struct Offset: Hashable, Sendable {
        /// Whether it is behind UTC.
        public var isWest = false
        /// Whole hours as written.
        public var hours = 0
        /// Additional minutes as written.
        public var minutes = 0

        /// Whether it is less than a day.
        public var exists: Bool { hours < 24 && minutes < 60 }
        /// Seconds east of Greenwich.
        public var seconds: Int { (hours * 60 + minutes) * (isWest ? -60 : 60) }
    }

    /// The day.
    public let date: CivilDate
    /// The time of day; nil if the text is only a day.
    public let clock: Clock?
    /// The offset from UTC; nil if the text has none.
    public let offset: Offset?

    /// Whether the day and the time exist.
    public var exists: Bool { date.exists && clock?.exists != false && offset?.exists != false }

    /// Whole seconds since 1970-01-01T00:00:00Z; without an offset, as if the time were UTC. A leap second is the first
    /// second of the next minute.
    public var secondsSince1970: Int {
        let time = clock.map { ($0.hour * 60 + $0.minute) * 60 + $0.second } ?? 0
        return date.daysSince1970 * 86_400 + time - (offset?.seconds ?? 0)
    }

    /// Parses a text; nil if it has another form.
    public init?(_ text: some StringProtocol, _ form: Form) {
        var text = String(text)
        guard let parts = text.withUTF8({ DateTimeText(utf8: $0, form) }) else { return nil }
        self = parts
    }

    /// Parses UTF-8 text; nil if it has another form.
    public init?(utf8: UnsafeBufferPointer<UInt8>, _ form: Form) {
        var scanner = DigitScanner(utf8: utf8)
        let isBasic = form == .basic
        guard let year = scanner.number(digits: 4), isBasic || scanner.take("-"),
            let month = scanner.number(digits: 2), isBasic || scanner.take("-"), let day = scanner.number(digits: 2)
        else { return nil }
        date = CivilDate(year: year, month: month, day: day)
        if scanner.isAtEnd {
            guard form != .wire else { return nil }
            clock = nil
            offset = nil
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
