import Foundation

extension Recurrence {
    /// The rule in English, such as "every 2 weeks on Monday"; the rule itself if there are no words for it.
    public var words: String { (try? RecurrenceRule(rule))?.words(for: mode) ?? rule }
}

extension RecurrenceRule {
    /// The rule in English, such as "every 2 weeks on Monday and Friday until 2027-01-31". ``RepeatPhrase`` reads exactly this
    /// rule from the words. If there are none, it is the RRULE.
    public func words(for mode: Recurrence.Mode = .every) -> String {
        guard let said = said else { return description }
        var text = "\(mode.rawValue) \(said)"
        switch end {
        case .day(let day): text += " until \(day)"
        case .count(let count): text += count == 1 ? " for 1 time" : " for \(count) times"
        case .moment, .wallClock: return description
        case nil: break
        }
        // Words that are read as another rule, or as no rule, are not used.
        let read = try? RepeatPhrase.parse(text, now: Date(milliseconds: 0), timeZone: .gmt)
        return read?.rule == self && read?.mode == mode ? text : description
    }

    /// The words after `every`, as far as there are words for the rule. They may express less than the rule.
    private var said: String? {
        let days = days
        guard interval > 1 || days == nil else { return days }
        let count = interval > 1 ? "\(interval) \(unit)s" : unit
        guard let days else { return count }
        return "\(count) on \(frequency == .monthly ? "the " : "")\(days)"
    }

    private var unit: String {
        switch frequency {
        case .daily: "day"
        case .weekly: "week"
        case .monthly: "month"
        case .yearly: "year"
        }
    }

    /// The days of a week, a month or a year, in words.
    private var days: String? {
        if weekdays.isEmpty { return monthDays.isEmpty ? nil : daysOfMonths }
        let isWorkdays = weekdays == (1...5).map { Weekday($0) }
        guard weekdays.contains(where: { $0.number != nil }) || !positions.isEmpty else {
            if isWorkdays, interval == 1 { return "weekday" }
            if weekdays.map(\.day) == [6, 7], interval == 1 { return "weekend" }
            return Self.list(weekdays.map { CalendarNames.weekdays[$0.day - 1] })
        }
        let numbers = positions.isEmpty ? weekdays.compactMap(\.number) : positions
        let name = positions.isEmpty ? CalendarNames.weekdays[weekdays[0].day - 1] : "weekday"
        var months = months.isEmpty ? "" : " of \(Self.list(monthNames))"
        // Alone, the second one may also mean every other one.
        if months.isEmpty, positions.isEmpty, numbers == [2] { months = " of the month" }
        return "\(Self.list(Self.inOrder(numbers).map(Self.ordinal))) \(name)\(months)"
    }

    private var daysOfMonths: String {
        let months = Self.list(monthNames)
        if monthDays == [-1] { return "last day\(months.isEmpty ? "" : " of \(months)")" }
        // The rule has all days from the 28th on, for shorter months. Only the last of them is in the words.
        let isClamped = positions.last == -1 || positions.first == -1
        let kept = isClamped ? monthDays.filter { $0 < 28 } + monthDays.suffix(1) : monthDays
        return months.isEmpty ? Self.list(kept.map(Self.ordinal)) : "\(Self.list(kept.map(String.init))) \(months)"
    }

    private var monthNames: [String] { months.map { CalendarNames.months[$0 - 1] } }

    /// The numbers in order, with those counted from the end last.
    private static func inOrder(_ numbers: [Int]) -> [Int] { numbers.filter { $0 > 0 } + numbers.filter { $0 < 0 } }

    private static func ordinal(_ number: Int) -> String {
        switch (number, number % 10, number / 10) {
        case (-1, _, _): "last"
        case (_, 1, 0), (_, 1, 2...): "\(number)st"
        case (_, 2, 0), (_, 2, 2...): "\(number)nd"
        case (_, 3, 0), (_, 3, 2...): "\(number)rd"
        default: "\(number)th"
        }
    }

    private static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return "\(words.dropLast().joined(separator: ", ")) and \(last)"
    }
}
