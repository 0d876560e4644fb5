import Foundation

/// Chooses the phrases that say when something is due, among those that can be taken.
extension QuickAddPhrases {
    /// A chosen phrase: its words in the title, and its meaning.
    typealias Chosen = (words: [Int], kind: QuickAdd.Understood.Kind)

    private typealias Words = QuickAddVocabulary

    mutating func choose(_ found: [Found]) -> [Chosen] {
        var chosen = chooseDates(found.filter { !$0.isLead })
        for phrase in found where phrase.isLead { remind(before: phrase).map { chosen.append($0) } }
        return chosen
    }

    private mutating func chooseDates(_ found: [Found]) -> [Chosen] {
        var (days, times, rules): ([Found], [Found], [Found]) = ([], [], [])
        for phrase in found {
            switch phrase.meaning {
            case .date(let date) where date.kind == .time: times.append(phrase)
            case .date: days.append(phrase)
            case .rule: rules.append(phrase)
            case .reminder: return remind(of: phrase, beside: found)
            case .lead, .dayBefore, .doubt: break
            }
        }
        let inside = Set(found.flatMap(\.words))
        let namesDay = leavesDay || title.all.indices.contains { !inside.contains($0) && isDay($0) }
        if !times.isEmpty, namesDay {
            tell(times, .inTitle, "The title names a day apart from it.")
            times = []
        }
        // There is no way to tell which of them is right.
        if days.count > 1 || rules.count > 1 || times.count > 1 {
            tell(days + times + rules, .notHeld, "A to-do has one date.", "two to-dos")
            return []
        }
        var extra: [Found] = []
        if var base = days.first ?? rules.first, let time = times.first {
            let isTimeless = timeless(base)
            let comesFirst = base.words.lowerBound < time.words.lowerBound
            let between = title.all[
                (comesFirst ? base : time).words.upperBound..<(comesFirst ? time : base).words.lowerBound
            ].map(\.text)
            let isApart = !Words.apart.isDisjoint(with: between)
            let saysAt = self.time(of: time)?.saysAt == true && Words.joining.contains(between.first ?? "")
            let (first, last) = comesFirst ? (base, time) : (time, base)
            let isLast = last.words.upperBound == title.all.count
            // One at the beginning of the line and one at its end: tomorrow dentist 8:15am.
            let frames = first.words.lowerBound == 0 && isLast && Words.separating.isDisjoint(with: between)
            let isShort = between.count < 5 && !isApart
            let joins =
                isTimeless
                && (frames || comesFirst && isShort && (saysAt || isLast || between.isEmpty)
                    || !rules.isEmpty && days.isEmpty && between.count < 4 && !isApart)
            if joins {
                base.setTime(self.time(of: time))
                if days.isEmpty { rules = [base] } else { days = [base] }
                extra = [time]
            } else {
                let text = (base.words.map { title.all[$0].core } + time.words.map { title.all[$0].core })
                    .joined(separator: " ")
                let both = isTimeless && rules.isEmpty ? PhraseContext.value("due", text) : ""
                tell([time], .inTitle, "It stands apart from its day.", both, isApart: true)
                if isTimeless, comesFirst, Set(between).isDisjoint(with: ["about", "re", "regarding"]) {
                    tell([base], .inTitle, "It stands apart from its time.", both)
                    days = []
                    rules = []
                }
            }
            times = []
        }
        if told.contains(where: \.isTime), let base = days.first ?? rules.first, timeless(base) {
            tell(days + rules, .twoMeanings, "Its time has two meanings.", "the half of the day")
            return []
        }
        if !rules.isEmpty,
            told.contains(where: { ["starting", "beginning"].contains(title.all[$0.words.lowerBound].text) })
        {
            tell(rules, .inTitle, "Its beginning is not clear.")
            rules = []
        }
        if !rules.isEmpty, days.isEmpty, told.contains(where: \.isDate) {
            tell(rules, .inTitle, "The line says a day too.")
            rules = []
        }
        let spoils = told.filter { !$0.isApart }
        if rules.isEmpty, (days + times).contains(where: { isNear($0.words, spoils, 2) }) {
            tell(days + times, .inTitle, "It may belong to what is beside it.")
            return []
        }
        if rules.contains(where: { isNear($0.words, told, 1) }) {
            tell(rules, .inTitle, "It may belong to what is beside it.")
            rules = []
        }
        return take(days: days, times: times, rules: rules, extra: extra)
    }

