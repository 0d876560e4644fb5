import Basics
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A database file, examined and prepared without SQLite.
package struct DatabaseFile: Sendable {
    package let path: String

    /// The database file at a path, which need not exist.
    package init(path: String) { self.path = path }

    /// What the header of the file shows.
    package enum Content: Equatable, Sendable { case empty, ours(version: Int), foreign, notADatabase }

    /// The folder that holds it.
    package var folder: String {
        let folder = (path as NSString).deletingLastPathComponent
        return folder.isEmpty ? "." : folder
    }

    // MARK: Creating

    /// Creates the folder (0700) and the file (0600) if they are missing, so that nobody else can ever read them.
    /// - Throws: ``FileError``.
    package func create() throws {
        try Self.createFolder((path as NSString).deletingLastPathComponent)
        var status = stat()
        if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            throw FileError(.cannotOpen, "\(path) is not a file.")
        }
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor < 0 else {
            close(descriptor)
            return
        }
        let (code, reason) = (errno, reason())
        guard [EACCES, EROFS, EPERM].contains(code) else {
            throw FileError(.cannotOpen, "The file \(path) cannot be opened: \(reason).")
        }
        guard access(path, R_OK) == 0 else {
            throw FileError(.readOnly, "The file \(path) cannot be read or written: \(reason).")
        }
    }

    /// Creates a folder that only its owner can access, if it is missing.
    /// - Throws: ``FileError``.
    package static func createFolder(_ folder: String) throws {
        guard !folder.isEmpty else { return }
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch CocoaError.fileWriteNoPermission, CocoaError.fileWriteVolumeReadOnly {
            throw FileError(.readOnly, "The folder \(folder) cannot be made: what holds it is read-only.")
        } catch {
            throw FileError(.cannotOpen, "The folder \(folder) cannot be made: \(String(cString: strerror(errno))).")
        }
    }

    /// Removes the file and what SQLite keeps beside it.
    package func remove() {
        for suffix in ["", "-wal", "-shm", "-journal"] { unlink(path + suffix) }
    }

    // MARK: Examining

    /// Reads the header without SQLite, which would create other files even for a file that it then refuses.
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
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw FileError(.cannotOpen, "The file \(path) cannot be read: \(reason()).")
        }
        defer { close(descriptor) }
        return DatabaseHeader(of: descriptor)
    }

    /// Whether there is a write-ahead log beside it, which may contain more than the file.
    package var hasLog: Bool {
        var status = stat()
        return stat(path + "-wal", &status) == 0 && status.st_size > 0
    }

    /// Whether it can only be read: the file, or the folder in which SQLite would create its log, is read-only.
    package var isReadOnly: Bool { access(path, W_OK) != 0 || !isFolderWritable }

    /// Whether the files that SQLite keeps beside the database can be created.
    package var isFolderWritable: Bool { access((path as NSString).deletingLastPathComponent, W_OK) == 0 }

    /// Its URI for SQLite (https://sqlite.org/uri.html) if nobody can be writing to it: no log, no locks.
    package var immutableURI: String {
        let name = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
        return "file:\(name)?immutable=1"
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
