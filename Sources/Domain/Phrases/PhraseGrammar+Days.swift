import Foundation

extension PhraseGrammar {
    private typealias MakesDay = @Sendable (PhraseContext, PhraseArguments) throws -> Day

    /// Adds a row for a day.
    private mutating func day(
        _ name: String, _ pattern: String, _ kind: PhraseDate.Kind, in places: PhrasePlaces = .all,
        _ day: @escaping MakesDay
    ) {
        row(name, pattern, in: places) { .date(PhraseDate(day: try day($0, $1), kind: kind)) }
    }

    mutating func addDays() {
        addMonthAndDay()
        day("day", "today|tod", .relative) { context, _ in context.today }
        day("day", "eod", .relative) { context, _ in context.today }
        day("day", "the? end of the? day", .relative) { context, _ in context.today }
        day("day", "today eod", .relative) { context, _ in context.today }
        day("day", "later today", .relative, in: .prose) { context, _ in context.today }
        day("day", "tomorrow|tmrw|tmr", .relative) { context, _ in try context.today.moved(days: 1) }
        // Typing errors are understood only in a line. Yesterday is understood only if a date is asked for.
        let misspelled = "tom|tmw|tmro|tomo|tomoz|tomorow|tommorow|tommorrow|tomorro|2moro|2morrow|2mrw"
        day("day", misspelled, .relative, in: .prose) { context, _ in try context.today.moved(days: 1) }
        day("day", "2day", .relative, in: .prose) { context, _ in context.today }
        day("day", "yesterday", .relative, in: .value) { context, _ in try context.today.moved(days: -1) }
        day("day", "the? day after tomorrow", .date) { context, _ in try context.today.moved(days: 2) }
        row("day", "end of day on? {day}") { .date($1.date(0)) }
        day("day", "the? end of <day>", .date) { try $0.next($1.number(0)) }
        row("day", "{day} eod") { .date($1.date(0)) }
        row("day", "{day} first thing") { .date($1.date(0)) }
        row("day", "eod {day}") { .date($1.date(0)) }
        addWeekdays()
        addNumberedDays()
        addWeeksAndPeriods()
        addDaysOfMonths()
        for (name, month, number) in Self.feasts {
            day("feast", name, .feast) { context, _ in try context.day(number, month) }
        }
        row("day", "{feast}") { .date($1.date(0)) }
        row("day", "{span}") { $1.date(0).day == nil ? nil : .date($1.date(0)) }
        addLengths()
    }

    private static let feasts: [(String, Int, Int)] = [
        ("christmas", 12, 25), ("christmas eve", 12, 24), ("christmas day", 12, 25), ("boxing day", 12, 26),
        ("xmas", 12, 25), ("xmas eve", 12, 24), ("xmas day", 12, 25), ("new years eve", 12, 31), ("nye", 12, 31),
        ("new year's eve", 12, 31), ("new year's day", 1, 1), ("new year's", 1, 1), ("valentine's day", 2, 14),
        ("valentine's", 2, 14), ("halloween", 10, 31),
    ]

    private mutating func addMonthAndDay() {
        let dayFirst: MakesDay = { try $0.day($1.number(0), $1.number(1), year: $1.optionalNumber(2)) }
        let monthFirst: MakesDay = { try $0.day($1.number(1), $1.number(0), year: $1.optionalNumber(2)) }
        day("md", "<int> of? <month> <year>?", .monthAndDay, dayFirst)
        day("md", "the <int> of? <month> <year>?", .monthAndDay, in: .value, dayFirst)
        day("md", "the? <ord> of? <month> <year>?", .monthAndDay, dayFirst)
        for (number, name) in ["first", "second", "third", "fourth", "fifth"].enumerated() {
            day("md", "the? \(name) of <month> <year>?", .monthAndDay) {
                try $0.day(number + 1, $1.number(0), year: $1.optionalNumber(1))
            }
        }
        // As a telephone writes down what it heard.
        for ordinal in ["<ordw>", "<ord>"] {
            day("md", "the? twenty \(ordinal) of? <month> <year>?", .monthAndDay) {
                try $0.day(20 + $1.number(0), $1.number(1), year: $1.optionalNumber(2))
            }
            day("md", "<month> the \(ordinal) <year>?", .monthAndDay, monthFirst)
        }
        day("md", "the? thirty first of? <month> <year>?", .monthAndDay) {
            try $0.day(31, $1.number(0), year: $1.optionalNumber(1))
        }
        let glued: MakesDay = { context, arguments in
            let parts = arguments.numbers(0)
            return try context.day(parts[0], parts[1], year: parts.count > 2 ? parts[2] : arguments.optionalNumber(1))
        }
        day("md", "<dmon> <year>?", .monthAndDay, glued)
        // In a line, dec18 may be a name.
        day("md", "<mond> <year>?", .monthAndDay, in: .value, glued)
        day("md", "<month> <int> <year>?", .monthAndDay, monthFirst)
        day("md", "<month> <ord> <year>?", .monthAndDay, monthFirst)
    }