    /// Takes `remind me 30 min before`, behind a date.
    private mutating func remind(before phrase: Found) -> Chosen? {
        if case .dayBefore(let part) = phrase.meaning, draft.due != nil {
            draft.reminders.append(.trigger(.time(part.clock(context.settings), daysBefore: 1, of: .either)))
            return (Array(phrase.words), .remind)
        }
        guard case .lead(let length) = phrase.meaning else {
            tell([phrase], .vague, "Before which date?", "the date too")
            return nil
        }
        let lead: Alarm.Lead? =
            switch length {
            case .days(let days): Alarm.Lead(days: days)
            case .seconds(let seconds): Alarm.Lead(seconds: seconds)
            case .months: nil
            }
        guard let lead else {
            tell([phrase], .notHeld, "A reminder comes weeks, days, hours or minutes before.", "remind:4w")
            return nil
        }
        switch draft.due {
        case .instant?: break
        case .day? where lead.seconds == 0: break
        case .day?:
            tell([phrase], .vague, "Before which time of the day?", "the time of day too")
            return nil
        case nil:
            tell([phrase], .vague, "Before which date?", "the date too")
            return nil
        }
        draft.reminders.append(.trigger(.before(lead, of: .either)))
        return (Array(phrase.words), .remind)
    }

    private mutating func take(days: [Found], times: [Found], rules: [Found], extra: [Found]) -> [Chosen] {
        let all = rules + days + times
        guard let first = all.first else { return [] }
        var begins = !days.isEmpty
        if case .rule(let rule)? = rules.first?.meaning { begins = begins || rule.from != nil }
        if given.contains(.due), rules.isEmpty || begins {
            tell(all + extra, .notHeld, "due: says it already.", "only one of them")
            return []
        }
        do {
            if case .rule(var rule)? = rules.first?.meaning {
                var base: Due?
                if case .date(let date)? = days.first?.meaning {
                    if rule.time == nil, rule.part == nil { (rule.time, rule.part) = (date.time, date.part) }
                    base = date.day.map(Due.day)
                }
                let recurrence = try rule.recurrence(
                    context, due: base ?? draft.due, start: base == nil ? draft.start : nil)
                if draft.due == nil, case .instant(let moment, _) = recurrence.due, moment <= context.now {
                    throw PhraseDoubt(.passed, "This time of today has passed.", "tomorrow")
                }
                draft.recurrence = recurrence
                draft.due = recurrence.due
                if let from = rule.time?.from, let due = recurrence.due.day as Day? {
                    let clock = ClockTime(milliseconds: from * 60_000)
                    draft.start = .instant(try clock.moment(on: due, in: context.zone), context.zone)
                }
                let chosen: [Chosen] =
                    (rules + extra).map { (Array($0.words), .repeat) } + days.map { (Array($0.words), .due) }
                guard let asked = reminderWords else { return chosen }
                draft.reminders.append(.trigger(.before(.zero, of: .either)))
                return chosen + [(Array(asked) + to(after: all), .remind)]
            }
            guard case .date(let date) = first.meaning else { return [] }
            let (due, start) = try date.due(context)
            draft.due = due
            if let start, !given.contains(.start) { draft.start = start }
            var chosen: [Chosen] = ([first] + extra).map { (Array($0.words), .due) }
            if let asked = reminderWords ?? reminderWords(after: first) {
                draft.reminders.append(try reminder(at: due))
                chosen.append((Array(asked), .remind))
            }
            return chosen
        } catch let doubt as PhraseDoubt {
            tell(all + extra, doubt.kind, doubt.reason, doubt.fix)
        } catch {
            tell(all + extra, .impossible, "There is no such day.")
        }
        return []
    }

    /// Takes `remind me tomorrow at 9`: a due date and a reminder at that moment.
    private mutating func remind(of phrase: Found, beside found: [Found]) -> [Chosen] {
        guard case .reminder(let date) = phrase.meaning else { return [] }
        let others = found.filter { $0.words != phrase.words }
        if others.count == 1, others[0].words.upperBound <= phrase.words.lowerBound, !given.contains(.due),
            let due = try? date.due(context).due,
            let moment = try? reminder(at: due)
        {
            // File taxes due 31 march, remind me 1 march at 9am.
            let chosen = chooseDates(others)
            guard !chosen.isEmpty else { return [] }
            draft.reminders.append(moment)
            return chosen + [(Array(phrase.words), .remind)]
        }
        guard others.isEmpty, !given.contains(.due) else {
            tell(found, .notHeld, "A to-do has one date.", "remind:")
            return []
        }
        do {
            let due = try date.due(context).due
            draft.reminders.append(try reminder(at: due))
            draft.due = due
        } catch let doubt as PhraseDoubt {
            tell([phrase], doubt.kind, doubt.reason, doubt.fix)
            return []
        } catch {
            tell([phrase], .impossible, "There is no such day.")
            return []
        }
        let isFirst = title.all[..<phrase.words.lowerBound].allSatisfy { Words.asking.contains($0.text) }
        guard isFirst else { return [(Array(phrase.words), .remind)] }
        return [(Array(0..<phrase.words.upperBound) + to(after: [phrase]), .remind)]
    }

