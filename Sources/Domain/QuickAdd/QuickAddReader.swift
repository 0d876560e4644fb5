/// Makes a draft of a line's words.
struct QuickAddReader {
    let line: QuickAddLine
    let dates: QuickAddDates
    private let names: QuickAdd.Names
    var draft: QuickAdd.Draft
    /// What each word says; nil for title.
    private(set) var kinds: [QuickAdd.Understood.Kind?]
    /// The words whose backslash keeps them from saying something.
    var kept: Set<Int> = []
    /// What has been said that is said once.
    private(set) var given: Set<QuickAdd.Understood.Kind> = []
    /// The tags of the draft, folded.
    private var tags: Set<String> = []

    init(_ line: QuickAddLine, names: QuickAdd.Names, dates: QuickAddDates) {
        (self.line, self.names, self.dates) = (line, names, dates)
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
                kinds[index] = try take(token, word)
            }
        }
        let phrase = takePhrase()
        for index in phrase?.words ?? 0..<0 { kinds[index] = phrase?.kind }
        guard !kept.isEmpty || kinds.contains(where: { $0 != nil }) else { return original }
        let title = title()
        guard !title.isEmpty else { return original }
        draft.title = title
        draft.understood = understood(phrase?.words)
        return draft
    }

    /// Whether a token would mean something at its first place.
    private func means(_ token: QuickAddWord.Token) -> Bool {
        switch token {
        case .place(let name): names.places[name] != nil
        case .list(let path): names.lists[path] != nil
        case .parent(let id): names.parents[id] != nil
        default: true
        }
    }

    /// Puts what a word means into the draft; nil if it is title.
    private mutating func take(_ token: QuickAddWord.Token, _ word: QuickAddWord) throws
        -> QuickAdd.Understood.Kind?
    {
        guard means(token) else { return nil }
        switch token {
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

    private mutating func once<Value>(
        _ kind: QuickAdd.Understood.Kind, _ word: QuickAddWord, _ value: () throws -> Value
    ) throws -> Value {
        let isFirst = given.insert(kind).inserted
        return try located(word) {
            guard isFirst else { throw TodoError(.usage, "There is one already in this line.") }
            return try value()
        }
    }

    /// Repeats the word in an error, and says where it is.
    private func located<Value>(_ word: QuickAddWord, _ value: () throws -> Value) throws -> Value {
        do { return try value() } catch let error as TodoError {
            let typed = line.text[word.range]
            let hint = typed.hasSuffix("\"") ? "" : " Several words go into double quotes, as in due:\"next friday\"."
            throw TodoError(
                error.code, "“\(typed.excerpt)”: \(error.reason)\(error.code == .usage ? hint : "")",
                underlying: QuickAdd.Problem(span: line.span(word.range)))
        }
    }

    /// The words that say nothing else, with what is between them.
    private func title() -> String {
        var (title, end) = ("", line.text.startIndex)
        for (index, word) in line.words.enumerated() {
            defer { end = word.range.upperBound }
            guard kinds[index] == nil else { continue }
            if !title.isEmpty { title += line.text[end..<word.range.lowerBound] }
            title += line.text[word.range].dropFirst(kept.contains(index) ? 1 : 0)
        }
        return title
    }

    /// - Parameter phrase: the words that say one thing together.
    private func understood(_ phrase: Range<Int>?) -> [QuickAdd.Understood] {
        let text = line.text
        var parts: [QuickAdd.Understood] = []
        var start = (index: text.startIndex, utf8: 0, utf16: 0)
        for (index, word) in line.words.enumerated() {
            guard let kind = kinds[index], phrase?.dropFirst().contains(index) != true else { continue }
            let end = phrase.flatMap { $0.first == index ? line.words[$0.upperBound - 1] : nil } ?? word
            let range = word.range.lowerBound..<end.range.upperBound
            // From part to part, so that the line is walked once.
            let span = line.span(range, after: &start)
            parts.append(QuickAdd.Understood(kind: kind, text: String(text[range]), span: span))
        }
        return parts
    }
}
