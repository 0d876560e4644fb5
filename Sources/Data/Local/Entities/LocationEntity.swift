import SQLite
public import TodoDomain

/// A location as a row.
public struct LocationEntity: AliasedEntity, Hashable {
    /// The kind of its record.
    public static let kind = RecordKind.location
    /// Its table and columns.
    public static let layout = RowLayout<Location.Content>(table: "location")

    /// Identity, times, stamps and replication.
    public var record: RecordColumns
    /// The content of its registers.
    public var content: Location.Content

    /// A row with a content.
    public init(_ record: RecordColumns, _ content: Location.Content) {
        self.record = record
        self.content = content
    }

    /// Locations of the same name may be different places.
    public static let nameColumn: String? = nil
    /// By name.
    public static let orderColumn = "foldedPlaceName"
    /// None: locations are identified by their ids.
    public var foldedName: String? { nil }
}
