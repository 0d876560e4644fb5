import FirestoreWire
import TestSupport
import Testing
import TodoServer

@Suite("sets of values")
struct ValueSetTests {
    @Test("a value is among others where it equals one of them", arguments: 1...20 as ClosedRange<UInt64>)
    func membership(seed: UInt64) {
        var random = RandomDocuments(generator: SeededGenerator(seed: seed))
        let values = (0..<20).map { _ in random.value(depth: 3) }
        let set = ValueSet(values)
        for sought in (0..<60).map({ _ in random.value(depth: 3) }) + values {
            #expect(
                set.contains(sought) == values.contains { $0.isEquivalent(to: sought) }, "seed \(seed): \(sought)")
        }
    }

    @Test("a value is added once")
    func insertion() {
        var set = ValueSet()
        #expect(set.insert(1) && !set.insert(1.0) && set.insert("1") && !set.insert(.integer(1)))
    }
}
