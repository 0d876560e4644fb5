extension TodoList: Queryable {
    /// The conditions by which lists can be filtered.
    public enum Condition: Hashable, Sendable, Codable, IDCondition, TextCondition {
        /// Its id is one of these.
        case ids([TodoList.ID])
        /// It has this title, ignoring case and the amount of white space, at any level.
        case titled(String)
        /// Whether it or a list above it is archived.
        case isHidden(Bool)
        /// It is one of these siblings.
        case placed(in: OrderContainer)
        /// Its title contains each of these folded words.
        case matching([String])
    }

    /// The properties by which lists can be sorted.
    public enum SortKey: String, Hashable, Sendable, Codable, CaseIterable {
        /// The title, case and accents folded.
        case title
        /// When it was last edited.
        case updated
        /// When it was made.
        case created
        /// The manual order of the lists at the top, then those of the lists in each list.
        case manual
    }

    /// The sort keys under the names of the properties.
    public struct SortKeys: Sendable {
        /// The title, case and accents folded.
        public let title = SortKey.title
        /// When it was last edited.
        public let updatedAt = SortKey.updated
        /// When it was made.
        public let createdAt = SortKey.created
        /// The manual order of the lists at the top, then those of the lists in each list.
        public let manual = SortKey.manual
    }

    /// The sort keys under the names of the properties.
    public static let sortKeys = SortKeys()
    /// By title.
    public static let defaultOrder = [SortTerm<TodoList>(.title)]

    /// The value of the list for a sort key.
    public func sortValue(for key: SortKey) -> SortValue {
        switch key {
        case .title: .text(SearchText.folded(title))
        case .updated: .integer(updatedAt.milliseconds)
        case .created: .integer(createdAt.milliseconds)
        case .manual: .text(container.sortText(orderKey))
        }
    }

    /// Whether the list meets the condition.
    public func meets(_ condition: Condition) -> Bool {
        switch condition {
        case .ids(let ids): return ids.contains(id)
        case .titled(let title): return TagName.folded(self.title) == TagName.folded(title)
        case .isHidden(let hidden): return isHidden == hidden
        case .placed(let container): return self.container == container
        case .matching(let words):
            let text = SearchText.folded(title)
            return words.allSatisfy { SearchText.contains(text, $0) }
        }
    }
}

extension TodoList.Condition {
    /// The words of ``matching(_:)``; empty for other conditions.
    public var searchedWords: [String] { if case .matching(let words) = self { words } else { [] } }
}

extension TodoList.Condition: CustomStringConvertible {
    /// The condition in words, for logs and tests, without any text that a person typed.
    public var description: String {
        switch self {
        case .ids(let ids): "id in \(ids.map(\.rawValue))"
        case .titled: "with a title"
        case .isHidden(let hidden): hidden ? "archived" : "not archived"
        case .placed(let container): "placed in \(container.name)"
        case .matching(let words): "matching \(words.count) words"
        }
    }
}

extension Query<TodoList> {
    /// The lists with this title, ignoring case and the amount of white space, at any level.
    public static func called(_ title: String) -> Query { Query.all.filter(.titled(title)) }
    /// The lists in a list, or the lists at the top, in their manual order.
    public func placed(in container: OrderContainer) -> Query {
        var query = filter(.placed(in: container))
        query.order = [SortTerm(.manual)]
        return query
    }
    /// Lists that are neither archived themselves nor below an archived list.
    public var unarchived: Query { filter(.isHidden(false)) }
}
