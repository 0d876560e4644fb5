public import JSON
public import TodoDomain

/// A location as a row.
public struct LocationEntity: RecordEntity, Hashable {
    public static let kind = RecordKind.location
    public static let table = "location"
    public static let columns = RecordColumns.names + ["latitude", "longitude", "altitude", "placeName"]
    public static let derivedColumns = ["foldedPlaceName"]

    public var record: RecordColumns
    /// Degrees north of the equator.
    public private(set) var latitude = 0.0
    /// Degrees east of Greenwich.
    public private(set) var longitude = 0.0
    /// Metres above sea level.
    public private(set) var altitude: Double?
    /// What people call it.
    public var placeName: String?

    public init(_ record: RecordColumns) { self.record = record }

    public init(reading row: inout ColumnReader) {
        record = RecordColumns(reading: &row)
        latitude = row.real()
        longitude = row.real()
        altitude = row.optionalReal()
        placeName = row.optionalText()
    }

    public var values: [StoredValue] {
        record.values + [
            .real(latitude), .real(longitude), StoredValue(altitude), StoredValue(placeName),
            .text(SearchText.folded(placeName ?? "")),
        ]
    }

    /// Where it is. A row holds only what passed the same checks.
    var position: Location.Position {
        get throws {
            Location.Position(
                coordinate: try Coordinate(latitude: latitude, longitude: longitude), altitude: altitude)
        }
    }

    public func value(of register: String) -> JSONValue {
        switch LocationRegister(rawValue: register) {
        case .position: (try? position).map(JSONValue.position) ?? .null
        case .placeName: .register(placeName)
        case nil: .null
        }
    }

    public mutating func set(_ register: String, to value: JSONValue) {
        switch LocationRegister(rawValue: register) {
        case .position:
            guard let position = value.asPosition else { return }
            (latitude, longitude) = (position.coordinate.latitude, position.coordinate.longitude)
            altitude = position.altitude
        case .placeName: placeName = value.string
        case nil: break
        }
    }

    public var registers: [String: JSONValue] {
        var result = [LocationRegister.position.rawValue: value(of: LocationRegister.position.rawValue)]
        if let placeName { result[LocationRegister.placeName.rawValue] = .string(placeName) }
        return result
    }
}
