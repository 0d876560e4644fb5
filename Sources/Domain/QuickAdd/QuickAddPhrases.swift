/// Finds the phrases of a line, and puts their values into the draft.
struct QuickAddPhrases {
    /// A phrase that is taken: its words in the line, and its meaning.
    typealias Taken = (words: [Int], kind: QuickAdd.Understood.Kind)

    let line: QuickAddLine
    let context: PhraseContext
    let given: Set<QuickAdd.Understood.Kind>
    private let missingGuard: String?
    var draft: QuickAdd.Draft
    let title: QuickAddTitleWords
    private var foreign: [(index: Int, told: QuickAddForeign)] = []
    private var parser: PhraseParser
    /// The number of grammar elements that were tried.
    var tries: Int { parser.tries }
    var told: [Told] = []
    /// Whether a day, such as `16 Jan`, stays in the title.
    private(set) var leavesDay = false
    /// The names of the guards that decided.
    private(set) var guards: [String] = []

    /// A phrase that stays in the title and gets a hint.
    struct Told {
        var words: Range<Int>
        var kind: QuickAdd.Hint.Kind
        var reason: String
        var fix = ""
        /// Whether it gets a hint only because it is separated from its day.
        var isApart = false
        /// Whether it is a time of day that may be in either half of the day.
        var isTime = false
        /// Whether it is a day of the calendar: 14 june.
        var isDate = false
    }

    struct Found {
        var words: Range<Int>
        var meaning: QuickAddCandidate.Meaning
    }

    init(_ reader: QuickAddReader) {
        line = reader.line
        context = reader.dates.context
        given = reader.given
        missingGuard = reader.missingGuard
        draft = reader.draft
        var words: [QuickAddTitleWord] = []
        for (index, word) in line.words.enumerated() where reader.kinds[index] == nil {
            var role: QuickAddTitleWord.Role = word.isEscaped || word.isQuoted ? .closed : .plain
            if role == .plain {
                let raw = line.text[word.range]
                let isUnknown = word.token.map { !reader.means($0) } ?? true
                let next = reader.line.words[(index + 1)...].prefix(2).map { reader.line.text[$0.range] }
                if let told = QuickAddForeign(
                    raw, isUnknown ? word.token : nil, reader.names, next: next, isAlone: line.words.count == 1)
                {
                    // A word that repeats a value stays in the title, but its name is not unknown.
                    role = .foreign
                    foreign.append((index, told))
                }
            }
            words.append(QuickAddTitleWord(line.text, word.range, index: index, role: role))
        }
        title = QuickAddTitleWords(words.filter { $0.role != .foreign })
        parser = PhraseParser(Self.words(title.all, isOpen: false), context)
    }

    private static func words(_ words: [QuickAddTitleWord], isOpen: Bool) -> [PhraseParser.Word] {
        words.enumerated().map { index, word in
            // 10. december
            let isOrdinal =
                word.trail == "." && word.core.utf8.count < 3 && word.core.utf8.allSatisfy { 0x30...0x39 ~= $0 }
                && index + 1 < words.count && PhraseLexicon.isMonth(words[index + 1].text)
            let continues =
                isOrdinal || word.trail.isEmpty || word.trail == "," || word.trail == "'" || word.trail == "’"
                || word.text.last == ":"
            guard isOpen, word.role == .closed, word.text.first == "\\" else {
                return PhraseParser.Word(
                    text: word.text, isClosed: word.role == .closed, continues: continues,
                    isContinued: word.lead.isEmpty)
            }
            return PhraseParser.Word(word.text.dropFirst())
        }
    }

    /// Reads the phrases: puts the taken ones into the draft, and makes hints for all others.
    mutating func read() -> [Taken] {
        var found: [Found] = []
        let reminders = Set(foreign.filter(\.told.isReminder).map { $0.index + 1 })
        var index = 0
        while index < title.all.count {
            guard let (end, meaning) = Self.longest(&parser, at: index) else {
                index += 1
                continue
            }
            if reminders.contains(title.all[index].index) {
                index = end
                continue
            }
            let candidate = QuickAddCandidate(title, index..<end, meaning, today: context.today)
            let (verdict, deciding) = isReminder(meaning) ? (.take, nil) : candidate.verdict(without: missingGuard)
            if let deciding { guards.append(deciding.name) }
            switch verdict {
            case .take:
                found.append(Found(words: index..<end, meaning: meaning))
                index = end
            case .tell(let kind, let reason):
                told.append(
                    Told(
                        words: index..<end, kind: kind, reason: reason, fix: candidate.fix(of: kind, context),
                        isTime: candidate.kind == .time && kind == .twoMeanings,
                        isDate: candidate.kind == .monthAndDay || candidate.kind == .date))
                index = end
            case .leave:
                leavesDay = leavesDay || candidate.kind == .monthAndDay
                index += 1
            }
        }
        let taken = choose(found)
        tellOthers(except: taken)
        draft.hints = hints()
        return taken.map { phrase in (phrase.words.map { title.all[$0].index }, phrase.kind) }
    }

    private func isReminder(_ meaning: QuickAddCandidate.Meaning) -> Bool {
        switch meaning {
        case .reminder, .lead, .dayBefore: true
        case .date, .rule, .doubt: false
        }
    }

    /// The grammar names that a phrase of a line can have, with their numbers.
    private static let beginnings = (["remind", "lead", "repeat", "due", "rdoubt"] as [Substring]).map {
        (name: $0, symbol: PhraseGrammar.standard.symbol($0))
    }

