public import JSON
public import SQLite
public import TodoDomain

/// A conflict as a row.
public struct ConflictEntity: RecordEntity, Hashable {
    /// Which kind of record this is the row of.
    public static let kind = RecordKind.conflict
    /// The name of its table.
    public static let table = "conflict"
    /// The columns that are read and written.
    public static let columns = RecordColumns.names + ["about", "lost", "notice", "closedAt"]
    /// The same as SQL reads them.
    public static let columnList = qualified(columns)

    /// Identity, times, stamps and replication.
    public var record: RecordColumns
    /// What was written twice, as ``ConflictRecord/about``.
    public var about = JSONValue.object([:])
    /// What lost, as ``ConflictRecord/lost``.
    public var lost = JSONValue.object([:])
    /// When it was noticed, as ``ConflictRecord/notice``.
    public var notice = JSONValue.object([:])
    /// When somebody had looked after it, in milliseconds since 1970.
    public var closedAt: Int64?

    /// A row that holds nothing yet but its identity.
    public init(_ record: RecordColumns) { self.record = record }

    /// Reads the columns, one after the other.
    public init(reading row: inout ColumnReader) {
        record = RecordColumns(reading: &row)
        about = Self.value(row.text())
        lost = Self.value(row.text())
        notice = Self.value(row.text())
        closedAt = row.optionalInteger()
    }

    /// The values of all columns, in order.
    public var values: [StoredValue] {
        record.values + [
            .text(about.canonicalJSON), .text(lost.canonicalJSON), .text(notice.canonicalJSON), StoredValue(closedAt),
        ]
    }

    private static func value(_ text: String) -> JSONValue { (try? JSONValue(parsing: text)) ?? [:] }

    /// The value of a register; null for one that it does not have.
    public func value(of register: String) -> JSONValue {
        switch ConflictRegister(rawValue: register) {
        case .about: about
        case .lost: lost
        case .notice: notice
        case .closed: closedAt.map(JSONValue.integer) ?? .null
        case nil: .null
        }
    }

    /// Writes a register; a value of a form that does not fit empties it or is ignored.
    public mutating func set(_ register: String, to value: JSONValue) {
        switch ConflictRegister(rawValue: register) {
        case .about: if value.members != nil { about = value }
        case .lost: if value.members != nil { lost = value }
        case .notice: if value.members != nil { notice = value }
        case .closed: closedAt = value.integer
        case nil: break
        }
    }

    /// The registers that hold something.
    public var registers: [String: JSONValue] {
        var result = [
            ConflictRegister.about.rawValue: about, ConflictRegister.lost.rawValue: lost,
            ConflictRegister.notice.rawValue: notice,
        ]
        if let closedAt { result[ConflictRegister.closed.rawValue] = .integer(closedAt) }
        return result
    }
}