    private mutating func addWeekdays() {
        day("day", "<day>", .weekday) { try $0.next($1.number(0)) }
        day("day", "this? coming <day>", .next) { try $0.next($1.number(0)) }
        day("day", "next <day>", .next) { try $0.ofWeek($1.number(0), later: 1) }
        day("day", "this <day>", .next) { try $0.ofThisWeek($1.number(0)) }
        row("day", "{md}") { .date($1.date(0)) }
        row("day", "<day> the? {md}") { .date(try $0.agreeing($1.number(0), $1.date(1))) }
        row("day", "<day> the? <ord>") {
            .date(try $0.agreeing($1.number(0), PhraseDate(day: $0.dayOfMonth($1.number(1)), kind: .date)))
        }
        row("day", "<day> {numeric}") { .date(try $0.agreeing($1.number(0), $1.date(1))) }
        row("day", "<day> the? <slash>") { context, arguments in
            let numbers = arguments.numbers(1)
            guard numbers.count == 2 else { return nil }
            // The weekday says which of the numbers is the month.
            let days = [try? context.day(numbers[0], numbers[1]), try? context.day(numbers[1], numbers[0])]
            guard let day = days.compactMap({ $0 }).first(where: { $0.weekday == arguments.number(0) }) else {
                return nil
            }
            return .date(PhraseDate(day: day, kind: .date))
        }
        row("day", "<day> <dm>") { context, arguments in
            let numbers = arguments.numbers(1)
            guard context.isValue || 1...12 ~= numbers[1] && 1...31 ~= numbers[0] else { return nil }
            let day = try context.day(numbers[0], numbers[1])
            return .date(try context.agreeing(arguments.number(0), PhraseDate(day: day, kind: .date)))
        }
    }

    private mutating func addNumberedDays() {
        day("numeric", "<iso>", .date) { context, arguments in
            let parts = arguments.numbers(0)
            return try context.exactly(parts[0], parts[1], parts[2])
        }
        row("numeric", "<dmy>") { context, arguments in
            let parts = arguments.numbers(0)
            // 09-10-2027 is written in both orders.
            if parts.count > 4, !context.isValue, parts[0] < 13, parts[0] != parts[1] {
                _ = try context.slashed(Array(parts.prefix(3)), yearDigits: 4)
            }
            let year = parts[2] < 100 ? context.today.year / 100 * 100 + parts[2] : parts[2]
            // In a line, 3.10.10 is a version.
            let isNear = context.today.year...context.today.year + 10 ~= year
            guard parts[3] == 4 || isNear || context.isValue else { return nil }
            let day = try context.exactly(year, parts[1], parts[0])
            return .date(PhraseDate(day: day, kind: parts[3] == 4 ? .date : .slash))
        }
        row("day", "{numeric}") { .date($1.date(0)) }
        day("day", "<ymd>", .slash) { context, arguments in
            let parts = arguments.numbers(0)
            return try context.exactly(parts[0], parts[1], parts[2])
        }
        day("day", "<week>", .date) { _, arguments in
            let parts = arguments.numbers(0)
            return try Day.monday(ofWeek: parts[1], year: parts[0])
        }
        day("day", "<basic>", .date, in: .value) { context, arguments in
            let number = arguments.number(0)
            return try context.exactly(number / 10_000, number / 100 % 100, number % 100)
        }
        row("day", "<dm>") { context, arguments in
            let parts = arguments.numbers(0)
            guard context.isValue || 1...12 ~= parts[1] && 1...31 ~= parts[0] else { return nil }
            return .date(PhraseDate(day: try context.day(parts[0], parts[1]), kind: .slash))
        }
        row("day", "<slash>") { context, arguments in
            let parts = arguments.numbers(0)
            let digits = parts.count > 3 ? parts[3] : 0
            return try context.slashed(Array(parts.prefix(3)), yearDigits: digits).map(PhraseValue.date)
        }
        day("day", "<ord>", .ordinal) { try $0.dayOfMonth($1.number(0)) }
        day("day", "the <ord>", .theOrdinal) { try $0.dayOfMonth($1.number(0)) }
        day("day", "the? <stray>", .ordinal, in: .value) { try $0.dayOfMonth($1.number(0)) }
    }

