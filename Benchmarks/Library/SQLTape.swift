import Foundation

/// The work that SQLite was asked to do: each statement that ran, with its bound values.
struct SQLTape: Sendable {
    /// A bound value; the bytes of a text lie in ``text``.
    enum Value: Sendable {
        case null
        case integer(Int64)
        case real(Double)
        case text(Range<Int>)
    }

    struct Step: Sendable {
        let statement: Int
        let values: [Value]
    }

    private(set) var statements: [String] = []
    private(set) var steps: [Step] = []
    private(set) var text: [UInt8] = []
    private var numbers: [String: Int] = [:]

    /// Records a statement.
    /// - Parameter expanded: its text with the bound values in place of the question marks.
    mutating func record(_ sql: String, expanded: [UInt8]) {
        let number = numbers[sql] ?? statements.count
        if number == statements.count {
            numbers[sql] = number
            statements.append(sql)
        }
        steps.append(Step(statement: number, values: values(in: expanded, of: Array(sql.utf8))))
    }

    private mutating func values(in expanded: [UInt8], of sql: [UInt8]) -> [Value] {
        guard sql.contains(UInt8(ascii: "?")) else { return [] }
        var values: [Value] = []
        var (place, index) = (0, 0)
        while place < sql.count {
            let byte = sql[place]
            if byte == UInt8(ascii: "?") {
                values.append(literal(in: expanded, at: &index))
                place += 1
            } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                let end = (sql[(place + 1)...].firstIndex(of: byte) ?? sql.count - 1) + 1
                (place, index) = (end, index + end - place)
            } else {
                place = place + 1
                index = index + 1
            }
        }
        return values
    }

    /// A literal as SQLite writes one: NULL, a number, or a text with quotes doubled.
    private mutating func literal(in sql: [UInt8], at index: inout Int) -> Value {
        let quote = UInt8(ascii: "'")
        if sql[index] == quote {
            let start = text.count
            index += 1
            while index < sql.count {
                if sql[index] == quote {
                    index += 1
                    guard index < sql.count, sql[index] == quote else { break }
                }
                text.append(sql[index])
                index += 1
            }
            return .text(start..<text.count)
        }
        let end = sql[index...].firstIndex { !"+-.0123456789aefilnuAEFILNU".utf8.contains($0) } ?? sql.count
        defer { index = end }
        let word = String(decoding: sql[index..<end], as: UTF8.self)
        if word == "NULL" { return .null }
        if let integer = Int64(word) { return .integer(integer) }
        guard let real = Double(word) else { preconditionFailure("SQLite wrote the literal \(word).") }
        return .real(real)
    }
}
