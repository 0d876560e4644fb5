import Foundation

#if canImport(Darwin)
    package import Darwin
#elseif canImport(Glibc)
    package import Glibc
#elseif canImport(Musl)
    package import Musl
#endif

/// Looks up a path and tells "nothing is there" apart from "cannot be told". A folder that may not be searched, a loop
/// of links or a failing disk can hide a file that is there.
package enum FileStatus {
    /// The status of the file or folder at a path, with links followed; nil if there is nothing.
    /// - Throws: ``FileError`` of the kind `cannotOpen` if that cannot be told.
    package static func of(_ path: String) throws -> stat? {
        var status = stat()
        if stat(path, &status) == 0 { return status }
        let code = errno
        // A path that leads through a file leads to nothing.
        if code == ENOENT || code == ENOTDIR { return nil }
        throw FileError(
            .cannotOpen, "Whether there is a file \(path) cannot be told: \(String(cString: strerror(code))).")
    }

    /// Whether something is at a path.
    /// - Throws: as ``of(_:)`` does.
    package static func isThere(_ path: String) throws -> Bool { try of(path) != nil }
}
