// Arithmetic that never traps, whatever a file or a stranger put into a number.
extension Int64 {
    /// The sum, or the greatest or least number where it lies beyond.
    package func addingClamped(_ other: Int64) -> Int64 {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? (other > 0 ? .max : .min) : sum
    }

    /// How far apart two numbers are, or the greatest number where they are farther.
    package func distanceClamped(to other: Int64) -> Int64 {
        let (difference, overflows) = other.subtractingReportingOverflow(self)
        return overflows || difference == .min ? .max : abs(difference)
    }

    /// Quotient and remainder, the remainder never negative.
    /// - Parameter divisor: 2 or more.
    package func dividedRoundingDown(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
