package import Foundation
import TodoDomain

/// A moment as the calendar and the clock on a wall in some zone show it.
struct LocalTime: Hashable, Sendable {
    let day: Day
    let hour: Int
    let minute: Int

    init(_ date: Date, in zone: TimeZone) {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: date)
        day = Day(containing: date, in: zone)
        let minuteOfDay = ((seconds % 86_400 + 86_400) % 86_400) / 60
        (hour, minute) = (minuteOfDay / 60, minuteOfDay % 60)
    }

    /// `18:05`.
    var clock: String { "\(twoDigits(hour)):\(twoDigits(minute))" }
}

extension Date {
    /// RFC 3339 in UTC with milliseconds, as in JSON: `2026-11-21T17:00:00.000Z`.
    package var timestamp: String {
        let (day, rest) = milliseconds.dividedRoundingDown(by: 86_400_000)
        let second = Int(rest / 1000)
        let clock = [second / 3600, second / 60 % 60, second % 60].map(twoDigits).joined(separator: ":")
        return "\(Day(daysSince1970: Int(day)))T\(clock).\(String(1000 + rest % 1000).dropFirst())Z"
    }
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
