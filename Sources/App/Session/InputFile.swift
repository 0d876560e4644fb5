import Foundation
import TodoFormats
import TodoKit

/// A file to be read twice. What cannot be (the standard input, a pipe) is first put into a temporary file, which is
/// gone with this object.
final class InputFile: Sendable {
    /// When it was last written; nil for what is no file.
    let modifiedAt: Date?
    /// How many bytes it has.
    let size: Int
    private let name: String
    private let handle: FileHandle

    /// Opens a file, or the standard input for `-`.
    /// - Throws: `bad-input` where it cannot be read.
    init(_ path: String) throws {
        name = path
        let opened: FileHandle
        if path == "-" {
            opened = .standardInput
        } else {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw TodoError(.badInput, "\(path) cannot be read: \(String(cString: strerror(errno))).")
            }
            opened = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        }
        var status = stat()
        guard fstat(opened.fileDescriptor, &status) == 0 else {
            throw TodoError(.badInput, "\(path) cannot be read.")
        }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw TodoError(.badInput, "\(path) is a folder.") }
        if path != "-", status.st_mode & S_IFMT == S_IFREG {
            handle = opened
            modifiedAt = Date(timeIntervalSince1970: TimeInterval(status.modificationSeconds))
        } else {
            handle = try Self.spooled(opened)
            modifiedAt = nil
        }
        size = Int(try handle.seekToEnd())
    }

    /// The bytes from the start.
    func source() throws -> ByteSource {
        try handle.seek(toOffset: 0)
        return ByteSource(handle)
    }

    /// The format that the name or the content tells; nil where neither does.
    func guessedFormat() throws -> (any TodoFormat)? {
        var source = try source()
        return try TodoFormats.guess(fileName: name, source: &source)
    }

    /// Unlinked at once, so that it is gone however the program ends.
    private static func spooled(_ input: FileHandle) throws -> FileHandle {
        var template = Array((NSTemporaryDirectory() + "/todo-import-XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw TodoError(.storage, "A temporary file cannot be made: \(String(cString: strerror(errno))).")
        }
        unlink(template)
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        while true {
            let chunk: Data?
            do { chunk = try input.read(upToCount: 1 << 20) } catch {
                throw TodoError(.badInput, "The standard input cannot be read.", underlying: error)
            }
            guard let chunk, !chunk.isEmpty else { break }
            do {
                try file.write(contentsOf: chunk)
            } catch {
                throw TodoError(
                    .diskFull, "The temporary files have no room for the standard input.", underlying: error)
            }
        }
        return file
    }
}

extension stat {
    fileprivate var modificationSeconds: Int {
        #if canImport(Darwin)
            st_mtimespec.tv_sec
        #else
            st_mtim.tv_sec
        #endif
    }
}
