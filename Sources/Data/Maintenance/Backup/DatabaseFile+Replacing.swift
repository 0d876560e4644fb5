import GRDB
import SQLite
import TodoLocal

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

extension DatabaseFile {
    /// Whether replacing the file would lose at most an older backup. That is so if it is empty, or one of our
    /// databases that is not in use and has no write-ahead log, or was only read since it was copied.
    var isReplaceable: Bool {
        switch try? inspect() {
        case .ours: (try? header())?.hasLog == false || isUnusedCopy
        case .empty: (try? hasLog) == false
        default: false
        }
    }

    /// Whether it is an unmodified copy of another file, and no process is writing to it.
    private var isUnusedCopy: Bool {
        guard access(path + "-wal", F_OK) != 0 else { return false }
        var options = Configuration.usual()
        options.readonly = true
        let database = try? DatabaseQueue(path: immutableURI, configuration: options)
        let writer = try? database?.read { try String.fetchOne($0, sql: "SELECT fileIdentity FROM replica") }
        // Only the identity of a file contains a colon. A database restored into this file has no such identity.
        guard let writer, let identity = try? identity else { return false }
        return writer.contains(":") && writer != identity
    }
}
