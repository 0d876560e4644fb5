import Foundation
import JSON
import TodoKit

/// One call of a tool: what it works with.
struct ToolRun: Sendable {
    let store: TodoStore
    let clock: ToolClock
    let client: HistoryClient
    let scope: ListScope?
    /// The number of to-dos to which the person has agreed; nil if nobody was asked.
    let confirmed: Int?

    // MARK: Which to-dos

    /// The query of a filter, within the scope. What names something that is not there is empty there, so that nobody learns of
    /// names beyond the list.
    func query(_ filter: String, byDefault completion: Todo.Condition?) async throws -> Query<Todo>? {
        do {
            let query = try await store.query(
                matching: filter, byDefault: completion, settings: clock.settings.phrases)
            return within(query)
        } catch let error as TodoError where scope != nil && (error.code == .notFound || error.code == .ambiguous) {
            return nil
        }
    }

    /// A query within the scope.
    func within(_ query: Query<Todo>) -> Query<Todo> { scope.map { query.filter($0.query.predicate) } ?? query }

    /// The to-dos with these ids, or beginnings of ids, in that order and each once.
    /// - Throws: `not-found` or `ambiguous`.
    func todos(_ texts: [String]) async throws -> [Todo] {
        var (ids, known) = ([Todo.ID](), Set<Todo.ID>())
        for text in texts {
            let id = try await todo(text)
            if known.insert(id).inserted { ids.append(id) }
        }
        let found = try await store.todos.fetch(Query.ids(ids), source: .local).items
        let byID = Dictionary(found.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
        return ids.compactMap { byID[$0] }
    }

    func todo(_ text: String) async throws -> Todo.ID {
        let text = text.trimmed
        let unknown = TodoError(.notFound, "There is no to-do whose id begins with “\(text.excerpt)”.")
        guard !text.isEmpty else { throw TodoError(.usage, "An id cannot be empty.") }
        let beginning = try await store.todos.findIDs(beginning: text, limit: 6)
        let found = try await store.todos.fetch(within(Query.ids(beginning)), source: .local).items
        if let exact = found.first(where: { $0.id.rawValue == text }) { return exact.id }
        guard let first = found.first else { throw unknown }
        guard found.count > 1 else { return first.id }
        throw TodoError(
            .ambiguous, "Several to-dos have ids that begin with “\(text.excerpt)”:",
            candidates: TodoError.Candidates(found.map { .init(id: $0.id.rawValue, title: $0.title) }))
    }

    // MARK: Where to

    /// The list that a call names, within the scope.
    func placement(list: String?, parent: String?, create: Bool) async throws -> Placement? {
        guard list == nil || parent == nil else {
            throw TodoError(.usage, "Give either list or parent: a subtask is in the list of its parent.")
        }
        if let parent { return .below(try await todo(parent)) }
        guard let list else { return nil }
        guard scope?.contains(path: list) ?? true else {
            throw TodoError(.notFound, "There is no list “\(list.excerpt)”.")
        }
        do {
            return try await store.placement(
                named: list, missing: create ? .created : clock.settings.missingLists)
        } catch let error as TodoError where scope != nil && error.code == .notFound {
            // The most similar name may be one beyond the list.
            throw TodoError(.notFound, "There is no list “\(list.excerpt)”.")
        }
    }

    // MARK: How many

    /// Goes on if the person has agreed to this number.
    func require(_ count: Int, _ question: String) throws {
        guard confirmed == count else { throw Unconfirmed(count: count, question: question) }
    }
}
