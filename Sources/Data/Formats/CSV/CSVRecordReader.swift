import Foundation
import TodoDomain

/// Reads the records of a CSV file (RFC 4180): cells in quotes may hold delimiters, line ends and doubled quotes.
struct CSVRecordReader {
    private(set) var source: ByteSource
    private var parser: CSVParser?
    /// The line in which the present record begins, from 1.
    private(set) var number = 0
    private var linesRead = 0

    init(source: ByteSource) { self.source = source }

    /// The cells of the next record that is not an empty line; nil at the end.
    mutating func next() throws -> [String]? {
        while let cells = try record() {
            if cells != [""] { return cells }
        }
        return nil
    }

    private mutating func record() throws -> [String]? {
        number = linesRead + 1
        guard try source.peek() != nil else { return nil }
        if parser == nil { parser = CSVParser(delimiter: try sniffDelimiter()) }
        guard var parser else { return nil }
        var size = 0
        // Line by line: one that ends within quotes goes on with the next.
        repeat {
            if size > 0 { parser.append(UInt8(ascii: "\n")) }
            let isRead: Void? = try source.nextLine(keepingReturn: true) { line in
                size += line.count + 1
                guard size <= ByteSource.maximumElement else {
                    throw InputError("the record has more than \(ByteSource.maximumElement) bytes")
                }
                try parser.parse(line)
            }
            guard isRead != nil else { throw InputError("the file ends within quotes") }
            linesRead += 1
        } while parser.isQuoted
        return try parser.takeCells()
    }

    /// The delimiter that the header has most often outside quotes; a comma where it has none.
    private mutating func sniffDelimiter() throws -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        for byte in try source.peek(upTo: 64 * 1024) {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if byte == UInt8(ascii: "\n"), !isQuoted { break }
            if !isQuoted { counts[byte, default: 0] += 1 }
        }
        let comma = UInt8(ascii: ",")
        let best = [comma, UInt8(ascii: ";"), UInt8(ascii: "\t")].max {
            counts[$0, default: 0] < counts[$1, default: 0]
        }
        return counts[best ?? comma, default: 0] > counts[comma, default: 0] ? best ?? comma : comma
    }
}
