import TestSupport
import Testing
import TodoDomain

@Suite("Differences of lists")
struct ListDifferenceTests {
    struct Item: Identifiable, Hashable, Sendable {
        let id: Int
        var text = 0
    }

    @Test(
        "applied to the old list, they give the new one, with as few moves as can be",
        arguments: 1...20 as ClosedRange<UInt64>)
    func property(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for round in 0..<200 {
            let ids = Array(0..<Int.random(in: 0...12, using: &generator))
            let old = ids.shuffled(using: &generator).filter { _ in generator.chance(0.7) }.map { Item(id: $0) }
            var new = generator.chance(0.5) ? old : ids.shuffled(using: &generator).map { Item(id: $0) }
            new.removeAll { _ in generator.chance(0.2) }
            if generator.chance(0.5), new.count > 1 { new.append(new.removeFirst()) }
            for index in new.indices where generator.chance(0.2) { new[index].text += 1 }
            let difference = ListDifference(from: old, to: new)
            let place = "seed \(seed), round \(round): \(old.map(\.id)) to \(new.map(\.id))"
            #expect(difference.applied(to: old) == new, "\(place)")
            #expect(difference.isEmpty == (old == new), "\(place)")
            let (before, after) = (Set(old.map(\.id)), Set(new.map(\.id)))
            #expect(Set(difference.removed.map(\.model.id)) == before.subtracting(after), "\(place)")
            #expect(Set(difference.inserted.map(\.model.id)) == after.subtracting(before), "\(place)")
            #expect(difference.removed.allSatisfy { old[$0.index] == $0.model }, "\(place)")
            #expect(
                difference.moved.allSatisfy { old[$0.origin].id == $0.model.id && new[$0.index] == $0.model },
                "\(place)")
            #expect(difference.changed.allSatisfy { new[$0.index] == $0.model && $0.model.text == 1 }, "\(place)")
            let kept = new.compactMap { item in old.firstIndex { $0.id == item.id } }
            #expect(difference.moved.count == kept.count - ascent(kept), "\(place)")
        }
    }

    /// The length of the longest increasing subsequence, computed the slow way.
    private func ascent(_ numbers: [Int]) -> Int {
        var lengths: [Int] = []
        for (index, number) in numbers.enumerated() {
            lengths.append(1 + ((0..<index).filter { numbers[$0] < number }.map { lengths[$0] }.max() ?? 0))
        }
        return lengths.max() ?? 0
    }

    @Test("a list of ten thousand the other way round takes no time to speak of")
    func large() {
        let old = (0..<10_000).map { Item(id: $0) }
        let difference = ListDifference(from: old, to: old.reversed())
        #expect(difference.moved.count == 9999 && difference.inserted.isEmpty && difference.removed.isEmpty)
    }
}
