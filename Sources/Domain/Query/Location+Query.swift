extension Location: Queryable {
    /// The conditions by which locations can be filtered.
    public enum Condition: Hashable, Sendable, Codable, IDCondition, TextCondition {
        /// Its id is one of these.
        case ids([Location.ID])
        /// Its name is this one, ignoring case and accents.
        case named(String)
        /// It lies within a distance of a point, in metres.
        case near(Coordinate, within: Double)
        /// Its name contains each of these folded words.
        case matching([String])
    }

    /// The properties by which locations can be sorted.
    public enum SortKey: String, Hashable, Sendable, Codable, CaseIterable {
        /// The name, case and accents folded; locations without a name come first.
        case placeName
        /// When it was last edited.
        case updated
        /// When it was made.
        case created
    }

    /// The sort keys by property name.
    public struct SortKeys: Sendable {
        /// The name, case and accents folded; locations without a name come first.
        public let placeName = SortKey.placeName
        /// When it was last edited.
        public let updatedAt = SortKey.updated
        /// When it was made.
        public let createdAt = SortKey.created
    }

    /// The sort keys by property name.
    public static let sortKeys = SortKeys()
    /// By name.
    public static let defaultOrder = [SortTerm<Location>(.placeName)]

    /// The location's value for a sort key.
    public func sortValue(for key: SortKey) -> SortValue {
        switch key {
        case .placeName: .text(SearchText.folded(placeName ?? ""))
        case .updated: .integer(updatedAt.milliseconds)
        case .created: .integer(createdAt.milliseconds)
        }
    }

    /// Whether the location meets the condition.
    public func meets(_ condition: Condition) -> Bool {
        switch condition {
        case .ids(let ids): return ids.contains(id)
        case .named(let name): return placeName.map { SearchText.folded($0) == SearchText.folded(name) } ?? false
        case .near(let point, let metres): return coordinate.distance(to: point) <= metres
        case .matching(let words):
            let text = SearchText.folded(placeName ?? "")
            return words.allSatisfy { SearchText.contains(text, $0) }
        }
    }
}

extension Location.Condition {
    /// The words of ``matching(_:)``; empty for other conditions.
    public var searchedWords: [String] { if case .matching(let words) = self { words } else { [] } }
}

extension Location.Condition: CustomStringConvertible {
    /// The condition in words, for logs and tests, without any text that a person typed.
    public var description: String {
        switch self {
        case .ids(let ids): "id in \(ids.map(\.rawValue))"
        case .named: "with a name"
        case .near(let point, let metres): "within \(metres) m of \(point.latitude),\(point.longitude)"
        case .matching(let words): "matching \(words.count) words"
        }
    }
}

extension Query<Location> {
    /// Locations with this name, ignoring case and accents.
    public static func named(_ name: String) -> Query { Query.all.filter(.named(name)) }
    /// Those within a distance of a point, in metres.
    public func near(_ point: Coordinate, within metres: Double) -> Query { filter(.near(point, within: metres)) }
}
