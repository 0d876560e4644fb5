import JSON
import TestSupport
import Testing
import TodoDomain

@Suite("The merge of replicas")
struct MergeLawsTests {
    @Test(
        "is commutative, associative, idempotent, and lets the greatest writing win",
        arguments: 1...40 as ClosedRange<UInt64>)
    func laws(seed: UInt64) {
        var generator = RecordGenerator(seed: seed)
        for round in 0..<40 {
            let (a, b, c) = (generator.record(), generator.record(), generator.record())
            let broken = MergeLaw.broken(by: { $0.merged(with: $1) }, on: a, b, c)
            #expect(broken.isEmpty, "round \(round)")
        }
    }

    @Test("writes each state in one way, and that way is stable", arguments: 1...20 as ClosedRange<UInt64>)
    func normalForm(seed: UInt64) {
        var generator = RecordGenerator(seed: seed)
        for record in generator.records(50) {
            let normalized = record.normalized()
            #expect(MergeModel(of: normalized) == MergeModel(of: record))
            #expect(normalized.normalized() == normalized)
            #expect(record.merged(with: record) == normalized)
            #expect(normalized.isDeleted == record.isDeleted)
            #expect(normalized.contentStamp == record.contentStamp)
        }
    }

    @Test(
        "gives the same record in whatever order and grouping many replicas meet",
        arguments: 1...20 as ClosedRange<UInt64>)
    func anyOrder(seed: UInt64) {
        var generator = RecordGenerator(seed: seed)
        let replicas = generator.records(6)
        let expected = MergeModel(of: replicas)
        for _ in 0..<10 {
            var heap = replicas.shuffled(using: &generator.generator)
            while heap.count > 1 {
                let last = heap.removeLast()
                let index = Int.random(in: 0..<heap.count, using: &generator.generator)
                heap[index] = heap[index].merged(with: last)
            }
            #expect(MergeModel(of: heap[0]) == expected)
        }
    }

    @Test("never lowers a register's stamp and invents no value", arguments: 1...20 as ClosedRange<UInt64>)
    func monotone(seed: UInt64) {
        var generator = RecordGenerator(seed: seed)
        for _ in 0..<40 {
            let (a, b) = (generator.record(), generator.record())
            let merged = MergeModel(of: a.merged(with: b))
            let (left, right) = (MergeModel(of: a), MergeModel(of: b))
            for (name, writing) in merged.registers {
                #expect(writing == left.registers[name] || writing == right.registers[name])
                #expect(writing >= left.registers[name] ?? writing && writing >= right.registers[name] ?? writing)
            }
        }
    }
}
