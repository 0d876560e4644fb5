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
    /// Whether replacing the file would lose nothing but an older backup: it is empty, or one of our databases without
    /// a write-ahead log that nobody uses, or one that has only been read since.
    var isReplaceable: Bool {
        switch try? inspect() {
        case .ours: (try? header())?.hasLog == false || isUnusedCopy
        case .empty: !hasLog
        default: false
        }
    }

    /// Whether it is an unmodified copy of another file, and nobody is writing to it.
    private var isUnusedCopy: Bool {
        guard access(path + "-wal", F_OK) != 0 else { return false }
        var options = Configuration.usual()
        options.readonly = true
        let database = try? DatabaseQueue(path: immutableURI, configuration: options)
        let writer = try? database?.read { try String.fetchOne($0, sql: "SELECT fileIdentity FROM replica") }
        // Only the identities of files contain a colon: that of a database restored into this file has none.
        guard let writer, let identity = try? identity else { return false }
        return writer.contains(":") && writer != identity
    }
}
