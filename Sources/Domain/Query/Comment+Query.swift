extension Todo.Comment: Queryable {
    /// The conditions by which comments can be filtered.
    public enum Condition: Hashable, Sendable, Codable, IDCondition, TextCondition {
        /// Its id is one of these.
        case ids([Todo.Comment.ID])
        /// It is about one of these to-dos.
        case about([Todo.ID])
        /// Its text contains each of these folded words.
        case matching([String])
    }

    /// The properties by which comments can be sorted.
    public enum SortKey: String, Hashable, Sendable, Codable, CaseIterable {
        /// When it was made.
        case created
        /// When it was last edited.
        case updated
    }

    /// The sort keys by property name.
    public struct SortKeys: Sendable {
        /// When it was made.
        public let createdAt = SortKey.created
        /// When it was last edited.
        public let updatedAt = SortKey.updated
    }

    /// The sort keys by property name.
    public static let sortKeys = SortKeys()
    /// Oldest first.
    public static let defaultOrder = [SortTerm<Todo.Comment>(.created)]

    /// The comment's value for a sort key.
    public func sortValue(for key: SortKey) -> SortValue {
        switch key {
        case .created: .integer(createdAt.milliseconds)
        case .updated: .integer(updatedAt.milliseconds)
        }
    }

    /// Whether the comment meets the condition.
    public func meets(_ condition: Condition) -> Bool {
        switch condition {
        case .ids(let ids): return ids.contains(id)
        case .about(let todos): return todos.contains(todo)
        case .matching(let words):
            let text = SearchText.folded(text)
            return words.allSatisfy { SearchText.contains(text, $0) }
        }
    }
}

extension Todo.Comment.Condition {
    /// The words of ``matching(_:)``; empty for other conditions.
    public var searchedWords: [String] { if case .matching(let words) = self { words } else { [] } }
}

extension Todo.Comment.Condition: CustomStringConvertible {
    /// The condition in words, for logs and tests, without any text that a person typed.
    public var description: String {
        switch self {
        case .ids(let ids): "id in \(ids.map(\.rawValue))"
        case .about(let todos): "about \(todos.map(\.rawValue))"
        case .matching(let words): "matching \(words.count) words"
        }
    }
}

extension Query<Todo.Comment> {
    /// The comments on a to-do, oldest first.
    public static func about(_ todo: Todo.ID) -> Query { Query.all.filter(.about([todo])) }
}
