import GRDBSQLite

/// Runs a tape through SQLite's C API: each statement prepared once, each value bound, each row read.
final class SQLPlayer {
    struct Failure: Error { let message: String }

    private let tape: SQLTape
    private let isLeftOut: [Bool]
    private var connection: OpaquePointer?
    private var statements: [OpaquePointer?]

    /// - Parameter table: statements that name this table, or one whose name begins with it, are left out; nil for
    ///   none.
    init(_ tape: SQLTape, on path: String, leavingOut table: String? = nil) throws {
        self.tape = tape
        statements = Array(repeating: nil, count: tape.statements.count)
        isLeftOut = tape.statements.map { sql in table.map(sql.contains) ?? false }
        try check(sqlite3_open(path, &connection))
    }

    deinit {
        for statement in statements { sqlite3_finalize(statement) }
        sqlite3_close(connection)
    }

    /// - Returns: a checksum of what was read, so that no read can be optimised away.
    @discardableResult
    func play(_ steps: Range<Int>) throws -> Int {
        try tape.text.withUnsafeBytes { text in
            try tape.steps[steps].reduce(0) { sum, step in try sum &+ run(step, text) }
        }
    }

    private func run(_ step: SQLTape.Step, _ text: UnsafeRawBufferPointer) throws -> Int {
        if isLeftOut[step.statement] { return 0 }
        let statement = try prepared(step.statement)
        for (index, value) in zip(CInt(1)..., step.values) {
            switch value {
            case .null: sqlite3_bind_null(statement, index)
            case .integer(let integer): sqlite3_bind_int64(statement, index, integer)
            case .real(let real): sqlite3_bind_double(statement, index, real)
            case .text(let range):
                // The text stays in place; an empty one still needs an address.
                let start = text.baseAddress.map { ($0 + range.lowerBound).assumingMemoryBound(to: CChar.self) }
                if let start {
                    sqlite3_bind_text(statement, index, start, CInt(range.count), nil)
                } else {
                    sqlite3_bind_text(statement, index, "", 0, nil)
                }
            }
        }
        var sum = 0
        while true {
            let code = sqlite3_step(statement)
            guard code == SQLITE_ROW else {
                if code != SQLITE_DONE { try check(code) }
                break
            }
            for column in 0..<sqlite3_column_count(statement) { sum &+= read(statement, column) }
        }
        sqlite3_reset(statement)
        return sum
    }

    private func read(_ statement: OpaquePointer?, _ column: CInt) -> Int {
        switch sqlite3_column_type(statement, column) {
        case SQLITE_INTEGER: return Int(truncatingIfNeeded: sqlite3_column_int64(statement, column))
        case SQLITE_FLOAT: return Int(truncatingIfNeeded: sqlite3_column_double(statement, column).bitPattern)
        case SQLITE_TEXT:
            let first = sqlite3_column_text(statement, column).map { Int($0[0]) } ?? 0
            return first &+ Int(sqlite3_column_bytes(statement, column))
        default: return 1
        }
    }

    private func prepared(_ number: Int) throws -> OpaquePointer? {
        if let statement = statements[number] { return statement }
        try check(sqlite3_prepare_v2(connection, tape.statements[number], -1, &statements[number], nil))
        return statements[number]
    }

    private func check(_ code: CInt) throws {
        guard code == SQLITE_OK else { throw Failure(message: String(cString: sqlite3_errmsg(connection))) }
    }
}
