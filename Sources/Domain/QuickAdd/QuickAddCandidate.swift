/// A phrase of a line, with the facts about its form, the word before it and the word after it.
struct QuickAddCandidate {
    /// The meaning of a phrase.
    enum Meaning {
        case date(PhraseDate)
        case rule(PhraseRule)
        /// A due date with a reminder at the same moment.
        case reminder(PhraseDate)
        /// A reminder so long before the due date.
        case lead(Span)
        /// A reminder at a part of the day before.
        case dayBefore(DayPart)
        case doubt(PhraseDoubt)
    }

    /// The decision of a guard.
    enum Verdict {
        case take
        case leave
        case tell(QuickAdd.Hint.Kind, String)

        static let noun = tell(.inTitle, "It stands before a noun; it may be a name.")
        static let name = tell(.inTitle, "It may be a name.")
        static let belongs = tell(.inTitle, "It may belong to the word before it.")
        static let half = tell(.twoMeanings, "Before or after noon?")
        static let whichDay = tell(.vague, "On which day?")
        static let number = tell(.inTitle, "It may be a number.")
    }

    let line: QuickAddTitleWords
    let today: Day
    let words: Range<Int>
    let meaning: Meaning
    /// The words before and after the phrase in the same part of the sentence.
    let previous: QuickAddTitleWord?
    let next: QuickAddTitleWord?

    init(_ line: QuickAddTitleWords, _ words: Range<Int>, _ meaning: Meaning, today: Day) {
        self.line = line
        self.words = words
        self.meaning = meaning
        self.today = today
        let all = line.all
        let (first, last) = (all[words.lowerBound], all[words.upperBound - 1])
        let before = words.lowerBound > 0 ? all[words.lowerBound - 1] : nil
        let isJoined = before.map { $0.trail.isEmpty || $0.trail == "." && $0.core.count < 4 } ?? false
        previous = isJoined && first.lead.isEmpty ? before : nil
        let after = words.upperBound < all.count ? all[words.upperBound] : nil
        next = last.trail.isEmpty && after?.lead.isEmpty == true ? after : nil
        p = previous?.text ?? ""
        q = next?.text ?? ""
    }

    /// The texts of the words before and after the phrase; empty if there are none.
    let (p, q): (Substring, Substring)

    var first: QuickAddTitleWord { line.all[words.lowerBound] }
    var last: QuickAddTitleWord { line.all[words.upperBound - 1] }
    var core: Substring { first.text }
    var count: Int { words.count }
    /// The number of words before the phrase.
    var before: Int { words.lowerBound }
    var isFirst: Bool { words.lowerBound == 0 }
    var isLast: Bool { words.upperBound == line.all.count }
    var phrase: ArraySlice<QuickAddTitleWord> { line.all[words] }

    var date: PhraseDate? {
        if case .date(let date) = meaning { return date }
        return nil
    }
    var rule: PhraseRule? {
        if case .rule(let rule) = meaning { return rule }
        return nil
    }
    var doubt: PhraseDoubt? {
        if case .doubt(let doubt) = meaning { return doubt }
        return nil
    }
    var kind: PhraseDate.Kind? { date?.kind }
    var isRule: Bool { rule != nil }
    var time: PhraseTime? { date?.time ?? rule?.time }
    var part: DayPart? { date?.part ?? rule?.part }
    var saysOn: Bool { date?.saysOn ?? false }

    /// Whether the form alone leaves no doubt.
    var isStrong: Bool {
        guard doubt == nil else { return false }
        if date?.day != nil, time != nil || date?.kind == .date { return true }
        return saysOn || kind == .date || (kind == .span || isRule) && count > 1
    }

