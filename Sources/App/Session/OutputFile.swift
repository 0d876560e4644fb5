import Basics
import Foundation
import TodoKit

/// A file that appears under its name only when it is complete; a previous file of that name stays until then. Devices
/// and pipes are written directly.
final class OutputFile: @unchecked Sendable {  // its state is only touched by the one command that writes it
    private let file: PendingFile?
    private let handle: FileHandle

    /// - Parameter protected: files that must not be replaced, such as the database.
    /// - Throws: `usage` for an empty path, a folder and a protected file, `storage` if the file cannot be made.
    init(_ given: String, protecting protected: [String]) throws {
        guard !given.isEmpty else { throw TodoError(.usage, "Give the path of the file to export to; it is empty.") }
        let path = URL(filePath: given).resolvingSymlinksInPath().path
        var status = stat()
        let exists = stat(path, &status) == 0
        guard !exists || status.st_mode & S_IFMT != S_IFDIR else { throw TodoError(.usage, "\(given) is a folder.") }
        for other in protected {
            var otherStatus = stat()
            guard exists, stat(other, &otherStatus) == 0 else { continue }
            guard (otherStatus.st_ino, otherStatus.st_dev) != (status.st_ino, status.st_dev) else {
                throw TodoError(.usage, "\(given) is the database itself; name another file.")
            }
        }
        let isFile = !exists || status.st_mode & S_IFMT == S_IFREG
        file = try TodoError.wrappingFileErrors {
            isFile ? try PendingFile(path, permissions: exists ? UInt16(status.st_mode & 0o777) : 0o600) : nil
        }
        guard let handle = FileHandle(forWritingAtPath: file?.temporaryPath ?? path) else {
            throw TodoError(.storage, "\(given) cannot be written.")
        }
        self.handle = handle
    }

    /// Writes more of the file.
    func write(_ bytes: [UInt8]) throws {
        do {
            try handle.write(contentsOf: Data(bytes))
        } catch {
            throw TodoError(.diskFull, "The export cannot be written; is the disk full?", underlying: error)
        }
    }

    /// Moves the file to its name.
    func finish() throws { try TodoError.wrappingFileErrors { try file?.commit() } }
}
