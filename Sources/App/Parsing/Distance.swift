import TodoDomain
import TodoKit

/// Parses distances for `--within`: a number and its unit, `500m`, `1.5 km`, `3mi`.
package enum Distance {
    /// The distance in metres.
    /// - Throws: ``TodoError`` with code `bad-distance`, including for a number without a unit.
    package static func parse(_ text: String) throws -> Double {
        guard let metres = Metres.parse(text) else {
            throw TodoError(.badDistance, "A distance is a number with its unit, such as 500m, 1.5km or 3mi.")
        }
        return metres
    }
}

extension PlainDecimal {
    /// Parses a number given as an argument.
    /// - Throws: ``TodoError`` with code `usage`.
    @Sendable static func read(_ text: String) throws -> Double {
        guard let number = parse(text.trimmed) else {
            throw TodoError(.usage, "\(Sanitized.quoted(text)) is not a plain number such as 47.3769.")
        }
        return number
    }
}
