/// The way in which the store finds the matches of a query.
public struct QueryPlan: Hashable, Sendable {
    /// The access to the to-dos.
    public enum Access: Hashable, Sendable {
        /// A part of an index.
        case indexRange(String)
        /// An index in its order, until enough to-dos are found.
        case index(String)
        /// A few to-dos that were found by tags, locations, lists, words or ids.
        case lookup
        /// All to-dos.
        case everything
    }

    /// SQLite's own description (`EXPLAIN QUERY PLAN`), one line for each step.
    public let steps: [String]
    /// The access to the to-dos.
    public let access: Access
    /// Whether the found to-dos have to be sorted afterwards.
    public let sorts: Bool

    /// The plan that SQLite describes in these lines.
    package init(steps: [String]) {
        self.steps = steps
        sorts = steps.contains { $0.hasSuffix("TEMP B-TREE FOR ORDER BY") }
        let step =
            steps.first { $0.hasPrefix("SEARCH todo ") || $0.hasPrefix("SCAN todo") }?.split(separator: " ") ?? []
        // SEARCH todo USING INDEX name (…), with COVERING before INDEX if nothing else is read.
        let index = step.firstIndex(of: "INDEX").flatMap { $0 + 1 < step.count ? String(step[$0 + 1]) : nil }
        access =
            switch (step.first, index) {
            case ("SEARCH", let index?) where !index.hasPrefix("sqlite_autoindex"): .indexRange(index)
            case ("SCAN", let index?): .index(index)
            case ("SEARCH", _): .lookup
            default: .everything
            }
    }
}

extension TodoStore {
    /// The plan by which a query would be answered now. It depends on how many to-dos have its tags, locations and words.
    public func plan(of query: Query<Todo>) async throws -> QueryPlan {
        QueryPlan(steps: try await todoDAO.store.plan(query))
    }
}
