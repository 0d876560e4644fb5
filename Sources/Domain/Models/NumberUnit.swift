/// The unit of a whole number: which numbers are allowed, and how people write them. The description names the unit.
package enum NumberUnit: String, Sendable, CustomStringConvertible {
    /// Minutes of work.
    case minutes

    package var description: String { rawValue }

    /// The numbers that are allowed.
    package var range: ClosedRange<Int> {
        switch self {
        case .minutes: Limits.estimate
        }
    }

    /// Returns the number.
    /// - Throws: ``TodoError`` if it is not allowed.
    package func check(_ number: Int) throws -> Int {
        switch self {
        case .minutes: try Validation.estimate(number)
        }
    }

    /// Reads what a person wrote.
    /// - Throws: ``TodoError`` for what is not understood or not allowed.
    package func parse(_ text: String) throws -> Int {
        switch self {
        case .minutes: try EstimatePhrase.parse(text)
        }
    }

    /// The number for people.
    package func text(_ number: Int) -> String {
        switch self {
        case .minutes: EstimatePhrase.text(of: number)
        }
    }
}
