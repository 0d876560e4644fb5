/// Keys for several items that are inserted at one position and should stay together, as when a list is pasted or
/// typed.
///
/// The keys share three random digits, so that runs that several devices insert at the same position independently
/// follow one another instead of mingling. A command that places several items takes all keys from one run; a front end
/// keeps a run for as long as somebody types at one position, and makes a new one elsewhere.
public struct OrderRun: Hashable, Sendable {
    /// A key between the bounds that is not a prefix of the upper one, followed by the random digits.
    private let stem: [UInt8]
    /// The number of the last key in the run, written as an integer.
    private var ordinal = [OrderDigits.smallestPositiveHead, OrderDigits.zero]

    /// A run between two keys; nil for no bound.
    ///
    /// Returns nil if there is no room, as in ``OrderKey/between(_:_:)``.
    public init?(
        between lower: OrderKey?, and upper: OrderKey?, using generator: inout some RandomNumberGenerator
    ) {
        guard var middle = OrderKey.between(lower, upper) else { return nil }
        // A prefix of the upper bound, continued at random, might exceed it.
        while let upper, upper.description.utf8.starts(with: middle.description.utf8) {
            guard let lesser = OrderKey.between(lower, middle) else { return nil }
            middle = lesser
        }
        stem = middle.digits + (0..<3).map { _ in OrderDigits.digit(Int.random(in: 0..<62, using: &generator)) }
        // Even with the longest ordinal, which nobody reaches, the key is valid.
        guard stem.count + OrderDigits.smallestInteger.count <= OrderKey.maximumLength else { return nil }
    }

    /// The key for the next item, after all previous ones.
    public mutating func next() -> OrderKey {
        repeat {
            guard let following = OrderDigits.incremented(ordinal) else { break }
            ordinal = following
            // No key would fit before one whose fraction ends with a zero.
        } while ordinal.last == OrderDigits.zero
        return OrderKey(digits: stem + ordinal)
    }
}
