/// Parses a filter by recursive descent; ``TodoFilter`` has the grammar.
struct FilterParser {
    private var scanner: FilterScanner
    private let clock: FilterClock
    private var depth = 0
    private var order: [SortTerm<Todo>] = []
    /// The first word that is a sign which joins or negates conditions in other programs.
    private var sign: (range: Range<Int>, keyword: FilterKeyword)?

    init(_ text: String, clock: FilterClock) { (scanner, self.clock) = (FilterScanner(text), clock) }

    mutating func filter() throws -> TodoFilter {
        let condition = try disjunction()
        guard scanner.isAtEnd else {
            throw refusal("There is no ( for this ).").error(at: scanner.nextSpan)
        }
        // Among words alone, a sign is a word too: salt & pepper.
        if let sign, condition?.isText == false { throw signRefusal(sign.range, sign.keyword) }
        if let condition, condition.terms > TodoFilter.mostTerms {
            throw refusal("A filter has at most \(TodoFilter.mostTerms) values and words.").error(
                at: scanner.span(from: 0))
        }
        return TodoFilter(condition, order: order)
    }

    /// Reads conditions with `or` between them; nil for a filter without conditions.
    private mutating func disjunction() throws -> TodoFilter.Condition? {
        var parts: [TodoFilter.Condition] = []
        while true {
            let factors = try conjunction()
            if factors.isEmpty {
                guard depth == 0, parts.isEmpty, scanner.isAtEnd else { throw missingCondition() }
                return nil
            }
            parts.append(factors.count == 1 ? factors[0] : .and(factors))
            guard scanner.keyword == .or else { return parts.count == 1 ? parts[0] : .or(parts) }
            try skipConjunction()
        }
    }

    /// Reads adjacent conditions or conditions with `and` between them. There may be none.
    private mutating func conjunction() throws -> [TodoFilter.Condition] {
        var parts: [TodoFilter.Condition] = []
        while true {
            scanner.skipSpace()
            if scanner.next == nil || scanner.next == ")" || scanner.keyword == .or { return parts }
            if scanner.keyword == .and {
                guard !parts.isEmpty else { throw missingCondition() }
                try skipConjunction()
                scanner.skipSpace()
            } else if depth == 0, fieldName() == Self.sort {
                try readOrder()
                continue
            }
            parts.append(try negation())
        }
    }

    /// Consumes `and` or `or`.
    private mutating func skipConjunction() throws {
        scanner.move(to: scanner.bareText.upperBound)
        try checkBoundary()
    }

    private mutating func negation() throws -> TodoFilter.Condition {
        let start = scanner.position
        if scanner.take("-") {
            guard let next = scanner.next, !next.properties.isWhitespace, next != "-", scanner.keyword == nil else {
                throw refusal(
                    "A minus negates the condition that follows it without a space; put text with a minus in double quotes.",
                    expected: ["condition"]
                ).error(at: scanner.span(from: start))
            }
            return .not(try term())
        }
        guard scanner.keyword == .not else { return try term() }
        scanner.move(to: scanner.bareText.upperBound)
        scanner.skipSpace()
        return .not(try term())
    }

    private mutating func term() throws -> TodoFilter.Condition {
        let start = scanner.position
        switch scanner.next {
        case "(": return try parenthesis()
        case "\"": return try text(scanner.quotation().text, from: start)
        case "@": return try view()
        case ":":
            throw refusal("There is no field before this colon; put text with a colon in double quotes.").error(
                at: scanner.nextSpan)
        case nil, ")", "-": throw missingCondition()
        default:
            guard scanner.keyword == nil else { throw missingCondition() }
            if fieldName() != nil { return try field() }
            let range = scanner.bareText
            if sign == nil { sign = FilterKeyword(sign: scanner.text(range)).map { (range, $0) } }
            scanner.move(to: range.upperBound)
            return try text(scanner.text(range), from: start)
        }
    }

    /// A sign that is read as text would be searched for, and the filter would silently find nothing.
    private func signRefusal(_ range: Range<Int>, _ keyword: FilterKeyword) -> TodoError {
        let sign = scanner.text(range)
        let lack = keyword == .not ? "negates no condition" : "joins no conditions"
        return FilterRefusal(
            "“\(sign)” \(lack); write \(keyword.rawValue), or put \(sign) in double quotes to look for it.",
            expected: [keyword.rawValue], suggestion: keyword.rawValue
        ).error(at: scanner.span(range))
    }

    private mutating func parenthesis() throws -> TodoFilter.Condition {
        let opening = scanner.nextSpan
        depth += 1
        guard depth <= TodoFilter.deepest else {
            throw TodoFilter.Condition.tooDeep.error(at: opening)
        }
        _ = scanner.take("(")
        let condition = try disjunction()
        depth -= 1
        guard let condition, scanner.take(")") else {
            throw refusal("There is no ) for this (.", expected: [")"]).error(at: opening)
        }
        try checkBoundary()
        return condition
    }

    private mutating func text(_ text: String, from start: Int) throws -> TodoFilter.Condition {
        guard !SearchText.words(of: text).isEmpty else {
            throw refusal("There is nothing to look for in this text.", expected: ["text"]).error(
                at: scanner.span(from: start))
        }
        try checkBoundary()
        return .text(text)
    }

