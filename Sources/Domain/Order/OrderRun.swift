/// Keys for several items that are inserted at one place and are to stay together, as when a list is pasted or typed.
///
/// Its keys share three random digits, so that the runs that several devices insert at one place, none knowing of the
/// others, follow one another and do not mingle. A command that places several items takes all keys from one run; a front
/// end keeps one for as long as somebody goes on typing at a place, and makes another one elsewhere.
public struct OrderRun: Hashable, Sendable {
    /// A key between the bounds, which the upper one does not begin with, and the random digits.
    private let stem: [UInt8]
    /// The number of the last key within the run, written as an integer.
    private var ordinal = [OrderDigits.smallestPositiveHead, OrderDigits.zero]

    /// A run between two keys; nil for either: without that bound.
    ///
    /// nil where there is no room, as ``OrderKey/between(_:_:)`` says.
    public init?(
        between lower: OrderKey?, and upper: OrderKey?, using generator: inout some RandomNumberGenerator
    ) {
        guard var middle = OrderKey.between(lower, upper) else { return nil }
        // What begins with the upper bound's own beginning and goes on at random might lie beyond it.
        while let upper, upper.description.utf8.starts(with: middle.description.utf8) {
            guard let lesser = OrderKey.between(lower, middle) else { return nil }
            middle = lesser
        }
        stem = middle.digits + (0..<3).map { _ in OrderDigits.digit(Int.random(in: 0..<62, using: &generator)) }
        // With the longest ordinal, which nobody reaches, a key is still a valid one.
        guard stem.count + OrderDigits.smallestInteger.count <= OrderKey.maximumLength else { return nil }
    }

    /// The key for the next item: after those given before.
    public mutating func next() -> OrderKey {
        repeat {
            guard let following = OrderDigits.incremented(ordinal) else { break }
            ordinal = following
            // Nothing would fit before a key whose fraction ends with a zero.
        } while ordinal.last == OrderDigits.zero
        return OrderKey(digits: stem + ordinal)
    }
}
