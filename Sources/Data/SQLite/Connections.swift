package import GRDB
import GRDBSQLite

// The configuration of this program's connections.
extension Configuration {
    /// 16 MiB of pages, allocated as needed: with SQLite's default of 2 MiB a bulk write spills each page many times.
    package static let usualCache = "PRAGMA cache_size = -16000"

    /// The default memory settings of a connection.
    package static let usualMemory = "\(usualCache); PRAGMA temp_store = MEMORY"

    /// A connection with the default memory settings.
    /// - Parameters:
    ///   - file: the file that it opens; nil for a database in memory, and for a file that no other connection uses.
    ///   - busyTimeout: how many seconds it waits for a write by another connection.
    ///   - sharing: whether others may have the database open at the same time. If not, the index of the write-ahead
    ///   log is in memory (https://sqlite.org/wal.html, section 8).
    package static func usual(
        of file: OpenedFile? = nil, busyTimeout: Double = 15, sharing: Bool = true
    ) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyTimeout)
        configuration.label = "todo"
        configuration.prepareDatabase { database in
            try file?.admit(database)
            if !sharing { try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
            try database.execute(sql: usualMemory)
        }
        return configuration
    }
}

extension GRDB.Database {
    /// Restores settings of the connection, also in a cancelled task, where GRDB would run only a rollback.
    package func putBack(_ settings: String) {
        func run() -> Int32 { sqlite3_exec(sqliteConnection, settings, nil, nil, nil) }
        // A cancellation interrupts once.
        if run() == SQLITE_INTERRUPT { _ = run() }
    }
}
