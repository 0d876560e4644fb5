import Foundation
import TodoDomain

/// Reads the records of a CSV file (RFC 4180): quoted cells may contain delimiters, line breaks and doubled quotes.
struct CSVRecordReader {
    private(set) var source: ByteSource
    private var parser: CSVParser?
    /// The line in which the current record begins, from 1.
    private(set) var number = 0
    /// Whether the file cannot be read beyond the last error.
    private(set) var isBroken = false

    init(source: ByteSource) { self.source = source }

    /// The cells of the next record, skipping empty lines; nil at the end.
    mutating func next() throws -> [String]? {
        while let cells = try record() {
            if cells != [""] { return cells }
        }
        return nil
    }

    private mutating func record() throws -> [String]? {
        guard try source.peek() != nil else { return nil }
        var parser = try parser ?? CSVParser(delimiter: sniffDelimiter())
        self.parser = nil
        defer { self.parser = parser }
        number = parser.linesEnded + 1
        var (size, isEnded) = (0, false)
        while !isEnded, try source.peek() != nil {
            let ready = source.end - source.start
            let count: Int?
            do {
                count = try source.buffer.withUnsafeBufferPointer { bytes in
                    try parser.parse(UnsafeBufferPointer(rebasing: bytes[source.start..<source.end]))
                }
            } catch {
                // Presumably, the next record begins with the next line.
                isBroken = try source.nextLine(maximum: ByteSource.maximumElement) { _ in } == nil
                parser.abandon(linesEnded: number)
                throw error
            }
            isEnded = count != nil
            source.consume(count ?? ready)
            size += count ?? ready
            guard size <= ByteSource.maximumElement else {
                isBroken = true
                throw InputError("the record has more than \(ByteSource.maximumElement) bytes")
            }
        }
        guard isEnded || !parser.isQuoted else {
            isBroken = true
            throw InputError("the file ends within quotes")
        }
        if isEnded { try skipLineEnd() }
        do {
            return try parser.takeCells()
        } catch {
            parser.abandon(linesEnded: parser.linesEnded + 1)
            throw error
        }
    }

    /// Skips CR, LF or CRLF.
    private mutating func skipLineEnd() throws {
        let first = try source.peek()
        source.consume(1)
        if first == UInt8(ascii: "\r"), try source.peek() == UInt8(ascii: "\n") { source.consume(1) }
    }

    /// The most frequent delimiter outside quotes in the header; a comma if there is none.
    private mutating func sniffDelimiter() throws -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in try source.peek(upTo: 64 * 1024) {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted {
                if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { break }
                counts[byte, default: 0] += 1
            }
        }
        let comma = UInt8(ascii: ",")
        let best = [comma, UInt8(ascii: ";"), UInt8(ascii: "\t")].max {
            counts[$0, default: 0] < counts[$1, default: 0]
        }
        return counts[best ?? comma, default: 0] > counts[comma, default: 0] ? best ?? comma : comma
    }
}
