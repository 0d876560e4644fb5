/// Phrases that are understood, but get a hint instead of being taken. Each has a reason and a text to type instead.
extension PhraseGrammar {
    private typealias Advice = @Sendable (PhraseContext, PhraseArguments) throws -> String

    /// Adds a row for a phrase that gets a hint.
    private mutating func told(
        _ name: String, _ pattern: String, _ kind: HintKind, _ reason: String, in places: PhrasePlaces = .all,
        _ fix: @escaping Advice
    ) {
        row(name, pattern, in: places) { .doubt(PhraseDoubt(kind, reason, try fix($0, $1))) }
    }

    private mutating func told(
        _ name: String, _ pattern: String, _ kind: HintKind, _ reason: String, _ fix: String,
        in places: PhrasePlaces = .all
    ) {
        told(name, pattern, kind, reason, in: places) { _, _ in fix }
    }

    mutating func addDoubtfulDates() {
        told("due", "before {day}", .twoMeanings, "That day or the one before?") { context, arguments in
            guard let day = arguments.date(0).day, day > context.today else { return "by today" }
            return "by \(context.typed(try day.moved(days: -1)))"
        }
        told("due", "until|till {when}", .twoMeanings, "A deadline, or how long?") {
            "by \($0.typed($1.date(0)))"
        }
        addBeginnings()
        addSeveralDates()
        addVagueDays()
        addVagueTimes()
        addVagueAmounts()
        told("due", "yesterday", .passed, "This day has passed.", "tomorrow")
        told("due", "last (week|month|year)", .passed, "This has passed.") { "next \($1.word(0))" }
        told("due", "last <day>", .passed, "This day has passed.") { PhraseContext.name(ofWeekday: $1.number(0)) }
    }

    private mutating func addBeginnings() {
        let begins = "This says when it can begin."
        let start: Advice = { PhraseContext.value("start", $0.typed($1.date(0).with($1.time(1)))) }
        told("due", "after {clock}", .notHeld, begins) { PhraseContext.value("start", PhraseContext.typed($1.time(0))) }
        told("due", "{day} after {clock}", .notHeld, begins, start)
        told("due", "{day} after <int>", .notHeld, begins) { context, arguments in
            guard case .time(let time)? = PhraseValue.hour(arguments.number(1)) else { return "" }
            return PhraseContext.value("start", context.typed(arguments.date(0).with(time)))
        }
        let once = "Once, or after each time?"
        let after: Advice = {
            "in \(PhraseContext.typed($1.length(0))), or every! \(PhraseContext.typed($1.length(0)))"
        }
        told("due", "after {dur}", .twoMeanings, once, after)
        told("due", "{dur} after completion", .twoMeanings, once) { "every! \(PhraseContext.typed($1.length(0)))" }
        row("due", "{dur} before|after (the|my|our|his|her)? <any>") { context, arguments in
            if arguments.isGiven(1) {
                return context.isValue ? nil : .doubt(PhraseDoubt(.vague, "Its date is not known here.", "its date"))
            }
            let feasts: Set<Substring> = ["easter", "pentecost", "thanksgiving", "ramadan", "diwali"]
            if arguments.word(2).hasSuffix("'s"), !context.isValue {
                return .doubt(PhraseDoubt(.vague, "Its date is not known here.", "its date"))
            }
            guard feasts.contains(arguments.word(2)) else { return nil }
            return .doubt(PhraseDoubt(.notHeld, "This day is not known here.", "its date"))
        }
        told(
            "due", "on|by thanksgiving|easter|pentecost|diwali|ramadan|passover|hanukkah", .notHeld,
            "This day is not known here.", "its date")
        told("due", "after the holidays|holiday|weekend|break|summer", .vague, "On which day?", "the date", in: .prose)
        told("due", "easter <day>?", .notHeld, "This day is not known here.", "its date")
    }

