public import Foundation

extension TodoFilter.Condition {
    /// Creates the condition for a value of a field that is typed by itself, as in an option or a form: `due` and `..friday`,
    /// `tag` and `two words`. It needs no quotation marks, and a comma in it separates nothing.
    /// - Parameters:
    ///   - field: the field of filters.
    ///   - text: one value of it, as in a filter; a range if the field takes ranges.
    ///   - now: the moment at which it is typed.
    ///   - timeZone: the zone in which days begin.
    ///   - settings: the settings for reading dates.
    /// - Throws: ``TodoError`` with code `usage` and a message about the values that the field takes.
    public init(
        _ field: TodoFilter.Field, typed text: String, now: Date, timeZone: TimeZone,
        settings: PhraseSettings = .standard
    ) throws {
        let clock = FilterClock(now: now, timeZone: timeZone, settings: settings)
        do {
            self = .field(field, [TodoFilter.Operand(try Self.value(text, of: field, clock))])
        } catch let refusal as FilterRefusal {
            throw TodoError(.usage, refusal.sentenceWithSuggestion)
        }
    }

    private static func value(
        _ text: String, of field: TodoFilter.Field, _ clock: FilterClock
    ) throws -> TodoFilter.Value {
        guard field.kind.takesRanges, let dots = text.firstRange(of: "..") else {
            return try field.kind.value(FilterLexeme(bare: text), of: field.name, clock: clock)
        }
        func end(_ text: Substring) -> FilterLexeme? {
            text.allSatisfy(\.isWhitespace) ? nil : FilterLexeme(bare: String(text))
        }
        let (first, last) = (end(text[..<dots.lowerBound]), end(text[dots.upperBound...]))
        guard first != nil || last != nil else {
            throw FilterRefusal("A range has one end at least: A..B, ..B or A..", expected: field.kind.expected)
        }
        return try field.kind.range(from: first, through: last, of: field.name, clock: clock)
    }
}

extension FilterRefusal {
    /// The sentence, with the suggestion.
    fileprivate var sentenceWithSuggestion: String {
        guard let suggestion, !sentence.contains("perhaps") else { return sentence }
        return "\(sentence) Perhaps “\(suggestion)” is meant."
    }
}
