import TestSupport
import Testing
import TodoDomain

@Suite("A place in a manual order")
struct OrderGapTests {
    private typealias Gap = OrderGap<String>

    /// A list of items by key, sorted as a store sorts them.
    private struct List {
        private(set) var items: [Gap.Neighbor]

        init(_ keys: [OrderKey]) {
            items = keys.enumerated().map { .init(String($0.offset + 1000), $0.element) }
            sort()
        }

        private mutating func sort() { items.sort { ($0.key, $0.id) < ($1.key, $1.id) } }

        /// Returns the gap before the item at an index, with as many neighbours as ``OrderGap`` asks for.
        func gap(at index: Int) throws -> Gap {
            try Gap(preceding: neighbors(items[..<index].reversed()), following: neighbors(Array(items[index...])))
        }

        private func neighbors(_ items: [Gap.Neighbor]) -> [Gap.Neighbor] {
            let alike = items.prefix { $0.key == items.first?.key }.count
            return Array(items.prefix(alike + 1))
        }

        mutating func write(_ neighbors: [Gap.Neighbor]) {
            for neighbor in neighbors {
                items.removeAll { $0.id == neighbor.id }
                items.append(neighbor)
            }
            sort()
        }
    }

    private func keys(_ texts: String...) throws -> [OrderKey] { try texts.map { try #require(OrderKey($0)) } }

    @Test("is filled by one key where its neighbours have different ones, or there are none")
    func different() throws {
        let list = List(try keys("a0", "a1"))
        #expect(try (0...2).map { try list.gap(at: $0).key.description } == ["Zz", "a0V", "a2"])
        #expect(try (0...2).allSatisfy { try list.gap(at: $0).parted.isEmpty })
        #expect(try List([]).gap(at: 0).key == .first)
    }

    @Test("between items of one key parts those on the smaller side from it, and no others")
    func equal() throws {
        let list = List(try keys("a0", "a5", "a5", "a5", "a5", "a5", "a9"))
        let ids = try (1...6).map { try list.gap(at: $0).parted.map(\.id) }
        #expect(ids == [[], ["1001"], ["1001", "1002"], ["1004", "1005"], ["1005"], []])
        // With as many on either side, those after the gap are moved.
        let even = List(try keys("a5", "a5"))
        #expect(try even.gap(at: 1).parted == [.init("1001", try keys("a6")[0])])
        #expect(try even.gap(at: 1).key == keys("a5V")[0])
    }

    @Test("is parted alike on two devices, whatever they insert there")
    func concurrent() throws {
        var list = List(try keys("a0", "a5", "a5", "a5", "a5", "a9"))
        let (one, other) = (try list.gap(at: 3), try list.gap(at: 3))
        var generator = SeededGenerator(seed: 3)
        var run = try other.run(using: &generator)
        let pasted = (0..<3).map { Gap.Neighbor("pasted\($0)", run.next()) }
        list.write(one.parted + [.init("typed", one.key)])
        list.write(other.parted + pasted)
        let order = list.items.map(\.id).filter { $0 != "typed" }
        #expect(order == ["1000", "1001", "1002", "pasted0", "pasted1", "pasted2", "1003", "1004", "1005"])
    }

    @Test(
        "is where an item was put, in the order of all others, after any edits",
        arguments: 1...20 as ClosedRange<UInt64>)
    func random(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        // Made within a few milliseconds, as by an import.
        var list = List(
            (0..<30).map { _ in .init(createdAt: .init(milliseconds: .random(in: 0...3, using: &generator))) })
        for step in 0..<50 {
            let index = Int.random(in: 0...list.items.count, using: &generator)
            let gap = try list.gap(at: index)
            let before = list.items.map(\.id)
            let left = list.items[..<index].reversed().prefix { $0.key == list.items[index...].first?.key }.count
            let right = list.items[index...].prefix { $0.key == list.items[..<index].last?.key }.count
            #expect(gap.parted.count == min(left, right))

            var inserted: [Gap.Neighbor] = []
            if generator.chance(0.3) {
                var run = try gap.run(using: &generator)
                inserted = (0..<3).map { .init("\(step)-\($0)", run.next()) }
            } else {
                // Another device may have given the same key: the ids decide.
                let count = Int.random(in: 1...3, using: &generator)
                inserted = (0..<count).map { .init("\(step)-\($0)", gap.key) }
            }
            list.write(gap.parted + inserted)
            #expect(list.items.map(\.id) == Array(before[..<index]) + inserted.map(\.id) + Array(before[index...]))
        }
    }
}
