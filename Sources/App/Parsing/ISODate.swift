import Foundation
import TodoDomain

/// Reads the forms of ISO 8601 (RFC 3339 with the usual liberties: a space for the T, no seconds, no zone).
enum ISODate {
    /// The due date in ISO form; nil for another form, which a phrase may be.
    /// - Throws: ``TodoError``: `impossible-day` or `impossible-time`.
    static func parse(_ text: String, timeZone: TimeZone) throws -> Due? {
        var scanner = DigitScanner(text)
        guard let day = try day(&scanner) else { return nil }
        if scanner.isAtEnd { return .day(day) }
        guard scanner.take("t") || scanner.take(" "), let time = try time(&scanner) else { return nil }
        guard !scanner.isAtEnd else { return .instant(try time.moment(on: day, in: timeZone), timeZone) }
        guard let offset = try offset(&scanner), scanner.isAtEnd else { return nil }
        let seconds = Double(day.daysSince1970 * 86_400 - offset) + time.secondsOfDay
        return .instant(try Validation.time(Date(timeIntervalSince1970: seconds)), timeZone)
    }

    /// The day in the form `2026-11-21`; nil for another form.
    static func day(_ text: Substring) throws -> Day? {
        var scanner = DigitScanner(text)
        guard let day = try day(&scanner), scanner.isAtEnd else { return nil }
        return day
    }

    private static func day(_ scanner: inout DigitScanner) throws -> Day? {
        guard let year = scanner.number(digits: 4), scanner.take("-"), let month = scanner.number(digits: 2),
            scanner.take("-"), let day = scanner.number(digits: 2)
        else { return nil }
        return try Day(year: year, month: month, day: day)
    }

    /// `18:00`, `18:00:30` or `18:00:30.123`.
    private static func time(_ scanner: inout DigitScanner) throws -> ClockTime? {
        guard let hour = scanner.number(digits: 2), scanner.take(":"), let minute = scanner.number(digits: 2) else {
            return nil
        }
        guard scanner.take(":") else { return try ClockTime(hour: hour, minute: minute) }
        guard let second = scanner.number(digits: 2) else { return nil }
        guard scanner.take(".") else { return try ClockTime(hour: hour, minute: minute, second: second) }
        guard let fraction = scanner.milliseconds() else { return nil }
        return try ClockTime(hour: hour, minute: minute, second: second, millisecond: fraction)
    }

    /// `Z`, `+02:00`, `+0200` or `+02`, in seconds east of Greenwich.
    private static func offset(_ scanner: inout DigitScanner) throws -> Int? {
        if scanner.take("z") { return 0 }
        let isWest = scanner.take("-")
        guard isWest || scanner.take("+"), let hours = scanner.number(digits: 2) else { return nil }
        var minutes = 0
        if !scanner.isAtEnd {
            _ = scanner.take(":")
            guard let number = scanner.number(digits: 2) else { return nil }
            minutes = number
        }
        guard hours < 24, minutes < 60 else {
            throw TodoError(.impossibleTime, "A time is at most 23:59 ahead of or behind UTC.")
        }
        return (hours * 60 + minutes) * (isWest ? -60 : 60)
    }
}
