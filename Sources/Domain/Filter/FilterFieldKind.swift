import Foundation

/// The time, the zone and the settings for which a filter is typed or applied.
struct FilterClock: Sendable {
    let now: Date
    let timeZone: TimeZone
    let settings: PhraseSettings
}

/// The values that the mapping of a filter may use.
struct FilterContext: Sendable {
    let clock: FilterClock
    let names: FilterNames

    var now: Date { clock.now }
    var timeZone: TimeZone { clock.timeZone }
}

/// A kind of field values: it reads them and knows their meaning. It throws a `FilterRefusal` for an invalid value.
protocol FilterFieldKind: Sendable {
    /// The words that are values.
    var words: [String] { get }
    /// The words and other values that are valid, for errors.
    var expected: [String] { get }
    /// The values that can be typed, for people who have not typed one yet.
    var forms: [String] { get }
    /// Reads one value.
    func value(_ lexeme: FilterLexeme, of field: String, clock: FilterClock) throws -> TodoFilter.Value
    /// Whether the field has ranges.
    var takesRanges: Bool { get }
    /// Reads a range. At least one of its ends is given.
    func range(
        from first: FilterLexeme?, through last: FilterLexeme?, of field: String, clock: FilterClock
    ) throws -> TodoFilter.Value
    /// The meaning of a value. The value may come from a program instead of a text.
    func predicate(
        _ value: TodoFilter.Value, of field: String, in context: FilterContext
    ) throws -> Query<Todo>.Predicate
    /// The kind of object that the names in its values refer to; nil if its values are not names.
    var subject: TodoFilter.Subject? { get }
    /// Splits a value into the name and the rest; nil if the value has no name of its own.
    func split(_ name: TodoFilter.Name) -> (name: String, rest: String)?
    /// The number of conditions that the operands become.
    func terms(of operands: [TodoFilter.Operand]) -> Int
}

extension FilterFieldKind {
    var words: [String] { [] }
    var expected: [String] { words }
    var forms: [String] { expected }
    var subject: TodoFilter.Subject? { nil }
    var takesRanges: Bool { false }
    func split(_ name: TodoFilter.Name) -> (name: String, rest: String)? { nil }

    func range(
        from first: FilterLexeme?, through last: FilterLexeme?, of field: String, clock: FilterClock
    ) throws -> TodoFilter.Value {
        throw FilterRefusal(
            "\(field): takes no ranges; put a value with two dots in double quotes.", expected: expected)
    }

    func terms(of operands: [TodoFilter.Operand]) -> Int { operands.count }

    /// The refusal of a value of a kind that the field does not have.
    func misfit(_ field: String) -> FilterRefusal {
        FilterRefusal("\(field): does not take this kind of value.", expected: expected)
    }
}

/// A field with a fixed set of words.
struct KeywordsKind: FilterFieldKind {
    typealias Meaning = @Sendable (FilterContext) -> Query<Todo>.Predicate

    private let meanings: [(word: String, predicate: Meaning)]

    init(_ meanings: [(word: String, predicate: Meaning)]) { self.meanings = meanings }

    var words: [String] { meanings.map(\.word) }

    func value(_ lexeme: FilterLexeme, of field: String, clock: FilterClock) throws -> TodoFilter.Value {
        guard words.contains(lexeme.word) else {
            throw FilterRefusal(lexeme.text, isNoneOf: words, of: field)
        }
        return .word(lexeme.word)
    }

    func predicate(
        _ value: TodoFilter.Value, of field: String, in context: FilterContext
    ) throws -> Query<Todo>.Predicate {
        guard case .word(let word) = value, let meaning = meanings.first(where: { $0.word == word }) else {
            throw misfit(field)
        }
        return meaning.predicate(context)
    }
}

/// The priorities, in order.
struct PriorityKind: FilterFieldKind {
    var words: [String] { Priority.allCases.reversed().map(\.rawValue) + FilterWords.all }
    var forms: [String] { words + ["medium.."] }
    var takesRanges: Bool { true }

    func value(_ lexeme: FilterLexeme, of field: String, clock: FilterClock) throws -> TodoFilter.Value {
        let word = named(lexeme)
        guard words.contains(word) else {
            throw FilterRefusal(lexeme.text, isNoneOf: words, of: field)
        }
        return .word(word)
    }

    /// The name of the priority that is typed as a number: p1 is high.
    private func named(_ lexeme: FilterLexeme) -> String { Priority(typed: lexeme.word)?.rawValue ?? lexeme.word }

    func range(
        from first: FilterLexeme?, through last: FilterLexeme?, of field: String, clock: FilterClock
    ) throws -> TodoFilter.Value {
        let value = TodoFilter.Value.range(from: first.map(named), through: last.map(named))
        _ = try priorities(value, of: field)
        return value
    }

    func predicate(
        _ value: TodoFilter.Value, of field: String, in context: FilterContext
    ) throws -> Query<Todo>.Predicate {
        .condition(.priority(try priorities(value, of: field)))
    }

