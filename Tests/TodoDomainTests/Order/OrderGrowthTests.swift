import TestSupport
import Testing
import TodoDomain

@Suite("How long keys of a manual order become")
struct OrderGrowthTests {
    private func length(_ key: OrderKey?) -> Int { key?.description.utf8.count ?? .max }

    @Test("four characters after 100,000 items appended or prepended one by one")
    func ends() throws {
        var (last, first): (OrderKey?, OrderKey?) = (nil, nil)
        for _ in 0..<100_000 {
            last = try #require(OrderKey.between(last, nil))
            first = try #require(OrderKey.between(nil, first))
        }
        #expect(length(last) == 4 && length(first) == 4)
    }

    @Test("under twenty characters after 10,000 random moves in a list of 500")
    func moves() throws {
        var generator = SeededGenerator(seed: 1)
        var keys = try #require(OrderKey.keys(500, between: nil, and: nil))
        for _ in 0..<10_000 {
            keys.remove(at: Int.random(in: 0..<500, using: &generator))
            let place = Int.random(in: 0...499, using: &generator)
            let gap = try OrderGap(
                preceding: keys[..<place].suffix(1).map { .init(0, $0) },
                following: keys[place...].prefix(1).map { .init(1, $0) })
            #expect(gap.parted.isEmpty)
            keys.insert(gap.key, at: place)
        }
        #expect(zip(keys, keys.dropFirst()).allSatisfy(<))
        #expect(keys.map(length).max() ?? 0 < 20)
    }

    @Test("one for every six items that are inserted right after the same one, until the list has to be respaced")
    func sameSpot() throws {
        let lower = try #require(OrderKey("a0"))
        var upper = try #require(OrderKey.between(lower, nil))
        for _ in 0..<2000 { upper = try #require(OrderKey.between(lower, upper)) }
        #expect((300..<350).contains(length(upper)))

        // The list is nearly full. A gap reports that, and changes nothing.
        let full = try #require(OrderKey("a0" + String(repeating: "0", count: OrderKey.maximumLength - 3) + "1"))
        #expect(OrderKey.between(lower, full) == nil)
        expectTodoError(.noRoom) {
            try OrderGap(preceding: [.init("a", lower)], following: [.init("b", full)])
        }
        let almost = try #require(OrderKey("a0" + String(repeating: "0", count: OrderKey.maximumLength - 9) + "1"))
        let gap = try OrderGap(preceding: [.init("a", lower)], following: [.init("b", almost)])
        var generator = SeededGenerator(seed: 1)
        expectTodoError(.noRoom) { try gap.run(using: &generator) }
    }
}
