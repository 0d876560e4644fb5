import Basics

extension Alarm {
    /// A length of time before a date, or after it if negative: days of the calendar, and seconds on top of them.
    ///
    /// Its text is a duration of RFC 5545 such as `PT15M`, `P1DT12H` or `-PT5M`. A day before 18:00 is 18:00, also if
    /// clocks are changed in between; 24 hours before it may be another time of day.
    public struct Lead: Hashable, Sendable, LosslessStringConvertible {
        /// Days of the calendar.
        public let days: Int
        /// Seconds; they have the same sign as the days.
        public let seconds: Int

        /// A length of time; nil if the signs differ, or if it is longer than a hundred years.
        public init?(days: Int = 0, seconds: Int = 0) {
            guard days.magnitude <= Self.mostDays, seconds.magnitude <= Self.mostDays * 86_400,
                days.signum() * seconds.signum() >= 0
            else { return nil }
            self.days = days
            self.seconds = seconds
        }

        /// Parses the text of a duration; nil for any other text and for one that is too long.
        public init?(_ description: String) {
            guard let lead = DigitScanner.scan(description, Self.read) else { return nil }
            self = lead
        }

        /// The text as a duration, in weeks never, so that equal ones have the same text.
        public var description: String {
            var text = isAfter ? "-P" : "P"
            if days != 0 { text += "\(days.magnitude)D" }
            let time = zip(parts, "HMS").map { $0 > 0 ? "\($0)\($1)" : "" }.joined()
            if !time.isEmpty { text += "T" + time }
            return self == .zero ? "PT0S" : text
        }

        /// At the date itself.
        public static let zero = Lead()

        /// Whether it is after the date.
        public var isAfter: Bool { days < 0 || seconds < 0 }

        /// The same on the other side of the date.
        package var negated: Lead { Lead(days: -days, seconds: -seconds) ?? .zero }

        /// The seconds as hours, minutes and seconds.
        var parts: [UInt] { [seconds.magnitude / 3600, seconds.magnitude / 60 % 60, seconds.magnitude % 60] }

        /// A hundred years.
        static let mostDays = 36_525

        private init() { (days, seconds) = (0, 0) }

        private static func read(_ scanner: inout DigitScanner) -> Lead? {
            func take(_ unit: Unicode.Scalar) -> Int? {
                var attempt = scanner
                guard let number = attempt.number(digits: 1...9), attempt.take(unit) else { return nil }
                scanner = attempt
                return number
            }
            let sign = scanner.take("-") ? -1 : 1
            if sign > 0 { _ = scanner.take("+") }
            guard scanner.take("P") else { return nil }
            let days = [take("W").map { $0 * 7 }, take("D")].compactMap(\.self)
            let hasTime = scanner.take("T")
            let seconds = hasTime ? [take("H").map { $0 * 3600 }, take("M").map { $0 * 60 }, take("S")] : []
            let times = seconds.compactMap(\.self)
            guard scanner.isAtEnd, hasTime ? !times.isEmpty : !days.isEmpty else { return nil }
            return Lead(days: sign * days.reduce(0, +), seconds: sign * times.reduce(0, +))
        }
    }
}
