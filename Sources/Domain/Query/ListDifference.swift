/// How a list became another one, in the steps that list views take: `removed` and the origins of `moved` are places in
/// the old list; `inserted`, `changed` and the targets of `moved` are places in the new one.
public struct ListDifference<Model: Identifiable & Hashable & Sendable>: Hashable, Sendable where Model.ID: Sendable {
    /// An entry at its place.
    public struct Entry: Hashable, Sendable {
        /// The place, from 0.
        public let index: Int
        /// The entry: as it was where it is removed, else as it is.
        public let model: Model
    }

    /// An entry that has another place among those that stay.
    public struct Move: Hashable, Sendable {
        /// Its place in the old list, from 0.
        public let origin: Int
        /// Its place in the new list, from 0.
        public let index: Int
        /// The entry as it is.
        public let model: Model
    }

    /// Entries that are no more in the list, by their places in the old one, ascending.
    public let removed: [Entry]
    /// Entries that are new in the list, by their places in the new one, ascending.
    public let inserted: [Entry]
    /// Entries that changed their order, by their places in the new list, ascending; as few as can be.
    public let moved: [Move]
    /// Entries that stay in the list, moved or not, with another content; by their places in the new list, ascending.
    public let changed: [Entry]

    /// Whether nothing differs.
    public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && moved.isEmpty && changed.isEmpty }

    /// What turns a list into another; no id stands twice in either.
    public init(from old: [Model], to new: [Model]) {
        let origins = Dictionary(zip(old.map(\.id), old.indices)) { first, _ in first }
        let kept = Set(new.map(\.id))
        removed = old.indices.filter { !kept.contains(old[$0].id) }.map { Entry(index: $0, model: old[$0]) }
        let stays = new.indices.compactMap { index in origins[new[index].id].map { (origin: $0, index: index) } }
        let inOrder = Set(Self.longestAscent(of: stays.map(\.origin)))
        moved = stays.filter { !inOrder.contains($0.origin) }.map {
            Move(origin: $0.origin, index: $0.index, model: new[$0.index])
        }
        inserted = new.indices.filter { origins[new[$0].id] == nil }.map { Entry(index: $0, model: new[$0]) }
        changed = stays.filter { old[$0.origin] != new[$0.index] }.map { Entry(index: $0.index, model: new[$0.index]) }
    }

    /// The new list, made from the old one.
    public func applied(to old: [Model]) -> [Model] {
        let gone = Set(removed.map(\.index) + moved.map(\.origin))
        var list = old.indices.filter { !gone.contains($0) }.map { old[$0] }
        let placed = inserted + moved.map { Entry(index: $0.index, model: $0.model) }
        for entry in placed.sorted(by: { $0.index < $1.index }) { list.insert(entry.model, at: entry.index) }
        for entry in changed { list[entry.index] = entry.model }
        return list
    }

    /// The longest part of different numbers, taken in their order, that only grows (patience sorting): what need not
    /// be moved.
    private static func longestAscent(of numbers: [Int]) -> [Int] {
        // For each length the smallest last number of an ascent that long, and for each number the one before it.
        var lasts: [Int] = []
        var previous: [Int: Int] = [:]
        for number in numbers {
            var (low, high) = (0, lasts.count)
            while low < high {
                let middle = (low + high) / 2
                if lasts[middle] < number { low = middle + 1 } else { high = middle }
            }
            if low > 0 { previous[number] = lasts[low - 1] }
            if low == lasts.count { lasts.append(number) } else { lasts[low] = number }
        }
        return Array(sequence(first: lasts.last ?? 0) { previous[$0] }.prefix(lasts.count))
    }
}
