import TodoDomain
import TodoKit

/// A filter with the text that was typed.
struct TypedFilter {
    let text: String
    let filter: TodoFilter

    /// Runs `body`. An error in the filter has its position in the text.
    static func placed<T>(in text: String, _ body: () throws -> T) throws -> T {
        do { return try body() } catch let error as TodoError {
            guard let problem = error.underlying as? TodoFilter.Problem else { throw error }
            // The sentences about names suggest similar ones; those about words only list the possible ones.
            let hint = problem.suggestion.map { error.reason.contains("perhaps") ? "" : " Perhaps “\($0)” is meant." }
            throw TodoError(
                error.code, error.reason + (hint ?? ""), remedies: error.remedies, candidates: error.candidates,
                underlying: FilterPlace(problem, in: text))
        }
    }
}

// Filters: words, or the argument of `--where`.
extension Session {
    /// Parses filters: the words, which form one filter together, and the argument of `--where`. All of them apply.
    /// - Throws: `bad-filter`; `usage` if more than one of them has an order.
    func filters(_ words: [String], where filter: String?) async throws -> [TypedFilter] {
        var texts: [String] = []
        for word in words { texts.append(try await meant(by: word)) }
        if !texts.isEmpty { texts = [texts.joined(separator: " ")] }
        if let filter { texts.append(try await meant(by: filter)) }
        let filters = try texts.map(typedFilter)
        guard filters.count(where: { !$0.filter.order.isEmpty }) < 2 else {
            throw TodoError(.usage, "Give one order: sort: in the words or in --where, not in both.")
        }
        return filters
    }

    private func typedFilter(_ text: String) throws -> TypedFilter {
        try TypedFilter.placed(in: text) {
            TypedFilter(
                text: text, filter: try TodoFilter.parse(text, now: viewedAt, timeZone: timeZone, settings: phrases))
        }
    }

    /// An argument as a filter: the first of its readings that is a filter with existing names, or otherwise the typed
    /// text.
    func meant(by argument: String) async throws -> String {
        for reading in ShellQuotation.readings(of: argument) {
            do {
                _ = try await query([try typedFilter(reading)], byDefault: nil)
                return reading
            } catch let error as TodoError {
                if error.code == .ambiguous { return reading }
                guard [.badFilter, .notFound].contains(error.code) else { throw error }
            }
        }
        return argument
    }

    /// The query of several filters together, now or at the viewed moment.
    /// - Parameter completion: a condition for filters that do not say whether they mean open or done to-dos.
    /// - Throws: `not-found` or `ambiguous` for names; `bad-filter`.
    func query(_ filters: [TypedFilter], byDefault completion: Todo.Condition?) async throws -> Query<Todo> {
        let conditions = filters.compactMap(\.filter.condition)
        let whole = TodoFilter(.and(conditions), order: filters.flatMap(\.filter.order))
        let names = try await names(in: whole)
        func query(_ filter: TodoFilter) throws -> Query<Todo> {
            try filter.query(
                now: viewedAt, timeZone: timeZone, settings: phrases, names: names, byDefault: completion)
        }
        if filters.count == 1 { return try TypedFilter.placed(in: filters[0].text) { try query(whole) } }
        // Each filter separately first, so that an error has its position in its own text.
        for typed in filters { try TypedFilter.placed(in: typed.text) { _ = try query(typed.filter) } }
        return try query(whole)
    }

    /// The query of a filter that was made of options, now or at the viewed moment.
    /// - Throws: `not-found` or `ambiguous` for names.
    func query(_ filter: TodoFilter) async throws -> Query<Todo> {
        let names = try await names(in: filter)
        do {
            return try filter.query(now: viewedAt, timeZone: timeZone, settings: phrases, names: names)
        } catch let error as TodoError {
            // This filter has no text, so the error names no place in it.
            throw TodoError(error.code, error.reason, candidates: error.candidates)
        }
    }

    private func names(in filter: TodoFilter) async throws -> FilterNames {
        guard let past = try await pastState() else { return try await store.names(in: filter, settings: phrases) }
        var names = FilterNames(tags: past.tags, lists: past.lists, places: past.locations).ofThePast()
        // The present members: who was one at that time is not known.
        names = try await names.adding(of: store)
        var references = filter.references
        if references.contains(where: { $0.field == nil }) {
            // The present views, with the names of that time in their filters.
            let views = SavedViews(try await store.views.fetch(.all, source: .local).items)
            let present = PresentNames(tags: past.tags, lists: past.lists, places: past.locations)
            for view in filter.references where view.field == nil {
                let found = try? views.find(view.name.parts.joined(separator: "*"))
                // An invalid view fails where it is used.
                let meant = try? found?.filter(
                    names: present, now: viewedAt, timeZone: timeZone, settings: phrases)
                references += meant?.references ?? []
            }
            views.add(to: &names, present: present, now: viewedAt, timeZone: timeZone, settings: phrases)
        }
        for reference in references where reference.field?.subject == .todo {
            guard let text = reference.subject?.name else { continue }
            if let only = past.todos.only(idBeginning: text).first { names.add(todo: only.id, idBeginning: text) }
        }
        return names
    }
}

extension Query<Todo> {
    /// The to-dos of this query that another one matches too.
    func narrowed(to other: Query) -> Query {
        guard case .and(let parts) = other.predicate.kind else { return filter(other.predicate) }
        return parts.reduce(self) { $0.filter($1) }
    }
}
