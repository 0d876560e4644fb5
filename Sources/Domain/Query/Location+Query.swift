extension Location: Queryable {
    /// What can be asked of a location.
    public enum Condition: Hashable, Sendable, Codable, IDCondition, TextCondition {
        /// Its id is one of these.
        case ids([Location.ID])
        /// Its name is this one, but for case and accents.
        case named(String)
        /// It lies within so many metres of a point.
        case near(Coordinate, within: Double)
        /// Its name holds each of these words, which are folded.
        case matching([String])
    }

    /// What locations can be sorted by.
    public enum SortKey: String, Hashable, Sendable, Codable, CaseIterable {
        /// The name, case and accents folded; without a name first.
        case placeName
        /// When it was last edited.
        case updated
        /// When it was made.
        case created
    }

    /// The sort keys under the names of the properties.
    public struct SortKeys: Sendable {
        /// The name, case and accents folded; without a name first.
        public let placeName = SortKey.placeName
        /// When it was last edited.
        public let updatedAt = SortKey.updated
        /// When it was made.
        public let createdAt = SortKey.created
    }

    /// The sort keys under the names of the properties.
    public static let sortKeys = SortKeys()
    /// By name.
    public static let defaultOrder = [SortTerm<Location>(.placeName)]

    /// What the location has for a sort key.
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

extension Location.Condition: CustomStringConvertible {
    /// The condition in words, for logs and tests; what a person typed is left out.
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
    /// Those with this name, but for case and accents.
    public static func named(_ name: String) -> Query { Query.all.filter(.named(name)) }
    /// Those within so many metres of a point.
    public func near(_ point: Coordinate, within metres: Double) -> Query { filter(.near(point, within: metres)) }
}
