import Basics
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Which database file a write-ahead log belongs to. SQLite does not note that: it takes whatever log lies beside a file for its
/// own, and writes the pages of one database into another.
struct LogOwner: Equatable {
    /// The log.
    let log: FileIdentity
    /// The database whose pages are in it.
    let database: FileIdentity

    init(log: FileIdentity, database: FileIdentity) { (self.log, self.database) = (log, database) }

    /// What a file says; nil if it is missing, or incomplete after a crash.
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

    /// Writes it, accessible to its owner only. Without it nothing is lost, so a failure is none.
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
    private var isLogThere: Bool {
        var status = stat()
        return stat(logPath, &status) == 0 && status.st_size > 0
    }

    /// Whether there is a write-ahead log beside it, which may contain more than the file. One of another file is none.
    package var hasLog: Bool { isLogThere && !isLogForeign() }

    /// Whether the log beside the file is known not to be of it: the file has taken the place of another, or another one's
    /// content.
    ///
    /// A log that was copied together with its file is not the one that the note is about, and stays what it is.
    /// - Parameter header: the header in the file, if it is known.
    private func isLogForeign(header: DatabaseHeader? = nil) -> Bool {
        // A database has a log only after its header has announced one. A backup has no log, and neither has an empty file.
        if let header, header.bytes.isEmpty || header.isReadable && !header.hasLog { return true }
        guard let owner = LogOwner(at: ownerPath), owner.log == FileIdentity(at: logPath),
            let database = FileIdentity(at: path)
        else { return false }
        return owner.database != database
    }

    /// Moves a log of another file out of SQLite's sight. A process that has it open goes on to have it open.
    /// - Parameter header: reads the header in the file.
    /// - Returns: where it is now; nil if there was none.
    /// - Throws: ``FileError``.
    func setForeignLogAside(reading header: () -> DatabaseHeader?) throws -> String? {
        guard isLogThere, isLogForeign(header: header()) else { return nil }
        // Another process may be doing the same; the log that it then has must stay where it is.
        let descriptor = open(ownerPath, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { if descriptor >= 0 { close(descriptor) } }
        if descriptor >= 0 { flock(descriptor, LOCK_EX) }
        guard isLogThere, isLogForeign(header: header()) else { return nil }
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
        // The note goes last: a power failure must not bring the log back without it.
        try FileSync.name(of: name)
        unlink(ownerPath)
        return name
    }
}
