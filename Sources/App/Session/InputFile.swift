import Foundation
import TodoFormats
import TodoKit

/// A file that is read twice, opened again each time. Input that cannot be reopened (the standard input, a pipe) is
/// first copied to a temporary file, which is removed with this object.
final class InputFile: Sendable {
    /// The name as it was given.
    let name: String
    /// When it was last written; nil if it is not a file.
    let modifiedAt: Date?
    /// Its size in bytes.
    let size: Int
    private let spool: FileHandle?

    /// How many bytes of such input are kept: several million to-dos.
    private static let mostSpooled = 8 << 30

    /// A file, or the standard input for `-`.
    /// - Throws: `bad-input` if it cannot be read.
    init(_ path: String) throws {
        guard !path.isEmpty else { throw TodoError(.badInput, "Give the path of the file to import; it is empty.") }
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
            spool = nil
            size = Int(status.st_size)
            modifiedAt = Date(timeIntervalSince1970: TimeInterval(status.modificationSeconds))
        } else {
            let isDevice = status.st_mode & S_IFMT == S_IFCHR && isatty(opened.fileDescriptor) == 0
            let file = try Self.spooled(opened, named: path, isDevice: isDevice)
            spool = file
            size = Int(try file.seekToEnd())
            modifiedAt = nil
        }
    }

    /// Whether there is a folder at this path.
    static func isFolder(_ path: String) -> Bool { kind(path) == S_IFDIR }

    /// Whether there is a regular file at this path.
    static func isFile(_ path: String) -> Bool { kind(path) == S_IFREG }

    /// The bytes from the start.
    func source() throws -> ByteSource {
        guard let spool else { return ByteSource(try Self.opened(name)) }
        try spool.seek(toOffset: 0)
        return ByteSource(spool)
    }

    /// The format according to the name or the content; nil if neither shows it.
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

    /// Unlinked at once, so that it disappears even if the program is killed.
    /// - Parameter isDevice: whether it is a device such as `/dev/zero`, which never ends, or `/dev/null`, which is
    ///   empty.
    private static func spooled(_ input: FileHandle, named name: String, isDevice: Bool) throws -> FileHandle {
        let name = name == "-" ? "The standard input" : Sanitized.line(name)
        var template = Array((NSTemporaryDirectory() + "/todo-import-XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw TodoError(.storage, "A temporary file cannot be made: \(String(cString: strerror(errno))).")
        }
        unlink(template)
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        var count = 0
        while true {
            let chunk: Data?
            do { chunk = try input.read(upToCount: 1 << 20) } catch {
                throw TodoError(.badInput, "\(name) cannot be read.", underlying: error)
            }
            guard let chunk, !chunk.isEmpty else { break }
            guard !isDevice else { throw TodoError(.badInput, "\(name) is a device and not a file.") }
            count += chunk.count
            guard count <= mostSpooled else {
                throw TodoError(
                    .badInput,
                    "\(name) is longer than \(mostSpooled >> 30) GB; save it to a file, and import that."
                )
            }
            do {
                try file.write(contentsOf: chunk)
            } catch {
                throw TodoError(
                    .diskFull, "There is no room for a temporary copy of \(name).", underlying: error)
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
