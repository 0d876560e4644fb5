/// Makes a draft from the words of a line.
struct QuickAddReader {
    let line: QuickAddLine
    let dates: QuickAddDates
    let names: QuickAdd.Names
    var draft: QuickAdd.Draft
    /// The meaning of each word; nil for words of the title.
    private(set) var kinds: [QuickAdd.Understood.Kind?]
    /// The words whose backslash keeps them in the title.
    var kept: Set<Int> = []
    /// The kinds of values that were already given and count only once.
    private(set) var given: Set<QuickAdd.Understood.Kind> = []
    /// The names of the guards that decided about a phrase, in the order of the line.
    private(set) var guards: [String] = []
    /// The name of a guard that is not asked; nil outside tests.
    var missingGuard: String?
    /// The number of grammar elements that were tried.
    private(set) var tries = 0
    /// The tags of the draft, folded.
    private var tags: Set<String> = []

    init(_ line: QuickAddLine, names: QuickAdd.Names, dates: QuickAddDates) {
        self.line = line
        self.names = names
        self.dates = dates
        draft = QuickAdd.Draft(title: line.text)
        kinds = Array(repeating: nil, count: line.words.count)
    }

    mutating func read() throws -> QuickAdd.Draft {
        let original = draft
        for (index, word) in line.words.enumerated() {
            guard let token = word.token else { continue }
            if word.isEscaped {
                if means(token) { kept.insert(index) }
            } else {
                guard kinds[index] == nil else { continue }
                kinds[index] = try take(token, word)
                try takeTime(after: index)
            }
        }
        var phrases = QuickAddPhrases(self)
        let found = phrases.read()
        draft = phrases.draft
        guards = phrases.guards
        tries = phrases.tries
        kept.formUnion(phrases.keptWords())
        guard !kept.isEmpty || !found.isEmpty || kinds.contains(where: { $0 != nil }) else {
            return draft
        }
        let cut = QuickAddCut(line, kinds: kinds, kept: kept, phrases: found.map(\.words))
        guard cut.title.contains(where: { $0.isLetter || $0.isNumber || $0.isSymbol || $0.isPunctuation }) else {
            return original
        }
        draft.title = cut.title
        for phrase in found { for index in phrase.words { kinds[index] = phrase.kind } }
        draft.understood = understood(found.map(\.words))
        return draft
    }

    /// Whether a token would have a meaning if it were the first of its kind.
    func means(_ token: QuickAddWord.Token) -> Bool {
        switch token {
        case .place(let name): names.places[name] != nil
        case .list(let path): names.lists[path] != nil || isNew(path)
        case .parent(let id): names.parents[id] != nil
        default: true
        }
    }

    /// Whether the list at this path will be created.
    private func isNew(_ path: String) -> Bool {
        names.newLists.contains(path) && QuickAddForeign.isName(path, of: "/")
    }

    /// Puts the meaning of a word into the draft; nil if the word belongs to the title.
    private mutating func take(_ token: QuickAddWord.Token, _ word: QuickAddWord) throws
        -> QuickAdd.Understood.Kind?
    {
        guard means(token) else { return nil }
        switch token {
        case .due(""), .start(""), .remind(""): return nil
        case .tag(let title):
            if tags.insert(TagName.folded(title)).inserted { draft.tags.append(title) }
            return .tag
        case .place(let name):
            guard given.insert(.place).inserted else { return nil }
            draft.place = names.places[name]
            return .place
        case .list(let path):
            guard given.insert(.list).inserted else { return nil }
            draft.list = names.lists[path]
            if draft.list == nil { draft.newList = path }
            return .list
        case .parent(let id):
            guard given.insert(.parent).inserted else { return nil }
            draft.parent = names.parents[id]
            return .parent
        case .priority(let priority):
            guard given.insert(.priority).inserted else { return nil }
            draft.priority = priority
            return .priority
        case .due(let text):
            let dates = dates
            draft.due = try once(.due, word) { try dates.dateOrNone(text) }
            return .due
        case .start(let text):
            let dates = dates
            draft.start = try once(.start, word) { try dates.dateOrNone(text) }
            return .start
        case .remind(let text):
            draft.reminders.append(try located(word) { try dates.reminder(text) })
            return .remind
        }
    }

    /// Takes the time after a day: `due:fri 5pm`.
    private mutating func takeTime(after index: Int) throws {
        guard index + 1 < line.words.count, case .due(let text)? = line.words[index].token, kinds[index] == .due,
            case .day? = draft.due, line.words[index + 1].token == nil, !line.words[index + 1].isEscaped
        else { return }
        let time = line.text[line.words[index + 1].range].lowercased()
        guard let clock = PhraseLexicon.clock(Substring(time)), clock.form == .full || clock.form == .colon else {
            return
        }
        draft.due = try dates.date("\(text) \(time)")
        kinds[index + 1] = .due
    }

    private mutating func once<Value>(
        _ kind: QuickAdd.Understood.Kind, _ word: QuickAddWord, _ value: () throws -> Value
    ) throws -> Value {
        let isFirst = given.insert(kind).inserted
        return try located(word) {
            guard isFirst else { throw TodoError(.usage, "There is one already in this line.") }
            return try value()
        }
    }

    /// Repeats the word in an error, and adds its position.
    private func located<Value>(_ word: QuickAddWord, _ value: () throws -> Value) throws -> Value {
        do { return try value() } catch let error as TodoError {
            let typed = line.text[word.range]
            let hint = typed.hasSuffix("\"") ? "" : " Several words go into double quotes, as in due:\"next friday\"."
            throw TodoError(
                error.code, "“\(typed.excerpt)”: \(error.reason)\(error.code == .usage ? hint : "")",
                underlying: QuickAdd.Problem(span: line.span(word.range)))
        }
    }

    /// - Parameter phrases: the words of each phrase. Adjacent words of a phrase form one part.
    private func understood(_ phrases: [[Int]]) -> [QuickAdd.Understood] {
        let text = line.text
        var continued: Set<Int> = []
        for phrase in phrases {
            for (index, next) in zip(phrase, phrase.dropFirst()) where next == index + 1 { continued.insert(next) }
        }
        var parts: [QuickAdd.Understood] = []
        var start = (index: text.startIndex, utf8: 0, utf16: 0)
        for index in line.words.indices {
            guard let kind = kinds[index], !continued.contains(index) else { continue }
            var end = index
            while continued.contains(end + 1) { end += 1 }
            let isPhrase = line.words[index].token == nil || kind == .due || kind == .repeat
            let isToken = line.words[index].token != nil && !phrases.contains { $0.contains(index) }
            let range = line.words[index].range.lowerBound..<line.words[end].range.upperBound
            let shown = isPhrase && !isToken ? Self.withoutMarks(text, range) : range
            // Spans are counted from part to part, so that the line is walked only once.
            let span = line.span(shown, after: &start)
            parts.append(QuickAdd.Understood(kind: kind, text: String(text[shown]), span: span))
        }
        return parts
    }

    /// The range without the brackets and marks around a phrase.
    private static func withoutMarks(_ text: String, _ range: Range<String.Index>) -> Range<String.Index> {
        let first = QuickAddTitleWord(text, range, index: 0, role: .plain)
        return first.core.startIndex..<first.core.endIndex
    }
}
