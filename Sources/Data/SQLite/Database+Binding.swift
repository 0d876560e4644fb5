package import GRDB
import GRDBSQLite

extension GRDB.Database {
    /// Runs a statement, which is prepared once for each SQL text.
    package func run(_ sql: String, _ values: [StoredValue]) throws {
        try bound(sql, values).execute()
    }

    /// A statement with its values bound, prepared once for each SQL text.
    ///
    /// It binds them through SQLite directly. GRDB's arguments pass through three arrays and a dictionary for each
    /// execution, which is a third of a bulk insert. GRDB still manages the execution.
    package func bound(_ sql: String, _ values: [StoredValue]) throws -> Statement {
        let statement = try cachedStatement(sql: sql)
        try statement.bind(values)
        return statement
    }
}

extension Statement {
    /// How many placeholders it has.
    package var parameterCount: Int { Int(sqlite3_bind_parameter_count(sqliteStatement)) }

    /// Binds all values, replacing those of the previous execution.
    package func bind(_ values: [StoredValue]) throws {
        // Resets the statement and marks it as bound.
        setUncheckedArguments(StatementArguments())
        let handle = sqliteStatement
        guard Int(sqlite3_bind_parameter_count(handle)) == values.count else {
            throw DatabaseError(resultCode: .SQLITE_MISUSE, message: "wrong number of values")
        }
        for (index, value) in zip(Int32(1)..., values) {
            let code =
                switch value {
                case .null: sqlite3_bind_null(handle, index)
                case .integer(let integer): sqlite3_bind_int64(handle, index, integer)
                case .real(let real): sqlite3_bind_double(handle, index, real)
                case .text(let text): Self.bind(text, handle, index)
                case .blob(let bytes): Self.bind(bytes, handle, index)
                }
            guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
        }
    }

    /// SQLITE_TRANSIENT, a cast in a C macro that Swift does not import: SQLite copies the value.
    private static var copy: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    private static func bind(_ bytes: [UInt8], _ handle: OpaquePointer, _ index: Int32) -> Int32 {
        bytes.withUnsafeBytes { buffer in
            guard let base = buffer.baseAddress else { return sqlite3_bind_zeroblob(handle, index, 0) }
            return sqlite3_bind_blob(handle, index, base, Int32(buffer.count), copy)
        }
    }

    private static func bind(_ text: String, _ handle: OpaquePointer, _ index: Int32) -> Int32 {
        var text = text
        return text.withUTF8 { utf8 in
            guard let base = utf8.baseAddress else { return sqlite3_bind_text(handle, index, "", 0, copy) }
            return base.withMemoryRebound(to: CChar.self, capacity: utf8.count) {
                sqlite3_bind_text(handle, index, $0, Int32(utf8.count), copy)
            }
        }
    }
}