    private mutating func addSeveralDates() {
        let one = "A to-do has one date."
        told("due", "{day} or|and|/ {day}", .notHeld, one, "two to-dos")
        told("due", "{day} or on {day}", .notHeld, one, "two to-dos")
        told("due", "{day} & {day}", .notHeld, one, "two to-dos")
        let range: @Sendable (String, String) -> String = {
            "\(PhraseContext.value("start", $0)) \(PhraseContext.value("due", $1))"
        }
        told("due", "from {day} to|until|through|- {day}", .notHeld, one) {
            range($0.typed($1.date(0)), $0.typed($1.date(1)))
        }
        told("due", "between {day} and {day}", .notHeld, one) { range($0.typed($1.date(0)), $0.typed($1.date(1))) }
        let days: @Sendable (Int, Int) -> String = { first, last in
            "every \(PhraseContext.list(ofWeekdays: [first]))-\(PhraseContext.list(ofWeekdays: [last]))"
        }
        told("due", "<day> -|–|to|through <day>", .notHeld, one) { days($1.number(0), $1.number(1)) }
        told("due", "<drange>", .notHeld, one) { days($1.numbers(0).first ?? 1, $1.numbers(0).last ?? 1) }
        told("due", "<dlist>", .notHeld, one) { "every \(PhraseContext.list(ofWeekdays: $1.numbers(0)))" }
        told("due", "<day> <day> <day>? {after}?", .notHeld, one) { _, arguments in
            let days = [0, 1, 2].compactMap(arguments.optionalNumber)
            return "every \(PhraseContext.list(ofWeekdays: days))"
        }
        told("due", "from? <int> to|- <int> <month>", .notHeld, one) { _, arguments in
            let month = PhraseContext.name(ofMonth: arguments.number(2))
            return range("\(arguments.number(0)) \(month)", "\(arguments.number(1)) \(month)")
        }
        told("due", "<month> <nums>", .notHeld, one) { _, arguments in
            let (numbers, month) = (
                WordShape(arguments.word(1)).numbers, PhraseContext.name(ofMonth: arguments.number(0))
            )
            return numbers.count == 2 ? range("\(numbers[0]) \(month)", "\(numbers[1]) \(month)") : ""
        }
        told("due", "<nums> <month>", .notHeld, one) { _, arguments in
            let (numbers, month) = (
                WordShape(arguments.word(0)).numbers, PhraseContext.name(ofMonth: arguments.number(1))
            )
            return numbers.count == 2 ? range("\(numbers[0]) \(month)", "\(numbers[1]) \(month)") : ""
        }
    }

    private mutating func addVagueDays() {
        let which = "On which day?"
        let end: Advice = { _, arguments in
            let month = PhraseContext.name(ofMonth: arguments.number(0))
            return arguments.optionalNumber(1).map { "1 \(month) \($0)" } ?? "1 \(month), or end of \(month)"
        }
        told("due", "in|next <month> <year>?", .vague, which, end)
        told("due", "<month>", .vague, which, end)
        told("due", "sometime|later|early|late (next|this) (week|month|year|weekend)", .vague, which) {
            let (isNext, period) = ($1.word(0) == "next", $1.word(1))
            if period == "weekend" { return "\($1.word(0)) weekend" }
            if period == "year" { return isNext ? "1 january \($0.today.year + 1)" : "end of year" }
            return isNext ? (period == "week" ? "next friday" : "end of next month") : "end of \(period)"
        }
        told("due", "starting|beginning in? <month>", .vague, which) {
            "from 1 \(PhraseContext.name(ofMonth: $1.number(0)))"
        }
        told("due", "early|late {day}", .vague, which) { $0.typed($1.date(0)) }
        told("due", "(early|late) in? <month>", .vague, which) { _, arguments in
            let month = PhraseContext.name(ofMonth: arguments.number(1))
            return arguments.word(0) == "early" ? "1 \(month)" : "end of \(month)"
        }
        told("due", "this (week|month|quarter|year)", .vague, which) { "end of \($1.word(0))" }
        told("due", "in the new year", .vague, which) { context, _ in "1 january \(context.today.year + 1)" }
        told("due", "mid week", .vague, which, "wednesday")
        told("due", "midweek|mid-week", .vague, which, "wednesday")
        told("due", "in <year>", .vague, which) { "1 january \($1.number(0))" }
        told("due", "in? <ym>", .vague, which, in: .prose) { _, arguments in
            let parts = arguments.numbers(0)
            guard 1...12 ~= parts[1] else { return "" }
            return "1 \(PhraseContext.name(ofMonth: parts[1])) \(parts[0])"
        }
        told("due", "around|circa {day}", .vague, "That day, or one near it?") { "on \($0.typed($1.date(0)))" }
        told("due", "early|late|mid|end in|of the? (spring|summer|autumn|fall|winter)", .vague, which) {
            PhraseContext.firstDay(ofSeason: $1.word(0))
        }
        told("due", "for|in spring|summer|autumn|fall|winter <year>", .vague, which) { "1 june \($1.number(0))" }
        told(
            "due", "the? day before|after the|my|our? <any>", .vague, "Its date is not known here.", "its date",
            in: .prose)
        told("due", "one of these days", .vague, which, "tomorrow")
        told("due", "some day", .vague, which, "tomorrow")
        told("due", "in|next|this the? (spring|summer|autumn|fall|winter)", .vague, which) {
            PhraseContext.firstDay(ofSeason: $1.word(0))
        }
        told("due", "week <int>", .vague, which) { $0.typed(week: $1.number(0)) }
        told("due", "<wnn>", .vague, which) { $0.typed(numberedPeriod: $1.word(0)) }
        told("due", "in|early|late|mid <wnn>", .vague, which) { $0.typed(numberedPeriod: $1.word(0)) }
    }

