import Foundation
import TodoDomain

/// Reads content lines (RFC 5545, section 3.1): a line that begins with a space or tab continues the previous one.
///
/// Lines are joined as bytes, because some programs fold in the middle of a character.
struct ContentLineReader {
    /// The maximum length of an unfolded line in bytes.
    private static let maximum = 1024 * 1024

    private(set) var source: ByteSource
    /// The line number where the current content line begins, from 1.
    private(set) var number = 0
    private var linesRead = 0
    private var bytes: [UInt8] = []

    init(source: ByteSource) { self.source = source }

    /// The next content line that is not empty; nil at the end.
    mutating func next() throws -> String? {
        while true {
            bytes.removeAll(keepingCapacity: true)
            number = linesRead + 1
            guard try appendLine() else { return nil }
            while let byte = try source.peek(), byte == 0x20 || byte == 0x09 {
                source.consume(1)
                _ = try appendLine()
            }
            if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
            return try bytes.withUnsafeBufferPointer { try String(fileBytes: $0) }
        }
    }

    private mutating func appendLine() throws -> Bool {
        linesRead += 1
        let count = bytes.count
        let piece = try source.nextLine(maximum: Self.maximum - count) { Array($0) }
        if let piece { bytes.append(contentsOf: piece) }
        return piece != nil
    }
}
