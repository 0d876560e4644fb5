/// The steps that turn one list into another, in the form that list views take. `removed` and the origins of `moved`
/// are indices in the old list. `inserted`, `changed` and the targets of `moved` are indices in the new list.
public struct ListDifference<Model: Identifiable & Hashable & Sendable>: Hashable, Sendable where Model.ID: Sendable {
    /// An element and its index.
    public struct Entry: Hashable, Sendable {
        /// The index, from 0.
        public let index: Int
        /// The element: the old one if it was removed, the new one otherwise.
        public let model: Model
    }

    /// An element whose position among the remaining ones changed.
    public struct Move: Hashable, Sendable {
        /// Its index in the old list, from 0.
        public let origin: Int
        /// Its index in the new list, from 0.
        public let index: Int
        /// The element as it is now.
        public let model: Model
    }

    /// Elements that are missing in the new list, by their indices in the old one, ascending.
    public let removed: [Entry]
    /// Elements that are new in the list, by their indices in the new one, ascending.
    public let inserted: [Entry]
    /// Elements that have to move, by their indices in the new list, ascending; as few as possible.
    public let moved: [Move]
    /// Elements of both lists whose content differs, moved or not; by their indices in the new list, ascending.
    public let changed: [Entry]

    /// Whether the lists are equal.
    public var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && moved.isEmpty && changed.isEmpty }

    /// The difference between two lists. Ids must be unique in each.
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

    /// Applies the difference to the old list.
    public func applied(to old: [Model]) -> [Model] {
        let gone = Set(removed.map(\.index) + moved.map(\.origin))
        var list = old.indices.filter { !gone.contains($0) }.map { old[$0] }
        let placed = inserted + moved.map { Entry(index: $0.index, model: $0.model) }
        for entry in placed.sorted(by: { $0.index < $1.index }) { list.insert(entry.model, at: entry.index) }
        for entry in changed { list[entry.index] = entry.model }
        return list
    }

    /// The longest increasing subsequence of distinct numbers (patience sorting): the elements that need not move.
    private static func longestAscent(of numbers: [Int]) -> [Int] {
        // For each length, the smallest last number of such a subsequence; for each number, its predecessor.
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
