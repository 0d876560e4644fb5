import Foundation
import JSON
import SQLite
import TodoDomain

/// A column of a table: its name, how to read it, and the value to write to it. If several columns store one value, it
/// stands for all of them.
///
/// A class because every row iterates over all columns: copying a struct would retain its closures.
final class Column<Row>: Sendable {
    let names: [String]
    /// Whether a model shows the value.
    let isShown: Bool
    let read: @Sendable (inout Row, inout ColumnReader) -> Void
    let write: @Sendable (Row, inout [StoredValue]) -> Void

    init(
        _ names: [String], isShown: Bool = true, read: @escaping @Sendable (inout Row, inout ColumnReader) -> Void,
        write: @escaping @Sendable (Row, inout [StoredValue]) -> Void
    ) {
        self.names = names
        self.isShown = isShown
        self.read = read
        self.write = write
    }

    /// One column.
    convenience init(
        _ name: String, isShown: Bool = true, read: @escaping @Sendable (inout Row, inout ColumnReader) -> Void,
        value: @escaping @Sendable (Row) -> StoredValue
    ) {
        self.init([name], isShown: isShown, read: read, write: { $1.append(value($0)) })
    }

    /// The column of a property.
    convenience init<Value>(
        _ name: String, _ path: ValuePath<Row, Value>, isShown: Bool = true,
        read: @escaping @Sendable (inout ColumnReader) -> Value,
        value: @escaping @Sendable (Value) -> StoredValue
    ) {
        let property = Property(path)
        self.init(
            [name], isShown: isShown, read: { property.set(read(&$1), in: &$0) },
            write: { $1.append(value(property.value(of: $0))) })
    }

    /// A column of integers.
    convenience init(_ name: String, _ path: ValuePath<Row, Int64>, isShown: Bool = true) {
        self.init(name, path, isShown: isShown, read: { $0.integer() }, value: { .integer($0) })
    }

    /// A column of optional integers.
    convenience init(_ name: String, _ path: ValuePath<Row, Int64?>, isShown: Bool = true) {
        self.init(name, path, isShown: isShown, read: { $0.optionalInteger() }, value: { StoredValue($0) })
    }

    /// A column of texts.
    convenience init(_ name: String, _ path: ValuePath<Row, String>, isShown: Bool = true) {
        self.init(name, path, isShown: isShown, read: { $0.text() }, value: { .text($0) })
    }

    /// A column of optional texts.
    convenience init(_ name: String, _ path: ValuePath<Row, String?>, isShown: Bool = true) {
        self.init(name, path, isShown: isShown, read: { $0.optionalText() }, value: { StoredValue($0) })
    }

    /// A column of Booleans.
    convenience init(_ name: String, _ path: ValuePath<Row, Bool>, isShown: Bool = true) {
        self.init(name, path, isShown: isShown, read: { $0.bool() }, value: { StoredValue($0) })
    }

    /// A column of stamps.
    convenience init(_ name: String, _ path: ValuePath<Row, Stamp>, isShown: Bool = true) {
        self.init(
            name, path, isShown: isShown, read: { $0.parsed(Stamp.init) ?? .unknown },
            value: { .text($0.description) })
    }

    /// A column with a dictionary as a JSON object, null if it is empty.
    convenience init<Value>(
        _ name: String, _ path: ValuePath<Row, [String: Value]>, isShown: Bool = true,
        parse: @escaping @Sendable (String) -> [String: Value]?, text: @escaping @Sendable ([String: Value]) -> String
    ) {
        self.init(
            name, path, isShown: isShown, read: { $0.parsed(parse) ?? [:] },
            value: { $0.isEmpty ? .null : .text(text($0)) })
    }

    /// A column with the members of a JSON object, null if it has no members.
    convenience init(_ name: String, _ path: ValuePath<Row, [String: JSONValue]>, isShown: Bool = true) {
        self.init(
            name, path, isShown: isShown, parse: JSONValue.members(of:),
            text: { JSONValue.object($0).canonicalJSON })
    }
}

/// The columns of a row, or of a part of one, in the order in which they are read and written.
struct ColumnList<Row>: Sendable {
    let columns: [Column<Row>]
    let names: [String]

    init(_ columns: [Column<Row>]) {
        self.columns = columns
        names = columns.flatMap(\.names)
    }

    /// Reads all columns in order.
    func read(_ row: inout ColumnReader, into value: inout Row) {
        for column in columns { column.read(&value, &row) }
    }

    /// Reads all columns in order into an empty value. Most are null, and null leaves the value empty.
    func read(_ row: inout ColumnReader, intoEmpty value: inout Row) {
        for column in columns where column.names.count > 1 || !row.skipNull() { column.read(&value, &row) }
    }

