extension SavedView: Queryable {
    /// The conditions by which views can be filtered.
    public enum Condition: Hashable, Sendable, Codable, IDCondition {
        /// Its id is one of these.
        case ids([SavedView.ID])
        /// It has this name, ignoring case.
        case named(String)
    }

    /// The properties by which views can be sorted.
    public enum SortKey: String, Hashable, Sendable, Codable, CaseIterable {
        /// The name, case folded.
        case name
        /// When it was last edited.
        case updated
        /// When it was made.
        case created
    }

    /// The sort keys by property name.
    public struct SortKeys: Sendable {
        /// The name, case folded.
        public let name = SortKey.name
        /// When it was last edited.
        public let updatedAt = SortKey.updated
        /// When it was made.
        public let createdAt = SortKey.created
    }

    /// The sort keys by property name.
    public static let sortKeys = SortKeys()
    /// By name.
    public static let defaultOrder = [SortTerm<SavedView>(.name)]

    /// The view's value for a sort key.
    public func sortValue(for key: SortKey) -> SortValue {
        switch key {
        case .name: .text(TagName.folded(name))
        case .updated: .integer(updatedAt.milliseconds)
        case .created: .integer(createdAt.milliseconds)
        }
    }

    /// Whether the view meets the condition.
    public func meets(_ condition: Condition) -> Bool {
        switch condition {
        case .ids(let ids): ids.contains(id)
        case .named(let name): TagName.folded(self.name) == TagName.folded(name)
        }
    }
}

extension SavedView.Condition: CustomStringConvertible {
    /// The condition in words, for logs and tests, without any text that a person typed.
    public var description: String {
        switch self {
        case .ids(let ids): "id in \(ids.map(\.rawValue))"
        case .named: "with a name"
        }
    }
}

extension Query<SavedView> {
    /// The views with this name, ignoring case. There can be several if two devices made one each.
    public static func called(_ name: String) -> Query { Query.all.filter(.named(name)) }
}
