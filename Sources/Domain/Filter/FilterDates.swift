import Foundation

/// A kind of field whose values are phrases of dates, and ranges of them.
protocol DatedKind: FilterFieldKind {
    associatedtype Meaning
    /// Whether a to-do can lack the date, so that `any` and `none` are values too.
    var isLackable: Bool { get }
    /// The meaning of a phrase or a range.
    func meaning(_ value: TodoFilter.Value, _ clock: FilterClock) throws -> Meaning
}

extension DatedKind {
    var takesRanges: Bool { true }

    func value(_ lexeme: FilterLexeme, of field: String, clock: FilterClock) throws -> TodoFilter.Value {
        if isLackable, lexeme.word == FilterWords.any { return .word(FilterWords.any) }
        if isLackable, DuePhrase.isNone(lexeme.word) { return .word(FilterWords.none) }
        let value = TodoFilter.Value.phrase(lexeme.text.trimmed)
        _ = try meaning(value, clock)
        return value
    }

    func range(
        from first: FilterLexeme?, through last: FilterLexeme?, of field: String, clock: FilterClock
    ) throws -> TodoFilter.Value {
        let value = TodoFilter.Value.range(from: first?.text.trimmed, through: last?.text.trimmed)
        _ = try meaning(value, clock)
        return value
    }
}

/// A date of a to-do. It can be in the future, and can be missing.
struct DatesKind: DatedKind {
    let has: @Sendable (Bool) -> Todo.Condition
    let window: @Sendable (DueWindow) -> Todo.Condition

    var isLackable: Bool { true }
    var words: [String] { FilterWords.all + ["overdue", "today", "tomorrow", "week"] }
    var expected: [String] { FilterWords.all + ["date"] }
    var forms: [String] { ["a date"] + words + ["next month", "A..B", "..B", "A.."] }

    func predicate(
        _ value: TodoFilter.Value, of field: String, in context: FilterContext
    ) throws -> Query<Todo>.Predicate {
        switch value {
        case .word(FilterWords.any): return .condition(has(true))
        case .word(FilterWords.none): return .condition(has(false))
        case .phrase, .range:
            switch try meaning(value, context.clock) {
            case .any: return .condition(has(true))
            case .none: return .condition(has(false))
            case .window(let window): return .condition(self.window(window))
            }
        case .word, .name: throw misfit(field)
        }
    }

    func meaning(_ value: TodoFilter.Value, _ clock: FilterClock) throws -> DueFilter {
        try DateValues.parsed(value) {
            try DueFilter.parse($0, now: clock.now, timeZone: clock.timeZone, settings: clock.settings)
        }
    }
}

/// A time that the store or the program sets. It is never in the future.
struct TimesKind: DatedKind {
    let field: Todo.TimeField
    /// Whether every to-do has this time.
    let isAlwaysThere: Bool

    var isLackable: Bool { !isAlwaysThere }
    var words: [String] { (isAlwaysThere ? [] : FilterWords.all) + ["today", "yesterday", "week"] }
    var expected: [String] { (isAlwaysThere ? [] : FilterWords.all) + ["date"] }
    var forms: [String] { ["a day that has been"] + words + ["last month", "A..B", "..B", "A.."] }

    func predicate(
        _ value: TodoFilter.Value, of field: String, in context: FilterContext
    ) throws -> Query<Todo>.Predicate {
        switch value {
        case .word(FilterWords.any): return .condition(.time(self.field, from: nil, until: nil))
        case .word(FilterWords.none): return .not(.condition(.time(self.field, from: nil, until: nil)))
        case .phrase, .range:
            let window = try meaning(value, context.clock)
            return .condition(.time(self.field, from: window.start, until: window.end))
        case .word, .name: throw misfit(field)
        }
    }

    func meaning(_ value: TodoFilter.Value, _ clock: FilterClock) throws -> DueWindow {
        try DateValues.parsed(value) {
            try PastFilter.parse($0, now: clock.now, timeZone: clock.timeZone, settings: clock.settings)
        }
    }
}

private enum DateValues {
    /// The meaning of a phrase or a range, passed to `parse` as one text.
    static func parsed<Meaning>(_ value: TodoFilter.Value, _ parse: (String) throws -> Meaning) throws -> Meaning {
        let (phrases, text): ([String], String) =
            switch value {
            case .word(let text), .phrase(let text): ([text], text)
            case .range(let first, let last):
                ([first, last].compactMap(\.self), "\(first ?? "")..\(last ?? "")")
            case .name(let name): ([name.text], name.text)
            }
        // Two dots in a quotation are not a range, and an empty quotation is not an end that was left out.
        guard phrases.allSatisfy({ !$0.isEmpty && !$0.contains("..") }) else {
            throw FilterRefusal(
                "“\(text.excerpt)” is not a date; a range is A..B, with quotation marks around A and B where they have spaces.",
                expected: ["date"])
        }
        do { return try parse(text) } catch let error as TodoError {
            throw FilterRefusal("“\(text.excerpt)”: \(error.reason)", expected: ["date"])
        }
    }
}
