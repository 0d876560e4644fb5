import Foundation

extension PhraseRule {
    /// The repetition of a to-do according to this rule, from its date on if it has one.
    func recurrence(_ context: PhraseContext, due: Due? = nil, start: Due? = nil) throws -> Recurrence {
        var endless = self
        endless.until = nil
        endless.length = nil
        func series(_ rule: PhraseRule, until end: Day?) throws -> Recurrence {
            try rule.phrase(context, until: end)
                .recurrence(now: context.now, timeZone: context.zone, due: due, start: start)
        }
        let first = try series(endless, until: nil)
        var end: Day?
        if let length, let past = try context.date(length, from: first.key)?.day { end = past.adding(days: -1) }
        if let day = until?.day {
            end = day >= first.key ? day : try context.day(day.day, day.month, from: first.key)
        }
        return end == nil ? first : try series(endless, until: end)
    }

    /// The phrase with this rule.
    func phrase(_ context: PhraseContext, until end: Day? = nil) throws -> RepeatPhrase {
        var (monthDays, positions) = (monthDays, positions)
        if frequency == .monthly, monthDays.allSatisfy({ $0 > 0 }) {
            (monthDays, positions) = try Self.clamped(monthDays, positions)
        }
        // In other years, 29 February becomes the 28th.
        if frequency == .yearly, monthDays == [29], months == [2] { (monthDays, positions) = ([28, 29], [-1]) }
        var weekdays = weekdays
        var frequency = frequency ?? .daily
        if !excepted.isEmpty {
            frequency = .weekly
            weekdays = (weekdays.isEmpty ? Array(1...7) : weekdays).filter { !excepted.contains($0) }
        }
        let named = weekdays.flatMap { day in
            numbers.isEmpty
                ? [RecurrenceRule.Weekday(day)] : numbers.map { RecurrenceRule.Weekday(day, number: $0) }
        }
        let clock = try clock(context)
        guard clock != .endOfDay else {
            throw TodoError(.badRecurrence, "24h is on the next day; say 0h.")
        }
        let end = end.map(RecurrenceRule.End.day) ?? count.map(RecurrenceRule.End.count)
        let rule = try RecurrenceRule(
            frequency, interval: interval, months: months, monthDays: monthDays, weekdays: named,
            positions: positions, end: end)
        return RepeatPhrase(mode: mode ?? .every, rule: rule, time: clock, from: from)
    }

    /// Days of each month. For the 29th, 30th and 31st, a shorter month uses its last day.
    private static func clamped(_ days: [Int], _ positions: [Int]) throws -> (days: [Int], positions: [Int]) {
        let days = Set(days).sorted()
        if let stray = days.first(where: { $0 > 31 }) {
            throw TodoError(.impossibleDay, "A month has at most 31 days, not \(stray).")
        }
        let late = days.filter { $0 > 28 }
        guard let last = late.first else { return (days, positions) }
        guard late.count == 1, !days.contains(28) else {
            throw TodoError(
                .badRecurrence, "Of the last days of a month give one alone, as a shorter month has not all of them.")
        }
        let early = days.dropLast()
        return (early + Array(28...last), early.isEmpty ? [-1] : Array(1...early.count) + [-1])
    }

    private func clock(_ context: PhraseContext) throws -> ClockTime? {
        try PhraseDate(kind: .time, time: time, part: part).clock(context)
    }
}

extension PhraseTime {
    var clock: ClockTime { ClockTime(milliseconds: min(minutes * 60 + seconds, 24 * 3600) * 1000) }
}

extension PhraseDate {
    /// The time of day, in the half of the day that the part says; nil if the phrase has no time.
    func clock(_ context: PhraseContext) throws -> ClockTime? {
        guard var time else { return part?.clock(context.settings) }
        guard time.form != .impossible else { throw PhraseDoubt.noSuchTime }
        let isLate = part?.isLate == true && (time.form == .hour || time.form == .colon) && time.minutes < 720
        if isLate { time.minutes += 720 }
        if saysBy, time.form == .word, time.minutes == 0 { time.minutes = 24 * 60 }
        return time.clock
    }

    /// The due date, and for a range the start date.
    /// - Throws: ``PhraseDoubt`` for a date that has passed, if it must be in the future.
    func due(_ context: PhraseContext) throws -> (due: Due, start: Due?) {
        if let moment { return (moment, nil) }
        guard let clock = try clock(context) else {
            guard let day else { throw PhraseContext.noSuchDay }
            return (countsOn ? (context.origin ?? .day(day)).on(day) : .day(day), nil)
        }
        if let time, part == .night, kind == .relative, time.form != .word {
            // `tonight at 2` is on no certain day, and 12 is not noon.
            let isBare = time.form == .hour || time.form == .colon
            let isEarly = time.minutes < (isBare ? 6 : 12) * 60 || isBare && 12..<18 ~= time.minutes / 60
            if isEarly || clock == .endOfDay { throw PhraseDoubt(.twoMeanings, "On which day?", "today, or tomorrow") }
        }
        let isMidnight = time?.form == .word && clock == .midnight
        if day == context.today, isMidnight, context.isToCome {
            throw PhraseDoubt(
                .twoMeanings, "Midnight today could be when this day began or when it ends.", "today 0h or today 24h")
        }
        var day = day ?? context.today
        if try clock.moment(on: day, in: context.zone) <= context.now, context.isToCome || self.day == nil {
            if self.day == nil {
                day = try day.moved(days: 1)
            } else if !context.isValue {
                let isToday = day == context.today
                throw PhraseDoubt(.passed, "This \(isToday ? "time of today" : "day") has passed.", "tomorrow")
            } else if time == nil, day == context.today {
                throw PhraseDoubt(
                    .passed,
                    "\(clock.text) today has passed; say tomorrow, or give the time, as in today at 23:30.")
            }
        }
        func due(_ clock: ClockTime) throws -> Due {
            .instant(try clock.moment(on: day, in: context.zone), context.zone)
        }
        return (try due(clock), try time?.from.map { try due(ClockTime(milliseconds: $0 * 60_000)) })
    }
}
