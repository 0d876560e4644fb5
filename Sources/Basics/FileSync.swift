import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Brings files and their names to the disk, so that they survive a power failure.
package enum FileSync {
    /// Waits until the content of a file is on the disk.
    /// - Throws: ``FileError``.
    package static func content(of path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError(writing: path) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw FileError(writing: path) }
    }

    /// Waits until the name of a file or folder is on the disk. Call it after the file was made, renamed or removed:
    /// otherwise a crash could restore the former entry of its folder.
    ///
    /// Some file systems cannot do it, and some folders cannot be read. Then it returns without an error.
    /// - Throws: ``FileError`` if the disk fails, or no descriptor is free.
    package static func name(of path: String) throws {
        let folder = (path as NSString).deletingLastPathComponent
        let descriptor = open(folder.isEmpty ? "." : folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            guard [EMFILE, ENFILE, ENOMEM].contains(errno) else { return }
            throw FileError(writing: path)
        }
        defer { close(descriptor) }
        guard reachesDisk(descriptor) else { throw FileError(writing: path) }
    }

    /// Waits until everything written to a descriptor is on the disk. A pipe, a terminal and some folders have no disk
    /// behind them.
    /// - Returns: false if the disk failed.
    package static func reachesDisk(_ descriptor: Int32) -> Bool {
        fsync(descriptor) == 0 || ![EIO, ENOSPC, EDQUOT].contains(errno)
    }

    /// Makes a folder. Waits until its name is on the disk, and the names of the missing folders above it.
    /// - Parameter make: makes all of these folders.
    /// - Throws: ``FileError`` if the disk fails, and the errors of `make`.
    package static func making(_ folder: String, _ make: () throws -> Void) throws {
        var missing: [String] = []
        var path = folder
        while !path.isEmpty, path != "/", access(path, F_OK) != 0 {
            missing.append(path)
            path = (path as NSString).deletingLastPathComponent
        }
        try make()
        for path in missing.reversed() { try name(of: path) }
    }
}

extension FileError {
    /// Why the last system call could not write a file.
    init(writing path: String) {
        let code = errno
        let reason = String(cString: strerror(code))
        switch code {
        case ENOSPC, EDQUOT: self.init(.diskFull, "The disk is full: \(path) cannot be written.")
        case EACCES, EPERM, EROFS: self.init(.readOnly, "\(path) cannot be written: \(reason).")
        default: self.init(.failed, "\(path) cannot be written: \(reason).")
        }
    }
}