    /// Whether the word before the phrase has a meaningful capital, or is not an ordinary word.
    var previousIsName: Bool {
        guard let previous, !line.isShouting else { return false }
        if before == 1,
            QuickAddVocabulary.verbs.contains(p) || QuickAddVocabulary.events.contains(p)
                || QuickAddVocabulary.evening.contains(p)
        {
            return false
        }
        // A version in small letters, such as v3 before 13/11, is not a name.
        if let first = previous.core.utf8.first, first >= UInt8(ascii: "a"),
            previous.core.utf8.allSatisfy(\.isSmallLetterOrDigit)
        {
            return false
        }
        if previous.core.first?.isLowercase == true, previous.core.allSatisfy({ $0.isLetter || $0.isNumber }) {
            return previous.core.contains(where: \.isUppercase)
        }
        return previous.isCapital
            || previous.core.contains { !$0.isLetter && !"_'’&-".contains($0) }
    }
    var previousIsCapital: Bool { previous?.isCapital == true }
    var isCapital: Bool { first.isCapital && !line.isShouting }
    var nextIsCapital: Bool { next?.isCapital == true }
    /// Whether one of the words has a capital, and whether all have one.
    var hasCapital: Bool { phrase.contains(where: \.isCapital) }
    var isAllCapital: Bool {
        !line.isShouting && phrase.allSatisfy { !$0.beginsWithLetter || $0.isCapital }
    }
    var isWeekday: Bool { PhraseLexicon.isWeekday(core) }
    var isMonth: Bool { PhraseLexicon.isMonth(core) }
    var beginsWithVerb: Bool { QuickAddVocabulary.verbs.contains(line.first) }
    var beginsWithEvent: Bool { QuickAddVocabulary.events.contains(line.first) }
    var isOfMedia: Bool { QuickAddVocabulary.media.contains(line.first) }
    /// Whether the word before the phrase is a thing, not a verb: `renew the pass`, but not `ask Bob to pass`.
    var isAfterThing: Bool {
        guard QuickAddVocabulary.things.contains(p), before > 1 else { return false }
        let word = line.all[before - 2]
        return !QuickAddVocabulary.beforeVerb.contains(word.text) && (before == 2 || !word.isCapital)
    }
    /// Whether a dash and then a verb follow the phrase: fri - hand in the report.
    var isBeforeDashAndVerb: Bool {
        let second = words.upperBound + 1
        return QuickAddVocabulary.dashes.contains(q) && second < line.all.count
            && QuickAddVocabulary.verbs.contains(line.all[second].text)
    }
    /// Whether the phrase ends a task whose words all have capitals: Pay Rent Tomorrow, Call Mom On Friday. Today does not count,
    /// because it ends the names of newspapers.
    var endsTask: Bool {
        isLast && line.isTitled && beginsWithVerb && !isOfMedia && before > 1 && core != "today"
            && (kind == .relative || (core == "by" || core == "on") && date?.day != nil)
    }
    /// Whether the phrase begins a line, an activity follows and a time ends the line: sun brunch 11am.
    var beginsTimedEvent: Bool {
        isFirst && line.endsWithTime && (QuickAddVocabulary.events.contains(q) || QuickAddVocabulary.verbs.contains(q))
    }
    /// Whether a noun follows the phrase.
    var isBeforeNoun: Bool {
        next != nil && !QuickAddVocabulary.function.contains(q)
            && q.contains { $0.isLetter || $0.isNumber || $0 == "$" }
    }

    /// The text to type instead of a phrase that is told; empty if it is the phrase itself as a value, or if there is none.
    func fix(of kind: QuickAdd.Hint.Kind, _ context: PhraseContext) -> String {
        if let doubt { return doubt.fix }
        switch kind {
        case .twoMeanings:
            guard let time, time.from == nil else { return "" }
            return date.map { context.typed($0.with(time)) } ?? PhraseContext.typed(time)
        case .passed:
            guard let day = date?.day else { return "" }
            if self.kind == .next { return PhraseContext.name(ofWeekday: day.weekday) }
            return (try? context.day(day.day, day.month)).map { context.typed($0) } ?? ""
        case .vague:
            return part.map { "tomorrow \($0.rawValue)" } ?? "tomorrow \(phrase.map(\.core).joined(separator: " "))"
        default: return ""
        }
    }

    /// - Parameter missing: the name of a guard that is not asked.
    func verdict(without missing: String?) -> (verdict: Verdict, guard: QuickAddGuard?) {
        for row in QuickAddGuard.all {
            if let verdict = row.verdict(self), row.name != missing { return (verdict, row) }
        }
        return (.take, nil)
    }
}

/// A case in which a phrase is left in the title, with or without a hint, or is taken before later guards are asked.
struct QuickAddGuard: Sendable {
    /// The description of the case.
    let name: String
    let verdict: @Sendable (QuickAddCandidate) -> QuickAddCandidate.Verdict?

    init(_ name: String, _ verdict: @escaping @Sendable (QuickAddCandidate) -> QuickAddCandidate.Verdict?) {
        self.name = name
        self.verdict = verdict
    }

    /// All guards, in order. The first one that decides counts.
    static let all: [QuickAddGuard] = names + capitals + doubts + beside + forms + times + nouns
}
