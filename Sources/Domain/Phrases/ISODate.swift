import Basics
import Foundation

/// ISO 8601 dates and times as people type them: RFC 3339 with the usual liberties.
enum ISODate {
    /// The due date in ISO form; nil for any other form, which can still be a phrase.
    /// - Throws: ``TodoError``: `impossible-day` or `impossible-time`.
    static func parse(_ text: String, timeZone: TimeZone) throws -> Due? {
        guard let parts = DateTimeText(text, .extended) else { return nil }
        let day = try day(parts)
        guard let clock = parts.clock else { return .day(day) }
        guard clock.exists else { throw ClockTime.noSuchTime }
        guard parts.offset?.exists != false else {
            throw TodoError(.impossibleTime, "A time is at most 23:59 ahead of or behind UTC.")
        }
        let milliseconds = Int64(parts.secondsSince1970) * 1000 + Int64(clock.nanoseconds / 1_000_000)
        let date = parts.offset == nil ? timeZone.date(wallClock: milliseconds) : Date(milliseconds: milliseconds)
        return .instant(try Validation.time(date), timeZone)
    }

    /// The day in the form `2026-11-21`; nil for any other form.
    static func day(_ text: Substring) throws -> Day? {
        guard let parts = DateTimeText(text, .extended), parts.clock == nil else { return nil }
        return try day(parts)
    }

    private static func day(_ parts: DateTimeText) throws -> Day {
        try Day(year: parts.date.year, month: parts.date.month, day: parts.date.day)
    }
}