    private mutating func addVagueTimes() {
        let none = "This says no time."
        let meals: @Sendable (Substring) -> String = { word in
            switch word {
            case "breakfast": "9am"
            case "lunch", "lunchtime": "2pm"
            case "dinner": "8pm"
            default: "6pm"
            }
        }
        told("due", "after (lunch|work|dinner|breakfast|school)", .vague, none) {
            "at \(meals($1.word(0)))"
        }
        let at: @Sendable (Substring) -> String = { word in
            switch word {
            case "lunch", "lunchtime": "12:30"
            case "dinnertime": "7pm"
            case "teatime": "5pm"
            default: "8am"
            }
        }
        told("due", "{day} at? (lunch|lunchtime|dinnertime|teatime|breakfast)", .vague, none) {
            "\($0.typed($1.date(0))) \(at($1.word(1)))"
        }
        told("due", "at|around (lunchtime|dinnertime|teatime)", .vague, none) { "at \(at($1.word(0)))" }
        told("due", "before <int>", .twoMeanings, "Before or after noon?", in: .prose) { _, arguments in
            guard case .time(let time)? = PhraseValue.hour(arguments.number(0)) else { return "" }
            return "before \(PhraseContext.typed(time))"
        }
        told("due", "cob|eob", .vague, none, "today 5pm")
        let half: Advice = { _, arguments in
            let hour = arguments.number(0)
            return 1...12 ~= hour ? "at \(hour < 8 ? hour + 12 : hour):30" : ""
        }
        let past = "Half past, or half an hour before?"
        told("due", "at? half <int>", .twoMeanings, past, in: .prose, half)
        told("due", "at half <count>", .twoMeanings, past, in: .prose, half)
        told("due", "{day} half <count>", .twoMeanings, past, in: .prose) {
            let hour = $1.number(1)
            return 1...12 ~= hour ? "\($0.typed($1.date(0))) \(hour < 8 ? hour + 12 : hour):30" : ""
        }
        told("due", "<int> (tonight|tomorrow|today)", .twoMeanings, "Before or after noon?") { _, arguments in
            guard case .time(let time)? = PhraseValue.hour(arguments.number(0)) else { return "" }
            return "\(arguments.word(1)) \(PhraseContext.typed(time))"
        }
        told("due", "<nums>", .inTitle, "Hours, days or numbers?") { _, arguments in
            let numbers = WordShape(arguments.word(0)).numbers
            guard numbers.count == 2, numbers[0] < numbers[1], numbers[1] < 25 else { return "the date of one day" }
            return "today \(numbers[0]):00-\(numbers[1]):00"
        }
    }

    private mutating func addVagueAmounts() {
        told("due", "<signedm>", .twoMeanings, "Minutes or months?", in: .prose) {
            "+\($1.amount(0).count)min, or +\($1.amount(0).count)mo"
        }
        told("due", "in a? few|couple of? <unit>", .vague, "How many?") { "in 3 \($1.unit(0).name)s" }
        told("due", "in a while|bit", .vague, "How long?", "in 1 hour")
        told("due", "in <nums> <unit>", .vague, "How many?") {
            "in \(WordShape($1.word(0)).numbers.last ?? 3) \($1.unit(1).name)s"
        }
        told("due", "in <count> or|to <count> <unit>", .vague, "How many?") { "in \($1.number(1)) \($1.unit(2).name)s" }
        let minutesOrMonths: Action = { _, arguments in
            let count = arguments.number(0)
            return .doubt(PhraseDoubt(.twoMeanings, "\(count) minutes or \(count) months?", "in \(count)min"))
        }
        row("due", "in <glm>", minutesOrMonths)
        row("due", "in <count> m", minutesOrMonths)
        row("value", "<glm>", in: .value, minutesOrMonths)
        row("value", "<hours>", in: .value) { _, arguments in
            let hours = arguments.number(0)
            return .doubt(
                PhraseDoubt(.twoMeanings, "\(hours)h is not a time of day (0h to 24h).", "+\(hours)h for a length")
            )
        }
    }

