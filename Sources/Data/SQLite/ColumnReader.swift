package import GRDB
import GRDBSQLite

/// Reads the columns of one row from left to right.
///
/// Calls SQLite directly: a page has hundreds of columns, and GRDB's subscript checks type, bounds and statement for
/// each one. A null in a column that is not optional reads as 0 or as an empty text.
public struct ColumnReader {
    private let statement: OpaquePointer
    private var index: Int32 = 0

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

    /// The next column as a Boolean.
    public mutating func bool() -> Bool { integer() != 0 }
}

extension Statement {
    /// Runs the statement with its bound values and passes each row to `body`.
    package func forEachRow(_ body: (inout ColumnReader) throws -> Void) throws {
        let rows = try Row.fetchCursor(self)
        while try rows.next() != nil {
            var reader = ColumnReader(sqliteStatement)
            try body(&reader)
        }
    }
}
