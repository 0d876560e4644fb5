extension PhraseGrammar {
    mutating func addRepetitions() {
        row("E", "every|ev") { _, _ in .mode(.every) }
        row("E", "each") { _, _ in .mode(.each) }
        row("E", "every!|ev!") { _, _ in .mode(.everyFromCompletion) }
        addLists()
        addSpecified()
        addBases()
        addMore()
        row("repeat", "repeat|repeating? {base}") { .rule($1.rule(0)) }
        row("repeat", "{at} {base}") { _, arguments in
            arguments.rule(1).adding(PhraseRule(time: arguments.time(0))).map(PhraseValue.rule)
        }
        row("repeat", "{clock} {base}") { _, arguments in
            let time = arguments.time(0)
            guard time.form == .full || time.form == .colon else { return nil }
            return arguments.rule(1).adding(PhraseRule(time: time)).map(PhraseValue.rule)
        }
        row("repeat", "{repeat} {more}") { $1.rule(0).adding($1.rule(1)).map(PhraseValue.rule) }
        row("repeat", "{when} {base}") { _, arguments in
            let (date, rule) = (arguments.date(0), arguments.rule(1))
            // A weekday before other weekdays is not when these begin.
            guard let day = date.day, date.kind != .weekday || rule.frequency != .weekly || rule.weekdays.isEmpty else {
                return nil
            }
            let more = PhraseRule(from: day, time: date.time, part: date.part)
            return rule.adding(more).map(PhraseValue.rule)
        }
    }

    private mutating func addLists() {
        let joined: Action = { .numbers($1.numbers(0) + $1.numbers(1)) }
        let numbers: Action = { .numbers($1.numbers(0)) }
        let lists = [
            ("days", ["<day>", "<days>", "<dlist>", "<drange>"], "and|&|/?"), ("sdays", ["<days>"], "and|&?"),
            ("ords", ["<ord>", "<olist>"], "and|&?"), ("ordws", ["<ordw>"], "and|&?"),
        ]
        for (name, parts, and) in lists {
            for part in parts { row(name, part, numbers) }
            row(name, "{\(name)} \(and) {\(name)}", joined)
        }
        row("days", "<day> to|through|till|-|– <day>") {
            .numbers(PhraseLexicon.days($1.number(0), $1.number(1)))
        }
        // Of each month is 0, of one of them its number.
        row("of", "of the|each|every month") { _, _ in .number(0) }
        row("of", "a month") { _, _ in .number(0) }
        row("of", "of|in <month>") { .number($1.number(0)) }
    }

    /// What comes after `every`, or after `every month on`.
    private mutating func addSpecified() {
        row("spec", "{days}") { .rule(PhraseRule(frequency: .weekly, weekdays: $1.numbers(0))) }
        row("spec", "weekday|weekdays|workday|workdays") { _, _ in .rule(Self.workdays) }
        row("spec", "working|business day|days") { _, _ in .rule(Self.workdays) }
        row("spec", "weekend|weekends") { _, _ in .rule(Self.weekends) }
        row("spec", "the? {ords} {of}?") { _, arguments in
            Self.rule(days: arguments.numbers(0), of: arguments.optionalNumber(1))
        }
        row("spec", "the? second|2nd last <day> {of}?") {
            Self.rule(numbers: [-2], weekday: $1.number(0), of: $1.optionalNumber(1))
        }
        row("spec", "the? second|2nd last day {of}?") { Self.rule(days: [-2], of: $1.optionalNumber(0)) }
        row("spec", "the? second|2nd last workday|weekday {of}?") { _, _ in Self.workday(-2) }
        row("spec", "the? {ordws} <day> {of}?") { _, arguments in
            let numbers = arguments.numbers(0)
            let month = arguments.optionalNumber(2)
            guard numbers != [2] || month != nil else { return .doubt(Self.everySecond) }
            return Self.rule(numbers: numbers, weekday: arguments.number(1), of: month)
        }
        row("spec", "the? last day {of}?") { Self.rule(days: [-1], of: $1.optionalNumber(0)) }
        row("spec", "the? last day of the? year") { _, _ in Self.rule(days: [31], of: 12) }
        row("spec", "the? first day of the? year") { _, _ in Self.rule(days: [1], of: 1) }
        row("spec", "the? first day {of}") { Self.rule(days: [1], of: $1.optionalNumber(0)) }
        row("spec", "end of the? month") { _, _ in Self.rule(days: [-1], of: nil) }
        row("spec", "eom") { _, _ in Self.rule(days: [-1], of: nil) }
        row("spec", "the? <ordw> workday|weekday {of}?") { Self.workday($1.number(0)) }
        row("spec", "the? <ordw> working day {of}?") { Self.workday($1.number(0)) }
        row("spec", "the? <ord> last workday|weekday {of}?") { Self.workday(-$1.number(0)) }
        // Of each year, so that none is said.
        for pattern in ["<int> of? <month>", "the? <ord> of? <month>"] {
            row("spec", pattern) { try Self.rule(day: $1.number(0), month: $1.number(1), $0) }
        }
        for pattern in ["<month> <int>", "<month> <ord>"] {
            row("spec", pattern) { try Self.rule(day: $1.number(1), month: $1.number(0), $0) }
        }
        let ofEach = "of every|each month"
        row("spec2", "the? {ords} \(ofEach)") { Self.rule(days: $1.numbers(0), of: nil) }
        row("spec2", "the? {ordws} <day> \(ofEach)") {
            Self.rule(numbers: $1.numbers(0), weekday: $1.number(1), of: nil)
        }
        row("spec2", "the? first day \(ofEach)") { _, _ in Self.rule(days: [1], of: nil) }
        row("spec2", "the? last day \(ofEach)") { _, _ in Self.rule(days: [-1], of: nil) }
    }

    private mutating func addBases() {
        let every: Action = { Self.rule(1, $1.unit(1), $1.mode(0)) }
        row("base", "{E} <unit>", every)
        row("base", "{E} <count> <unit>") { Self.rule($1.number(1), $1.unit(2), $1.mode(0)) }
        row("base", "{E} <ord> day") { $1.number(1) > 1 ? Self.rule($1.number(1), .day, $1.mode(0)) : nil }
        row("base", "{E} other <unit>") { Self.rule(2, $1.unit(1), $1.mode(0)) }
        for (word, unit) in [("day", PhraseUnit.day), ("week", .week), ("month", .month), ("year", .year)] {
            row("base", "{E} second|2nd \(word)") { Self.rule(2, unit, $1.mode(0)) }
            row("base", "{E} third|3rd \(word)") { Self.rule(3, unit, $1.mode(0)) }
        }
        row("base", "{E} half year") { Self.rule(6, .month, $1.mode(0)) }
        row("base", "{E} half-year") { Self.rule(6, .month, $1.mode(0)) }
        row("base", "{E} <glued>") { Self.rule($1.amount(1).count, $1.amount(1).unit, $1.mode(0)) }
        row("base", "{E} {spec}") { Self.rule($1.rule(1), $1.mode(0)) }
        row("base", "{E} other {spec}") { Self.rule($1.rule(1).every(2), $1.mode(0)) }
        row("base", "{E} <part>") { _, arguments in
            .rule(PhraseRule(frequency: .daily, part: arguments.part(1), mode: arguments.mode(0)))
        }
        row("base", "{E} {days} <part>") { _, arguments in
            let rule = PhraseRule(frequency: .weekly, weekdays: arguments.numbers(1), part: arguments.part(2))
            return Self.rule(rule, arguments.mode(0))
        }
        row("base", "{E} weekday|workday <part>") { Self.rule(Self.workdays.with($1.part(1)), $1.mode(0)) }
        row("base", "{E} other <part>") { _, arguments in
            .rule(PhraseRule(frequency: .daily, interval: 2, part: arguments.part(1), mode: arguments.mode(0)))
        }
        row("base", "{E} <count>? <unit> on? {spec}") {
            Self.rule($1.optionalNumber(1) ?? 1, $1.unit(2), on: $1.rule(3), $1.mode(0))
        }
        row("base", "{E} other <unit> on {spec}") { Self.rule(2, $1.unit(1), on: $1.rule(2), $1.mode(0)) }
        row("base", "{E} month <ord>") { Self.rule(days: [$1.number(1)], of: nil, $1.mode(0)) }
        let adverbs: [(String, PhraseUnit, Int)] = [
            ("daily", .day, 1), ("weekly", .week, 1), ("monthly", .month, 1), ("quarterly", .quarter, 1),
            ("yearly|annually", .year, 1), ("biweekly|bi-weekly|fortnightly", .week, 2),
        ]
        for (word, unit, count) in adverbs {
            row("base", word) { _, _ in Self.rule(count, unit, .every) }
            row("base", "\(word) on? {spec}") { Self.rule(count, unit, on: $1.rule(0), .every) }
        }
        row("base", "nightly") { _, _ in .rule(PhraseRule(frequency: .daily, part: .night, mode: .every)) }
        row("base", "on? {sdays}") { Self.rule(PhraseRule(frequency: .weekly, weekdays: $1.numbers(0)), .every) }
        row("base", "on? {sdays} <part>") {
            Self.rule(PhraseRule(frequency: .weekly, weekdays: $1.numbers(0), part: $1.part(1)), .every)
        }
        row("base", "on? weekdays|workdays") { _, _ in Self.rule(Self.workdays, .every) }
        row("base", "weekday|workday mornings") { _, _ in Self.rule(Self.workdays.with(.morning), .every) }
        row("base", "weekday|workday evenings") { _, _ in Self.rule(Self.workdays.with(.evening), .every) }
        row("base", "on? weekends") { _, _ in Self.rule(Self.weekends, .every) }
        row("base", "on? {spec} of {E} <count>? month|months") { _, arguments in
            let rule = arguments.rule(0)
            guard rule.frequency == .monthly else { return nil }
            return Self.rule(rule.every(arguments.optionalNumber(2) ?? 1), arguments.mode(1))
        }
        row("base", "on? {spec2}") { Self.rule($1.rule(0), .every) }
        row("base", "<ord> monthly") { Self.rule(days: [$1.number(0)], of: nil, .every) }
        row("base", "on {md} every|each year") { _, arguments in
            guard let day = arguments.date(0).day else { return nil }
            return Self.rule(days: [day.day], of: day.month, .every)
        }
        row("base", "once a|an|per|every <unit>") { Self.rule(1, $1.unit(0), .every) }
    }

    /// What can follow: a time, a beginning, an end.
    private mutating func addMore() {
        // Four digits are the year of a day here.
        row("more", "{time}") { _, arguments in .rule(PhraseRule(time: arguments.time(0))) }
        row("more", "<int>") { _, arguments in
            guard case .time(let time)? = PhraseValue.hour(arguments.number(0)) else { return nil }
            return .rule(PhraseRule(time: time))
        }
        row("more", "in the <part>") { .rule(PhraseRule(part: $1.part(0))) }
        row("more", "<part>") { .rule(PhraseRule(part: $1.part(0))) }
        row("more", "from|starting|start|beginning on? {day}") { .rule(PhraseRule(from: $1.date(0).day)) }
        row("more", "until|till|ending|to on? {day}") { .rule(PhraseRule(until: $1.date(0))) }
        row("more", "for? <count> times|time|x") { $1.number(0) > 0 ? .rule(PhraseRule(count: $1.number(0))) : nil }
        row("more", "for {dur}") { _, arguments in
            if case .seconds = arguments.length(0) { return nil }
            return .rule(PhraseRule(length: arguments.length(0)))
        }
        row("more", "except|but|excluding not? on? {days}") { .rule(PhraseRule(excepted: $1.numbers(0))) }
        row("more", "after completion|done|completing") { _, _ in .rule(PhraseRule(mode: .everyFromCompletion)) }
        row("more", "today") { context, _ in .rule(PhraseRule(from: context.today)) }
        row("more", "tomorrow") { context, _ in .rule(PhraseRule(from: try context.today.moved(days: 1))) }
    }

    private static let workdays = PhraseRule(frequency: .weekly, weekdays: [1, 2, 3, 4, 5])
    private static let weekends = PhraseRule(frequency: .weekly, weekdays: [6, 7])

    /// Every so many of a unit.
    private static func rule(_ count: Int, _ unit: PhraseUnit, _ mode: Recurrence.Mode) -> PhraseValue? {
        guard let (frequency, interval) = unit.frequency else {
            return .doubt(PhraseDoubt(.notHeld, "A series has one date at a time.", "every day at 9am"))
        }
        guard 1...9999 ~= count else { return nil }
        return .rule(PhraseRule(frequency: frequency, interval: count * interval, mode: mode))
    }

    /// After a completion come lengths of time, and no days.
    private static func rule(_ rule: PhraseRule, _ mode: Recurrence.Mode) -> PhraseValue? {
        mode == .everyFromCompletion ? nil : .rule(rule.with(mode))
    }

    /// Days of every so many weeks, months or years.
    private static func rule(
        _ count: Int, _ unit: PhraseUnit, on days: PhraseRule, _ mode: Recurrence.Mode
    ) -> PhraseValue? {
        guard let (frequency, interval) = unit.frequency, frequency == days.frequency, 1...9999 ~= count else {
            return nil
        }
        return rule(days.every(count * interval), mode)
    }

    /// Days of each month, or of one.
    private static func rule(days: [Int], of month: Int?, _ mode: Recurrence.Mode? = nil) -> PhraseValue? {
        guard let last = days.max(), last < 32 else { return nil }
        if let month, month > 0 {
            return .rule(PhraseRule(frequency: .yearly, monthDays: days, month: month, mode: mode))
        }
        return .rule(PhraseRule(frequency: .monthly, monthDays: days, mode: mode))
    }

    private static func rule(day: Int, month: Int, _ context: PhraseContext) throws -> PhraseValue? {
        let day = try context.day(day, month)
        return rule(days: [day.day], of: day.month)
    }

    /// Some of the weekdays of each month, or of one.
    private static func rule(numbers: [Int], weekday: Int, of month: Int?) -> PhraseValue? {
        guard numbers.allSatisfy({ $0 < 6 }) else { return nil }
        let isYearly = (month ?? 0) > 0
        return .rule(
            PhraseRule(
                frequency: isYearly ? .yearly : .monthly, weekdays: [weekday], numbers: numbers,
                month: isYearly ? month : nil))
    }

    private static func workday(_ number: Int) -> PhraseValue? {
        abs(number) < 24
            ? .rule(PhraseRule(frequency: .monthly, weekdays: [1, 2, 3, 4, 5], position: number)) : nil
    }
}
