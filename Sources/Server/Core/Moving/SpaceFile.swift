package import FirestoreWire
package import Foundation
import JSON

/// A line of a file that holds a space, in NDJSON: a header, Firestore's documents, and an end that shows that nothing
/// is missing. Of two documents with one name the later counts.
package enum SpaceLine: Equatable, Sendable {
    /// The first line: the document above the space, `projects/…/users/{user}`
    /// or `projects/…/spaces/{sid}`.
    case header(root: ResourceName)
    /// A document, as the wire has it.
    case document(Document)
    /// The last line: the number of lines between the two.
    case end(documents: Int)

    /// The version of the format.
    private static let version: Int64 = 1

    /// The line, with its line feed.
    package var bytes: [UInt8] {
        switch self {
        case .header(let root): Self.line(["space": .string(root.text), "format": .integer(Self.version)])
        case .document(let document): document.json + [UInt8(ascii: "\n")]
        case .end(let count): Self.line(["end": .bool(true), "documents": .integer(Int64(count))])
        }
    }

    /// Parses a line without its line feed.
    /// - Throws: ``ServerError`` `incomplete-export` for any other line.
    package init(parsing bytes: some Sequence<UInt8>) throws {
        let bytes = Array(bytes)
        if let document = try? Document(json: bytes), !document.name.isEmpty {
            self = .document(document)
            return
        }
        guard let json = try? JSONValue(parsing: bytes) else { throw Self.malformed }
        if let name = json["space"]?.string {
            guard json["format"]?.integer == Self.version else {
                throw ServerError(
                    .incompleteExport, "The file was written by a later version of todo-server; update the program.")
            }
            guard let root = try? ResourceName(parsing: name), SpacePlace(root: root) != nil else {
                throw Self.malformed
            }
            self = .header(root: root)
        } else if json["end"] == true, let count = json["documents"]?.integer {
            self = .end(documents: Int(count))
        } else {
            throw Self.malformed
        }
    }

    private static func line(_ json: JSONValue) -> [UInt8] { Array(json.canonicalJSON.utf8) + [UInt8(ascii: "\n")] }

    /// It repeats none of the text, which may be private.
    static let malformed = ServerError(.incompleteExport, "This is not a file that 'todo-server export' wrote.")
}

/// The lines of a file or a pipe. Only one line at a time is in memory.
package struct SpaceLines: Sequence, IteratorProtocol {
    /// Longer than any document, even if each of its characters is escaped.
    private static let maximumLength = 16 << 20
    private static let chunkSize = 256 << 10

    private let read: () throws -> Data?
    private var buffer: [UInt8] = []
    /// The beginning of the next line in the buffer.
    private var start = 0
    private var isAtEnd = false

    /// The lines from a file handle.
    package init(_ file: FileHandle) { read = { try file.read(upToCount: Self.chunkSize) } }

    /// The lines of bytes in memory.
    package init(_ bytes: [UInt8]) {
        var rest: Data? = Data(bytes)
        read = {
            defer { rest = nil }
            return rest
        }
    }

    /// The first line, which is the header: the document above the space.
    /// - Throws: ``ServerError`` `incomplete-export` if there is none.
    package mutating func header() throws -> ResourceName {
        guard case .header(let root)? = try next()?.get() else { throw SpaceLine.malformed }
        return root
    }

    /// The next line; nil after the last. Empty lines are left out.
    /// - Returns: a failure, and then nothing more, if a line cannot be read or is invalid.
    package mutating func next() -> Result<SpaceLine, any Error>? {
        do {
            while let line = try nextBytes() {
                if !line.isEmpty { return .success(try SpaceLine(parsing: line)) }
            }
            return nil
        } catch {
            isAtEnd = true
            buffer = []
            start = 0
            return .failure(error)
        }
    }

    private mutating func nextBytes() throws -> ArraySlice<UInt8>? {
        var searched = start
        while true {
            if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
                defer { start = end + 1 }
                return buffer[start..<end]
            }
            searched = buffer.count
            guard !isAtEnd else {
                defer { start = buffer.count }
                return start < buffer.count ? buffer[start...] : nil
            }
            guard buffer.count - start <= Self.maximumLength else { throw SpaceLine.malformed }
            buffer.removeFirst(start)
            searched = searched - start
            start = 0
            guard let chunk = try read(), !chunk.isEmpty else {
                isAtEnd = true
                continue
            }
            buffer += chunk
        }
    }
}
