public import JSON

/// The registers of a location and their fields in the model.
package enum LocationRegister: String, CaseIterable, Sendable {
    /// Latitude, longitude and altitude, which are written together.
    case position
    /// Its name, or null.
    case placeName
    /// The id of the location that replaces it; see `TagRegister.mergedInto`.
    case mergedInto
    /// When another location was last merged into it; see `TagRegister.used`.
    case used
}

extension LocationRegister: FieldRegister {
    package var field: Field<Location.Content> {
        switch self {
        case .position: .position(rawValue, \.location.position, \.position)
        case .placeName:
            .optionalText(
                rawValue, \.location.placeName, \.placeName, isSearched: true, limit: Limits.name,
                check: Validation.placeName)
        case .mergedInto: .hidden(rawValue, \.mergedInto)
        case .used: .hidden(rawValue, column: "usedAt", \.usedAt)
        }
    }
}

extension Location {
    /// The content of a location's record. Of `location`, only the fields are used.
    public struct Content: RecordContent, MergeableContent {
        /// The location.
        public package(set) var location: Location
        /// The location that replaces it while it is deleted.
        public package(set) var mergedInto: String?
        /// When another location was last merged into it, in milliseconds since 1970.
        package var usedAt: Int64?

        /// Empty content.
        public init() { self = Self.empty }

        /// The content of a location.
        package init(_ location: Location) { self.location = location }

        private static let empty = Content(
            Location(
                id: .init(stored: ""), coordinate: Coordinate(uncheckedLatitude: 0, longitude: 0),
                createdAt: .init(milliseconds: 0)))
        /// The fields.
        public static let fields = FieldTable<Content>(LocationRegister.self)

        /// The update of a location.
        public typealias Update = Location.Update
    }
}

extension Location.Update {
    /// The values of the registers that the update writes, by name.
    public var registers: [String: JSONValue] { Location.Content.fields.registers(of: self) }
}
