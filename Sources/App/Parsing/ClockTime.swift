import Foundation
import TodoDomain

/// A time of day, as a clock on the wall shows it.
struct ClockTime: Hashable, Sendable {
    let milliseconds: Int

    static let noon = ClockTime(milliseconds: 12 * 3_600_000)
    static let midnight = ClockTime(milliseconds: 0)

    private init(milliseconds: Int) { self.milliseconds = milliseconds }

    /// - Throws: ``TodoError`` with code `impossible-time` for a time such as 25:00.
    init(hour: Int, minute: Int, second: Int = 0, millisecond: Int = 0) throws {
        guard 0..<24 ~= hour, 0..<60 ~= minute, 0..<60 ~= second else {
            throw TodoError(.impossibleTime, "There is no such time of day; the clock runs from 00:00 to 23:59:59.")
        }
        milliseconds = ((hour * 60 + minute) * 60 + second) * 1000 + millisecond
    }

    /// Seconds since 00:00.
    var secondsOfDay: Double { Double(milliseconds) / 1000 }

    /// The moment at which clocks in `zone` show this time on `day`: the first one where they show it twice, and as
    /// much later as the clocks skip where they never show it.
    /// - Throws: ``TodoError`` with code `impossible-time` for one outside the years 1 to 9999.
    func moment(on day: Day, in zone: TimeZone) throws -> Date {
        // Not left to Calendar, whose answers for skipped and repeated times differ between platforms.
        let local = Double(day.daysSince1970) * 86_400 + secondsOfDay
        // No zone is more than 14 hours off UTC: a day earlier and later lie on either side of any change of the clocks.
        let offsets = [-86_400.0, 0, 86_400].map { Self.offset(of: zone, at: local + $0) }
        let candidates = offsets.map { local - $0 }
        let shown = zip(candidates, offsets).filter { Self.offset(of: zone, at: $0) == $1 }.map(\.0).min()
        return try Validation.time(Date(timeIntervalSince1970: shown ?? candidates[0]))
    }

    private static func offset(of zone: TimeZone, at seconds: Double) -> Double {
        Double(zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)))
    }
}

extension ClockTime {
    /// Reads `9am`, `9:30pm`, `9:30`, `17:00:30`, `noon` and `midnight`; nil for anything else, and for a bare `9`,
    /// which could be either half of the day.
    static func parse(_ word: Substring) throws -> ClockTime? {
        switch word {
        case "noon": return .noon
        case "midnight": return .midnight
        default: break
        }
        var scanner = DigitScanner(word)
        guard let hour = scanner.number(digits: 1...2) else { return nil }
        var (minute, second, hasMinute) = (0, 0, false)
        if scanner.take(":") {
            guard let number = scanner.number(digits: 2) else { return nil }
            (minute, hasMinute) = (number, true)
            if scanner.take(":") {
                guard let number = scanner.number(digits: 2) else { return nil }
                second = number
            }
        }
        if scanner.isAtEnd { return hasMinute ? try ClockTime(hour: hour, minute: minute, second: second) : nil }
        let isAfternoon = scanner.take("p")
        guard isAfternoon || scanner.take("a"), scanner.take("m"), scanner.isAtEnd else { return nil }
        guard 1...12 ~= hour else {
            throw TodoError(.impossibleTime, "With am and pm the hours are 1 to 12.")
        }
        return try ClockTime(hour: hour % 12 + (isAfternoon ? 12 : 0), minute: minute, second: second)
    }
}
