public import JSON
public import SQLite
public import TodoDomain

/// A to-do as a row. Its relations are registers here; the join tables are made from them.
public struct TodoEntity: RecordEntity, Hashable {
    /// Which kind of record this is the row of.
    public static let kind = RecordKind.todo
    /// The name of its table.
    public static let table = "todo"
    /// The columns that are read and written.
    public static let columns =
        RecordColumns.names + [
            "completedAt", "dueAt", "dueZone", "priority", "locationID", "tagStamps", "title", "extras", "notes",
        ]
    /// The same as SQL reads them.
    public static let columnList = qualified(columns)
    /// The same without stamps and what the join tables tell, for models.
    public static let modelColumnList = modelColumns(without: ["locationID", "tagStamps"])
    /// The columns of folded text, which are only written.
    public static let derivedColumns = ["foldedTitle", "foldedNotes"]

    /// Identity, times, stamps and replication.
    public var record: RecordColumns
    /// When it was done, in milliseconds since 1970; nil while open.
    public var completedAt: Int64?
    /// When it is due.
    public var due: Due?
    /// How much it matters.
    public var priority: Priority?
    /// The id of its place, whether that is known here or not.
    public var locationID: String?
    /// Its tags, those taken off and those not known here among them.
    public var elements: [String: Record.Element] = [:]
    /// What it is called.
    public var title = ""
    /// Imported properties.
    public var extras: [String: JSONValue] = [:]
    /// Longer text.
    public var notes = ""

    /// A row that holds nothing yet but its identity.
    public init(_ record: RecordColumns) { self.record = record }

    /// Reads the columns, one after the other.
    public init(reading row: inout ColumnReader) {
        record = RecordColumns(reading: &row)
        completedAt = row.optionalInteger()
        due = Due(milliseconds: row.optionalInteger(), zone: row.optionalText())
        priority = row.optionalInteger().flatMap { Priority(rank: Int($0)) }
        locationID = row.optionalText()
        elements = row.optionalText().map(ElementMap.parse) ?? [:]
        title = row.text()
        extras = row.optionalText().flatMap { (try? JSONValue(parsing: $0))?.members } ?? [:]
        notes = row.text()
    }

    /// The values of all columns, in order.
    public var values: [StoredValue] {
        var zone: String?
        if case .instant(_, let name) = due { zone = name }
        return record.values + [
            StoredValue(completedAt), StoredValue(due?.sortKey), StoredValue(zone),
            StoredValue(priority.map { Int64($0.rank) }), StoredValue(locationID),
            elements.isEmpty ? .null : .text(ElementMap.text(elements)), .text(title),
            extras.isEmpty ? .null : .text(JSONValue.object(extras).canonicalJSON), .text(notes),
            .text(foldedTitle), .text(foldedNotes),
        ]
    }

    var foldedTitle: String { SearchText.folded(title) }
    var foldedNotes: String { notes.isEmpty ? "" : SearchText.folded(notes) }

    /// The value of a register; null for one that it does not have.
    public func value(of register: String) -> JSONValue {
        guard let field = TodoRegister(rawValue: register) else {
            return TodoRegister.extraKey(of: register).flatMap { extras[$0] } ?? .null
        }
        return switch field {
        case .title: .string(title)
        case .notes: notes.isEmpty ? .null : .string(notes)
        case .priority: .register(priority?.rawValue)
        case .completion: .completion(completedAt.map { .init(milliseconds: $0) })
        case .due: .due(due)
        case .location: .register(locationID)
        }
    }

    /// Writes a register; a value of a form that does not fit empties it or is ignored.
    public mutating func set(_ register: String, to value: JSONValue) {
        guard let field = TodoRegister(rawValue: register) else {
            if let key = TodoRegister.extraKey(of: register) { extras[key] = value.isNull ? nil : value }
            return
        }
        switch field {
        case .title: title = value.string ?? title
        case .notes: notes = value.string ?? ""
        case .priority: priority = value.string.flatMap(Priority.init(rawValue:))
        case .completion: completedAt = value.asCompletion?.milliseconds
        case .due: due = value.asDue
        case .location: locationID = value.string
        }
    }

    /// The registers that hold something.
    public var registers: [String: JSONValue] {
        var result: [String: JSONValue] = [:]
        for field in TodoRegister.allCases {
            let value = value(of: field.rawValue)
            if !value.isNull { result[field.rawValue] = value }
        }
        for (key, value) in extras { result[TodoRegister.extra(key)] = value }
        return result
    }
}

extension Due {
    /// The due date of the columns `dueAt` and `dueZone`.
    fileprivate init?(milliseconds: Int64?, zone: String?) {
        guard let milliseconds else { return nil }
        if let zone {
            self = .instant(.init(milliseconds: milliseconds), zone: zone)
        } else {
            self = .day(Day(daysSince1970: Int((Double(milliseconds) / 86_400_000).rounded(.down))))
        }
    }
}

/// The elements of a set as JSON text: each id with its stamp, and a leading `-` where it was taken out.
enum ElementMap {
    static func text(_ elements: [String: Record.Element]) -> String {
        JSONValue.object(elements.mapValues { .string(($0.isPresent ? "" : "-") + $0.stamp.description) }).canonicalJSON
    }

    static func parse(_ text: String) -> [String: Record.Element] {
        StampMap.members(of: text) { text in
            let isPresent = !text.hasPrefix("-")
            return Stamp(isPresent ? text : String(text.dropFirst())).map { .init(isPresent: isPresent, stamp: $0) }
        }
    }
}
