/// A query for models of one kind: the models, their order, and the part of the result.
///
/// A query is a value: it can be composed, reused, compared, saved and sent.
/// ```swift
/// Query<Todo>.all.open.tagged(home).matching("creme").ascending(\.due).page(0, size: 20)
/// ```
public struct Query<Model: Queryable>: Hashable, Sendable, Codable {
    /// The condition that models match.
    public var predicate: Predicate
    /// The sort order; ties are broken by id. Empty for the model's default.
    public var order: [SortTerm<Model>]
    /// Whether the order, including the id that breaks ties, is reversed.
    public var isReversed: Bool
    /// The requested part of the result.
    public var window: Window
    /// Whether the result includes the total number of matching models.
    public var countsTotal: Bool

    /// The requested part of a result.
    public enum Window: Hashable, Sendable, Codable {
        /// All of it.
        case everything
        /// The page with this number, from 0.
        case page(Int, size: Int)
        /// The models after a cursor; the cost does not grow with its depth.
        case after(Cursor, size: Int)
    }

    /// A query.
    public init(
        predicate: Predicate = .and([]), order: [SortTerm<Model>] = [], isReversed: Bool = false,
        window: Window = .everything, countsTotal: Bool = false
    ) {
        self.predicate = predicate
        self.order = order
        self.isReversed = isReversed
        self.window = window
        self.countsTotal = countsTotal
    }

    /// Every model, in the default order.
    public static var all: Query { Query() }

    /// The models of this query that also meet a condition.
    public func filter(_ condition: Model.Condition) -> Query { filter(.condition(condition)) }

    /// The models of this query that also match a predicate.
    public func filter(_ part: Predicate) -> Query {
        var query = self
        if case .and(let parts) = predicate.kind {
            query.predicate = .and(parts + [part])
        } else {
            query.predicate = .and([predicate, part])
        }
        return query
    }

    /// The models of this query that `query` also matches; its order and window are ignored.
    public func and(_ query: Query) -> Query { filter(query.predicate) }

    /// The models of this query that at least one of `queries` also matches; their orders and windows are ignored.
    public func any(of queries: [Query]) -> Query { filter(.or(queries.map(\.predicate))) }

    /// The models of this query that `query` does not match; its order and window are ignored.
    public func excluding(_ query: Query) -> Query { filter(.not(query.predicate)) }

    /// Sorts by a property in ascending order, after the existing terms.
    public func ascending(_ key: KeyPath<Model.SortKeys, Model.SortKey>) -> Query {
        sorted(by: SortTerm(Model.sortKeys[keyPath: key]))
    }

    /// Sorts by a property in descending order, after the existing terms.
    public func descending(_ key: KeyPath<Model.SortKeys, Model.SortKey>) -> Query {
        sorted(by: SortTerm(Model.sortKeys[keyPath: key], descending: true))
    }

    /// Sorts by a term, after the existing ones. Models that are equal by the only term have the further order of
    /// ``Queryable/usualOrder(by:)``: with the same due date, by priority.
    public func sorted(by term: SortTerm<Model>) -> Query {
        var query = self
        query.order.append(term)
        return query
    }

    /// The same models in reverse order.
    public func reversed() -> Query {
        var query = self
        query.isReversed.toggle()
        return query
    }

    /// One page of the result.
    /// - Parameters:
    ///   - page: the number of the page, from 0.
    ///   - size: how many models a page has, from 1.
    public func page(_ page: Int, size: Int) -> Query {
        var query = self
        query.window = .page(page, size: size)
        return query
    }

    /// At most the first `count` models, from 1.
    public func limit(_ count: Int) -> Query { page(0, size: count) }

    /// At most `size` models (from 1) after a cursor.
    public func after(_ cursor: Cursor, size: Int) -> Query {
        var query = self
        query.window = .after(cursor, size: size)
        return query
    }

    /// Requests the total number of matching models, or cancels that request.
    public func countingTotal(_ counts: Bool = true) -> Query {
        var query = self
        query.countsTotal = counts
        return query
    }

    /// Models with these ids.
    public static func ids(_ ids: [Model.ID]) -> Query where Model.Condition: IDCondition<Model.ID> {
        Query.all.filter(.ids(ids))
    }

    /// The model with this id.
    public static func id(_ id: Model.ID) -> Query where Model.Condition: IDCondition<Model.ID> { .ids([id]) }

    /// Models whose text contains every word of `text` anywhere. Case, accents and the kinds of quotation marks,
    /// hyphens and dashes do not matter (``SearchText``). The text is never interpreted as syntax.
    public func matching(_ text: String) -> Query where Model.Condition: TextCondition {
        let words = SearchText.words(of: text)
        return words.isEmpty ? self : filter(.matching(words))
    }

    /// Models of which a text contains this one as it is, with its spaces: what Core Data calls `CONTAINS[cd]`. Case,
    /// accents and the kinds of quotation marks, hyphens and dashes do not matter (``SearchText``). ``matching(_:)``
    /// looks for the words instead, wherever each of them is.
    public func containing(_ text: String) -> Query where Model.Condition: TextCondition {
        let part = SearchText.folded(text)
        return part.isEmpty ? self : filter(.matching([part]))
    }
}

