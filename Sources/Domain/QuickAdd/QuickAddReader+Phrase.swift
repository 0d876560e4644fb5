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
            guard let meaning = meaning(of: Array(contents[(start - first)...])) else { continue }
            guard !isBound(before: start) else { return nil }
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
        if let word = words.first, ["every", "every!", "each"].contains(word.lowercased()) {
            return dates.repetition(words, due: draft.due).map(Meaning.recurrence)
        }
        guard words.count <= Self.longestDate, !given.contains(.due) else { return nil }
        return dates.phrase(words.joined(separator: " ")).map(Meaning.due)
    }

    /// A word without its backslash.
    private func content(_ index: Int) -> String {
        let word = line.words[index]
        return String(line.text[word.range].dropFirst(word.isEscaped ? 1 : 0))
    }

    /// Whether the word before a phrase would be left hanging without it, or is part of what it says.
    private func isBound(before index: Int) -> Bool {
        guard let previous = kinds[..<index].lastIndex(where: { $0 == nil }) else { return false }
        let word = content(previous)
        return Self.hanging.contains(word.lowercased()) || !word.contains { $0.isLetter || $0.isNumber }
            || dates.phrase(word) != nil
    }

    /// More words than any phrase needs; with the next it bounds the work on hostile lines.
    private static let longestPhrase = 16
    private static let longestDate = 9

    /// Words with which no title ends.
    private static let hanging: Set<String> = [
        "a", "about", "after", "an", "and", "are", "as", "at", "be", "before", "between", "but", "by", "during", "each",
        "every", "except", "for", "from", "her", "his", "if", "in", "into", "is", "its", "last", "like", "my", "next",
        "nor", "not", "of", "on", "or", "other", "our", "past", "per", "since", "than", "that", "the", "their", "these",
        "this", "those", "through", "till", "to", "until", "via", "vs", "vs.", "was", "were", "when", "with", "without",
        "your",
    ]
}
