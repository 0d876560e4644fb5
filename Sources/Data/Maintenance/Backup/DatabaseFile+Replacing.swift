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
    /// Whether nothing would be lost with it but an older backup: one of our databases without a write-ahead log, in
    /// which nobody works, or one that was only looked at since, or nothing at all.
    var isReplaceable: Bool {
        switch try? inspect() {
        case .ours: (try? header())?.hasLog == false || isUnusedCopy
        case .empty: !hasLog
        default: false
        }
    }

    /// Whether it holds what another file held, and nobody has written to it or is about to.
    private var isUnusedCopy: Bool {
        guard access(path + "-wal", F_OK) != 0 else { return false }
        var options = Configuration.usual()
        options.readonly = true
        let database = try? DatabaseQueue(path: immutableURI, configuration: options)
        let writer = try? database?.read { try String.fetchOne($0, sql: "SELECT fileIdentity FROM replica") }
        // A colon is in the names of files alone: what was restored into this file has none.
        return writer.map { $0.contains(":") && $0 != identity } ?? false
    }
}
