/// The occurrences of a series that are taken because they have a record: done, skipped, reopened or deleted. Each
/// query is one probe of an index over (stretch, key).
package protocol SettledOccurrences {
    /// The greatest key of this stretch and all later ones.
    func greatestKey(from stretch: Int) -> Day?
    /// The greatest key of all earlier stretches.
    func greatestKey(before stretch: Int) -> Day?
    /// Whether this key is taken in this stretch or a later one.
    func contains(_ key: Day, from stretch: Int) -> Bool
    /// The latest stretch.
    var greatestStretch: Int? { get }
    /// How many there are.
    var count: Int { get }
}

/// The occurrences of a series that are taken, in memory.
package struct SettledSet: SettledOccurrences, Hashable, Sendable {
    private let sorted: [Occurrence]
    private let members: Set<Occurrence>

    /// These occurrences.
    package init(_ occurrences: some Sequence<Occurrence>) {
        members = Set(occurrences)
        sorted = members.sorted()
    }

    /// The greatest key of this stretch and all later ones.
    package func greatestKey(from stretch: Int) -> Day? {
        sorted.reversed().prefix { $0.stretch >= stretch }.lazy.map(\.key).max()
    }

    /// The greatest key of all earlier stretches.
    package func greatestKey(before stretch: Int) -> Day? {
        sorted.prefix { $0.stretch < stretch }.lazy.map(\.key).max()
    }

    /// Whether this key is taken in this stretch or a later one.
    package func contains(_ key: Day, from stretch: Int) -> Bool {
        if members.contains(Occurrence(stretch: stretch, key: key)) { return true }
        guard let latest = greatestStretch, latest > stretch else { return false }
        return sorted.reversed().prefix { $0.stretch > stretch }.contains { $0.key == key }
    }

    /// The latest stretch.
    package var greatestStretch: Int? { sorted.last?.stretch }

    /// How many there are.
    package var count: Int { sorted.count }
}
