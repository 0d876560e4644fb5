public import Foundation

extension ReminderPhrase {
    /// Until when a snooze lasts that is described so: for `10m` so long, for `18:00` until the clock next shows it, for
    /// `tomorrow 9am` until then; nil for a moment that is past, and for anything that is no time.
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
