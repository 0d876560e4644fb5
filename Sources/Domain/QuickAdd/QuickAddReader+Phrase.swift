/// The date or the repetition at the end of a title.
extension QuickAddReader {
    /// Puts what the last words say into the draft, as many of them as say something together.
    /// - Returns: which words they are, and what they say; nil if they are title.
    mutating func takePhrase() -> (words: Range<Int>, kind: QuickAdd.Understood.Kind)? {
        guard let last = kinds.lastIndex(where: { $0 == nil }) else { return nil }
        let end = last + 1
        var first = last
        while first > 0, kinds[first - 1] == nil, end - first < Self.longestPhrase { first -= 1 }
        let contents = (first..<end).map { content($0) }
        for start in first..<end {
            let words = Array(contents[(start - first)...])
            guard let meaning = meaning(of: words) else { continue }
            guard !Self.isName(words), !isBound(before: start), !isHalf(words, from: start) else { return nil }
            let escaped = (start..<end).filter { line.words[$0].isEscaped }
            guard escaped.isEmpty else {
                kept.formUnion(escaped)
                return nil
            }
            switch meaning {
            case .due(let due):
                draft.due = due
                return (start..<end, .due)
            case .recurrence(let recurrence):
                (draft.recurrence, draft.due) = (recurrence, recurrence.due)
                return (start..<end, .repeat)
            }
        }
        return nil
    }

    private enum Meaning {
        case due(Due)
        case recurrence(Recurrence)
    }

    private func meaning(of words: [String]) -> Meaning? {
        guard let sign = words.firstIndex(where: Self.saysHowOften) else {
            return date(words[...]).map(Meaning.due)
        }
        if let recurrence = dates.repetition(words, due: draft.due, start: draft.start) {
            return .recurrence(recurrence)
        }
        if sign > 0 { return repetition(words[sign...], from: words[..<sign]).map(Meaning.recurrence) }
        return words.indices.dropFirst().lazy.compactMap { repetition(words[..<$0], from: words[$0...]) }.first
            .map(Meaning.recurrence)
    }

    /// Whether a word begins a repetition. With a capital, `daily` is the name of a newspaper.
    static func saysHowOften(_ word: String) -> Bool {
        isEvery(word) || RepeatReader.isAdverb(word)
    }

    static func isEvery(_ word: String) -> Bool { ["every", "every!", "each"].contains(word.lowercased()) }

    /// Whether words are a name, as The Day After Tomorrow is: several, and all with capitals.
    private static func isName(_ words: [String]) -> Bool {
        words.count > 1 && words.allSatisfy { $0.first?.isUppercase == true }
    }

    /// When something is due, unless the line has said so elsewhere.
    private func date(_ words: ArraySlice<String>) -> Due? {
        guard words.count <= Self.longestDate, !given.contains(.due) else { return nil }
        return dates.phrase(words)
    }

    /// How often something repeats from the date on that is beside it.
    private func repetition(_ words: ArraySlice<String>, from date: ArraySlice<String>) -> Recurrence? {
        self.date(date).flatMap { dates.repetition(Array(words), due: $0, isDueBeside: true) }
    }

    /// A word without its backslash.
    func content(_ index: Int) -> String {
        let word = line.words[index]
        return String(line.text[word.range].dropFirst(word.isEscaped ? 1 : 0))
    }

    /// Whether the word before a phrase would be left hanging without it, or is part of what it says.
    private func isBound(before index: Int) -> Bool {
        guard let previous = kinds[..<index].lastIndex(where: { $0 == nil }) else { return false }
        let word = content(previous)
        if Self.hanging.contains(word.lowercased()) || !word.contains(where: { $0.isLetter || $0.isNumber }) {
            return true
        }
        // "2x daily" is twice daily, and who stops by tomorrow does not stop.
        if word.count > 1, word.last == "x", word.dropLast().allSatisfy(\.isNumber) { return true }
        if content(index).lowercased() == "by", Self.beforeBy.contains(word.lowercased()) { return true }
        // A number after a day is half of its time.
        let end = previous > 0 && word.allSatisfy(\.isNumber) ? previous - 1 : previous
        return isDate(before: previous + 1) || end < previous && isDate(before: end + 1)
    }

    /// Whether the last words before a place are a date.
    func isDate(before end: Int) -> Bool {
        var words: [String] = []
        for index in (0..<end).reversed().prefix(while: { kinds[$0] == nil }).prefix(Self.longestDate) {
            words.insert(content(index), at: 0)
            if dates.phrase(words, isToCome: false) != nil { return true }
        }
        return false
    }

    /// More words than any phrase needs; with the next it bounds the work on hostile lines.
    static let longestPhrase = 16
    private static let longestDate = 9

    /// Words with which no title ends.
    private static let hanging: Set<String> = [
        "a", "about", "after", "an", "and", "are", "as", "at", "be", "before", "between", "bi", "but", "by", "during",
        "each", "every", "except", "for", "from", "her", "his", "if", "in", "into", "is", "its", "last", "like", "my",
        "next", "nor", "not", "of", "on", "once", "or", "other", "our", "past", "per", "semi", "since", "than", "that",
        "the", "their", "these", "this", "those", "through", "till", "times", "to", "twice", "until", "via", "vs",
        "vs.",
        "was", "were", "when", "with", "without", "your",
    ]

    /// Verbs of which `by` is a part.
    private static let beforeBy: Set<String> = [
        "come", "drop", "fly", "get", "go", "live", "pass", "pop", "run", "stand", "stop", "swing", "walk",
    ]
}
