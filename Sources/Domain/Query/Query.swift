/// A question about models of one kind: which, in what order, and which part of the answer.
///
/// A query is a value: composed step by step, reused, compared, saved and sent.
/// ```swift
/// Query<Todo>.all.open.tagged(home).matching("creme").ascending(\.due).page(0, size: 20)
/// ```
public struct Query<Model: Queryable>: Hashable, Sendable, Codable {
    /// Which models are asked for.
    public var predicate: Predicate
    /// The order as far as it is named; the id settles what it leaves open. Empty: the model's default.
    public var order: [SortTerm<Model>]
    /// Whether the order, the id at its end included, is turned around.
    public var isReversed: Bool
    /// Which part of the answer is wanted.
    public var window: Window
    /// Whether the answer says how many models there are in all.
    public var countsTotal: Bool

    /// Which part of an answer is wanted.
    public enum Window: Hashable, Sendable, Codable {
        /// All of it.
        case everything
        /// The page with this number, from 0.
        case page(Int, size: Int)
        /// The models that follow a cursor; its cost does not grow with its depth.
        case after(Cursor, size: Int)
    }

    /// A query.
    public init(
        predicate: Predicate = .and([]), order: [SortTerm<Model>] = [], isReversed: Bool = false,
        window: Window = .everything, countsTotal: Bool = false
    ) {
        (self.predicate, self.order, self.isReversed) = (predicate, order, isReversed)
        (self.window, self.countsTotal) = (window, countsTotal)
    }

    /// Every model, in the default order.
    public static var all: Query { Query() }

    /// Those of this query that also meet a condition.
    public func filter(_ condition: Model.Condition) -> Query { filter(.condition(condition)) }

    /// Those of this query that also meet a predicate.
    public func filter(_ part: Predicate) -> Query {
        var query = self
        if case .and(let parts) = predicate {
            query.predicate = .and(parts + [part])
        } else {
            query.predicate = .and([predicate, part])
        }
        return query
    }

    /// Those of this query that at least one of `queries` asks for too; their orders and windows do not matter.
    public func any(of queries: [Query]) -> Query { filter(.or(queries.map(\.predicate))) }

    /// Those of this query that `query` does not ask for; its order and window do not matter.
    public func excluding(_ query: Query) -> Query { filter(.not(query.predicate)) }

    /// Sorts by a property, smaller values first, after what the order has already.
    public func ascending(_ key: KeyPath<Model.SortKeys, Model.SortKey>) -> Query {
        sorted(by: SortTerm(Model.sortKeys[keyPath: key]))
    }

    /// Sorts by a property, greater values first, after what the order has already.
    public func descending(_ key: KeyPath<Model.SortKeys, Model.SortKey>) -> Query {
        sorted(by: SortTerm(Model.sortKeys[keyPath: key], descending: true))
    }

    /// Sorts by a term, after what the order has already.
    public func sorted(by term: SortTerm<Model>) -> Query {
        var query = self
        query.order.append(term)
        return query
    }

    /// The same models the other way round.
    public func reversed() -> Query {
        var query = self
        query.isReversed.toggle()
        return query
    }

    /// One page of the answer.
    /// - Parameters:
    ///   - page: the number of the page, from 0.
    ///   - size: how many models a page has, from 1.
    public func page(_ page: Int, size: Int) -> Query {
        var query = self
        query.window = .page(page, size: size)
        return query
    }

    /// The models that follow a cursor, at most `size` of them (from 1).
    public func after(_ cursor: Cursor, size: Int) -> Query {
        var query = self
        query.window = .after(cursor, size: size)
        return query
    }

    /// The same query whose answer says how many models there are in all, or does not.
    public func countingTotal(_ counts: Bool = true) -> Query {
        var query = self
        query.countsTotal = counts
        return query
    }

    /// Those with these ids.
    public static func ids(_ ids: [Model.ID]) -> Query where Model.Condition: IDCondition<Model.ID> {
        Query.all.filter(.ids(ids))
    }

    /// The one with this id.
    public static func id(_ id: Model.ID) -> Query where Model.Condition: IDCondition<Model.ID> { .ids([id]) }

    /// Those whose text holds every word of `text`, wherever it stands; case and accents do not matter, and the text
    /// is never syntax.
    public func matching(_ text: String) -> Query where Model.Condition: TextCondition {
        let words = SearchText.words(of: text)
        return words.isEmpty ? self : filter(.matching(words))
    }
}

/// The condition of a model that is asked for by id.
public protocol IDCondition<ID> {
    /// The identity of the model.
    associatedtype ID
    /// Its id is one of these.
    static func ids(_ ids: [ID]) -> Self
}

/// The condition of a model that has text to search.
public protocol TextCondition {
    /// Its text holds each of these words, which are folded.
    static func matching(_ words: [String]) -> Self
}

extension Query {
    /// The order in full: what is named or the default, turned around where so asked.
    public var effectiveOrder: [SortTerm<Model>] {
        (order.isEmpty ? Model.defaultOrder : order).map { SortTerm($0.key, descending: $0.isDescending != isReversed) }
    }

    /// Names the order, so that a cursor is not used with another one.
    public var orderSignature: String {
        effectiveOrder.map { $0.key.rawValue + ($0.isDescending ? "-" : "+") }.joined() + (isReversed ? "id-" : "id+")
    }

    /// How many models are wanted at most; nil for all.
    public var limit: Int? {
        switch window {
        case .everything: nil
        case .page(_, let size), .after(_, let size): size
        }
    }

    /// Checks the window.
    /// - Throws: ``TodoError`` with code `bad-page` or `bad-cursor`.
    public func validate() throws {
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

    /// The cursor behind a model.
    public func cursor(after model: Model) -> Cursor {
        Cursor(order: orderSignature, values: effectiveOrder.map { model.sortValue(for: $0.key) }, id: "\(model.id)")
    }

    /// Whether a model comes before another.
    public func precedes(_ left: Model, _ right: Model) -> Bool {
        for term in effectiveOrder {
            let (leftValue, rightValue) = (left.sortValue(for: term.key), right.sortValue(for: term.key))
            if leftValue != rightValue { return (leftValue < rightValue) != term.isDescending }
        }
        return isReversed ? right.id < left.id : left.id < right.id
    }

    /// The answer from models at hand: what every store must give for the same models.
    /// - Throws: ``TodoError`` with code `bad-page` or `bad-cursor`.
    public func answer(from models: [Model]) throws -> Page<Model> {
        try validate()
        let matching = models.filter(predicate.isMet).sorted(by: precedes)
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
    /// The query in words, for logs and tests; what a person typed is left out, and so are cursors, which may hold
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