    private mutating func addWeeksAndPeriods() {
        day("day", "next <period>", .next) { try $0.startOfNext($1.period(0)) }
        day("day", "weekend", .next, in: .value) { context, _ in try context.next(6) }
        day("day", "this weekend", .next) { context, _ in try context.ofWeek(6, later: 0) }
        day("day", "next weekend", .next) { context, _ in try context.ofWeek(6, later: 1) }
        day("day", "<day> next week", .date) { try $0.ofWeek($1.number(0), later: 1) }
        day("day", "next week on? <day>", .date) { try $0.ofWeek($1.number(0), later: 1) }
        day("day", "<day> of next week", .date) { try $0.ofWeek($1.number(0), later: 1) }
        day("day", "<day> of this week", .date) { try $0.ofWeek($1.number(0), later: 0) }
        day("day", "<day> this week", .date) { try $0.ofWeek($1.number(0), later: 0) }
        day("day", "this week on? <day>", .date) { try $0.ofWeek($1.number(0), later: 0) }
        day("day", "<day> week", .date) { try $0.next($1.number(0)).moved(days: 7) }
        day("day", "a? week on <day>", .date) { try $0.next($1.number(0)).moved(days: 7) }
        day("day", "a week <day>", .date) { try $0.next($1.number(0)).moved(days: 7) }
        day("day", "tomorrow week", .date) { context, _ in try context.today.moved(days: 8) }
        day("day", "a week tomorrow", .date) { context, _ in try context.today.moved(days: 8) }
        day("day", "a week today", .date) { context, _ in try context.today.moved(days: 7) }
        let ends: [(String, CalendarPeriod)] = [("eow", .week), ("eom", .month), ("eoq", .quarter), ("eoy", .year)]
        for (name, period) in ends { day("day", name, .date) { context, _ in try context.end(period) } }
        day("day", "the? end of the|this? <period>", .date) { try $0.end($1.period(0)) }
        day("day", "the? end of next <period>", .date) { try $0.endOfNext($1.period(0)) }
        day("day", "the? end of? <month>", .date) { try $0.month($1.number(0)).endOfMonth }
        day("day", "the? mid|middle of? <month>", .date) { try $0.month($1.number(0)).moved(days: 14) }
        day("day", "the? beginning|start of? <month>", .date) { try $0.month($1.number(0)) }
        day("day", "<midmonth>", .date) { try $0.month($1.number(0)).moved(days: 14) }
        day("day", "the? beginning|start of next <period>", .date) { try $0.startOfNext($1.period(0)) }
        day("day", "the? mid|middle of? next month", .date) { context, _ in
            try context.startOfNext(.month).moved(days: 14)
        }
        day("day", "the? last day of <month>", .date) { try $0.month($1.number(0)).endOfMonth }
        day("day", "the? first day of <month>", .date) { try $0.day(1, $1.number(0)) }
        day("day", "the? last day of the|this? <period>", .date) { try $0.end($1.period(0)) }
        day("day", "the? first day of the|this? month", .date) { context, _ in try context.startOfNext(.month) }
        day("day", "the? last day of next month", .date) { context, _ in try context.endOfNext(.month) }
        day("day", "the? first day of next month", .date) { context, _ in try context.startOfNext(.month) }
    }

    private mutating func addDaysOfMonths() {
        day("day", "the? <ordw> workday|weekday of next month", .date) { context, arguments in
            try context.nth(arguments.number(0), nil, of: context.startOfNext(.month))
        }
        day("day", "the? <ordw> working day of next month", .date) { context, arguments in
            try context.nth(arguments.number(0), nil, of: context.startOfNext(.month))
        }
        day("day", "the? <ordw> <day> of|in next month", .date) { context, arguments in
            try context.nth(arguments.number(0), arguments.number(1), of: context.startOfNext(.month))
        }
        day("day", "the? <ordw> <day> of|in <month>", .date) { context, arguments in
            try context.nth(
                arguments.number(0), arguments.number(1), from: context.month(arguments.number(2)), orMonths: 12)
        }
        day("day", "the? <ordw> <day> of|in the|this month", .date) { context, arguments in
            let first = try CalendarPeriod.month.start(of: context.today, weeksFrom: .monday)
            return try context.nth(arguments.number(0), arguments.number(1), from: first, orMonths: 1)
        }
        for workday in ["workday", "working day"] {
            day("day", "the? <ordw> \(workday) of the|this? month", .date) { context, arguments in
                let first = try CalendarPeriod.month.start(of: context.today, weeksFrom: .monday)
                return try context.nth(arguments.number(0), nil, from: first, orMonths: 1)
            }
        }
        day("day", "the? <ord> of (this|next) month", .date) { context, arguments in
            let isNext = arguments.word(1) == "next"
            let first =
                try isNext
                ? context.startOfNext(.month) : CalendarPeriod.month.start(of: context.today, weeksFrom: .monday)
            return try context.exactly(first.year, first.month, arguments.number(0))
        }
    }

