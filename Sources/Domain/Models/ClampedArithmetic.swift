// Arithmetic that never traps, whatever number comes from a file or from the wire.
extension FixedWidthInteger {
    /// The sum, clamped to the range of the type.
    package func addingClamped(_ other: Self) -> Self {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? (other > 0 ? .max : .min) : sum
    }
}

extension Int64 {
    /// The absolute difference, clamped to the range of `Int64`.
    package func distanceClamped(to other: Int64) -> Int64 {
        let (difference, overflows) = other.subtractingReportingOverflow(self)
        return overflows || difference == .min ? .max : abs(difference)
    }
}

extension FixedWidthInteger where Self: SignedInteger {
    /// Quotient and remainder; the remainder is never negative.
    /// - Parameter divisor: at least 1.
    package func dividedRoundingDown(by divisor: Self) -> (quotient: Self, remainder: Self) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