    private mutating func view() throws -> TodoFilter.Condition {
        let start = scanner.position
        _ = scanner.take("@")
        let name: String
        if scanner.next == "\"" {
            name = try scanner.quotation().text
        } else {
            let range = scanner.bareText
            name = scanner.text(range)
            scanner.move(to: range.upperBound)
        }
        guard !name.trimmed.isEmpty else {
            throw refusal("After @ there is the name of a view; put text with an @ in double quotes.").error(
                at: scanner.span(from: start))
        }
        try checkBoundary()
        return .view(TodoFilter.Operand(.phrase(name), span: scanner.span(from: start)))
    }

    private func refusal(_ sentence: String, expected: [String] = []) -> FilterRefusal {
        FilterRefusal(sentence, expected: expected)
    }

    private func missingCondition() -> TodoError {
        let what = scanner.isAtEnd ? "at the end" : "before “\(scanner.text(scanner.nextWord).excerpt)”"
        return refusal(
            "A condition is missing \(what); put text with parentheses, or the words and, or, not, in double quotes.",
            expected: ["condition"]
        ).error(at: scanner.nextSpan)
    }

    private func checkBoundary() throws {
        guard !scanner.isAtBoundary else { return }
        throw refusal(
            "Here a space is missing; put text or a value with spaces or special characters in double quotes.",
            expected: [" "]
        ).error(at: scanner.nextSpan)
    }
}

// Fields and the order.
extension FilterParser {
    private static let sort = "sort"

    /// The text before the next colon, in lower case; nil if there is none.
    private func fieldName() -> String? {
        let range = scanner.bareText
        guard !range.isEmpty, scanner.isColon(range.upperBound) else { return nil }
        return scanner.text(range).lowercased()
    }

    /// Consumes a field's name and its colon.
    private mutating func takeFieldName() -> TodoFilter.Field? {
        let range = scanner.bareText
        let field = TodoFilter.Field(name: scanner.text(range).lowercased())
        scanner.move(to: range.upperBound)
        _ = scanner.take(":")
        return field
    }

    private mutating func field() throws -> TodoFilter.Condition {
        let name = scanner.bareText
        guard let field = takeFieldName() else { throw unknownField(name) }
        var operands: [TodoFilter.Operand] = []
        repeat { operands.append(try operand(of: field)) } while scanner.take(",")
        try checkBoundary()
        return .field(field, operands)
    }

    private mutating func operand(of field: TodoFilter.Field) throws -> TodoFilter.Operand {
        let start = scanner.position
        let first = try scanner.value()
        let isRange = scanner.takeDots()
        let last = isRange ? try scanner.value() : nil
        guard first != nil || last != nil else {
            throw missingValue(
                "\(field.name): takes \(field.kind.expected.joined(separator: ", ")).", field.kind.expected, from: start
            )
        }
        let span = scanner.span(from: start)
        let value = try FilterRefusal.placed(at: span) {
            isRange
                ? try field.kind.range(from: first, through: last, of: field.name, clock: clock)
                : try field.kind.value(first ?? FilterLexeme(bare: ""), of: field.name, clock: clock)
        }
        return TodoFilter.Operand(value, span: span)
    }

    private func missingValue(_ hint: String, _ expected: [String], from start: Int) -> TodoError {
        refusal("A value is missing, without a space before it: \(hint)", expected: expected).error(
            at: scanner.span(from: start))
    }

    private func unknownField(_ range: Range<Int>) -> TodoError {
        let text = scanner.text(range)
        if text.lowercased() == Self.sort {
            return refusal(
                "Put sort: once, outside of parentheses; it cannot be negated or joined with “and”."
            ).error(at: scanner.span(range))
        }
        let names = TodoFilter.Field.all.map(\.name) + [Self.sort]
        // An exclamation mark negates in other programs.
        let isNegated = text.hasPrefix("!")
        let name = isNegated ? String(text.dropFirst()) : text
        let other = TodoFilter.Field.all.first { $0.otherNames.contains(name.lowercased()) }
        let nearest = other?.name ?? NearestWord.to(name, among: names)
        let suggestion = nearest.map { isNegated ? "-" + $0 : $0 }
        let negation = isNegated ? "a minus negates, and " : ""
        let hint = suggestion.map { negation + "perhaps \($0): is meant" } ?? "put text with a colon in double quotes"
        return FilterRefusal(
            "There is no field “\(text.excerpt)”; \(hint).", expected: names.map { $0 + ":" }, suggestion: suggestion
        ).error(at: scanner.span(range))
    }

    private mutating func readOrder() throws {
        let name = scanner.bareText
        _ = takeFieldName()
        guard order.isEmpty else { throw refusal("The order is given once.").error(at: scanner.span(name)) }
        let keys = Todo.SortKey.allCases.map(\.rawValue)
        repeat {
            let start = scanner.position
            let isDescending = scanner.take("-")
            let begin = scanner.position
            guard let word = try scanner.value()?.word else {
                throw missingValue("sort: takes \(keys.joined(separator: ", ")).", keys, from: start)
            }
            let span = scanner.span(from: begin)
            guard let key = Todo.SortKey(rawValue: word), !key.isExtra else {
                throw FilterRefusal(word, isNoneOf: keys, of: Self.sort).error(at: span)
            }
            guard !order.contains(where: { $0.key == key }) else {
                throw refusal("The order has “\(word)” twice.").error(at: span)
            }
            order.append(SortTerm(key, descending: isDescending))
        } while scanner.take(",")
        try checkBoundary()
    }
}