    /// Appends the values of all columns in order.
    func write(_ value: Row, into values: inout [StoredValue]) {
        for column in columns { column.write(value, &values) }
    }

    /// The names of the columns that no model shows.
    var hidden: Set<String> { Set(columns.filter { !$0.isShown }.flatMap(\.names)) }
}

// The columns for each kind of value.
extension Column where Row: RecordContent {
    /// The column or columns of a field.
    convenience init(_ field: Field<Row>) {
        let name = field.column
        switch field.value {
        case .line(let path), .text(let path): self.init(name, path)
        case .optionalText(let path): self.init(name, path)
        // Models show what the join tables contain.
        case .reference(let path, _): self.init(name, path, isShown: false)
        case .completion(let path), .time(let path):
            self.init(
                name, path, read: { $0.optionalInteger().map(Date.init(milliseconds:)) },
                value: { StoredValue($0?.milliseconds) })
        case .due(let path):
            let property = Property(path)
            self.init(
                [name + "At", name + "Zone"],
                read: { property.set(Due(milliseconds: $1.optionalInteger(), zone: $1.optionalText()), in: &$0) },
                write: {
                    let due = property.value(of: $0)
                    $1.append(StoredValue(due?.sortKey))
                    if case .instant(_, let zone) = due { $1.append(.text(zone)) } else { $1.append(.null) }
                })
        case .priority(let path):
            self.init(
                name, path, read: { $0.optionalInteger().flatMap { Priority(rank: Int($0)) } },
                value: { StoredValue($0.map { Int64($0.rank) }) })
        // Models show what the join tables say.
        case .standing(let path):
            let property = Property(path)
            self.init(
                [name + "List", name + "Parent"], isShown: false,
                read: { property.set(Standing(list: $1.optionalText(), parent: $1.optionalText()), in: &$0) },
                write: {
                    let standing = property.value(of: $0)
                    $1.append(StoredValue(standing.list))
                    $1.append(StoredValue(standing.parent))
                })
        case .order(let path):
            let property = Property(path)
            self.init(
                [name + "In", name + "Key"],
                read: { property.set(OrderPosition(container: $1.optionalText(), key: $1.optionalText()), in: &$0) },
                write: {
                    let position = property.value(of: $0)
                    $1.append(StoredValue(position?.container))
                    $1.append(StoredValue(position?.key))
                })
        case .recurrence(let path):
            self.init(
                name, path, read: { $0.parsed { try? JSONValue(parsing: $0) }?.asRecurrence },
                value: { StoredValue($0.map { JSONValue.recurrence($0).canonicalJSON }) })
        case .occurrence(let path):
            self.init(
                name, path, read: { $0.parsed { try? JSONValue(parsing: $0) }?.asOccurrence },
                value: { StoredValue($0.map { JSONValue.occurrence($0).canonicalJSON }) })
        case .address(let path):
            self.init(
                name, path, read: { $0.parsed { try? JSONValue(parsing: $0) }?.asAddress },
                value: { StoredValue($0.map { JSONValue.address($0).canonicalJSON }) })
        case .flag(let path): self.init(name, path)
        case .milliseconds(let path): self.init(name, path)
        case .number(let path, _):
            self.init(
                name, path, read: { $0.optionalInteger().flatMap(Int.init(exactly:)) },
                value: { StoredValue($0.map(Int64.init)) })
        case .position(let path):
            self.init(
                ["latitude", "longitude", "altitude"],
                read: {
                    let coordinate = Coordinate(uncheckedLatitude: $1.real(), longitude: $1.real())
                    $0[keyPath: path] = Location.Position(coordinate: coordinate, altitude: $1.optionalReal())
                },
                write: {
                    let (point, altitude) = ($0[keyPath: path].coordinate, $0[keyPath: path].altitude)
                    $1 += [.real(point.latitude), .real(point.longitude), StoredValue(altitude)]
                })
        case .object(let path):
            self.init(
                name, path, read: { $0.parsed { try? JSONValue(parsing: $0) } ?? [:] },
                value: { .text($0.canonicalJSON) })
        }
    }
}

extension Due {
    /// The due date from its two columns: the instant, or a day's midnight in UTC if there is no zone.
    init?(milliseconds: Int64?, zone: String?) {
        guard let milliseconds else { return nil }
        if let zone {
            self = .instant(.init(milliseconds: milliseconds), zone: zone)
        } else {
            self = .day(Day(daysSince1970: Int((Double(milliseconds) / 86_400_000).rounded(.down))))
        }
    }
}
