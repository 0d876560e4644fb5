public import Foundation

extension TodoFilter {
    /// The query for the filter at `now` in `timeZone`, without a window.
    ///
    /// Its predicate has the conditions that must all be met in one list, as stores expect them.
    /// - Parameters:
    ///   - now: the moment that relative dates refer to.
    ///   - timeZone: the zone in which days begin.
    ///   - settings: the settings for reading dates.
    ///   - names: the names of the store; ``references`` are the needed ones.
    ///   - completion: a condition that is added unless the filter, or a view in it, names `is:open`, `is:done` or
    ///     `completed:`. Lists of open to-dos pass ``Todo/Condition/isDone(_:)``.
    /// - Throws: ``TodoError``: `not-found` for an unknown name; `bad-filter` for a view that has become invalid, or for
    ///   values that do not fit their fields, which ``parse(_:now:timeZone:settings:)`` does not produce. The underlying
    ///   ``Problem`` has the position.
    public func query(
        now: Date, timeZone: TimeZone, settings: PhraseSettings = .standard, names: FilterNames,
        byDefault completion: Todo.Condition? = nil
    ) throws -> Query<Todo> {
        let context = FilterContext(clock: FilterClock(now: now, timeZone: timeZone, settings: settings), names: names)
        var mapping = FilterMapping(context: context)
        let predicate = try condition.map { try mapping.predicate($0) } ?? .and([])
        // Views also have parentheses.
        guard predicate.levels <= Query<Todo>.deepest else {
            throw FilterRefusal(
                "With its views a filter has at most \(Query<Todo>.deepest) parentheses within each other."
            )
            .error(at: .none)
        }
        let byDefault = mapping.namesCompletion ? nil : completion
        let parts = [predicate] + (byDefault.map { [.condition($0)] } ?? [])
        return Query(
            predicate: .and(Query<Todo>.Predicate.flat(parts)), order: order.isEmpty ? mapping.viewOrder : order)
    }

    /// A name in a filter.
    public struct Reference: Hashable, Sendable {
        /// The field of the value; nil for the name of a view.
        public let field: Field?
        /// The name or pattern.
        public let name: Name
        /// The position in the text.
        public let span: TextSpan
    }

    /// The names in the filter, in order, so that a store reads only the needed ones. The references of a view are not
    /// included.
    public var references: [Reference] { condition.map { $0.isTooDeep ? [] : $0.references } ?? [] }
}

extension TodoFilter.Condition {
    fileprivate var references: [TodoFilter.Reference] {
        switch self {
        case .and(let parts), .or(let parts): return parts.flatMap(\.references)
        case .not(let part): return part.references
        case .text: return []
        case .field(let field, let operands):
            return operands.compactMap { operand in
                guard case .name(let name) = operand.value else { return nil }
                return TodoFilter.Reference(field: field, name: name, span: operand.span)
            }
        case .view(let operand):
            guard case .phrase(let name) = operand.value else { return [] }
            return [TodoFilter.Reference(field: nil, name: TodoFilter.Name(name), span: operand.span)]
        }
    }

    /// Whether the condition itself decides between open and done to-dos.
    fileprivate var namesCompletion: Bool {
        switch self {
        case .field(.completed, _): true
        case .field(.is, let operands):
            operands.contains { $0.value == .word("open") || $0.value == .word("done") }
        case .and(let parts), .or(let parts): parts.contains(where: \.namesCompletion)
        case .not(let part): part.namesCompletion
        case .field, .text, .view: false
        }
    }
}

/// Maps the conditions of a filter to conditions of a query.
private struct FilterMapping {
    let context: FilterContext
    /// Whether the filter, or a view in it, decides between open and done to-dos.
    private(set) var namesCompletion = false
    /// The order of the first view that has one.
    private(set) var viewOrder: [SortTerm<Todo>] = []
    private var isInView = false
    private var terms = 0

    init(context: FilterContext) { self.context = context }

    /// The predicate of a complete filter.
    mutating func predicate(_ condition: TodoFilter.Condition) throws -> Query<Todo>.Predicate {
        guard !condition.isTooDeep else { throw TodoFilter.Condition.tooDeep.error(at: .none) }
        terms += condition.terms
        guard terms <= TodoFilter.mostTerms else {
            throw FilterRefusal("A filter and its views have at most \(TodoFilter.mostTerms) values and words.").error(
                at: .none)
        }
        if condition.namesCompletion { namesCompletion = true }
        return try part(condition)
    }

