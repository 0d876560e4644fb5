import Foundation
import TodoDomain

/// Parses a record piece by piece: within quotes everything is text, outside them CR, LF and CRLF end it.
struct CSVParser {
    private enum State { case start, plain, quoted, behindQuote }

    private let delimiter: UInt8
    private var state = State.start
    private var cell: [UInt8] = []
    private var cells: [String] = []
    private var isAfterReturn = false
    /// The number of lines that have ended so far, including those within quotes.
    private(set) var linesEnded = 0

    init(delimiter: UInt8) { self.delimiter = delimiter }

    /// Whether the record cannot end here, because a quote is open.
    var isQuoted: Bool { state == .quoted }

    /// Parses bytes until the record ends.
    /// - Returns: the number of bytes before its end, which is not consumed; nil if it continues after all of them.
    mutating func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws -> Int? {
        for (index, byte) in bytes.enumerated() {
            if state != .quoted, byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") { return index }
            switch state {
            case .start where byte == UInt8(ascii: "\""): state = .quoted
            case .start, .plain:
                if byte == delimiter {
                    try endCell()
                } else {
                    cell.append(byte)
                    state = .plain
                }
            case .quoted:
                countLine(byte)
                if byte == UInt8(ascii: "\"") { state = .behindQuote } else { cell.append(byte) }
            case .behindQuote:
                if byte == UInt8(ascii: "\"") {
                    cell.append(byte)
                    state = .quoted
                } else if byte == delimiter {
                    try endCell()
                } else {
                    throw InputError("text follows a closing quote")
                }
            }
        }
        return nil
    }

    /// Ends the record and returns its cells.
    mutating func takeCells() throws -> [String] {
        try endCell()
        linesEnded += 1
        defer { cells.removeAll(keepingCapacity: true) }
        return cells
    }

    /// Abandons the record.
    mutating func abandon(linesEnded: Int) {
        state = .start
        isAfterReturn = false
        self.linesEnded = linesEnded
        cell.removeAll(keepingCapacity: true)
        cells.removeAll(keepingCapacity: true)
    }

    private mutating func countLine(_ byte: UInt8) {
        let isReturn = byte == UInt8(ascii: "\r")
        if isReturn || byte == UInt8(ascii: "\n") && !isAfterReturn { linesEnded += 1 }
        isAfterReturn = isReturn
    }

    private mutating func endCell() throws {
        cells.append(try cell.withUnsafeBufferPointer { try String(fileBytes: $0) })
        cell.removeAll(keepingCapacity: true)
        state = .start
        isAfterReturn = false
    }
}
