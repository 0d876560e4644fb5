import Foundation
import GRDB
import TodoLocal

// Access to the database that bypasses the code under test.
extension LocalStack {
    /// The rows of a statement, with columns joined by "|" as sqlite3 prints them.
    func rows(_ sql: String, _ arguments: StatementArguments = StatementArguments()) throws -> [String] {
        try database.read { connection in
            try Row.fetchAll(connection, sql: sql, arguments: arguments).map { row in
                row.databaseValues.map(\.text).joined(separator: "|")
            }
        }
    }

    /// The first integer of a statement.
    func integer(_ sql: String) throws -> Int {
        try database.read { try Int.fetchOne($0, sql: sql) ?? 0 }
    }

    /// Runs statements, bypassing the store.
    func execute(_ sql: String) throws {
        try database.writeWithoutTransaction { try $0.execute(sql: sql) }
    }

    /// Everything in the database, table by table: equal exactly if two states are.
    func dump() throws -> [String] {
        let tables = try rows(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%' ORDER BY 1")
        return try tables.flatMap { table in try rows("SELECT * FROM \"\(table)\"").map { "\(table): \($0)" } }
    }
}

extension DatabaseValue {
    fileprivate var text: String {
        switch storage {
        case .null: ""
        case .int64(let integer): "\(integer)"
        case .double(let number): "\(number)"
        case .string(let text): text
        case .blob(let data): "\(data.count) bytes"
        }
    }
}
