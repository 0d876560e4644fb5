public import JSON

/// The registers of a location, and the fields of the model that they are.
public enum LocationRegister: String, CaseIterable, Sendable {
    /// Latitude, longitude and altitude, which belong together.
    case position
    /// What it is called, or null.
    case placeName
    /// The id of the place in whose place it is used; as ``TagRegister/mergedInto``.
    case mergedInto
    /// When another place was last merged into it; as ``TagRegister/used``.
    case used
}

extension LocationRegister: FieldRegister {
    package var field: Field<Location.Content> {
        switch self {
        case .position: .position(rawValue, \.location.position, \.position)
        case .placeName:
            .optionalText(
                rawValue, \.location.placeName, \.placeName, isSearched: true, check: Validation.placeName)
        case .mergedInto: .hidden(rawValue, \.mergedInto)
        case .used: .hidden(rawValue, column: "usedAt", \.usedAt)
        }
    }
}

extension Location {
    /// What the registers of a location hold. Of the location in it only the fields count.
    public struct Content: RecordContent, MergeableContent {
        /// The location.
        public package(set) var location: Location
        /// The place in whose place it is used while it is deleted.
        public package(set) var mergedInto: String?
        /// When another place was last merged into it, in milliseconds since 1970.
        public package(set) var usedAt: Int64?

        /// What holds nothing yet.
        public init() { self = Self.empty }

        /// All that a location shows.
        package init(_ location: Location) { self.location = location }

        private static let empty = Content(
            Location(
                id: .init(stored: ""), coordinate: Coordinate(uncheckedLatitude: 0, longitude: 0),
                createdAt: .init(milliseconds: 0)))
        /// The fields.
        public static let fields = FieldTable<Content>(LocationRegister.self)

        /// What changes a location.
        public typealias Update = Location.Update
    }
}

extension Location.Update {
    /// The values of the registers that it writes, by name.
    public var registers: [String: JSONValue] { Location.Content.fields.registers(of: self) }
}
