package import Foundation

/// A moment as a local date and time in a zone.
package struct LocalTime: Hashable, Sendable {
    package let day: Day
    package let hour: Int
    package let minute: Int

    package init(_ date: Date, in zone: TimeZone) {
        let seconds = Int(date.timeIntervalSince1970.rounded(.down)) + zone.secondsFromGMT(for: date)
        day = Day(containing: date, in: zone)
        let minuteOfDay = ((seconds % 86_400 + 86_400) % 86_400) / 60
        hour = minuteOfDay / 60
        minute = minuteOfDay % 60
    }

    /// The time of day: `18:05`.
    package var clock: String { "\(twoDigits(hour)):\(twoDigits(minute))" }
}

private func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
