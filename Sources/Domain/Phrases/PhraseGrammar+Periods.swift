import Foundation

/// Weeks, months, quarters and years with all their days, for filters.
extension PhraseGrammar {
    private typealias MakesDays = @Sendable (PhraseContext, PhraseArguments) throws -> (Day, Day)

    private mutating func days(_ name: String, _ pattern: String, _ days: @escaping MakesDays) {
        row(name, pattern, in: .value) { context, arguments in
            let (first, last) = try days(context, arguments)
            return .period(first, last)
        }
    }

    mutating func addPeriods() {
        days("period", "week") { context, _ in (context.today, try context.today.moved(days: 6)) }
        days("pastperiod", "week") { context, _ in (try context.today.moved(days: -6), context.today) }
        for (name, isPast) in [("period", false), ("pastperiod", true)] {
            days(name, "on? <week>") { _, arguments in
                let parts = arguments.numbers(0)
                let monday = try Day.monday(ofWeek: parts[1], year: parts[0])
                return (monday, try monday.moved(days: 6))
            }
            days(name, "on? weekend") { context, _ in
                let saturday = try context.today.moved(days: -((context.today.weekday + 1) % 7))
                let isCurrent = isPast || context.today.weekday >= 6
                return try Self.weekend(isCurrent ? saturday : context.next(6))
            }
            days(name, "on? this weekend") { context, _ in try Self.weekend(context.ofWeek(6, later: 0)) }
            days(name, "on? next weekend") { context, _ in try Self.weekend(context.ofWeek(6, later: 1)) }
            days(name, "<month> <year>") { try Self.month($1.number(0), $1.number(1)) }
            days(name, "<ym>") { try Self.month($1.numbers(0)[1], $1.numbers(0)[0]) }
            days(name, "<month>") { context, arguments in
                let (month, today) = (arguments.number(0), context.today)
                // The present month is both the next and the last one.
                let away = isPast ? (month > today.month ? -1 : 0) : (month < today.month ? 1 : 0)
                return try Self.month(month, today.year + away)
            }
            days(name, "this <period>") { context, arguments in
                let start = try arguments.period(0).start(of: context.today, weeksFrom: context.settings.firstWeekday)
                return (start, try context.end(arguments.period(0)))
            }
            days(name, "next <period>") { (try $0.startOfNext($1.period(0)), try $0.endOfNext($1.period(0))) }
            days(name, "last <period>") { context, arguments in
                let (period, first) = (arguments.period(0), context.settings.firstWeekday)
                let last = try period.start(of: context.today, weeksFrom: first).moved(days: -1)
                return (try period.start(of: last, weeksFrom: first), last)
            }
        }
        days("pastperiod", "last weekend") { context, _ in
            // On a weekend, the last weekend is the one before.
            let days = (context.today.weekday + 1) % 7 + (context.today.weekday >= 6 ? 7 : 0)
            return try Self.weekend(context.today.moved(days: -days))
        }
    }

    private static func weekend(_ saturday: Day) throws -> (Day, Day) { (saturday, try saturday.moved(days: 1)) }

    private static func month(_ month: Int, _ year: Int) throws -> (Day, Day) {
        guard 1...12 ~= month else { throw PhraseDoubt(.impossible, "There is no month \(month).") }
        let first = try Day(year: year, month: month, day: 1)
        return (first, first.endOfMonth)
    }
}

extension PhraseParser {
    /// The first and the last day of a period; nil if the text is not a period.
    /// - Throws: ``TodoError`` with code `impossible-day` for a period that does not exist.
    static func period(
        _ name: Substring, in text: String, now: Date, timeZone: TimeZone, settings: PhraseSettings
    ) throws -> (first: Day, last: Day)? {
        guard text.utf8.count <= DuePhrase.longestPhrase else { return nil }
        var parser = PhraseParser(text, PhraseContext(now: now, zone: timeZone, settings: settings, in: .value))
        switch parser.whole(name) {
        case .period(let first, let last): return (first, last)
        case .doubt(let doubt): throw doubt.error(.usage)
        default: return nil
        }
    }
}
