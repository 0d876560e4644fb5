extension TodoFilter: CustomStringConvertible {
    /// The canonical text, to display and to store. Among all texts of this filter, it is always the same one.
    public var description: String {
        let sort = order.map { ($0.isDescending ? "-" : "") + $0.key.rawValue }.joined(separator: ",")
        return [condition?.description, sort.isEmpty ? nil : "sort:" + sort].compactMap(\.self).joined(separator: " ")
    }
}

extension TodoFilter.Condition: CustomStringConvertible {
    /// The canonical text of the condition; an ellipsis for a condition that is nested deeper than ``TodoFilter/deepest``.
    public var description: String { isTooDeep ? "…" : text }

    private var text: String {
        switch self {
        case .and(let parts):
            return parts.map { $0.isChain ? "(\($0.text))" : $0.text }.joined(separator: " ")
        case .or(let parts):
            return parts.map { $0.isDisjunction ? "(\($0.text))" : $0.text }.joined(separator: " or ")
        case .not(let part):
            return part.isChain || part.isNegation ? "-(\(part.text))" : "-\(part.text)"
        case .field(let field, let operands):
            return field.name + ":" + operands.map { $0.value.text(beside: field.words) }.joined(separator: ",")
        case .text(let text): return Self.isBare(text) ? text : FilterQuotation.of(text)
        case .view(let operand):
            guard case .phrase(let name) = operand.value else { return "@\(operand.value)" }
            return "@" + (Self.isBareView(name) ? name : FilterQuotation.of(name))
        }
    }

    var isChain: Bool {
        switch self {
        case .and, .or: true
        case .not, .field, .text, .view: false
        }
    }

    var isDisjunction: Bool { if case .or = self { true } else { false } }
    var isNegation: Bool { if case .not = self { true } else { false } }

    private static func isBare(_ text: String) -> Bool {
        let first = text.unicodeScalars.first
        return isBareView(text) && first != "-" && first != "@" && FilterKeyword(rawValue: text.lowercased()) == nil
            && FilterKeyword(sign: text) == nil
    }

    private static func isBareView(_ text: String) -> Bool {
        !text.isEmpty && !text.unicodeScalars.contains { $0 == ":" || FilterScanner.isDelimiter($0) }
    }
}

extension TodoFilter.Value: CustomStringConvertible {
    /// The text of the value in a field whose only words are `any` and `none`.
    public var description: String { text(beside: FilterWords.all) }

    /// The canonical text of the value in a field with these words.
    func text(beside words: [String]) -> String {
        switch self {
        case .word(let word): return word
        case .phrase(let phrase): return Self.isBare(phrase) ? phrase : FilterQuotation.of(phrase)
        case .name(let name):
            // Without quotation marks, these would be words, and a star would always match any text.
            let isPlain = !words.contains(name.text.lowercased())
            let hasStar = name.parts.contains { $0.unicodeScalars.contains("*") }
            return isPlain && !hasStar && Self.isBare(name.text)
                ? name.text : "\"\(name.parts.map { FilterQuotation.escaped($0, "*") }.joined(separator: "*"))\""
        case .range(let first, let last):
            return [first, last].map(Self.end).joined(separator: "..")
        }
    }

    private static func isBare(_ text: String) -> Bool {
        guard !text.isEmpty, text.utf8.firstRange(of: "..".utf8) == nil else { return false }
        return !text.unicodeScalars.contains { $0 == "," || FilterScanner.isDelimiter($0) }
    }

    private static func end(_ text: String?) -> String {
        guard let text else { return "" }
        let touchesDots = text.unicodeScalars.first == "." || text.unicodeScalars.last == "."
        return isBare(text) && !touchesDots ? text : FilterQuotation.of(text)
    }
}

/// Writes text in quotation marks.
enum FilterQuotation {
    static func of(_ text: String) -> String { "\"\(escaped(text))\"" }

    /// The text with a backslash before quotation marks and backslashes, and before another character.
    static func escaped(_ text: String, _ other: Unicode.Scalar? = nil) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" || scalar == other { scalars.append("\\") }
            scalars.append(scalar)
        }
        return String(scalars)
    }
}
