/// The gap between two neighbours in a manual order, and the writes that insert something there.
///
/// Usually only the position of the inserted item is written, with ``key`` or a key from ``run(using:)``. Neighbours
/// may have the same key, like items created in the same millisecond. Then the items on the smaller side of the gap get
/// new keys: ``parted`` has to be written in the same step. Their new keys follow from the order alone, so two devices
/// that part the same items write the same.
///
/// A store looks up the neighbours on either side, nearest first: one on each side. If both have the same key, it looks
/// up all items with that key, and one more.
package struct OrderGap<ID: Hashable & Sendable>: Hashable, Sendable {
    /// An item of the list and its key.
    package struct Neighbor: Hashable, Sendable {
        /// The item's identifier.
        package let id: ID
        /// Its key.
        package let key: OrderKey

        /// An item.
        package init(_ id: ID, _ key: OrderKey) {
            self.id = id
            self.key = key
        }
    }

    /// The items that get new keys, in list order; usually none.
    package let parted: [Neighbor]
    /// The key before the gap once ``parted`` is written; nil at the beginning of the list.
    package let lower: OrderKey?
    /// The key after the gap once ``parted`` is written; nil at the end of the list.
    package let upper: OrderKey?
    /// A key for one item.
    package let key: OrderKey

    /// The gap between two neighbours.
    /// - Parameters:
    ///   - preceding: the items before it, nearest first, up to the first item whose key is less than the nearest
    ///     one's, or to the beginning of the list. If the nearest items on both sides have different keys, those
    ///     suffice.
    ///   - following: the items after it, nearest first, likewise.
    /// - Throws: ``TodoError`` with code `no-room` if keys become too long: the list has to be respaced.
    package init(preceding: [Neighbor], following: [Neighbor]) throws {
        let gap = Self.parting(preceding, following).lazy.compactMap { parted, lower, upper in
            OrderKey.between(lower, upper).map { (parted, lower, upper, $0) }
        }
        guard let (parted, lower, upper, key) = gap.first else { throw TodoError.noRoom }
        self.parted = parted
        self.lower = lower
        self.upper = upper
        self.key = key
    }

    /// Keys for several items that should stay together in the gap.
    /// - Throws: ``TodoError`` with code `no-room` if keys become too long: the list has to be respaced.
    package func run(using generator: inout some RandomNumberGenerator) throws -> OrderRun {
        guard let run = OrderRun(between: lower, and: upper, using: &generator) else { throw TodoError.noRoom }
        return run
    }

    private typealias Bounds = (parted: [Neighbor], lower: OrderKey?, upper: OrderKey?)

    /// The ways to make the bounds differ, best first.
    private static func parting(_ preceding: [Neighbor], _ following: [Neighbor]) -> [Bounds] {
        guard let lower = preceding.first?.key, let upper = following.first?.key, lower >= upper else {
            return [([], preceding.first?.key, following.first?.key)]
        }
        let before = preceding.prefix { $0.key >= upper }
        let after = following.prefix { $0.key <= lower }
        func upwards() -> Bounds? {
            let limit = following.dropFirst(after.count).first?.key
            guard let keys = OrderKey.keys(after.count, between: lower, and: limit) else { return nil }
            return (zip(after, keys).map { Neighbor($0.id, $1) }, lower, keys.first)
        }
        func downwards() -> Bounds? {
            let limit = preceding.dropFirst(before.count).first?.key
            guard let keys = OrderKey.keys(before.count, between: limit, and: upper) else { return nil }
            return (zip(before.reversed(), keys).map { Neighbor($0.id, $1) }, keys.last, upper)
        }
        let ways = after.count <= before.count ? [upwards(), downwards()] : [downwards(), upwards()]
        return ways.compactMap(\.self)
    }
}

extension TodoError {
    fileprivate static let noRoom = TodoError(
        .noRoom, "This position of the list has no room left; the list has to be respaced.",
        effect: .nothingChanged)
}
