import Foundation

extension PhraseRule {
    /// What it makes of a to-do, from a date on, if it has one.
    func recurrence(_ context: PhraseContext, due: Due? = nil, start: Due? = nil) throws -> Recurrence {
        var endless = self
        (endless.until, endless.length) = (nil, nil)
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

    /// The phrase that it is.
    func phrase(_ context: PhraseContext, until end: Day? = nil) throws -> RepeatPhrase {
        var days = RepeatDays()
        if frequency == .monthly, !monthDays.isEmpty, monthDays.allSatisfy({ $0 > 0 }) { try days.setDays(monthDays) }
        var (monthDays, positions) = days.monthDays.isEmpty ? (monthDays, []) : (days.monthDays, days.positions)
        // 29 February is the 28th in other years.
        if frequency == .yearly, monthDays == [29], month == 2 { (monthDays, positions) = ([28, 29], [-1]) }
        if let position { positions = [position] }
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
        let clock = clock(context)
        guard clock != .endOfDay else {
            throw TodoError(.badRecurrence, "24h is on the next day; say 0h.")
        }
        let end = end.map(RecurrenceRule.End.day) ?? count.map(RecurrenceRule.End.count)
        let rule = try RecurrenceRule(
            frequency, interval: interval, months: month.map { [$0] } ?? [], monthDays: monthDays, weekdays: named,
            positions: positions, end: end)
        return RepeatPhrase(mode: mode ?? .every, rule: rule, time: clock, from: from)
    }

    private func clock(_ context: PhraseContext) -> ClockTime? {
        PhraseDate(kind: .time, time: time, part: part).minutes(context.settings)
            .map { ClockTime(milliseconds: $0 * 60_000) }
    }
}

extension PhraseDate {
    /// The time of day after 00:00, with the half of the day that its part says; nil where none is said.
    func minutes(_ settings: PhraseSettings) -> Int? {
        guard let time else { return part?.minutes(settings) }
        if saysBy, time.form == .word, time.minutes == 0 { return 24 * 60 }
        let isLate = part?.isLate == true && (time.form == .hour || time.form == .colon) && time.minutes < 720
        return time.minutes + (isLate ? 720 : 0)
    }

    /// When it is due, and when it starts if it is a range.
    /// - Throws: ``PhraseDoubt`` for what has passed.
    func due(_ context: PhraseContext) throws -> (due: Due, start: Due?) {
        if let moment { return (.instant(moment, context.zone), nil) }
        guard let minutes = minutes(context.settings) else {
            guard let day else { throw PhraseContext.noSuchDay }
            return (.day(day), nil)
        }
        func due(_ minutes: Int, on day: Day) throws -> Due {
            let moment = try ClockTime(milliseconds: min(minutes, 24 * 60) * 60_000).moment(on: day, in: context.zone)
            return .instant(moment, context.zone)
        }
        func isOver(_ due: Due) -> Bool {
            if case .instant(let moment, _) = due { return moment <= context.now }
            return false
        }
        if part == .night, kind == .relative, let time, time.form != .word {
            // At 2 tonight is on no certain day, and 12 is not noon.
            let isBare = time.form == .hour || time.form == .colon
            let isEarly = time.minutes < (isBare ? 6 : 12) * 60 || isBare && 12..<18 ~= time.minutes / 60
            if isEarly || minutes >= 24 * 60 {
                throw PhraseDoubt(.twoMeanings, "On which day?", "today, or tomorrow")
            }
        }
        var day = day ?? context.today
        if isOver(try due(minutes, on: day)) {
            guard self.day == nil else {
                if day < context.today { throw PhraseDoubt(.passed, "This day has passed.", "tomorrow") }
                throw PhraseDoubt(.passed, "This time of today has passed.", "tomorrow")
            }
            day = try day.moved(days: 1)
        }
        return (try due(minutes, on: day), try time?.from.map { try due($0, on: day) })
    }
}