    /// The `to` after phrases: remind me every monday to water the plants.
    private func to(after phrases: [Found]) -> [Int] {
        phrases.map(\.words.upperBound).filter { $0 < title.all.count && ["that", "to"].contains(title.all[$0].text) }
    }

    private func reminder(at due: Due) throws -> ReminderPhrase {
        switch due {
        case .instant(let moment, let zone): return .trigger(.moment(moment, zone: zone))
        case .day(let day):
            let moment = try context.settings.allDayTime.moment(on: day, in: context.zone)
            return .trigger(.moment(moment, zone: context.zone.identifier))
        }
    }

    /// The words of `remind me to` at the beginning.
    private var reminderWords: Range<Int>? {
        let asking = title.all.prefix { Words.asking.contains($0.text) }.count
        return reminderWords(at: asking).map { 0..<$0.upperBound }
    }

    /// Those after a date that begins the line: tomorrow remind me to call Bob.
    private func reminderWords(after phrase: Found) -> Range<Int>? {
        guard phrase.words.lowerBound == 0, let words = reminderWords(at: phrase.words.upperBound) else { return nil }
        return words.count == 3 ? words : nil
    }

    private func reminderWords(at index: Int) -> Range<Int>? {
        let texts = title.all[index...].prefix(3).map(\.text)
        guard texts.starts(with: ["remind", "me"]) else { return nil }
        return index..<index + (texts.count > 2 && texts[2] == "to" ? 3 : 2)
    }

    private func time(of phrase: Found) -> PhraseTime? {
        switch phrase.meaning {
        case .date(let date): date.time
        case .rule(let rule): rule.time
        case .reminder, .lead, .dayBefore, .doubt: nil
        }
    }

    private func timeless(_ phrase: Found) -> Bool {
        switch phrase.meaning {
        case .date(let date): date.time == nil && date.part == nil && date.moment == nil
        case .rule(let rule): rule.time == nil && rule.part == nil
        case .reminder, .lead, .dayBefore, .doubt: false
        }
    }

    private func isNear(_ words: Range<Int>, _ told: [Told], _ distance: Int) -> Bool {
        told.contains {
            abs($0.words.lowerBound - words.upperBound) <= distance
                || abs(words.lowerBound - $0.words.upperBound) <= distance
        }
    }

    private mutating func tell(
        _ phrases: [Found], _ kind: QuickAdd.Hint.Kind, _ reason: String, _ fix: String = "", isApart: Bool = false
    ) {
        for phrase in phrases {
            told.append(Told(words: phrase.words, kind: kind, reason: reason, fix: fix, isApart: isApart))
        }
    }

    /// Whether a word that stays in the title says a day or a repetition.
    private func isDay(_ index: Int) -> Bool {
        let word = title.all[index]
        guard word.role == .plain else { return false }
        // The weekly report names no day.
        if word.text.hasSuffix("ly"), index > 0, Words.article.contains(title.all[index - 1].text) { return false }
        var text = word.text
        if text.hasSuffix("'s") { text = text.dropLast(2) }
        if Words.weekdays.contains(text) || text.last == "s" && Words.weekdays.contains(text.dropLast()) { return true }
        if PhraseLexicon.isWeekday(text), index == 0 || !Words.capitalized.contains(text) { return true }
        if Words.dayWords.contains(text) { return true }
        let shape = WordShape(text)
        guard 2...3 ~= shape.numbers.count, shape.between[0].isEmpty, shape.digits[0] < 3, shape.digits[1] < 3 else {
            return false
        }
        return ["/", ".", "-"].contains(shape.between[1])
            && (shape.between.last?.isEmpty == true || shape.between.last == ".")
    }
}

extension QuickAddPhrases.Found {
    fileprivate var isLead: Bool {
        switch meaning {
        case .lead, .dayBefore: true
        case .date, .rule, .reminder, .doubt: false
        }
    }

    fileprivate mutating func setTime(_ time: PhraseTime?) {
        switch meaning {
        case .date(var date):
            date.time = time
            meaning = .date(date)
        case .rule(var rule):
            rule.time = time
            meaning = .rule(rule)
        case .reminder, .lead, .dayBefore, .doubt: break
        }
    }
}
