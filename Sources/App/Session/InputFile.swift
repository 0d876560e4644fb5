import Foundation
import TodoFormats
import TodoKit

/// A file to be read twice, opened anew each time. What cannot be (the standard input, a pipe) is first put into a
/// temporary file, which is gone with this object.
final class InputFile: Sendable {
    /// What it was called by whoever named it.
    let name: String
    /// When it was last written; nil for what is no file.
    let modifiedAt: Date?
    /// How many bytes it has.
    let size: Int
    private let spool: FileHandle?

    /// A file, or the standard input for `-`.
    /// - Throws: `bad-input` if it cannot be read.
    init(_ path: String) throws {
        name = path
        let opened = path == "-" ? FileHandle.standardInput : try Self.opened(path)
        var status = stat()
        guard fstat(opened.fileDescriptor, &status) == 0 else {
            throw TodoError(.badInput, "\(Sanitized.line(path)) cannot be read.")
        }
        guard status.st_mode & S_IFMT != S_IFDIR else {
            throw TodoError(.badInput, "\(Sanitized.line(path)) is a folder.")
        }
        if path != "-", status.st_mode & S_IFMT == S_IFREG {
            (spool, size) = (nil, Int(status.st_size))
            modifiedAt = Date(timeIntervalSince1970: TimeInterval(status.modificationSeconds))
        } else {
            let file = try Self.spooled(opened)
            (spool, size, modifiedAt) = (file, Int(try file.seekToEnd()), nil)
        }
    }

    /// Whether there is a folder of this name.
    static func isFolder(_ path: String) -> Bool { kind(path) == S_IFDIR }

    /// Whether there is a file of this name, which a pipe or a device is not.
    static func isFile(_ path: String) -> Bool { kind(path) == S_IFREG }

    /// The bytes from the start.
    func source() throws -> ByteSource {
        guard let spool else { return ByteSource(try Self.opened(name)) }
        try spool.seek(toOffset: 0)
        return ByteSource(spool)
    }

    /// The format that the name or the content tells; nil if neither does.
    func guessedFormat() throws -> (any TodoFormat)? {
        var source = try source()
        return try TodoFormats.guess(fileName: name, source: &source)
    }

    private static func kind(_ path: String) -> mode_t? {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    private static func opened(_ path: String) throws -> FileHandle {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw TodoError(.badInput, "\(Sanitized.line(path)) cannot be read: \(String(cString: strerror(errno))).")
        }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
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
