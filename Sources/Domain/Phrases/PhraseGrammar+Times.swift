extension PhraseGrammar {
    mutating func addTimes() {
        row("clock", "<clock>") { .time($1.time(0)) }
        row("clock", "<seconds>", in: .value) { .time($1.time(0)) }
        for (words, isLate) in [("am|a.m|a.m.", false), ("pm|p.m|p.m.", true)] {
            row("clock", "<count> \(words)") { context, arguments in
                let hour = arguments.number(0)
                guard 1...12 ~= hour else { return context.isValue ? .doubt(.noSuchTime) : nil }
                return .time(PhraseTime(minutes: (hour % 12 + (isLate ? 12 : 0)) * 60, form: .full))
            }
            row("clock", "<clock> \(words)") { _, arguments in
                var time = arguments.time(0)
                guard time.form == .colon || time.form == .dot, time.minutes < 13 * 60, time.minutes >= 60 else {
                    return nil
                }
                time.minutes = time.minutes % 720 + (isLate ? 720 : 0)
                time.form = .full
                return .time(time)
            }
        }
        let pasts = [
            ("half past", 30), ("a? quarter past", 15), ("a? quarter to", -15), ("five past", 5), ("five to", -5),
            ("ten past", 10), ("ten to", -10), ("twenty past", 20), ("twenty to", -20),
        ]
        for (words, minutes) in pasts {
            row("clock", "\(words) <count>") { _, arguments in
                let hour = arguments.number(0)
                guard hour < 24, hour > 0 || minutes > 0 else { return nil }
                return .time(PhraseTime(minutes: hour * 60 + minutes, form: .hour))
            }
            row("clock", "\(words) <clock>") { _, arguments in
                var time = arguments.time(0)
                guard time.form == .full, time.minutes % 60 == 0 else { return nil }
                time.minutes = (time.minutes + minutes + 1440) % 1440
                return .time(time)
            }
            for (half, hours) in [("am|a.m|a.m.", 0), ("pm|p.m|p.m.", 12)] {
                row("clock", "\(words) <count> \(half)") { _, arguments in
                    let hour = arguments.number(0)
                    guard 1...12 ~= hour else { return nil }
                    let time = (hour % 12 + hours) * 60 + minutes
                    return .time(PhraseTime(minutes: (time + 1440) % 1440, form: .full))
                }
            }
        }
        let minuteWords = [
            ("ten", 10), ("fifteen", 15), ("twenty", 20), ("thirty", 30), ("forty", 40), ("forty five", 45),
            ("forty-five", 45), ("fifty", 50),
        ]
        for (words, minutes) in minuteWords {
            for (half, hours) in [("am|a.m|a.m.", 0), ("pm|p.m|p.m.", 12)] {
                row("clock", "<hourw> \(words) \(half)") {
                    .time(PhraseTime(minutes: ($1.number(0) % 12 + hours) * 60 + minutes, form: .full))
                }
            }
            row("hour", "<hourw> \(words)") {
                .time(PhraseTime(minutes: $1.number(0) * 60 + minutes, form: .hour))
            }
        }
        row("clock", "<count> o'clock|oclock") { .hour($1.number(0)) }
        row("clock", "12 noon|midday") { _, _ in .time(PhraseTime(minutes: 720, form: .word)) }
        row("clock", "12 midnight") { _, _ in .time(PhraseTime(minutes: 0, form: .word)) }
        row("clock", "<clock> h|hrs|hours|uhr") { _, arguments in
            var time = arguments.time(0)
            guard time.form == .full || time.form == .colon else { return nil }
            time.form = .full
            return .time(time)
        }
        row("clock", "<time4> h|hrs|hours|uhr") { .time($1.time(0)) }
        row("clock", "{clock} sharp") { .time($1.time(0)) }
        row("hour", "{clock}") { .time($1.time(0)) }
        row("hour", "<int>") { .hour($1.number(0)) }
        let at: Action = { _, arguments in
            var time = arguments.time(0)
            time.saysAt = true
            return .time(time)
        }
        row("at", "at|@|around|~ {hour} sharp?", at)
        // `by 2h` is an amount, not a time.
        row("at", "by {hour}") { _, arguments in
            var time = arguments.time(0)
            guard time.form != .glued else { return nil }
            time.saysAt = true
            // A to-do that is due by midnight has all of that day.
            if time.form == .word, time.minutes == 0 { time.minutes = 24 * 60 }
            return .time(time)
        }
        row("at", "at|around about {hour}", at)
        row("at", "at|@|around <time4>", in: .prose, at)
        row("at", "at|@|around|by <half>", at)
        row("at", "<atclock>", at)
        let range: Action = { _, arguments in
            PhraseLexicon.range(arguments.time(0), arguments.time(1), allowsDots: false).map(PhraseValue.time)
        }
        row("range", "from? <trange>") { .time($1.time(0)) }
        row("range", "from {hour} to|until|till|- {hour}", range)
        row("range", "{clock} -|–|to {clock}", range)
        row("range", "between {hour} and {hour}", range)
        for name in ["at", "clock", "range"] { row("time", "{\(name)}") { .time($1.time(0)) } }
        row("after", "{time}") { .time($1.time(0)) }
        row("after", "<int>") { .hour($1.number(0)) }
        row("after", "<int> uhr") {
            $1.number(0) < 24 ? .time(PhraseTime(minutes: $1.number(0) * 60, form: .full)) : nil
        }
        row("after", "<half>") { .time($1.time(0)) }
        for (word, part) in [("am", "morning"), ("pm", "afternoon"), ("eve", "evening")] {
            row("after", word) { _, _ in .word(Substring(part)) }
        }
        row("after", "<int> to|until|till|-|– <int>") { _, arguments in
            guard case .time(let start)? = PhraseValue.hour(arguments.number(0)),
                case .time(let end)? = PhraseValue.hour(arguments.number(1))
            else { return nil }
            return PhraseLexicon.range(start, end, allowsDots: false).map(PhraseValue.time)
        }
        row("after", "<int> to|until|till|-|– <clock>") { _, arguments in
            guard case .time(let start)? = PhraseValue.hour(arguments.number(0)), arguments.time(1).form == .full else {
                return nil
            }
            return PhraseLexicon.range(start, arguments.time(1), allowsDots: false).map(PhraseValue.time)
        }
        row("after", "before {clock}", at)
    }

    mutating func addDates() {
        row("when", "{day}") { .date($1.date(0)) }
        row("when", "{day} {after}") { _, arguments in
            guard let time = arguments.optionalTime(1) else { return .date(arguments.date(0).with(arguments.part(1))) }
            return .date(arguments.date(0).with(time))
        }
        row("when", "{day} <time4>") { _, arguments in
            // After a month, four digits are the year of an impossible day: 31 april 2030.
            let isYear = arguments.date(0).kind == .monthAndDay && 19..<22 ~= arguments.time(1).minutes / 60
            return isYear ? nil : .date(arguments.date(0).with(arguments.time(1)))
        }
        row("when", "<half> on? {day}") { .date($1.date(1).with($1.time(0))) }
        row("when", "<time4> on? {day}") { _, arguments in
            // 0600, but not a number that may be anything.
            arguments.time(0).minutes < 600 ? .date(arguments.date(1).with(arguments.time(0))) : nil
        }
        row("when", "<clock> in the (morning|afternoon|evening) on? {day}") {
            [.colon, .full].contains($1.time(0).form) ? .date($1.date(2).with($1.time(0)).with($1.part(1))) : nil
        }
        row("when", "{time} on? {day} <part>?") { context, arguments in
            let time = arguments.time(0)
            let isClear: Bool =
                switch time.form {
                case .full, .word, .colon, .range, .hour: true
                // Less may be a length of time.
                case .glued where time.minutes > 12 * 60: true
                default: time.saysAt || context.isValue
                }
            guard isClear else { return nil }
            let date = arguments.date(1).with(time)
            return .date(arguments.isGiven(2) ? date.with(arguments.part(2)) : date)
        }
        row("when", "{day} <part>") { .date($1.date(0).with($1.part(1))) }
        row("when", "{day} <part> {at}") { .date($1.date(0).with($1.part(1)).with($1.time(2))) }
        row("when", "{day} <part> {clock}") { .date($1.date(0).with($1.part(1)).with($1.time(2))) }
        row("when", "{day} in the (morning|afternoon|evening)") { .date($1.date(0).with($1.part(1))) }
        row("when", "{day} at (night)") { .date($1.date(0).with($1.part(1))) }
        row("when", "{day} {after} in the (morning|afternoon|evening)") {
            .date($1.date(0).with($1.time(1)).with($1.part(2)))
        }
        row("when", "{at} in the (morning|afternoon|evening) on? {day}") {
            .date($1.date(2).with($1.time(0)).with($1.part(1)))
        }
        row("when", "{at} in the (morning|afternoon|evening)") {
            .date(PhraseDate(kind: .time, time: $1.time(0), part: $1.part(1)))
        }
        row("when", "on? the (morning|afternoon|evening|night) of {day}") { .date($1.date(1).with($1.part(0))) }
        addPartsOfToday()
        row("when", "first thing {day}") { .date($1.date(0)) }
        row("when", "first thing on? {day} <part>") { .date($1.date(0).with($1.part(1))) }
        row("when", "<moment>") { context, arguments in
            guard let due = try ISODate.parse(arguments.word(0).uppercased(), timeZone: context.zone),
                case .instant = due
            else { return nil }
            return .date(PhraseDate(day: due.day, kind: .date, moment: due))
        }
        row("when", "{span}") { .date($1.date(0)) }
        row("when", "{time}") { .date(PhraseDate(kind: .time, time: $1.time(0))) }
        row("when", "at the? {feast}") { .date($1.date(0).with(.date)) }
        addDueDates()
    }

    private mutating func addPartsOfToday() {
        let tonight = { @Sendable (context: PhraseContext, time: PhraseTime?) -> PhraseValue in
            .date(PhraseDate(day: context.today, kind: .relative, time: time, part: .night))
        }
        row("when", "tonight") { context, _ in tonight(context, nil) }
        row("when", "tonight {at}") { tonight($0, $1.time(0)) }
        row("when", "tonight {clock}") { tonight($0, $1.time(0)) }
        row("when", "<int> tonight") { context, arguments in
            guard 6...11 ~= arguments.number(0), case .time(let time)? = PhraseValue.hour(arguments.number(0)) else {
                return nil
            }
            return tonight(context, time)
        }
        row("when", "at? <hourw> tonight") { context, arguments in
            guard 6...11 ~= arguments.number(0), case .time(let time)? = PhraseValue.hour(arguments.number(0)) else {
                return nil
            }
            return tonight(context, time)
        }
        row("when", "{time} tonight") { [.range, .word].contains($1.time(0).form) ? nil : tonight($0, $1.time(0)) }
        row("when", "this (morning|afternoon|evening)") {
            .date(PhraseDate(day: $0.today, kind: .relative, part: $1.part(0)))
        }
        row("when", "this (morning|afternoon|evening) {at}") {
            .date(PhraseDate(day: $0.today, kind: .relative, time: $1.time(1), part: $1.part(0)))
        }
        row("when", "in the (morning|afternoon|evening)") { .date(PhraseDate(kind: .part, part: $1.part(0))) }
    }

    private mutating func addDueDates() {
        row("due", "{when}") { .date($1.date(0)) }
        let on: Action = { .date($1.date(0).on) }
        let by: Action = { _, arguments in
            var date = arguments.date(0).on
            date.saysBy = true
            return .date(date)
        }
        row("due", "on|due|due:|deadline|deadline:|starting {when}", on)
        row("due", "latest {when}", on)
        row("due", "starting on {when}", on)
        row("due", "at latest {when}", on)
        for (number, name) in ["first", "second", "third", "fourth", "fifth"].enumerated() {
            row("due", "on|by the \(name)") { context, _ in
                .date(PhraseDate(day: try context.dayOfMonth(number + 1), kind: .theOrdinal, saysOn: true))
            }
        }
        row("due", "on|by the? <stray>", in: .prose) { context, arguments in
            .date(PhraseDate(day: try context.dayOfMonth(arguments.number(0)), kind: .theOrdinal))
        }
        row("due", "no|not later than {when}", on)
        row("due", "by {when}", by)
        row("due", "due on|by|at {when}", on)
        row("due", "by? {when} latest", by)
        row("due", "by|on? {when} at the latest", on)
        row("due", "on|at the weekend") { context, _ in
            .date(PhraseDate(day: try context.ofWeek(6, later: 0), kind: .next, saysOn: true))
        }
        row("due", "before {day} {after}") { .date($1.date(0).with($1.time(1)).on) }
        row("due", "before {clock} on? {day}") { .date($1.date(1).with($1.time(0)).on) }
        row("due", "before {clock}") { _, arguments in
            var time = arguments.time(0)
            time.saysAt = true
            return .date(PhraseDate(kind: .time, time: time, saysOn: true))
        }
        row("due", "at the? end of the|this? <period>") {
            .date(PhraseDate(day: try $0.end($1.period(0)), kind: .date, saysOn: true))
        }
        row("due", "at the? end of next <period>") {
            .date(PhraseDate(day: try $0.endOfNext($1.period(0)), kind: .date, saysOn: true))
        }
        row("due", "at the? beginning|start of next <period>") {
            .date(PhraseDate(day: try $0.startOfNext($1.period(0)), kind: .date, saysOn: true))
        }
        row("due", "at the? end of <month>") {
            .date(PhraseDate(day: try $0.month($1.number(0)).endOfMonth, kind: .date, saysOn: true))
        }
    }

    mutating func addReminders() {
        row("value", "on? {when}", in: .value) { _, arguments in
            let date = arguments.date(0)
            // A bare hour does not say which half of the day, and a range does not say which end is meant.
            let isBare = date.kind == .time && date.time?.form == .hour
            return isBare || date.time?.from != nil ? nil : .date(date)
        }
        row("timeofday", "at? {clock}", in: .value) { _, arguments in
            [.hour, .dot].contains(arguments.time(0).form) ? nil : .time(arguments.time(0))
        }
        row("remind", "remind me on? {when}") { .date($1.date(0)) }
        row("remind", "remind me {span}") { .date($1.date(0)) }
        row("remind", "set a? reminder for|on|at? {when}") { .date($1.date(0)) }
        row("lead", "and? remind me the (evening|night|morning) before") { .word($1.word(0)) }
        let lead: Action = { .length($1.length(0)) }
        for words in [
            "before|beforehand|early|earlier|prior|ahead", "in advance", "before it|that|then", "ahead of time",
        ] {
            row("lead", "and? remind|alert|notify|warn me? {dur} \(words)", lead)
            row("lead", "with a? reminder|alert|alarm {dur} \(words)", lead)
            row("lead", "reminder|alert|alarm {dur} \(words)", lead)
            row("lead", "and again? {dur} \(words)", lead)
        }
        row("lead", "and? remind|alert|notify|warn me? the? day before") { _, _ in .length(.days(1)) }
        row("lead", "remind me at some point") { _, _ in .doubt(Self.whenever) }
        row("lead", "remind me before|after|when|once|until|till|later|soon|sometime|again") { _, _ in
            .doubt(Self.whenever)
        }
    }
}

extension PhraseGrammar {
    /// The doubt about a reminder at something that is no date.
    static let whenever = PhraseDoubt(.vague, "A reminder needs a time.", "remind:18:00")
}

extension PhraseValue {
    /// An hour from 0 to 23.
    static func hour(_ hour: Int) -> PhraseValue? {
        hour < 24 ? .time(PhraseTime(minutes: hour * 60, form: .hour)) : nil
    }
}
