import Basics
import Foundation
import GRDBSQLite

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A database file, examined and prepared before it is opened.
///
/// A process that closes a file loses all locks that it has on it, including those of a store in the same process.
/// Another process would then believe that it is alone, and remove the log under that store
/// (https://sqlite.org/howtocorrupt.html, section 2.2). So only SQLite opens an existing file, and it closes the file
/// only when none of its locks are left.
package struct DatabaseFile: Sendable {
    package let path: String

    /// The database file at a path, which need not exist.
    package init(path: String) { self.path = path }

    /// The content of the file, by its header.
    package enum Content: Equatable, Sendable { case empty, ours(version: Int), foreign, notADatabase }

    /// The folder that holds it.
    package var folder: String {
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }

    // MARK: Creating

    /// Creates the folder (0700) and the file (0600) if they are missing, so that other users can never read them.
    /// - Throws: ``FileError``.
    package func create() throws {
        try Self.createFolder((path as NSString).deletingLastPathComponent)
        // One at a time: otherwise a second store opened at the same time could find the new file already closed.
        try Self.creating.withLock { _ in
            var status = stat()
            if stat(path, &status) == 0 {
                guard status.st_mode & S_IFMT == S_IFREG else {
                    throw FileError(.cannotOpen, "\(path) is not a file.")
                }
                guard access(path, R_OK) == 0 else { throw unusable() }
                return
            }
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw unusable() }
            close(descriptor)
        }
    }

    private static let creating = Locked(())

    /// Why the last call failed.
    private func unusable() -> FileError {
        let (code, reason) = (errno, reason())
        return [EACCES, EROFS, EPERM].contains(code)
            ? FileError(.readOnly, "The file \(path) cannot be read or written: \(reason).")
            : FileError(.cannotOpen, "The file \(path) cannot be opened: \(reason).")
    }

    /// Creates a folder that only its owner can access, if it is missing. Waits until its name is on the disk: a file
    /// survives a power failure only together with its folder.
    /// - Throws: ``FileError``.
    package static func createFolder(_ folder: String) throws {
        guard !folder.isEmpty else { return }
        try FileSync.making(folder) { try makeFolder(folder) }
    }

    private static func makeFolder(_ folder: String) throws {
        // Nearly always it is there, and FileManager takes many times as long to find that out.
        if let status = try? FileStatus.of(folder), status.st_mode & S_IFMT == S_IFDIR { return }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch CocoaError.fileWriteNoPermission, CocoaError.fileWriteVolumeReadOnly {
            throw FileError(.readOnly, "The folder \(folder) cannot be made: the folder above it is read-only.")
        } catch {
            throw FileError(.cannotOpen, "The folder \(folder) cannot be made: \(String(cString: strerror(errno))).")
        }
    }

    /// Removes the file and what SQLite keeps beside it.
    package func remove() {
        for suffix in ["", "-owner"] + Self.suffixesBeside { unlink(path + suffix) }
    }

    /// The name of an existing file beside it that SQLite would take for a part of the database; nil if there is none.
    package var fileBeside: String? {
        var status = stat()
        return Self.suffixesBeside.map { path + $0 }.first { lstat($0, &status) == 0 }
            .map { ($0 as NSString).lastPathComponent }
    }

    private static let suffixesBeside = ["-wal", "-shm", "-journal"]

    // MARK: Examining

    /// Reads only the header: SQLite would create other files, even for a database that is then refused.
    /// - Parameter application: the number that identifies our files among SQLite databases (`PRAGMA application_id`).
    /// - Throws: ``FileError``.
    package func inspect(application: Int32) throws -> Content {
        let header = try header()
        guard !header.bytes.isEmpty else { return .empty }
        guard header.isReadable else { return .notADatabase }
        if header.application == application { return .ours(version: Int(header.version)) }
        return header.isOfNothing ? .empty : .foreign
    }

    /// The header of the file.
    /// - Throws: ``FileError``.
    package func header() throws -> DatabaseHeader {
        var connection: OpaquePointer?
        defer { sqlite3_close_v2(connection) }
        // An absolute or explicit relative path, so that SQLite does not read it as a special name.
        let name = path.hasPrefix("/") ? path : "./" + path
        guard sqlite3_open_v2(name, &connection, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK,
            let header = header(through: connection)
        else {
            let reason = String(cString: strerror(sqlite3_system_errno(connection)))
            throw FileError(.cannotOpen, "The file \(path) cannot be read: \(reason).")
        }
        return header
    }

    /// The header of the file that a connection has open; nil if SQLite cannot tell.
    func header(through connection: OpaquePointer?) -> DatabaseHeader? {
        var file: UnsafeMutablePointer<sqlite3_file>?
        guard sqlite3_file_control(connection, "main", SQLITE_FCNTL_FILE_POINTER, &file) == SQLITE_OK,
            let file, let methods = file.pointee.pMethods
        else { return nil }
        return DatabaseHeader { buffer in
            // SQLite treats a file of one byte as empty.
            var status = stat()
            let count = stat(path, &status) == 0 ? min(buffer.count, Int(status.st_size)) : 0
            return methods.pointee.xRead(file, buffer.baseAddress, Int32(count), 0) == SQLITE_OK ? count : 0
        }
    }

    /// Whether it can only be read: the file is read-only, or SQLite cannot create its log in the folder.
    package var isReadOnly: Bool { access(path, W_OK) != 0 || !isFolderWritable }

    /// Whether the files that SQLite keeps beside the database can be created.
    package var isFolderWritable: Bool { access((path as NSString).deletingLastPathComponent, W_OK) == 0 }

    /// Its URI for SQLite (https://sqlite.org/uri.html) if no other process can be writing to it: no log, no locks.
    package var immutableURI: String { uri("immutable=1") }

    /// Its URI for reading it together with its log. SQLite then changes neither the log nor its index
    /// (`unixOpenSharedMemory` in SQLite's os_unix.c). If the index is missing, it cannot be read in this way.
    package var untouchedURI: String { uri("readonly_shm=1") }

    private func uri(_ parameter: String) -> String {
        let name = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        return "file:\(name)?\(parameter)"
    }

    /// Whether it exists and is a regular file.
    package var isFile: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Whether another path leads to the same file.
    package func isSameFile(as other: String) -> Bool {
        var (mine, theirs) = (stat(), stat())
        guard stat(path, &mine) == 0, stat(other, &theirs) == 0 else { return false }
        return (mine.st_dev, mine.st_ino) == (theirs.st_dev, theirs.st_ino)
    }

    private func reason() -> String { String(cString: strerror(errno)) }
}