    /// The longest phrase that begins at a word. Among phrases of equal length, one that can be taken wins.
    private static func longest(_ parser: inout PhraseParser, at index: Int) -> (Int, QuickAddCandidate.Meaning)? {
        var best: (end: Int, meaning: QuickAddCandidate.Meaning, isDoubt: Bool)?
        guard parser.begins(index) else { return nil }
        for (name, symbol) in beginnings {
            for (end, value) in parser.ends(of: symbol, at: index) {
                if let best, end < best.end || end == best.end && !(best.isDoubt && !value.isDoubt) { continue }
                let meaning: QuickAddCandidate.Meaning
                switch value {
                case .doubt(let doubt): meaning = .doubt(doubt)
                case .rule(let rule): meaning = .rule(rule)
                case .date(let date): meaning = name == "remind" ? .reminder(date) : .date(date)
                case .length(let length): meaning = .lead(length)
                case .word(let word): meaning = .dayBefore(DayPart(rawValue: String(word)) ?? .evening)
                default: continue
                }
                best = (end, meaning, value.isDoubt)
            }
        }
        return best.map { ($0.end, $0.meaning) }
    }

    /// The words that a backslash keeps out of a phrase.
    func keptWords() -> [Int] {
        guard title.all.contains(where: { $0.role == .closed && $0.text.first == "\\" }) else { return [] }
        var parser = PhraseParser(Self.words(title.all, isOpen: true), context)
        var kept: [Int] = []
        for index in title.all.indices {
            guard let (end, meaning) = Self.longest(&parser, at: index) else { continue }
            if case .doubt = meaning { continue }
            for word in title.all[index..<end] where word.role == .closed { kept.append(word.index) }
        }
        return kept
    }

    /// The hints, in the order of the line. Adjacent phrases share one hint.
    private mutating func hints() -> [QuickAdd.Hint] {
        var parts: [(range: Range<String.Index>, told: Told)] = []
        var merged: [Told] = []
        for told in told.sorted(by: {
            ($0.words.lowerBound, $0.words.upperBound) < ($1.words.lowerBound, $1.words.upperBound)
        }) {
            if let last = merged.last, last.words.upperBound == told.words.lowerBound,
                title.all[told.words.lowerBound - 1].trail.isEmpty
            {
                merged[merged.count - 1].words = last.words.lowerBound..<told.words.upperBound
                merged[merged.count - 1].fix = ""
            } else if merged.last.map({ $0.words.upperBound <= told.words.lowerBound }) ?? true {
                merged.append(told)
            }
        }
        for told in merged {
            let (first, last) = (title.all[told.words.lowerBound], title.all[told.words.upperBound - 1])
            var end = last.range.upperBound
            while end > last.core.startIndex, ",;:.!)]".contains(line.text[line.text.index(before: end)]) {
                end = line.text.index(before: end)
            }
            guard first.core.startIndex < end else { continue }
            parts.append((first.core.startIndex..<end, told))
        }
        for (index, foreign) in foreign {
            var range = line.words[index].range
            range = range.lowerBound..<line.words[index + foreign.following].range.upperBound
            if foreign.isReminder { range = range.lowerBound..<endOfReminder(after: index) }
            let told = Told(words: 0..<0, kind: foreign.kind, reason: foreign.reason, fix: foreign.fix)
            parts.append((range, told))
        }
        var start = (index: line.text.startIndex, utf8: 0, utf16: 0)
        var hints: [QuickAdd.Hint] = []
        for (range, told) in parts.sorted(by: { $0.range.lowerBound < $1.range.lowerBound })
        where range.lowerBound >= start.index {
            let text = String(line.text[range])
            let isDate = told.kind == .inTitle && told.fix.isEmpty && !saysHowOften(told.words)
            let fix = isDate ? dueDate(text) : told.fix
            hints.append(
                QuickAdd.Hint(
                    kind: told.kind, text: text, span: line.span(range, after: &start), reason: told.reason, fix: fix))
        }
        return hints
    }

    /// The text as the value of `due:`; empty if it would be refused.
    private func dueDate(_ text: String) -> String {
        let words = text.drop { $0 == "?" }.split { $0 == " " || $0 == "?" }
        let said = words.drop { Self.prepositions.contains($0.lowercased()) }.joined(separator: " ")
        guard said.utf8.count <= DuePhrase.longestPhrase else { return "" }
        var value = PhraseParser(
            said.lowercased(),
            PhraseContext(now: context.now, zone: context.zone, settings: context.settings, in: .value))
        guard case .date? = value.whole("value") else { return "" }
        return PhraseContext.value("due", said)
    }

    private static let prepositions: Set<String> = ["by", "deadline:", "due", "due:", "on", "starting"]

    private func saysHowOften(_ words: Range<Int>) -> Bool {
        words.contains {
            ["every", "each", "ev", "every!"].contains(title.all[$0].text) || title.all[$0].text.hasSuffix("ly")
        }
    }

    /// The end of `9am` in `!friday 9am`.
    private mutating func endOfReminder(after index: Int) -> String.Index {
        let next = title.all.firstIndex { $0.index == index + 1 }
        let end = next.flatMap { parser.ends(of: "after", at: $0).map(\.end).max() }
        return end.map { title.all[$0 - 1].range.upperBound } ?? line.words[index].range.upperBound
    }
}
