public import JSON
public import SQLite
public import TodoDomain

/// A location as a row.
public struct LocationEntity: AliasedEntity, Hashable {
    /// Which kind of record this is the row of.
    public static let kind = RecordKind.location
    /// The name of its table.
    public static let table = "location"
    /// The columns that are read and written.
    public static let columns =
        RecordColumns.names + ["latitude", "longitude", "altitude", "placeName", "mergedInto", "usedAt"]
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
    /// The place in whose place it is used while it is deleted.
    public private(set) var mergedInto: String?
    /// When another place was last merged into it, in milliseconds since 1970.
    public private(set) var usedAt: Int64?

    /// Two places of one name may be two.
    public static let nameColumn: String? = nil
    /// None: places are told apart by their ids.
    public var foldedName: String? { nil }

    /// A row that holds nothing yet but its identity.
    public init(_ record: RecordColumns) { self.record = record }

    /// Reads the columns, one after the other.
    public init(reading row: inout ColumnReader) {
        record = RecordColumns(reading: &row)
        latitude = row.real()
        longitude = row.real()
        altitude = row.optionalReal()
        placeName = row.optionalText()
        mergedInto = row.optionalText()
        usedAt = row.optionalInteger()
    }

    /// The values of all columns, in order.
    public var values: [StoredValue] {
        record.values + [
            .real(latitude), .real(longitude), StoredValue(altitude), StoredValue(placeName), StoredValue(mergedInto),
            StoredValue(usedAt), .text(SearchText.folded(placeName ?? "")),
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
        case .mergedInto: .register(mergedInto)
        case .used: usedAt.map(JSONValue.integer) ?? .null
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
        case .mergedInto: mergedInto = value.string
        case .used: usedAt = value.integer
        case nil: break
        }
    }

    /// The registers that hold something.
    public var registers: [String: JSONValue] {
        var result = [LocationRegister.position.rawValue: value(of: LocationRegister.position.rawValue)]
        if let placeName { result[LocationRegister.placeName.rawValue] = .string(placeName) }
        if let mergedInto { result[LocationRegister.mergedInto.rawValue] = .string(mergedInto) }
        if let usedAt { result[LocationRegister.used.rawValue] = .integer(usedAt) }
        return result
    }
}
