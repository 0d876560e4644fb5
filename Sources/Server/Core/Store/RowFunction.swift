import Basics
import Foundation
import GRDB

/// A function that SQLite calls for each row of a statement while the statement runs.
///
/// All connections share one SQL function, which gets the token of the statement. Adding a function for each statement
/// would make SQLite prepare all statements again.
protocol RowFunction: AnyObject, Sendable {
    /// The value for a row; nil for NULL.
    func value(id: Int64, collection: Int64, key: Data, fields: Data) throws -> Data?
    /// Keeps the error that ends the statement, which SQLite would reduce to a text.
    func fail(with error: any Error)
}

/// The functions of running statements.
enum RowFunctions {
    private static let running = Locked<(functions: [Int64: any RowFunction], count: Int64)>(([:], 0))

    /// The function `rowValue(token, id, collection, key, fields)` of every connection.
    static let sql = DatabaseFunction("rowValue", argumentCount: 5) { values in
        guard let token = Int64.fromDatabaseValue(values[0]),
            let function = running.withLock({ $0.functions[token] }),
            let id = Int64.fromDatabaseValue(values[1]), let collection = Int64.fromDatabaseValue(values[2]),
            let key = Data.fromDatabaseValue(values[3]), let fields = Data.fromDatabaseValue(values[4])
        else { return nil }
        do {
            return try function.value(id: id, collection: collection, key: key, fields: fields)
        } catch {
            function.fail(with: error)
            throw error
        }
    }

    /// Runs `body` with the SQL that calls a function for each document of a statement.
    static func withCall<T>(to function: any RowFunction, _ body: (_ sql: String) throws -> T) rethrows -> T {
        let token = running.withLock { running in
            running.count += 1
            running.functions[running.count] = function
            return running.count
        }
        defer { running.withLock { $0.functions[token] = nil } }
        return try body("rowValue(\(token), id, collection, key, fields)")
    }
}
