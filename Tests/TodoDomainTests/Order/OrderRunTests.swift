import TestSupport
import Testing
import TodoDomain

@Suite("Runs of items that are inserted at one place")
struct OrderRunTests {
    /// What several devices insert at one place without knowing of each other.
    private struct World {
        let lower: OrderKey?
        let upper: OrderKey?
        /// The keys of each device.
        var keys: [[OrderKey]]

        /// A place in a list that was edited for a while, and three devices that insert two to six items there.
        init(
            _ generator: inout SeededGenerator,
            insert: (OrderKey?, OrderKey?, Int, inout SeededGenerator) throws -> [OrderKey]
        ) throws {
            var list: [OrderKey] = []
            for _ in 0..<Int.random(in: 0...5, using: &generator) {
                let place = Int.random(in: 0...list.count, using: &generator)
                let (before, after) = (list[..<place].last, list[place...].first)
                if generator.chance(0.7) {
                    list.insert(try #require(OrderKey.between(before, after)), at: place)
                } else {
                    var run = try #require(OrderRun(between: before, and: after, using: &generator))
                    list.insert(contentsOf: [run.next(), run.next()], at: place)
                }
            }
            let place = Int.random(in: 0...list.count, using: &generator)
            let (lower, upper) = (list[..<place].last, list[place...].first)
            keys = try (0..<3).map { _ in
                try insert(lower, upper, Int.random(in: 2...6, using: &generator), &generator)
            }
            self.lower = lower
            self.upper = upper
        }

        var isInOrder: Bool {
            keys.allSatisfy { run in
                zip(run, run.dropFirst()).allSatisfy(<)
                    && run.allSatisfy { key in lower.map { $0 < key } ?? true && upper.map { key < $0 } ?? true }
            }
        }

        /// Whether an item of one device lies among those of another.
        var isMingled: Bool {
            let ranges = keys.compactMap { run in run.first.flatMap { first in run.last.map { first...$0 } } }
            return ranges.indices.contains { one in
                ranges.indices.contains { other in one < other && ranges[one].overlaps(ranges[other]) }
            }
        }
    }

    private static func keys(_ run: OrderRun?, _ count: Int) throws -> [OrderKey] {
        var run = try #require(run)
        return (0..<count).map { _ in run.next() }
    }

    @Test("lie between their bounds and do not mingle, in 20,000 worlds of three devices")
    func stayTogether() throws {
        var generator = SeededGenerator(seed: 2026)
        var (outside, mingled) = (0, 0)
        for _ in 0..<20_000 {
            let world = try World(&generator) { lower, upper, count, generator in
                try Self.keys(OrderRun(between: lower, and: upper, using: &generator), count)
            }
            if !world.isInOrder { outside += 1 }
            if world.isMingled { mingled += 1 }
        }
        #expect((outside, mingled) == (0, 0))
    }

    @Test("mingle, or leave their bounds, where they are plain keys or not guarded")
    func sabotage() throws {
        var generator = SeededGenerator(seed: 2026)
        var (mingled, outside) = (0, 0)
        for _ in 0..<1000 {
            let plain = try World(&generator) { lower, upper, count, _ in
                try #require(OrderKey.keys(count, between: lower, and: upper))
            }
            if plain.isMingled { mingled += 1 }
            let unguarded = try World(&generator) { lower, upper, count, generator in
                let middle = try #require(OrderKey.between(lower, upper)).description
                let digits = (0..<3).map { _ in generator.pick(Array("0123456789ABCabc")) }
                return try (1...count).map { try #require(OrderKey(middle + String(digits) + "a\($0)")) }
            }
            if !unguarded.isInOrder { outside += 1 }
        }
        #expect(mingled == 1000)
        #expect(outside > 5)
    }

    @Test("go on for as long as somebody types, with keys that stay short and valid")
    func session() throws {
        var generator = SeededGenerator(seed: 5)
        let (lower, upper) = (try #require(OrderKey("a0")), try #require(OrderKey("a1")))
        let keys = try Self.keys(OrderRun(between: lower, and: upper, using: &generator), 10_000)
        #expect(zip([lower] + keys, keys + [upper]).allSatisfy(<))
        #expect(keys.allSatisfy { OrderKey($0.description) != nil && $0.description.utf8.count <= 10 })
        // There is room between any two, and before the first one.
        for (before, after) in zip([lower] + keys.prefix(200), keys.prefix(200)) {
            #expect(OrderKey.between(before, after) != nil)
        }
    }

    @Test("have no place between bounds that are equal")
    func noPlace() throws {
        var generator = SeededGenerator(seed: 1)
        #expect(OrderRun(between: .first, and: .first, using: &generator) == nil)
    }
}
