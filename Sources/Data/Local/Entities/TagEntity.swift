public import JSON
public import TodoDomain

/// A tag as a row.
public struct TagEntity: RecordEntity, Hashable {
    public static let kind = RecordKind.tag
    public static let table = "tag"
    public static let columns = RecordColumns.names + ["title", "color"]
    public static let derivedColumns = ["foldedTitle", "foldedName"]

    public var record: RecordColumns
    /// What it is called.
    public var title = ""
    /// Its colour.
    public var color: String?

    public init(_ record: RecordColumns) { self.record = record }

    public init(reading row: inout ColumnReader) {
        record = RecordColumns(reading: &row)
        title = row.text()
        color = row.optionalText()
    }

    public var values: [StoredValue] {
        record.values + [
            .text(title), StoredValue(color), .text(SearchText.folded(title)), .text(TagName.folded(title)),
        ]
    }

    public func value(of register: String) -> JSONValue {
        switch TagRegister(rawValue: register) {
        case .title: .string(title)
        case .color: .register(color)
        case nil: .null
        }
    }

    public mutating func set(_ register: String, to value: JSONValue) {
        switch TagRegister(rawValue: register) {
        case .title: title = value.string ?? title
        case .color: color = value.string
        case nil: break
        }
    }

    public var registers: [String: JSONValue] {
        var result = [TagRegister.title.rawValue: JSONValue.string(title)]
        if let color { result[TagRegister.color.rawValue] = .string(color) }
        return result
    }
}
