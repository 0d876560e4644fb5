extension TodoFilter {
    /// The text that it looks for without a field, in the order in which it was typed. What must be missing is none of it.
    package var texts: [String] { condition.map { $0.isTooDeep ? [] : $0.texts } ?? [] }

    /// The word for a text that is a sign with which other programs join conditions or negate one: `or` for `||`.
    /// - Returns: nil for any other text.
    package static func word(for text: String) -> String? { FilterKeyword(sign: text)?.rawValue }

    /// The condition that a word may have been meant as, which is text as it was typed: `is:overdue` for `overdue`, and for
    /// `+work`, `/Work` and `p1` what ``QuickAdd`` makes of them.
    /// - Returns: nil for a word that is only text.
    package static func meant(by word: String) -> String? {
        // Tags are shown with this mark.
        let line = word.hasPrefix("#") ? "+" + word.dropFirst() : word
        if let condition = (try? QuickAddLine(line))?.words.first?.token?.condition {
            return TodoFilter(condition).description
        }
        let word = word.lowercased()
        guard !FilterWords.all.contains(word), let field = Field.all.first(where: { $0.words.contains(word) }) else {
            return nil
        }
        return "\(field.name):\(word)"
    }
}

extension TodoFilter.Condition {
    fileprivate var texts: [String] {
        switch self {
        case .and(let parts), .or(let parts): parts.flatMap(\.texts)
        case .text(let text): [text]
        case .not, .field, .view: []
        }
    }
}

extension QuickAddWord.Token {
    /// What a filter has for it; nil where that is a phrase.
    fileprivate var condition: TodoFilter.Condition? {
        let (field, value): (TodoFilter.Field, TodoFilter.Value)
        switch self {
        case .tag(let title): (field, value) = (.tag, .name(.init(title)))
        case .list(let path): (field, value) = (.list, .name(.init(path)))
        case .parent(let id): (field, value) = (.in, .name(.init(id)))
        case .priority(let priority): (field, value) = (.priority, .word(priority.rawValue))
        // With its mark a place is a view in filters.
        case .place, .due, .start, .remind: return nil
        }
        return .field(field, [TodoFilter.Operand(value)])
    }
}
