/// Phrases that are understood, but get a hint instead of being taken. Each has a reason and a text to type instead.
extension PhraseGrammar {
    /// Adds a row for a phrase that gets a hint.
    private mutating func told(
        _ name: String, _ pattern: String, _ kind: HintKind, _ reason: String, _ fix: String,
        in places: PhrasePlaces = .all
    ) {
        row(name, pattern, in: places) { _, _ in .doubt(PhraseDoubt(kind, reason, fix)) }
    }

    mutating func addDoubtfulDates() {
        told("due", "before {day}", .twoMeanings, "That day or the one before?", "by thursday")
        told("due", "until|till {when}", .twoMeanings, "A deadline, or how long?", "by friday")
        let begins = "This says when it can begin."
        told("due", "after {clock}", .notHeld, begins, #"start:"tomorrow 5pm""#)
        told("due", "{day} after {clock}", .notHeld, begins, #"start:"tomorrow 5pm""#)
        told("due", "{day} after <int>", .notHeld, begins, #"start:"tomorrow 5pm""#)
        told("due", "after lunch|work|dinner|breakfast", .vague, "This says no time.", "at 2pm")
        told("due", "after {dur}", .twoMeanings, "Once, or after each time?", "in 10 days, or every! 10 days")
        told("due", "{dur} after completion", .twoMeanings, "Once, or after each time?", "every! 3 days")
        row("due", "{dur} before|after <any>") { _, arguments in
            let feasts: Set<Substring> = ["easter", "pentecost", "thanksgiving", "ramadan", "diwali"]
            guard feasts.contains(arguments.word(1)) else { return nil }
            return .doubt(PhraseDoubt(.notHeld, "This day is not known here.", "its date"))
        }
        told("due", "easter <day>?", .notHeld, "This day is not known here.", "its date")
        let one = "A to-do has one date."
        told("due", "{day} or|and|/ {day}", .notHeld, one, "two to-dos")
        told("due", "{day} or on {day}", .notHeld, one, "two to-dos")
        told("due", "{day} & {day}", .notHeld, one, "two to-dos")
        told("due", "from {day} to|until|through|- {day}", .notHeld, one, "start:monday due:friday")
        told("due", "<day> -|–|to|through <day>", .notHeld, one, "every mon-fri")
        told("due", "<drange>", .notHeld, one, "every mon-fri")
        told("due", "<dlist>", .notHeld, one, "every mon and fri")
        told("due", "from? <int> to|- <int> <month>", .notHeld, one, "start: and due:")
        told("due", "<day> <day> <day>? {after}?", .notHeld, one, "every mon, wed and fri")
        let which = "On which day?"
        told("due", "in|next <month> <year>?", .vague, which, "end of april")
        told("due", "early|late {day}", .vague, which, "monday")
        told("due", "early|late in? <month>", .vague, which, "15 january")
        told("due", "sometime|later|early|late next|this week|month|year|weekend", .vague, which, "next friday")
        told("due", "this week|month|quarter|year", .vague, which, "end of week")
        told("due", "in <year>", .vague, which, "1 january 2027")
        told("due", "<month>", .vague, which, "1 april, or end of april")
        told("due", "around|circa {day}", .vague, "That day, or one near it?", "on friday")
        told("due", "<nums>", .inTitle, "Hours, days or numbers?", "friday 9:00-17:00")
        told("due", "<signedm>", .twoMeanings, "Minutes or months?", "+5min, or +5mo", in: .prose)
        told("due", "in|next|this spring|summer|autumn|fall|winter", .vague, which, "1 june")
        told("due", "in a? few|couple of? <unit>", .vague, "How many?", "in 3 days")
        told("due", "in <nums> <unit>", .vague, "How many?", "in 3 days")
        told("due", "in? <ym>", .vague, which, "1 january 2027", in: .prose)
        told("due", "at? half <int>", .twoMeanings, "Half past, or half an hour before?", "17:30", in: .prose)
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
        told("due", "yesterday", .passed, "This day has passed.", "tomorrow")
        told("due", "last <day>", .passed, "This day has passed.", "friday")
        told("due", "<int> tonight|tomorrow|today", .twoMeanings, "Before or after noon?", "9pm")
        told(
            "due", "{day} at? lunch|lunchtime|dinnertime|teatime|breakfast", .vague, "This says no time.", "12:30")
        told("due", "week <int>", .vague, which, "2027-W12")
        told("due", "<wnn>", .vague, which, "2027-W12")
        told("due", "in|early|late|mid <wnn>", .vague, which, "31 march")
        told("due", "<nums> <month>", .notHeld, one, "start: and due:")
        told("due", "cob|eob", .vague, "This says no time.", "today 5pm")
    }

    mutating func addDoubtfulRepetitions() {
        let once = "A series has one date at a time."
        let rules = "A to-do has one rule."
        told("rdoubt", "{repeat} until|till|from|starting <month>", .vague, "Until which day?", "until 28 feb")
        for pattern in [
            "{repeat} and <part>", "{repeat} and in the <part>", "{repeat} and at? {hour}",
            "{repeat} {hour} and {hour}", "{repeat} & {hour}",
        ] {
            told("rdoubt", pattern, .notHeld, once, "two to-dos, each with its time")
        }
        told("rdoubt", "{E} few|couple of? <unit>", .vague, "How many?", "every 3 weeks")
        told("rdoubt", "{E} <nums> <unit>", .vague, "How many?", "every 3 weeks")
        told("rdoubt", "{E} <count> or|to <count> <unit>", .vague, "How many?", "every 3 weeks")
        told("rdoubt", "{E} <int> and? <int> and? <int>?", .twoMeanings, "Numbers of what?", "every 2nd and 15th")
        told("rdoubt", "{E} <int>", .twoMeanings, "Numbers of what?", "every 15th")
        told("rdoubt", "{E} spring|summer|autumn|fall|winter", .vague, "On which day?", "every 1 june")
        told("rdoubt", "on? {spec} of {E} quarter", .notHeld, "A rule counts in months.", "every 3 months")
        told("rdoubt", "{E} second|2nd <day>", .twoMeanings, Self.everySecond.reason, Self.everySecond.fix)
        told("rdoubt", "{E} hour|minute", .notHeld, once, "every day at 9am")
        told("rdoubt", "{E} <count> hours|hrs|minutes|mins|h|min", .notHeld, once, "every day at 9am")
        told("rdoubt", "hourly", .notHeld, once, "daily")
        told("rdoubt", "twice|thrice a|per|every|each <unit>", .notHeld, once, "every mon and thu")
        told("rdoubt", "<count> times a|per|every|each <unit>", .notHeld, once, "every mon and thu")
        told("rdoubt", "twice daily|weekly|monthly|yearly", .notHeld, once, "every mon and thu")
        told("rdoubt", "{repeat} and {md}", .notHeld, rules, "two to-dos")
        told("rdoubt", "{repeat} <ord> <day> <month>", .notHeld, rules, "two to-dos")
        told("rdoubt", "{E} <ord> <day> <month> <ord> <day> <month>", .notHeld, rules, "two to-dos")
        told("rdoubt", "{repeat} and <month> and? <month>?", .notHeld, rules, "two to-dos")
        told("rdoubt", "{E} {md} {md} {md}? {md}?", .notHeld, rules, "two to-dos")
        told("rdoubt", "daily|weekly|monthly|yearly or daily|weekly|monthly|yearly", .notHeld, rules, "daily")
    }

    static let everySecond = PhraseDoubt(
        .twoMeanings, "Every other one, or the second of each month?",
        "every other tuesday, or second tuesday of every month")
}