/// A condition that can filter by id.
public protocol IDCondition<ID> {
    /// The identifier of the model.
    associatedtype ID
    /// Its id is one of these.
    static func ids(_ ids: [ID]) -> Self
}

/// A condition that can search text.
public protocol TextCondition {
    /// Its text contains each of these folded words.
    static func matching(_ words: [String]) -> Self
    /// The words of ``matching(_:)``; empty for other conditions.
    var searchedWords: [String] { get }
}

extension Query {
    /// The complete order: the given or the default order, reversed if requested. A single key means its usual order
    /// (``Queryable/usualOrder(by:)``), or the reverse of that.
    package var effectiveOrder: [SortTerm<Model>] { completeOrder.terms }

    /// Whether models that are equal in all terms are sorted by descending id.
    package var hasDescendingIDs: Bool { completeOrder.isReversed }

    private var completeOrder: (terms: [SortTerm<Model>], isReversed: Bool) {
        var terms = order.isEmpty ? Model.defaultOrder : order
        var isReversed = isReversed
        if terms.count == 1 {
            let usual = Model.usualOrder(by: terms[0].key)
            if let first = usual.first, first.key == terms[0].key {
                if first.isDescending != terms[0].isDescending { isReversed.toggle() }
                terms = usual
            }
        }
        return (terms.map { SortTerm($0.key, descending: $0.isDescending != isReversed) }, isReversed)
    }

    /// Identifies the order, so that a cursor is not used with another one.
    package var orderSignature: String {
        // Each term ends with a sign, which no name has.
        func name(_ key: Model.SortKey) -> String {
            let name = key.rawValue
            guard name.utf8.contains(where: "%-+".utf8.contains) else { return name }
            return name.replacing("%", with: "%25").replacing("-", with: "%2D").replacing("+", with: "%2B")
        }
        let terms = effectiveOrder.map { name($0.key) + ($0.isDescending ? "-" : "+") }
        return terms.joined() + (hasDescendingIDs ? "id-" : "id+")
    }

    /// The maximum number of models; nil for all.
    public var limit: Int? {
        switch window {
        case .everything: nil
        case .page(_, let size), .after(_, let size): size
        }
    }

    /// Validates the predicate and the window.
    /// - Throws: ``TodoError`` with code `bad-query`, `bad-page` or `bad-cursor`.
    public func validate() throws {
        try predicate.validate()
        if let limit, limit < 1 {
            throw TodoError(.badPage, "A page has at least one entry; the size given is \(limit).")
        }
        switch window {
        case .page(let page, let size):
            guard page >= 0 else { throw TodoError(.badPage, "Pages are numbered from 0; there is no page \(page).") }
            guard !page.multipliedReportingOverflow(by: size).overflow else {
                throw TodoError(.badPage, "There is no page \(page).")
            }
        case .after(let cursor, _):
            guard cursor.order == orderSignature else {
                throw TodoError(.badCursor, "The cursor belongs to a list in another order.")
            }
        case .everything: break
        }
    }

    /// The cursor after a model.
    public func cursor(after model: Model) -> Cursor {
        Cursor(order: orderSignature, values: effectiveOrder.map { model.sortValue(for: $0.key) }, id: "\(model.id)")
    }

    /// Whether a model sorts before another.
    public func precedes(_ left: Model, _ right: Model) -> Bool { comparison(left, right) }

    /// ``precedes(_:_:)`` for many models; it computes the order only once.
    private var comparison: (Model, Model) -> Bool {
        let (terms, isReversed) = completeOrder
        return { left, right in
            for term in terms {
                let (leftValue, rightValue) = (left.sortValue(for: term.key), right.sortValue(for: term.key))
                if leftValue != rightValue { return (leftValue < rightValue) != term.isDescending }
            }
            return isReversed ? right.id < left.id : left.id < right.id
        }
    }

    /// The result of the query over `models`. Every store must give the same result.
    /// - Throws: ``TodoError`` with code `bad-query`, `bad-page` or `bad-cursor`.
    public func answer(from models: [Model]) throws -> Page<Model> {
        try validate()
        let matching = models.filter(predicate.isMet).sorted(by: comparison)
        let (start, number): (Int, Int?) =
            switch window {
            case .everything: (0, nil)
            case .page(let page, let size): (page * size, page)
            case .after(let cursor, _):
                (matching.firstIndex { cursor.precedes($0, in: self) } ?? matching.count, nil)
            }
        let rest = matching.dropFirst(start)
        let items = Array(limit.map { rest.prefix($0) } ?? rest)
        return Page(
            items: items, page: number, pageSize: limit, total: countsTotal ? matching.count : nil,
            nextCursor: items.count < rest.count ? items.last.map(cursor(after:)) : nil)
    }
}

extension Query: CustomStringConvertible {
    /// The query in words, for logs and tests. It has no text that a person typed, and no cursors, which may contain
    /// titles.
    public var description: String {
        var text = "\(Model.self) \(predicate) by \(orderSignature)"
        switch window {
        case .everything: break
        case .page(let page, let size): text += " page \(page) of \(size)"
        case .after(_, let size): text += " \(size) after a cursor"
        }
        return text
    }
}
