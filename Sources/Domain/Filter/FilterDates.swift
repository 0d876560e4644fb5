import Foundation

/// A date of a to-do, which may lie in the future and may be missing.
struct DatesKind: FilterFieldKind {
    let has: @Sendable (Bool) -> Todo.Condition
    let window: @Sendable (DueWindow) -> Todo.Condition

    var words: [String] { FilterWords.all + ["overdue", "today", "tomorrow", "week"] }
    var expected: [String] { FilterWords.all + ["date"] }

    func value(_ lexeme: FilterLexeme, of field: String, clock: FilterClock) throws -> TodoFilter.Value {
        try DateValues.value(lexeme, lackable: true) { _ = try filter($0, clock) }
    }

    func range(
        from first: FilterLexeme?, through last: FilterLexeme?, of field: String, clock: FilterClock
    ) throws -> TodoFilter.Value {
        try DateValues.range(from: first, through: last) { _ = try filter($0, clock) }
    }

    func predicate(
        _ value: TodoFilter.Value, of field: String, in context: FilterContext
    ) throws -> Query<Todo>.Predicate {
        switch value {
        case .word(FilterWords.any): return .condition(has(true))
        case .word(FilterWords.none): return .condition(has(false))
        case .phrase, .range:
            switch try filter(value, context.clock) {
            case .any: return .condition(has(true))
            case .none: return .condition(has(false))
            case .window(let window): return .condition(self.window(window))
            }
        case .word, .name: throw misfit(field)
        }
    }

    private func filter(_ value: TodoFilter.Value, _ clock: FilterClock) throws -> DueFilter {
        try DateValues.parsed(value) {
            try DueFilter.parse($0, now: clock.now, timeZone: clock.timeZone, settings: clock.settings)
        }
    }
}

/// A time that the store or the program sets: it has been.
struct TimesKind: FilterFieldKind {
    let field: Todo.TimeField
    /// Whether every to-do has one.
    let isAlwaysThere: Bool

    var words: [String] { (isAlwaysThere ? [] : FilterWords.all) + ["today", "yesterday", "week"] }
    var expected: [String] { (isAlwaysThere ? [] : FilterWords.all) + ["date"] }

    func value(_ lexeme: FilterLexeme, of field: String, clock: FilterClock) throws -> TodoFilter.Value {
        try DateValues.value(lexeme, lackable: !isAlwaysThere) { _ = try window($0, clock) }
    }

    func range(
        from first: FilterLexeme?, through last: FilterLexeme?, of field: String, clock: FilterClock
    ) throws -> TodoFilter.Value {
        try DateValues.range(from: first, through: last) { _ = try window($0, clock) }
    }

    func predicate(
        _ value: TodoFilter.Value, of field: String, in context: FilterContext
    ) throws -> Query<Todo>.Predicate {
        switch value {
        case .word(FilterWords.any): return .condition(.time(self.field, from: nil, until: nil))
        case .word(FilterWords.none): return .not(.condition(.time(self.field, from: nil, until: nil)))
        case .phrase, .range:
            let window = try window(value, context.clock)
            return .condition(.time(self.field, from: window.start, until: window.end))
        case .word, .name: throw misfit(field)
        }
    }

    private func window(_ value: TodoFilter.Value, _ clock: FilterClock) throws -> DueWindow {
        try DateValues.parsed(value) {
            try PastFilter.parse($0, now: clock.now, timeZone: clock.timeZone, settings: clock.settings)
        }
    }
}

/// What the fields of dates and times have in common.
private enum DateValues {
    /// A word for what is there or missing, or else a phrase that `check` takes.
    static func value(
        _ lexeme: FilterLexeme, lackable: Bool, _ check: (TodoFilter.Value) throws -> Void
    ) throws -> TodoFilter.Value {
        if lackable, lexeme.word == FilterWords.any { return .word(FilterWords.any) }
        if lackable, DuePhrase.isNone(lexeme.word) { return .word(FilterWords.none) }
        let value = TodoFilter.Value.phrase(lexeme.text.trimmed)
        try check(value)
        return value
    }

    /// A range of phrases that `check` takes.
    static func range(
        from first: FilterLexeme?, through last: FilterLexeme?, _ check: (TodoFilter.Value) throws -> Void
    ) throws -> TodoFilter.Value {
        let value = TodoFilter.Value.range(from: first?.text.trimmed, through: last?.text.trimmed)
        try check(value)
        return value
    }

    /// The meaning of a phrase or a range, which `parse` takes as one text.
    static func parsed<Meaning>(_ value: TodoFilter.Value, _ parse: (String) throws -> Meaning) throws -> Meaning {
        let (phrases, text): ([String], String) =
            switch value {
            case .word(let text), .phrase(let text): ([text], text)
            case .range(let first, let last):
                ([first, last].compactMap(\.self), "\(first ?? "")..\(last ?? "")")
            case .name(let name): ([name.text], name.text)
            }
        // Two dots in a quotation are no range, and an end that is nothing is not the end that was left out.
        guard phrases.allSatisfy({ !$0.isEmpty && !$0.contains("..") }) else {
            throw FilterRefusal(
                "“\(text.excerpt)” is no date; a range is A..B, with quotation marks around A and B where they have spaces.",
                expected: ["date"])
        }
        do { return try parse(text) } catch let error as TodoError {
            throw FilterRefusal("“\(text.excerpt)”: \(error.reason)", expected: ["date"])
        }
    }
}
