package import GRDB
import GRDBSQLite

/// Reads the columns of one row from left to right.
///
/// It uses SQLite's own functions. A page has hundreds of columns, and GRDB's subscript first checks each one's type,
/// bounds and statement. Null is read as 0 or an empty text if the result is not optional. If a text cannot be parsed
/// (`parsed`), the row is reported as damaged.
public struct ColumnReader {
    private let statement: OpaquePointer
    private var index: Int32 = 0
    /// The first column that could not be read.
    private var damagedColumn: Int32?

    fileprivate init(_ statement: OpaquePointer) { self.statement = statement }

    private mutating func advance() -> Int32 {
        defer { index += 1 }
        return index
    }

    private func isNull(_ index: Int32) -> Bool { sqlite3_column_type(statement, index) == SQLITE_NULL }

    private func text(_ index: Int32) -> String? {
        guard let start = sqlite3_column_text(statement, index) else { return nil }
        let count = Int(sqlite3_column_bytes(statement, index))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// The next column as an integer.
    public mutating func integer() -> Int64 { sqlite3_column_int64(statement, advance()) }

    /// The next column as an integer, without consuming it.
    package var following: Int64 { sqlite3_column_int64(statement, index) }

    /// Skips the next column if it is null; returns whether it is.
    package mutating func skipNull() -> Bool {
        guard isNull(index) else { return false }
        index += 1
        return true
    }

    /// The next column as an integer or nil.
    public mutating func optionalInteger() -> Int64? {
        let index = advance()
        return isNull(index) ? nil : sqlite3_column_int64(statement, index)
    }

    /// The next column as a number.
    public mutating func real() -> Double { sqlite3_column_double(statement, advance()) }

    /// The next column as a number or nil.
    public mutating func optionalReal() -> Double? {
        let index = advance()
        return isNull(index) ? nil : sqlite3_column_double(statement, index)
    }

    /// The next column as text.
    public mutating func text() -> String { text(advance()) ?? "" }

    /// The next column as text or nil.
    public mutating func optionalText() -> String? { text(advance()) }

    /// The next column as bytes or nil; a text is its UTF-8.
    public mutating func optionalBlob() -> [UInt8]? {
        let index = advance()
        return isNull(index) ? nil : blob(index)
    }

    private func blob(_ index: Int32) -> [UInt8] {
        guard let start = sqlite3_column_blob(statement, index) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, index))))
    }

    /// The next column as SQLite stores it.
    public mutating func value() -> StoredValue {
        let index = advance()
        return switch sqlite3_column_type(statement, index) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(statement, index))
        case SQLITE_FLOAT: .real(sqlite3_column_double(statement, index))
        case SQLITE_TEXT: .text(text(index) ?? "")
        case SQLITE_BLOB: .blob(blob(index))
        default: .null
        }
    }

    /// How many columns are left.
    package var remaining: Int { Int(sqlite3_column_count(statement) - index) }

    /// The next column parsed from its text; nil if it is null. If the text cannot be parsed, the row is damaged.
    package mutating func parsed<Value>(_ parse: (String) -> Value?) -> Value? {
        let index = advance()
        guard let text = text(index) else { return nil }
        let value = parse(text)
        if value == nil { damagedColumn = damagedColumn ?? index }
        return value
    }

    /// Whether a column read so far has an impossible value.
    package var isDamaged: Bool { damagedColumn != nil }

    /// The error to throw for a damaged row.
    fileprivate var damage: DatabaseError? {
        damagedColumn.map { column in
            let name = sqlite3_column_name(statement, column).map { String(cString: $0) } ?? ""
            return DatabaseError(resultCode: .unreadableRow, message: "the column \(name) cannot be read")
        }
    }

    /// The next column as 0 or another integer.
    public mutating func bool() -> Bool { integer() != 0 }
}

extension Statement {
    /// Runs the statement with its bound arguments, and passes each row to `body`.
    /// - Parameter toleratingDamage: whether `body` checks ``ColumnReader/isDamaged`` itself.
    /// - Throws: `unreadableRow` after a damaged row.
    package func forEachRow(toleratingDamage: Bool = false, _ body: (inout ColumnReader) throws -> Void) throws {
        let steps = try Step.fetchCursor(self)
        while try steps.next() != nil {
            var reader = ColumnReader(sqliteStatement)
            try body(&reader)
            if !toleratingDamage, let damage = reader.damage { throw damage }
        }
    }

    /// Runs the statement with its bound arguments, and passes each row to `body` until that returns false.
    /// - Throws: `unreadableRow` after a damaged row.
    package func readRows(while body: (inout ColumnReader) throws -> Bool) throws {
        let steps = try Step.fetchCursor(self)
        while try steps.next() != nil {
            var reader = ColumnReader(sqliteStatement)
            let isEnough = try !body(&reader)
            if let damage = reader.damage { throw damage }
            if isEnough { return }
        }
    }
}

/// Stands for a row; GRDB reads nothing of it. GRDB's `Row` first finds the names of all columns, which takes as long
/// as reading some rows.
private struct Step: DatabaseValueConvertible, StatementColumnConvertible {
    init() {}
    init(sqliteStatement: SQLiteStatement, index: CInt) {}
    var databaseValue: DatabaseValue { .null }
    static func fromDatabaseValue(_ value: DatabaseValue) -> Step? { Step() }
    static func fromStatement(_ statement: SQLiteStatement, atUncheckedIndex index: CInt) -> Step? { Step() }
}
