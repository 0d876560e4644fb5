public import Foundation

/// A place where to-dos are done.
public struct Location: Identifiable, Hashable, Sendable, Codable {
    /// The identifier of a location.
    public typealias ID = Identifier<Location>

    /// Its identifier.
    public package(set) var id: ID
    /// When the location was made.
    public var createdAt: Date
    /// When its position or name last changed.
    public var updatedAt: Date
    /// Where it is.
    public var coordinate: Coordinate
    /// Metres above sea level; nil if unknown.
    public var altitude: Double?
    /// Its name, 1 to 256 bytes on one line; nil for a bare position.
    public var placeName: String?

    /// Degrees north of the equator, -90 to 90.
    public var latitude: Double { coordinate.latitude }
    /// Degrees east of Greenwich, -180 to 180.
    public var longitude: Double { coordinate.longitude }

    /// A location; times are kept to the millisecond.
    public init(
        id: ID = ID(), coordinate: Coordinate, altitude: Double? = nil, placeName: String? = nil,
        createdAt: Date = Date(), updatedAt: Date? = nil
    ) {
        self.id = id
        self.coordinate = coordinate
        self.altitude = altitude
        self.placeName = placeName
        self.createdAt = createdAt.roundedToMilliseconds
        self.updatedAt = (updatedAt ?? createdAt).roundedToMilliseconds
    }

    /// Where a location is. It is one register, so that two devices never mix latitude and longitude of different
    /// positions.
    public struct Position: Hashable, Sendable, Codable {
        /// Where it is on the map.
        public var coordinate: Coordinate
        /// Metres above sea level; nil if unknown.
        public var altitude: Double?

        /// A position on the earth.
        public init(coordinate: Coordinate, altitude: Double? = nil) {
            self.coordinate = coordinate
            self.altitude = altitude
        }
    }

    /// Coordinate and altitude together.
    public var position: Position {
        get { Position(coordinate: coordinate, altitude: altitude) }
        set { (coordinate, altitude) = (newValue.coordinate, newValue.altitude) }
    }

    /// Changes to one location; fields that are not named stay as they are.
    public struct Update: Hashable, Sendable, Identifiable {
        /// Its identifier.
        public package(set) var id: ID
        /// A new position.
        public var position: Position?
        /// A new name, or its removal.
        public var placeName: Change<String>

        /// An update of the given fields.
        public init(id: ID, position: Position? = nil, placeName: Change<String> = .keep) {
            self.id = id
            self.position = position
            self.placeName = placeName
        }

        /// The update that turns `original` into `location`: only the fields that differ.
        /// - Throws: ``TodoError`` with code `usage` as ``Location/checkEdit(of:)`` does.
        public init(from original: Location, to location: Location) throws {
            try location.checkEdit(of: original)
            self.init(differenceOf: location, from: original)
        }

        /// The same for an edit that has been checked.
        package init(differenceOf location: Location, from original: Location) {
            self.init(id: original.id)
            Content.fields.note(Content(location), from: Content(original), in: &self)
        }
    }
}

/// A point on the earth in degrees (WGS 84).
public struct Coordinate: Hashable, Sendable, Codable {
    /// Degrees north of the equator, -90 to 90.
    public let latitude: Double
    /// Degrees east of Greenwich, -180 to 180.
    public let longitude: Double

    /// An existing point.
    /// - Throws: ``TodoError`` with code `impossible-latitude` or `impossible-longitude`.
    public init(latitude: Double, longitude: Double) throws {
        guard -90...90 ~= latitude else {
            throw TodoError(.impossibleLatitude, "A latitude is a number from -90 to 90, not \(latitude).")
        }
        guard -180...180 ~= longitude else {
            throw TodoError(.impossibleLongitude, "A longitude is a number from -180 to 180, not \(longitude).")
        }
        // -0.0 equals 0.0 but is written differently, which would count as an edit.
        self.latitude = latitude + 0
        self.longitude = longitude + 0
    }

    /// A point from a row, to be checked before it is used in a model (``isOnEarth``).
    package init(uncheckedLatitude latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }

    /// Whether the point exists.
    package var isOnEarth: Bool { -90...90 ~= latitude && -180...180 ~= longitude }

    /// Decodes an existing point.
    /// - Throws: ``TodoError`` as ``init(latitude:longitude:)`` does.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try self.init(
            latitude: try container.decode(Double.self, forKey: .latitude),
            longitude: try container.decode(Double.self, forKey: .longitude))
    }

    /// The distance to another point along the surface in metres, taking the earth as a sphere (haversine; within 0.6
    /// %).
    public func distance(to other: Coordinate) -> Double {
        let radians = Double.pi / 180
        let height = sin((other.latitude - latitude) * radians / 2)
        let width = sin((other.longitude - longitude) * radians / 2)
        let chord = height * height + cos(latitude * radians) * cos(other.latitude * radians) * width * width
        return 2 * 6_371_008.8 * asin(min(1, chord.squareRoot()))
    }
}
