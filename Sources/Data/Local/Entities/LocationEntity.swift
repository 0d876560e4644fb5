public import JSON
public import TodoDomain

/// A location as a row.
public struct LocationEntity: RecordEntity, Hashable {
    /// Which kind of record this is the row of.
    public static let kind = RecordKind.location
    /// The name of its table.
    public static let table = "location"
    /// The columns that are read and written.
    public static let columns = RecordColumns.names + ["latitude", "longitude", "altitude", "placeName"]
    /// The same as SQL reads them.
    public static let columnList = qualified(columns)
    /// The same without stamps, for models.
    public static let modelColumnList = modelColumns()
    /// The columns of folded text, which are only written.
    public static let derivedColumns = ["foldedPlaceName"]

    /// Identity, times, stamps and replication.
    public var record: RecordColumns
    /// Degrees north of the equator.
    public private(set) var latitude = 0.0
    /// Degrees east of Greenwich.
    public private(set) var longitude = 0.0
    /// Metres above sea level.
    public private(set) var altitude: Double?
    /// What people call it.
    public var placeName: String?

    /// A row that holds nothing yet but its identity.
    public init(_ record: RecordColumns) { self.record = record }

    /// Reads the columns, one after the other.
    public init(reading row: inout ColumnReader) {
        record = RecordColumns(reading: &row)
        latitude = row.real()
        longitude = row.real()
        altitude = row.optionalReal()
        placeName = row.optionalText()
    }

    /// The values of all columns, in order.
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

    /// The value of a register; null for one that it does not have.
    public func value(of register: String) -> JSONValue {
        switch LocationRegister(rawValue: register) {
        case .position: (try? position).map(JSONValue.position) ?? .null
        case .placeName: .register(placeName)
        case nil: .null
        }
    }

    /// Writes a register; a value of a form that does not fit empties it or is ignored.
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

    /// The registers that hold something.
    public var registers: [String: JSONValue] {
        var result = [LocationRegister.position.rawValue: value(of: LocationRegister.position.rawValue)]
        if let placeName { result[LocationRegister.placeName.rawValue] = .string(placeName) }
        return result
    }
}
