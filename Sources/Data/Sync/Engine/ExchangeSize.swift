/// The number of documents in one exchange with the remote: fewer after a time-out, and more again after successes.
///
/// No fixed size suits every slow line, so each run finds its own. After a time-out the size shrinks to a quarter, down to a
/// single document. Once a few exchanges of a size have succeeded, the size doubles.
struct ExchangeSize {
    /// The maximum number of documents in an exchange.
    let limit: Int
    /// The current number of documents in an exchange.
    private(set) var count: Int
    /// How many exchanges of this size have succeeded in a row.
    private var successes = 0

    /// The number of successes after which a larger size is tried.
    private static let proof = 3

    init(upTo limit: Int) {
        self.limit = limit
        count = limit
    }

    /// Notes that an exchange took too long.
    /// - Parameter carried: the number of documents that it carried, if that is known to be less than ``count``.
    /// - Returns: whether a smaller size can be tried.
    mutating func shrink(from carried: Int? = nil) -> Bool {
        let size = min(carried ?? count, count)
        successes = 0
        guard size > 1 else { return false }
        count = max(size / 4, 1)
        return true
    }

    /// Notes that an exchange has succeeded.
    mutating func succeed() {
        guard count < limit else { return }
        successes += 1
        guard successes >= Self.proof else { return }
        count = min(count * 2, limit)
        successes = 0
    }
}
