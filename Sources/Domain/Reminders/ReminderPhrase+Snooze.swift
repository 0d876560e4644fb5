public import Foundation

extension ReminderPhrase {
    /// The end of a snooze that the phrase describes: after a length such as `10m`, when the clock next shows a time
    /// such as `18:00`, or at a moment such as `tomorrow 9am`. nil for a moment in the past, and for anything that is
    /// not a time.
    /// - Parameter now: when it begins.
    public func endOfSnooze(from now: Date, _ settings: ReminderSettings) -> Date? {
        switch self {
        case .trigger(.moment(let date, _)): return date > now ? date : nil
        case .trigger(.before(let lead, .either)):
            guard !lead.isAfter, lead != .zero else { return nil }
            return now.addingTimeInterval(TimeInterval(lead.days) * 86_400 + TimeInterval(lead.seconds))
        case .trigger(.time(let time, 0, .either)):
            let today = RemindedTodo(
                id: .init(), due: .day(Day(containing: now, in: settings.timeZone)), alarms: [])
            let moments = [0, -1].compactMap { today.moment(of: .time(time, daysBefore: $0, of: .due), settings) }
            return moments.first { $0 > now }
        default: return nil
        }
    }
}
