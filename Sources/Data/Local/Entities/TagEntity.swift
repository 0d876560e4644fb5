public import JSON
public import SQLite
public import TodoDomain

/// A tag as a row.
public struct TagEntity: AliasedEntity, Hashable {
    /// Which kind of record this is the row of.
    public static let kind = RecordKind.tag
    /// The name of its table.
    public static let table = "tag"
    /// The columns that are read and written.
    public static let columns = RecordColumns.names + ["title", "color", "mergedInto", "usedAt"]
    /// The same as SQL reads them.
    public static let columnList = qualified(columns)
    /// The same without stamps, for models.
    public static let modelColumnList = modelColumns()
    /// The columns of folded text, which are only written.
    public static let derivedColumns = ["foldedTitle", "foldedName"]

    /// Identity, times, stamps and replication.
    public var record: RecordColumns
    /// What it is called.
    public var title = ""
    /// Its colour.
    public var color: String?
    /// The tag in whose place it is used while it is deleted.
    public private(set) var mergedInto: String?
    /// When another tag was last merged into it, in milliseconds since 1970.
    public private(set) var usedAt: Int64?

    /// Tags of one name are one.
    public static let nameColumn: String? = "foldedName"
    /// The title, folded as names are.
    public var foldedName: String? { TagName.folded(title) }

    /// A row that holds nothing yet but its identity.
    public init(_ record: RecordColumns) { self.record = record }

    /// Reads the columns, one after the other.
    public init(reading row: inout ColumnReader) {
        record = RecordColumns(reading: &row)
        title = row.text()
        color = row.optionalText()
        mergedInto = row.optionalText()
        usedAt = row.optionalInteger()
    }

    /// The values of all columns, in order.
    public var values: [StoredValue] {
        record.values + [
            .text(title), StoredValue(color), StoredValue(mergedInto), StoredValue(usedAt),
            .text(SearchText.folded(title)), .text(TagName.folded(title)),
        ]
    }

    /// The value of a register; null for one that it does not have.
    public func value(of register: String) -> JSONValue {
        switch TagRegister(rawValue: register) {
        case .title: .string(title)
        case .color: .register(color)
        case .mergedInto: .register(mergedInto)
        case .used: usedAt.map(JSONValue.integer) ?? .null
        case nil: .null
        }
    }

    /// Writes a register; a value of a form that does not fit empties it or is ignored.
    public mutating func set(_ register: String, to value: JSONValue) {
        switch TagRegister(rawValue: register) {
        case .title: title = value.string ?? title
        case .color: color = value.string
        case .mergedInto: mergedInto = value.string
        case .used: usedAt = value.integer
        case nil: break
        }
    }

    /// The registers that hold something.
    public var registers: [String: JSONValue] {
        var result = [TagRegister.title.rawValue: JSONValue.string(title)]
        if let color { result[TagRegister.color.rawValue] = .string(color) }
        if let mergedInto { result[TagRegister.mergedInto.rawValue] = .string(mergedInto) }
        if let usedAt { result[TagRegister.used.rawValue] = .integer(usedAt) }
        return result
    }
}
