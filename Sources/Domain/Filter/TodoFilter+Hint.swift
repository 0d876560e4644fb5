extension TodoFilter {
    /// The texts that the filter searches for without a field, in the order in which they were typed. Negated texts are not
    /// included.
    package var texts: [String] { condition.map { $0.isTooDeep ? [] : $0.texts } ?? [] }

    /// The keyword for a text that is a sign of other programs for joining or negating conditions: `or` for `||`.
    /// - Returns: nil for any other text.
    package static func word(for text: String) -> String? { FilterKeyword(sign: text)?.rawValue }

    /// The condition that a word may have been meant as, although it is text: `is:overdue` for `overdue`. `+work`, `/Work` and
    /// `p1` become the conditions for what ``QuickAdd`` reads.
    /// - Returns: nil for a word that is only text.
    package static func meant(by word: String) -> String? {
        // Tags are displayed with this mark.
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
    /// The condition for the token; nil if the value is a phrase.
    fileprivate var condition: TodoFilter.Condition? {
        let (field, value): (TodoFilter.Field, TodoFilter.Value)
        switch self {
        case .tag(let title): (field, value) = (.tag, .name(.init(title)))
        case .list(let path): (field, value) = (.list, .name(.init(path)))
        case .parent(let id): (field, value) = (.in, .name(.init(id)))
        case .priority(let priority): (field, value) = (.priority, .word(priority.rawValue))
        // In filters, a name after this sign is a view and not a place.
        case .place, .due, .start, .remind: return nil
        }
        return .field(field, [TodoFilter.Operand(value)])
    }
}
