import SQLite
public import TodoDomain

/// A location as a row.
public struct LocationEntity: AliasedEntity, Hashable {
    /// Which kind of record this is the row of.
    public static let kind = RecordKind.location
    /// Its table.
    public static let layout = RowLayout<Location.Content>(table: "location")

    /// Identity, times, stamps and replication.
    public var record: RecordColumns
    /// What its registers hold.
    public var content: Location.Content

    /// The row of a content.
    public init(_ record: RecordColumns, _ content: Location.Content) {
        (self.record, self.content) = (record, content)
    }

    /// Two places of one name may be two.
    public static let nameColumn: String? = nil
    /// By its name.
    public static let orderColumn = "foldedPlaceName"
    /// None: places are told apart by their ids.
    public var foldedName: String? { nil }
}