    /// Adds `3 days`, `1h30`, `half a year`, and the days and moments that they lead to.
    private mutating func addLengths() {
        row("dur", "<n> <unit>") { .length($1.unit(1).length($1.number(0))) }
        row("dur", "<glued>") { .length($1.amount(0).unit.length($1.amount(0).count)) }
        let fixed: [(String, Span)] = [
            ("half an hour", .seconds(1800)), ("half a year", .months(6)), ("an hour and a half", .seconds(5400)),
            ("a year and a half", .months(18)), ("a quarter of an hour", .seconds(900)),
        ]
        for (words, length) in fixed { row("dur", words) { _, _ in .length(length) } }
        row("dur", "<n> and a half hours") { .length(.seconds($1.number(0) * 3600 + 1800)) }
        row("dur", "<decimal> hours|hrs|h") { .length(.seconds($1.number(0) * 3600 + 1800)) }
        row("minutes", "<n> minute|minutes|min|mins|m") { .length(.seconds($1.number(0) * 60)) }
        row("minutes", "<glm>") { .length(.seconds($1.number(0) * 60)) }
        row("minutes", "<glued>") { $1.amount(0).unit == .minute ? .length(.seconds($1.amount(0).count * 60)) : nil }
        row("dur", "{dur} and? {minutes}") { _, arguments in
            guard case .seconds(let hours) = arguments.length(0), case .seconds(let minutes) = arguments.length(1),
                hours > 0, hours % 3600 == 0
            else { return nil }
            return .length(.seconds(hours + minutes))
        }
        row("dur", "<h30>") { .length(.seconds($1.number(0) * 60)) }
        let fromNow: Action = { try $0.date($1.length(0)).map(PhraseValue.date) }
        for pattern in ["in {dur}", "within {dur}", "in {dur} time", "{dur} from now"] { row("span", pattern, fromNow) }
        for (word, unit) in [("days'", PhraseUnit.day), ("weeks'", .week), ("months'", .month)] {
            row("span", "in <n> \(word) time") { try $0.date(unit.length($1.number(0))).map(PhraseValue.date) }
        }
        row("span", "today + {dur}") { context, arguments in
            try context.date(arguments.length(0), from: context.today).map(PhraseValue.date)
        }
        row("span", "<todayplus>") { context, arguments in
            let (count, unit) = arguments.amount(0)
            return try context.date(unit.length(count), from: context.today).map(PhraseValue.date)
        }
        let amount: Action = { .length($1.amount(0).unit.length($1.amount(0).count)) }
        row("later", "<signed>", amount)
        row("later", "<signedm>", in: .value, amount)
        row("later", "<plus> <unit>") { .length($1.unit(1).length($1.number(0))) }
        row("span", "{later}") { try $0.later($1.length(0)).map(PhraseValue.date) }
        // Only if a date is asked for. In a line, 6 days may be a duration.
        row("short", "<glued>", in: .value) { _, arguments in
            let (count, unit) = arguments.amount(0)
            guard unit != .month, unit != .hour, unit != .minute else { return nil }
            return .length(unit.length(count))
        }
        row("span", "{short}", in: .value) { try $0.date($1.length(0)).map(PhraseValue.date) }
        row("ago", "{dur} ago", in: .value) { .length($1.length(0)) }
        for (word, sign) in [("from", 1), ("after", 1), ("before", -1)] {
            row("span", "{dur} \(word) {day}") { context, arguments in
                let date = arguments.date(1)
                guard date.kind != .span, let day = date.day else { return nil }
                return try context.date(arguments.length(0).times(sign), from: day).map(PhraseValue.date)
            }
        }
    }
}

extension Span {
    fileprivate func times(_ factor: Int) -> Span {
        switch self {
        case .days(let days): .days(days * factor)
        case .months(let months): .months(months * factor)
        case .seconds(let seconds): .seconds(seconds * factor)
        }
    }
}
