import Foundation

/// A local time of day.
public struct ClockTime: Hashable, Sendable {
    /// Milliseconds after 00:00, up to those of a whole day.
    public let milliseconds: Int

    static let noon = hour(12)
    static let midnight = hour(0)
    /// The end of the day, which is the start of the next one: `24h`.
    static let endOfDay = ClockTime(milliseconds: 24 * 3_600_000)

    /// - Parameter milliseconds: 0 to those of a whole day.
    init(milliseconds: Int) { self.milliseconds = milliseconds }

    /// A time of day.
    /// - Parameters:
    ///   - hour: 0 to 23.
    ///   - minute: 0 to 59.
    ///   - second: 0 to 59.
    /// - Throws: ``TodoError`` with code `impossible-time` for a time such as 25:00.
    public init(hour: Int, minute: Int, second: Int = 0) throws {
        guard 0..<24 ~= hour, 0..<60 ~= minute, 0..<60 ~= second else {
            throw Self.noSuchTime
        }
        milliseconds = ((hour * 60 + minute) * 60 + second) * 1000
    }

    /// A full hour; one that does not exist is the nearest that does.
    public static func hour(_ hour: Int) -> ClockTime {
        ClockTime(milliseconds: min(max(hour, 0), 23) * 3_600_000)
    }

    /// The time in the form `18:00`, or `18:00:30` if it has seconds.
    var text: String {
        let seconds = milliseconds / 1000
        let parts = [seconds / 3600, seconds / 60 % 60] + (seconds % 60 == 0 ? [] : [seconds % 60])
        return parts.map { ($0 < 10 ? "0" : "") + String($0) }.joined(separator: ":")
    }

    static var noSuchTime: TodoError {
        TodoError(.impossibleTime, "There is no such time of day; the clock runs from 00:00 to 23:59:59.")
    }

    /// The moment at which clocks in `zone` show this time on `day`. A repeated time is the first of the two; a skipped
    /// one moves later by the length of the gap.
    /// - Throws: ``TodoError`` with code `impossible-time` for one outside the years 1 to 9999.
    func moment(on day: Day, in zone: TimeZone) throws -> Date {
        let wallClock = Int64(day.daysSince1970) * 86_400_000 + Int64(milliseconds)
        return try Validation.time(zone.date(wallClock: wallClock))
    }
}
