package import GRDB

// How the connections of this program are set up.
extension Configuration {
    /// 16 MiB of pages, taken as they are needed: with SQLite's own 2 MiB a bulk write spills each page many times.
    package static let usualCache = "PRAGMA cache_size = -16000"

    /// What a connection takes of memory if nothing else is said.
    package static let usualMemory = "\(usualCache); PRAGMA temp_store = MEMORY"

    /// A connection with the usual memory.
    /// - Parameters:
    ///   - busyTimeout: how many seconds it waits for another one's write.
    ///   - sharing: whether others may have the database open meanwhile. Without them the index of the write-ahead log is
    ///     in memory (https://sqlite.org/wal.html, section 8).
    package static func usual(busyTimeout: Double = 15, sharing: Bool = true) -> Configuration {
        var configuration = Configuration()
        configuration.busyMode = .timeout(busyTimeout)
        configuration.label = "todo"
        configuration.prepareDatabase { database in
            if !sharing { try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE") }
            try database.execute(sql: usualMemory)
        }
        return configuration
    }
}
