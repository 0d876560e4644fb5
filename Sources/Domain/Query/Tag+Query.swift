extension Tag: Queryable {
    /// The conditions by which tags can be filtered.
    public enum Condition: Hashable, Sendable, Codable, IDCondition, TextCondition {
        /// Its id is one of these.
        case ids([Tag.ID])
        /// Its title is this one, ignoring case and the amount of white space.
        case titled(String)
        /// Its title contains each of these folded words.
        case matching([String])
    }

    /// The properties by which tags can be sorted.
    public enum SortKey: String, Hashable, Sendable, Codable, CaseIterable {
        /// The title, case and accents folded.
        case title
        /// When it was last edited.
        case updated
        /// When it was made.
        case created
    }

    /// The sort keys by property name.
    public struct SortKeys: Sendable {
        /// The title, case and accents folded.
        public let title = SortKey.title
        /// When it was last edited.
        public let updatedAt = SortKey.updated
        /// When it was made.
        public let createdAt = SortKey.created
    }

    /// The sort keys by property name.
    public static let sortKeys = SortKeys()
    /// By title.
    public static let defaultOrder = [SortTerm<Tag>(.title)]

    /// The tag's value for a sort key.
    public func sortValue(for key: SortKey) -> SortValue {
        switch key {
        case .title: .text(SearchText.folded(title))
        case .updated: .integer(updatedAt.milliseconds)
        case .created: .integer(createdAt.milliseconds)
        }
    }

    /// Whether the tag meets the condition.
    public func meets(_ condition: Condition) -> Bool {
        switch condition {
        case .ids(let ids): return ids.contains(id)
        case .titled(let title): return TagName.folded(self.title) == TagName.folded(title)
        case .matching(let words):
            let text = SearchText.folded(title)
            return words.allSatisfy { SearchText.contains(text, $0) }
        }
    }
}

extension Tag.Condition {
    /// The words of ``matching(_:)``; empty for other conditions.
    public var searchedWords: [String] { if case .matching(let words) = self { words } else { [] } }
}

extension Tag.Condition: CustomStringConvertible {
    /// The condition in words, for logs and tests, without any text that a person typed.
    public var description: String {
        switch self {
        case .ids(let ids): "id in \(ids.map(\.rawValue))"
        case .titled: "with a title"
        case .matching(let words): "matching \(words.count) words"
        }
    }
}

extension Query<Tag> {
    /// Tags with this title, ignoring case and the amount of white space.
    public static func titled(_ title: String) -> Query { Query.all.filter(.titled(title)) }
}
