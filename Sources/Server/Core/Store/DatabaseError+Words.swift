import GRDB
import GRDBSQLite

extension DatabaseError {
    /// The error in SQLite's words, without its number, the statement and the values.
    var words: String {
        sqlite3_errstr(resultCode.rawValue).map { String(cString: $0) } ?? "an error of SQLite"
    }
}