    private mutating func part(_ condition: TodoFilter.Condition) throws -> Query<Todo>.Predicate {
        switch condition {
        case .and(let parts): return .all(of: try parts.map { try part($0) })
        case .or(let parts): return .any(of: try parts.map { try part($0) })
        case .not(let part): return .negated(try self.part(part))
        case .text(let text): return .condition(.matching(SearchText.words(of: text)))
        case .field(let field, let operands):
            return .any(
                of: try operands.map { operand in
                    try FilterRefusal.placed(at: operand.span) {
                        try field.kind.predicate(operand.value, of: field.name, in: context)
                    }
                })
        case .view(let operand):
            return try FilterRefusal.placed(at: operand.span) { try view(operand) }
        }
    }

    private mutating func view(_ operand: TodoFilter.Operand) throws -> Query<Todo>.Predicate {
        guard case .phrase(let name) = operand.value else { throw FilterRefusal("This is not the name of a view.") }
        // Otherwise a view could contain itself, and views within views could grow without bound.
        guard !isInView else { throw FilterRefusal("A view cannot contain the view “\(name.excerpt)”.") }
        let filter = try context.names.view(name)
        isInView = true
        defer { isInView = false }
        if viewOrder.isEmpty { viewOrder = filter.order }
        do {
            return try filter.condition.map { try predicate($0) } ?? .and([])
        } catch let error as TodoError {
            throw FilterRefusal.invalid(view: name, error)
        }
    }
}

extension Query<Todo>.Predicate {
    /// The predicate that requires all of these.
    fileprivate static func all(of parts: [Self]) -> Self {
        let parts = flat(parts)
        return parts.count == 1 ? parts[0] : .and(parts)
    }

    /// The parts that must all be met, without nested lists, and with one search for all words.
    fileprivate static func flat(_ parts: [Self]) -> [Self] {
        var (flat, words) = ([Self](), [String]())
        // The position of the search in the list.
        var search: Int?
        for part in parts {
            let own: [Self] = if case .and(let inner) = part.kind { inner } else { [part] }
            for part in own {
                guard case .condition(.matching(let more)) = part.kind else {
                    flat.append(part)
                    continue
                }
                if search == nil {
                    search = flat.count
                    flat.append(part)
                }
                words += more.filter { !words.contains($0) }
            }
        }
        if let search { flat[search] = .condition(.matching(words)) }
        return flat
    }

    /// The predicate that requires at least one of these. It has one condition for all ids of a kind, and one for all
    /// priorities.
    fileprivate static func any(of parts: [Self]) -> Self {
        var flat: [Self] = []
        for part in parts {
            let own: [Self] = if case .or(let inner) = part.kind { inner } else { [part] }
            for part in own {
                if case .condition(let condition) = part.kind, case .condition(let last)? = flat.last?.kind,
                    let union = last.union(condition)
                {
                    flat[flat.count - 1] = .condition(union)
                } else {
                    flat.append(part)
                }
            }
        }
        return flat.count == 1 ? flat[0] : .or(flat)
    }

    /// The negation of a predicate. A condition with an opposite becomes that one, because an index may serve it.
    fileprivate static func negated(_ part: Self) -> Self {
        switch part.kind {
        case .condition(.isDone(let done)): .condition(.isDone(!done))
        case .condition(.hasDue(let has)): .condition(.hasDue(!has))
        case .condition(.hasStart(let has)): .condition(.hasStart(!has))
        case .condition(.isStarted(let started)): .condition(.isStarted(!started))
        case .not(let inner): inner
        default: .not(part)
        }
    }
}

extension Todo.Condition {
    /// The condition that is met if either of the two is met; nil if there is none.
    fileprivate func union(_ other: Self) -> Self? {
        switch (self, other) {
        case (.tagged(let left), .tagged(let right)): .tagged(left.union(right))
        case (.listed(let left), .listed(let right)): .listed(left.union(right))
        case (.located(let left), .located(let right)): .located(left.union(right))
        case (.priority(let left), .priority(let right)): .priority(left.union(right))
        default: nil
        }
    }
}

extension Array where Element: Hashable {
    /// The elements of both, each once.
    fileprivate func union(_ other: Self) -> Self {
        var seen = Set(self)
        return self + other.filter { seen.insert($0).inserted }
    }
}
