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
        row("repeat", "repeat|repeats every? <n> <unit> after done|completion|completing") {
            Self.rule($1.number(0), $1.unit(1), .everyFromCompletion)
        }
        row("repeat", "{at} {base}") { _, arguments in
            arguments.rule(1).adding(PhraseRule(time: arguments.time(0))).map(PhraseValue.rule)
        }
        row("repeat", "{clock} {base}") { _, arguments in
            let time = arguments.time(0)
            guard time.form == .full || time.form == .colon else { return nil }
            return arguments.rule(1).adding(PhraseRule(time: time)).map(PhraseValue.rule)
        }
        row("repeat", "{repeat} {more}") { $1.rule(0).adding($1.rule(1)).map(PhraseValue.rule) }
        row("repeat", "from|starting {day} {base}") {
            $1.rule(1).adding(PhraseRule(from: $1.date(0).day)).map(PhraseValue.rule)
        }
        row("repeat", "{when} {base}") { _, arguments in
            let (date, rule) = (arguments.date(0), arguments.rule(1))
            // A weekday before other weekdays is not their beginning.
            guard let day = date.day, date.kind != .weekday || rule.frequency != .weekly || rule.weekdays.isEmpty else {
                return nil
            }
            let more = PhraseRule(from: day, time: date.time, part: date.part)
            return rule.adding(more).map(PhraseValue.rule)
        }
    }

    private mutating func addLists() {
        let numbers: Action = { .numbers($1.numbers(0)) }
        // No list of days or months has more than 14.
        let joined: Action = { _, arguments in
            let all = arguments.numbers(0) + arguments.numbers(1)
            return all.count <= 14 ? .numbers(all) : nil
        }
        let lists: [(String, [String], String, PhrasePlaces)] = [
            ("days", ["<day>", "<days>", "<dlist>", "<drange>"], "and|&|/?", .all),
            ("sdays", ["<days>"], "and|&?", .all),
            ("ords", ["<ord>", "<olist>"], "and|&?", .all), ("ordws", ["<ordw>"], "and|&?", .all),
            ("months", ["<month>"], "and|&?", .all),
            // In a line, a number may belong to anything.
            ("numbers", ["<int>", "<ord>", "<stray>"], "and|&?", .value),
        ]
        for (name, parts, and, places) in lists {
            for part in parts {
                row(name, part, in: places, numbers)
                row(name, "\(part) \(and) {\(name)}", in: places, joined)
            }
        }
        let range: Action = { .numbers(PhraseLexicon.days($1.number(0), $1.number(1))) }
        row("days", "<day> to|through|till|-|– <day>", range)
        row("days", "<day> to|through|till|-|– <day> and|&|/? {days}") {
            .numbers(PhraseLexicon.days($1.number(0), $1.number(1)) + $1.numbers(2))
        }
        // No numbers mean each month; otherwise they are the numbers of some months.
        row("of", "of the? month") { _, _ in .numbers([]) }
        row("of", "of each|every month") { _, _ in .numbers([]) }
        row("of", "a month") { _, _ in .numbers([]) }
        row("of", "of|in {months}", numbers)
        // The interval. The first day would be a day of each month, so an ordinal must be above 1.
        row("count", "<count>") { $1.number(0) > 0 ? .number($1.number(0)) : nil }
        row("count", "other") { _, _ in .number(2) }
        row("count", "<ordw>") { $1.number(0) > 1 ? .number($1.number(0)) : nil }
    }

    /// Adds the words after `every`, or after `every month on`.
    private mutating func addSpecified() {
        row("spec", "{days}") { .rule(PhraseRule(frequency: .weekly, weekdays: $1.numbers(0))) }
        row("spec", "weekday|weekdays|workday|workdays") { _, _ in .rule(Self.workdays) }
        row("spec", "working|business day|days") { _, _ in .rule(Self.workdays) }
        row("spec", "weekend|weekends") { _, _ in .rule(Self.weekends) }
        row("spec", "the? {ords} {of}?") { try Self.rule(days: $1.numbers(0), of: $1.numbers(1), $0) }
        row("spec", "the? {numbers} {of}?", in: .value) { try Self.rule(days: $1.numbers(0), of: $1.numbers(1), $0) }
        for words in ["second|2nd last", "last but one"] {
            row("spec", "the? \(words) <day> {of}?") {
                Self.rule(numbers: [-2], weekday: $1.number(0), of: $1.numbers(1))
            }
            row("spec", "the? \(words) day {of}?") { try Self.rule(days: [-2], of: $1.numbers(0), $0) }
            row("spec", "the? \(words) workday|weekday {of}?") { Self.workdays([-2], of: $1.numbers(0)) }
        }
        row("spec", "the? {ordws} <day> {of}?") { _, arguments in
            let numbers = arguments.numbers(0)
            // Without a month, the second may also mean every other one.
            guard numbers != [2] || arguments.isGiven(2) else { return .doubt(Self.everySecond(arguments.number(1))) }
            return Self.rule(numbers: numbers, weekday: arguments.number(1), of: arguments.numbers(2))
        }
        row("spec", "the first {of}?") { try Self.rule(days: [1], of: $1.numbers(0), $0) }
        row("spec", "the? last day {of}?") { try Self.rule(days: [-1], of: $1.numbers(0), $0) }
        row("spec", "the? last day of the? year") { context, _ in try Self.rule(days: [31], of: [12], context) }
        row("spec", "the? first day of the? year") { context, _ in try Self.rule(days: [1], of: [1], context) }
        row("spec", "the? first day {of}") { try Self.rule(days: [1], of: $1.numbers(0), $0) }
        row("spec", "end of the? month") { context, _ in try Self.rule(days: [-1], of: [], context) }
        row("spec", "eom") { context, _ in try Self.rule(days: [-1], of: [], context) }
        row("spec", "the? {ordws} workday|weekday {of}?") { Self.workdays($1.numbers(0), of: $1.numbers(1)) }
        row("spec", "the? {ordws} working day {of}?") { Self.workdays($1.numbers(0), of: $1.numbers(1)) }
        row("spec", "the? <ord> workday|weekday {of}?") { Self.workdays([$1.number(0)], of: $1.numbers(1)) }
        row("spec", "the? <ord> last workday|weekday {of}?") { Self.workdays([-$1.number(0)], of: $1.numbers(1)) }
        for pattern in ["the? <int> of? {months}", "the? <ord> of? {months}"] {
            row("spec", pattern) { try Self.rule(days: [$1.number(0)], of: $1.numbers(1), $0) }
        }
        for pattern in ["<month> <int>", "<month> <ord>"] {
            row("spec", pattern) { try Self.rule(days: [$1.number(1)], of: [$1.number(0)], $0) }
        }
    }

    private mutating func addBases() {
        row("base", "{E} {count}? <unit>") { Self.rule($1.optionalNumber(1) ?? 1, $1.unit(2), $1.mode(0)) }
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
        row("base", "{E} {count}? <unit> on? {spec}") {
            Self.rule($1.optionalNumber(1) ?? 1, $1.unit(2), on: $1.rule(3), $1.mode(0))
        }
        let adverbs: [(String, PhraseUnit, Int)] = [
            ("daily", .day, 1), ("weekly", .week, 1), ("monthly", .month, 1), ("quarterly", .quarter, 1),
            ("yearly|annually", .year, 1), ("biweekly|bi-weekly|fortnightly", .week, 2),
        ]
        for (word, unit, count) in adverbs {
            row("base", word) { _, _ in Self.rule(count, unit, .every) }
            row("base", "\(word) on? {spec}") { Self.rule(count, unit, on: $1.rule(0), .every) }
        }
        row("base", "everyday", in: .prose) { _, _ in Self.rule(1, .day, .every) }
        for (word, day) in [("end", -1), ("beginning|start", 1)] {
            row("base", "at|on? the? \(word) of {E} month") { context, arguments in
                Self.rule(try Self.rule(days: [day], of: [], context), arguments.mode(0))
            }
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
        row("base", "on? {spec} of {E} {count}? <unit>") {
            Self.rule($1.optionalNumber(2) ?? 1, $1.unit(3), on: $1.rule(0), $1.mode(1))
        }
        row("base", "on? the? second|2nd <day> of {E} month") {
            Self.rule(Self.rule(numbers: [2], weekday: $1.number(0), of: []), $1.mode(1))
        }
        row("base", "<ord> monthly") { try Self.rule(days: [$1.number(0)], of: [], $0, .every) }
        row("base", "on {md} every|each year") { context, arguments in
            guard let day = arguments.date(0).day else { return nil }
            return try Self.rule(days: [day.day], of: [day.month], context, .every)
        }
        row("base", "once a|an|per|every <unit>") { Self.rule(1, $1.unit(0), .every) }
    }

    /// Adds the parts that can follow: a time, a beginning, an end.
    private mutating func addMore() {
        // Four digits are not a time here but the year of a day.
        row("more", "{time}") { _, arguments in .rule(PhraseRule(time: arguments.time(0))) }
        row("more", "<int>") { _, arguments in
            guard case .time(let time)? = PhraseValue.hour(arguments.number(0)) else { return nil }
            return .rule(PhraseRule(time: time))
        }
        row("more", "in the <part>") { .rule(PhraseRule(part: $1.part(0))) }
        row("more", "<part>") { .rule(PhraseRule(part: $1.part(0))) }
        row("more", "from|starting|start|beginning on? {day}") { .rule(PhraseRule(from: $1.date(0).day)) }
        row("more", "until|till|ending|to on? {day}") { .rule(PhraseRule(until: $1.date(0))) }
        for pattern in ["for <count> times|time|x", "<int> times|time|x"] {
            row("more", pattern) { $1.number(0) > 0 ? .rule(PhraseRule(count: $1.number(0))) : nil }
        }
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

    /// A rule for every so many of a unit.
    private static func rule(_ count: Int, _ unit: PhraseUnit, _ mode: Recurrence.Mode) -> PhraseValue? {
        guard let (frequency, interval) = unit.frequency else {
            return .doubt(PhraseDoubt(.notHeld, "A series has one date at a time.", "every day at 9am"))
        }
        guard 1...9999 ~= count else { return nil }
        return .rule(PhraseRule(frequency: frequency, interval: count * interval, mode: mode))
    }

    private static func rule(_ value: PhraseValue?, _ mode: Recurrence.Mode) -> PhraseValue? {
        guard case .rule(let rule)? = value else { return value }
        return Self.rule(rule, mode)
    }

    /// A rule that counts from completion has lengths of time, but no days.
    private static func rule(_ rule: PhraseRule, _ mode: Recurrence.Mode) -> PhraseValue? {
        mode == .everyFromCompletion ? nil : .rule(rule.with(mode))
    }

    /// A rule for days of every so many weeks, months or years.
    private static func rule(
        _ count: Int, _ unit: PhraseUnit, on days: PhraseRule, _ mode: Recurrence.Mode
    ) -> PhraseValue? {
        guard let (frequency, interval) = unit.frequency, frequency == days.frequency, 1...9999 ~= count else {
            return nil
        }
        return rule(days.every(count * interval), mode)
    }

    /// A rule for days of each month, or of some months.
    private static func rule(
        days: [Int], of months: [Int], _ context: PhraseContext, _ mode: Recurrence.Mode? = nil
    ) throws -> PhraseValue? {
        guard context.isValue || days.allSatisfy({ $0 < 32 }) else { return nil }
        guard !days.contains(0) else { return nil }
        for month in months { for day in days where day > 0 { _ = try context.day(day, month) } }
        return .rule(
            PhraseRule(
                frequency: months.isEmpty ? .monthly : .yearly, monthDays: days, months: months, mode: mode))
    }

    /// A rule for certain weekdays of each month, or of some months.
    private static func rule(numbers: [Int], weekday: Int, of months: [Int]) -> PhraseValue? {
        guard numbers.allSatisfy({ $0 < 6 }) else { return nil }
        return .rule(
            PhraseRule(
                frequency: months.isEmpty ? .monthly : .yearly, weekdays: [weekday], numbers: numbers, months: months))
    }

    /// A rule for certain workdays of each month, or of one month. For several months, it would mean the workdays of the last
    /// one.
    private static func workdays(_ numbers: [Int], of months: [Int]) -> PhraseValue? {
        guard numbers.allSatisfy({ abs($0) < 24 }), months.count < 2 else { return nil }
        return .rule(
            PhraseRule(
                frequency: months.isEmpty ? .monthly : .yearly, weekdays: [1, 2, 3, 4, 5], months: months,
                positions: numbers))
    }
}