    private func priorities(_ value: TodoFilter.Value, of field: String) throws -> [Priority?] {
        switch value {
        case .word(FilterWords.none): return [nil]
        case .word(FilterWords.any): return Priority.allCases
        case .word(let word): return [try priority(word, of: field)]
        case .range(let first, let last):
            let first = try first.map { try priority($0, of: field) } ?? .low
            let last = try last.map { try priority($0, of: field) } ?? .high
            guard first <= last else { throw FilterRefusal("The range ends before it begins.") }
            return Priority.allCases.filter { first...last ~= $0 }
        case .name, .phrase: throw misfit(field)
        }
    }

    private func priority(_ word: String, of field: String) throws -> Priority {
        guard let priority = Priority(rawValue: word) else {
            throw FilterRefusal(word, isNoneOf: Priority.allCases.reversed().map(\.rawValue), of: field)
        }
        return priority
    }
}

/// The program or the other person that changed a to-do last.
struct WriterKind: FilterFieldKind {
    var words: [String] { FilterWords.all }
    var expected: [String] { ["a name"] + words }

    func value(_ lexeme: FilterLexeme, of field: String, clock: FilterClock) throws -> TodoFilter.Value {
        let name = lexeme.text.trimmed
        guard !name.isEmpty else {
            throw FilterRefusal("\(field): takes the name of a person or of a program.", expected: expected)
        }
        return words.contains(lexeme.word) ? .word(lexeme.word) : .phrase(name)
    }

    func predicate(
        _ value: TodoFilter.Value, of field: String, in context: FilterContext
    ) throws -> Query<Todo>.Predicate {
        switch value {
        case .word(FilterWords.any): .condition(.changedBy(""))
        case .word(FilterWords.none): .not(.condition(.changedBy("")))
        case .phrase(let name) where !name.trimmed.isEmpty: .condition(.changedBy(name))
        case .word, .phrase, .name, .range: throw misfit(field)
        }
    }
}

/// A whole number, which a to-do can lack.
struct NumbersKind: FilterFieldKind {
    let unit: NumberUnit
    /// The to-dos with a number between two ends, both included. Without ends, all to-dos with a number.
    let among: @Sendable (Int?, Int?) -> Todo.Condition

    var words: [String] { FilterWords.all }
    var expected: [String] { FilterWords.all + [unit.description] }
    var takesRanges: Bool { true }

    func value(_ lexeme: FilterLexeme, of field: String, clock: FilterClock) throws -> TodoFilter.Value {
        if words.contains(lexeme.word) { return .word(lexeme.word) }
        let text = lexeme.text.trimmed
        _ = try number(text)
        return .phrase(text)
    }

    func range(
        from first: FilterLexeme?, through last: FilterLexeme?, of field: String, clock: FilterClock
    ) throws -> TodoFilter.Value {
        let value = TodoFilter.Value.range(from: first?.text.trimmed, through: last?.text.trimmed)
        _ = try condition(value, of: field)
        return value
    }

    func predicate(
        _ value: TodoFilter.Value, of field: String, in context: FilterContext
    ) throws -> Query<Todo>.Predicate {
        if case .word(FilterWords.none) = value { return .not(.condition(among(nil, nil))) }
        return .condition(try condition(value, of: field))
    }

    private func condition(_ value: TodoFilter.Value, of field: String) throws -> Todo.Condition {
        switch value {
        case .word(FilterWords.any): return among(nil, nil)
        case .phrase(let text):
            let number = try number(text)
            return among(number, number)
        case .range(let first, let last):
            let (low, high) = (try first.map(number), try last.map(number))
            if let low, let high, low > high { throw FilterRefusal("The range ends before it begins.") }
            return among(low, high)
        case .word, .name: throw misfit(field)
        }
    }

    private func number(_ text: String) throws -> Int {
        do { return try unit.parse(text) } catch let error as TodoError {
            throw FilterRefusal(error.reason, expected: expected)
        }
    }
}

/// Words in the text of a to-do.
struct TextKind: FilterFieldKind {
    var expected: [String] { ["text"] }
    var forms: [String] { ["words in the title, the notes, the tags or the comments"] }

    func value(_ lexeme: FilterLexeme, of field: String, clock: FilterClock) throws -> TodoFilter.Value {
        guard !SearchText.words(of: lexeme.text).isEmpty else {
            throw FilterRefusal("There is nothing to look for in this text.", expected: expected)
        }
        return .phrase(lexeme.text)
    }

    func predicate(
        _ value: TodoFilter.Value, of field: String, in context: FilterContext
    ) throws -> Query<Todo>.Predicate {
        guard case .phrase(let text) = value else { throw misfit(field) }
        return .condition(.matching(SearchText.words(of: text)))
    }

    func terms(of operands: [TodoFilter.Operand]) -> Int {
        operands.reduce(0) { sum, operand in
            guard case .phrase(let text) = operand.value else { return sum }
            return sum + SearchText.words(of: text).count
        }
    }
}

/// Words that several fields share.
enum FilterWords {
    /// The to-do has a value.
    static let any = "any"
    /// The to-do has no value.
    static let none = "none"
    static let all = [any, none]
}
