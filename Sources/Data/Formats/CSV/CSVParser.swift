import Foundation
import TodoDomain

/// Takes the lines of a record apart.
struct CSVParser {
    private enum State { case start, plain, quoted, behindQuote }

    private let delimiter: UInt8
    private var state = State.start
    private var cell: [UInt8] = []
    private var cells: [String] = []

    init(delimiter: UInt8) { self.delimiter = delimiter }

    /// Whether the record goes on with the next line.
    var isQuoted: Bool { state == .quoted }

    /// Adds a byte to the present cell.
    mutating func append(_ byte: UInt8) { cell.append(byte) }

    /// Reads a line without its line feed; a CR at its end belongs to the line end unless it stands within quotes.
    mutating func parse(_ line: UnsafeBufferPointer<UInt8>) throws {
        for (index, byte) in line.enumerated() {
            if state != .quoted, byte == UInt8(ascii: "\r"), index == line.count - 1 { return }
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
    }

    /// Ends the record and gives its cells.
    mutating func takeCells() throws -> [String] {
        try endCell()
        defer { cells.removeAll(keepingCapacity: true) }
        return cells
    }

    private mutating func endCell() throws {
        cells.append(try cell.withUnsafeBufferPointer { try String(fileBytes: $0) })
        cell.removeAll(keepingCapacity: true)
        state = .start
    }
}
