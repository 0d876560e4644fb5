/// Keys for several items that are inserted at one position and should stay together, as when a list is pasted or
/// typed.
///
/// The keys share three random digits. So runs that several devices insert at the same position independently follow
/// one another, and do not mingle. A command that places several items takes all keys from one run. A front end keeps a
/// run as long as a person types at one position, and makes a new one elsewhere.
package struct OrderRun: Hashable, Sendable {
    /// A key between the bounds that is not a prefix of the upper one, followed by the random digits.
    private let stem: [UInt8]
    /// The number of the last key in the run, written as an integer.
    private var ordinal = [OrderDigits.smallestPositiveHead, OrderDigits.zero]

    /// A run between two keys; a nil bound is open.
    ///
    /// Returns nil if there is no room, as in ``OrderKey/between(_:_:)``.
    package init?(
        between lower: OrderKey?, and upper: OrderKey?, using generator: inout some RandomNumberGenerator
    ) {
        guard var middle = OrderKey.between(lower, upper) else { return nil }
        // Random digits after a prefix of the upper bound could exceed the bound.
        while let upper, upper.description.utf8.starts(with: middle.description.utf8) {
            guard let lesser = OrderKey.between(lower, middle) else { return nil }
            middle = lesser
        }
        stem = middle.digits + (0..<3).map { _ in OrderDigits.digit(Int.random(in: 0..<62, using: &generator)) }
        // The key is valid even with the longest ordinal, which is never reached.
        guard stem.count + OrderDigits.smallestInteger.count <= OrderKey.maximumLength else { return nil }
    }

    /// The key for the next item, after all previous ones.
    package mutating func next() -> OrderKey {
        repeat {
            guard let following = OrderDigits.incremented(ordinal) else { break }
            ordinal = following
            // No key fits before a key whose fraction ends with a zero.
        } while ordinal.last == OrderDigits.zero
        return OrderKey(digits: stem + ordinal)
    }
}
