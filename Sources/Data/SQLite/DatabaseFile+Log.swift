import Basics
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Notes which database file a write-ahead log belongs to. SQLite does not: it uses any log beside a file, and writes
/// the pages of one database into another.
struct LogOwner: Equatable {
    let log: FileIdentity
    /// The database whose pages are in it.
    let database: FileIdentity

    init(log: FileIdentity, database: FileIdentity) {
        self.log = log
        self.database = database
    }

    /// Reads a note; nil if the file is missing, or incomplete after a crash.
    init?(at path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = read(descriptor, &bytes, bytes.count)
        guard count > 0, bytes[count - 1] == UInt8(ascii: "\n") else { return nil }
        let words = String(decoding: bytes[..<(count - 1)], as: UTF8.self).split(separator: " ")
        guard words.count == 2, let log = FileIdentity(words[0]), let database = FileIdentity(words[1])
        else { return nil }
        self.init(log: log, database: database)
    }

    /// Writes the note, accessible to its owner only. A failure is ignored: without the note nothing is lost.
    func write(to path: String) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let line = Array("\(log.text) \(database.text)\n".utf8)
        _ = Foundation.write(descriptor, line, line.count)
    }
}

extension DatabaseFile {
    /// The write-ahead log.
    var logPath: String { path + "-wal" }
    /// The index of the log, which processes share.
    var indexPath: String { path + "-shm" }
    /// The note on whose the log is.
    var ownerPath: String { path + "-owner" }

    /// Whether there is a log beside the file with something in it.
    private func isLogThere() throws -> Bool { try FileState(at: logPath).map { $0.size > 0 } ?? false }

    /// Whether a write-ahead log beside it may contain more than the file. The log of another file does not count.
    package var hasLog: Bool { get throws { try isLogThere() && !isLogForeign() } }

    /// Whether the log beside the file is known to belong to another one: the file replaced another file, or got
    /// another one's content.
    ///
    /// The note is not about a log that was copied together with its file, so such a log stays valid.
    /// - Parameter header: the header in the file, if it is known.
    private func isLogForeign(header: DatabaseHeader? = nil) throws -> Bool {
        // A database gets a log only after its header has announced one. So neither a backup nor an empty file has one.
        if let header, header.bytes.isEmpty || header.isReadable && !header.hasLog { return true }
        guard let owner = LogOwner(at: ownerPath), owner.log == (try FileIdentity(at: logPath)),
            let database = try FileIdentity(at: path)
        else { return false }
        return owner.database != database
    }

    /// Moves a log of another file to a name that SQLite does not look for. A process that has the log open keeps it.
    /// - Parameter header: reads the header in the file.
    /// - Returns: the new path of the log; nil if there was no such log.
    /// - Throws: ``FileError``.
    func setForeignLogAside(reading header: () -> DatabaseHeader?) throws -> String? {
        guard try isLogThere(), try isLogForeign(header: header()) else { return nil }
        // Another process may be doing the same. Its new log must stay where it is.
        let descriptor = open(ownerPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { if descriptor >= 0 { close(descriptor) } }
        if descriptor >= 0 { flock(descriptor, LOCK_EX) }
        guard try isLogThere(), try isLogForeign(header: header()) else { return nil }
        var (name, number) = (path + ".foreign-wal", 1)
        while access(name, F_OK) == 0 {
            number += 1
            name = "\(path).foreign-wal-\(number)"
        }
        guard rename(logPath, name) == 0 else {
            throw FileError(
                .cannotOpen,
                "The log \(logPath) belongs to another database and cannot be moved: \(String(cString: strerror(errno)))."
            )
        }
        // The index has nothing that is not in the log.
        unlink(indexPath)
        // The note is removed last: otherwise a power failure could bring the log back without it.
        try FileSync.name(of: name)
        unlink(ownerPath)
        return name
    }
}
