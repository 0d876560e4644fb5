public import Foundation

/// Formats days and times in words for a reader, who reads at a given time in a given zone.
public struct DueText: Hashable, Sendable {
    /// The time at which the words are read.
    public let now: Date
    /// The time zone of the reader.
    public let timeZone: TimeZone
    private let today: Day

    /// Creates a formatter for a reader.
    public init(now: Date, timeZone: TimeZone) {
        self.now = now
        self.timeZone = timeZone
        today = Day(containing: now, in: timeZone)
    }

    /// The short form: `today`, `tomorrow 18:00`, `Mon 23 Nov`, `Tue 23 Nov 2027`.
    public func short(_ due: Due) -> String {
        switch due {
        case .day(let day): name(of: day)
        case .instant(let date, _): short(date)
        }
    }

    /// The short form of a moment.
    public func short(_ date: Date) -> String {
        let time = LocalTime(date, in: timeZone)
        return "\(name(of: time.day)) \(time.clock)"
    }

    /// The short form of the day of a date, without a time.
    public func day(_ due: Due) -> String {
        switch due {
        case .day(let day): name(of: day)
        case .instant(let date, _): name(of: LocalTime(date, in: timeZone).day)
        }
    }

    /// The form with the full date: `Sun 22 Nov 2026 (tomorrow)`. For an instant that was entered in a zone with another local
    /// time, that time is added: `Sun 22 Nov 2026 18:00 (tomorrow; 12:00 in America/New_York)`.
    public func long(_ due: Due) -> String {
        switch due {
        case .day(let day): return date(day, withYear: true) + remarks([relative(day)])
        case .instant(let moment, let identifier):
            let time = LocalTime(moment, in: timeZone)
            let there = TimeZone(identifier: identifier).map { LocalTime(moment, in: $0) }
            let elsewhere = there.flatMap { there in
                there == time
                    ? nil : "\(there.day == time.day ? "" : "\(name(of: there.day)) ")\(there.clock) in \(identifier)"
            }
            return "\(date(time.day, withYear: true)) \(time.clock)" + remarks([relative(time.day), elsewhere])
        }
    }

    /// A moment with its full date: `Sat 21 Nov 2026 18:05`.
    public func long(_ moment: Date) -> String {
        let time = LocalTime(moment, in: timeZone)
        return "\(date(time.day, withYear: true)) \(time.clock)"
    }

    /// The time of day of a moment: `18:05`.
    public func clock(_ moment: Date) -> String { LocalTime(moment, in: timeZone).clock }

    /// Whether the to-do is open and its due date has passed.
    public func isOverdue(_ todo: Todo) -> Bool {
        !todo.isDone && todo.due.map { $0.isOverdue(at: now, in: timeZone) } ?? false
    }

    /// Whether the to-do is open and its start date is yet to come.
    public func isWaiting(_ todo: Todo) -> Bool { todo.isWaiting(at: now, in: timeZone) }

    /// Whether the to-do is open and due later today.
    public func isDueToday(_ todo: Todo) -> Bool {
        guard !todo.isDone, let due = todo.due, !isOverdue(todo) else { return false }
        return DueWindow.on(today, in: timeZone).contains(due)
    }

    private func name(of day: Day) -> String {
        relative(day) ?? date(day, withYear: day.year != today.year)
    }

    private func relative(_ day: Day) -> String? {
        switch day.daysSince1970 - today.daysSince1970 {
        case -1: "yesterday"
        case 0: "today"
        case 1: "tomorrow"
        default: nil
        }
    }

    private func date(_ day: Day, withYear: Bool) -> String {
        let weekday = CalendarNames.short(CalendarNames.weekdays[day.weekday - 1])
        let month = CalendarNames.short(CalendarNames.months[day.month - 1])
        return "\(weekday) \(day.day) \(month)" + (withYear ? " \(day.year)" : "")
    }

    private func remarks(_ remarks: [String?]) -> String {
        let remarks = remarks.compactMap { $0 }
        return remarks.isEmpty ? "" : " (\(remarks.joined(separator: "; ")))"
    }
}
