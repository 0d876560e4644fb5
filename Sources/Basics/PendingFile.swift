import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A file that appears under its name only when it is complete; a previous file of that name stays until then.
///
/// It is removed with this object unless it was committed.
package final class PendingFile: Sendable {
    /// The final path, with symbolic links resolved: they still lead to it afterwards.
    package let path: String
    /// The temporary path, on the same disk.
    package let temporaryPath: String

    /// Marks the name of an incomplete file.
    package static let mark = ".part-"

    /// Creates an empty file, by default accessible to its owner only.
    /// - Parameter folder: the folder of the incomplete file; nil for that of the final path.
    /// - Throws: ``FileError``, also if a device or a pipe such as `/dev/null` has that path: a file must not take its
    ///   place.
    package init(_ path: String, in folder: String? = nil, permissions: UInt16 = 0o600) throws {
        self.path = URL(filePath: path).resolvingSymlinksInPath().path
        var status = stat()
        // A folder at that path is found later, when it would be replaced.
        guard stat(self.path, &status) != 0 || [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
            throw FileError(.failed, "\(path) is a device and not a file.")
        }
        let name = (self.path as NSString).lastPathComponent + Self.mark + Randomness.uuid().uuidString.prefix(8)
        temporaryPath = (folder ?? (self.path as NSString).deletingLastPathComponent) + "/" + name
        let descriptor = open(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_t(permissions))
        guard descriptor >= 0 else { throw FileError(writing: path) }
        close(descriptor)
    }

    deinit { discard() }

    /// Removes the file unless it was committed.
    package func discard() { unlink(temporaryPath) }

    /// Moves the file to its final path. The file and its name are on the disk when this returns.
    /// - Throws: ``FileError``.
    package func commit() throws {
        try FileSync.content(of: temporaryPath)
        guard rename(temporaryPath, path) == 0 else { throw FileError(writing: path) }
        try FileSync.name(of: path)
    }
}
