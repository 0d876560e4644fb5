import Foundation
import TodoDomain

/// How certain a format is that a file is of this format, from the least certain to the most.
public enum Recognition: Int, Comparable, Sendable {
    /// The file is not of this format.
    case none
    /// Only its name says so.
    case name
    /// It begins like files of this format, but also like files of other formats.
    case form
    /// Only files of this format begin so.
    case content
    /// The file names its format.
    case certain

    /// Whether the first is less certain.
    public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// The first bytes of a file, by which formats recognize it.
public struct FileBeginning: Sendable {
    /// How many bytes are read.
    static let size = 64 * 1024

    /// The bytes, without a byte order mark.
    public let bytes: [UInt8]
    /// The same as text, without white space around it.
    public let text: String
    /// Its beginning without any white space.
    let start: String

    /// The first bytes of a file.
    public init(_ bytes: some Sequence<UInt8>) {
        self.bytes = Array(bytes)
        text = String(decoding: self.bytes, as: UTF8.self).trimmed
        start = String(decoding: self.bytes.prefix(4096).filter { $0 > 0x20 }, as: UTF8.self)
    }

    /// The extension of a file's name in small letters; nil if it has none.
    static func ending(of name: String?) -> String? {
        name.flatMap { name in name.lastIndex(of: ".").map { name[name.index(after: $0)...].lowercased() } }
    }

    /// Whether it may be JSON. If the name does not say so, a bracket is not enough, because a line of text may begin with one.
    func isJSON(named name: String?) -> Bool {
        if ["json", "ndjson", "jsonl", nil].contains(Self.ending(of: name)) {
            return text.hasPrefix("{") || text.hasPrefix("[")
        }
        let start = text.prefix(200).filter { !$0.isWhitespace }
        return start.hasPrefix("{\"") || start.hasPrefix("[{\"")
    }

    /// Whether it has members with all these names, at any depth.
    func hasMembers(_ names: String...) -> Bool { names.allSatisfy { contains("\"\($0)\"") } }

    /// Whether it contains these bytes. Each format asks, and a search by characters takes many times as long.
    func contains(_ part: String) -> Bool {
        let part = Array(part.utf8)
        return bytes.withUnsafeBufferPointer { bytes in
            guard let first = part.first, bytes.count >= part.count else { return part.isEmpty }
            return (0...bytes.count - part.count).contains { start in
                bytes[start] == first && bytes[start..<start + part.count].elementsEqual(part)
            }
        }
    }

    /// Its first line.
    var line: Substring { text.prefix { !$0.isNewline } }
}

extension TodoFormat {
    /// Recognizes a file by its name alone.
    func recognizes(name: String?) -> Recognition {
        FileBeginning.ending(of: name).map(fileExtensions.contains) == true ? .name : .none
    }
}