    mutating func addDoubtfulRepetitions() {
        let once = "A series has one date at a time."
        let rules = "A to-do has one rule."
        told("rdoubt", "{repeat} until|till|from|starting <month>", .vague, "Until which day?") {
            "until end of \(PhraseContext.name(ofMonth: $1.number(1)))"
        }
        for pattern in [
            "{repeat} and <part>", "{repeat} and in the <part>", "{repeat} and at? {hour}",
            "{repeat} {hour} and {hour}", "{repeat} & {hour}",
        ] {
            told("rdoubt", pattern, .notHeld, once, "two to-dos, each with its time")
        }
        told("rdoubt", "{E} few|couple of? <unit>", .vague, "How many?") { "every 3 \($1.unit(1).name)s" }
        told("rdoubt", "{E} <nums> <unit>", .vague, "How many?") {
            "every \(WordShape($1.word(1)).numbers.last ?? 3) \($1.unit(2).name)s"
        }
        told("rdoubt", "{E} <count> or|to <count> <unit>", .vague, "How many?") {
            "every \($1.number(2)) \($1.unit(3).name)s"
        }
        for words in [
            "every|ev now and then", "every|ev now and again", "every|ev so often", "every|ev once in a while",
            "from time to time", "now and then", "once in a while",
        ] {
            told("rdoubt", words, .vague, "How often?", "every 2 weeks")
        }
        told("rdoubt", "<part> and <part>", .notHeld, once, "two to-dos, each with its time")
        let numbers: Advice = { _, arguments in
            let days = [1, 2, 3].compactMap(arguments.optionalNumber).filter { 1...31 ~= $0 }
            return "every \(days.map { "\($0)\(PhraseLexicon.ordinalEnding($0))" }.joined(separator: " and "))"
        }
        told("rdoubt", "{E} <int> and? <int> and? <int>?", .twoMeanings, "Numbers of what?", numbers)
        told("rdoubt", "{E} <int>", .twoMeanings, "Numbers of what?", numbers)
        told("rdoubt", "{E} (spring|summer|autumn|fall|winter)", .vague, "On which day?") {
            "every \(PhraseContext.firstDay(ofSeason: $1.word(1)))"
        }
        told("rdoubt", "on? {spec} of {E} quarter", .notHeld, "A rule counts in months.", "every 3 months")
        row("rdoubt", "{E} second|2nd <day>") { .doubt(Self.everySecond($1.number(1))) }
        told("rdoubt", "{E} hour|minute", .notHeld, once, "every day at 9am")
        told("rdoubt", "{E} <count> hours|hrs|minutes|mins|h|min", .notHeld, once, "every day at 9am")
        told("rdoubt", "hourly", .notHeld, once, "daily")
        told("rdoubt", "twice a|per|every|each <unit>", .notHeld, once) {
            PhraseContext.advice(times: 2, $1.unit(0))
        }
        told("rdoubt", "a? few|couple|several times a|per <unit>", .notHeld, once) {
            PhraseContext.advice(times: 3, $1.unit(0))
        }
        told("rdoubt", "thrice a|per|every|each <unit>", .notHeld, once) { PhraseContext.advice(times: 3, $1.unit(0)) }
        told("rdoubt", "<count> times a|per|every|each <unit>", .notHeld, once) {
            PhraseContext.advice(times: $1.number(0), $1.unit(1))
        }
        let adverbs: [(String, PhraseUnit)] = [
            ("daily", .day), ("weekly", .week), ("monthly", .month), ("yearly", .year),
        ]
        for (adverb, unit) in adverbs {
            told("rdoubt", "twice \(adverb)", .notHeld, once, PhraseContext.advice(times: 2, unit))
        }
        told("rdoubt", "{repeat} and {md}", .notHeld, rules, "two to-dos")
        told("rdoubt", "{repeat} <ord> <day> <month>", .notHeld, rules, "two to-dos")
        told("rdoubt", "{E} <ord> <day> <month> <ord> <day> <month>", .notHeld, rules, "two to-dos")
        told("rdoubt", "{repeat} and <month> and? <month>?", .notHeld, rules, "two to-dos")
        told("rdoubt", "{E} {md} {md} {md}? {md}?", .notHeld, rules, "two to-dos")
        told("rdoubt", "daily|weekly|monthly|yearly or daily|weekly|monthly|yearly", .notHeld, rules, "daily")
    }

    static func everySecond(_ weekday: Int) -> PhraseDoubt {
        let day = PhraseContext.name(ofWeekday: weekday)
        return PhraseDoubt(
            .twoMeanings, "Every other one, or the second of each month?",
            "every other \(day), or second \(day) of every month")
    }
}
