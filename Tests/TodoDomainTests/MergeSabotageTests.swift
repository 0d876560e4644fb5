import JSON
import TestSupport
import Testing
import TodoDomain

/// Merges with one fault each. The checker of the laws must catch every one of them, or it would prove nothing.
@Suite("A sabotaged merge is caught")
struct MergeSabotageTests {
    @Test("that lets the last processed win a tie, within 50 seeds")
    func lastProcessedWins() {
        #expect(lawsBroken { a, b in merged(a, b) { _, right in right } }.isSuperset(of: [.commutative]))
    }

    @Test("that lets the first processed win a tie, within 50 seeds")
    func firstProcessedWins() {
        #expect(lawsBroken { a, b in merged(a, b) { left, _ in left } }.isSuperset(of: [.commutative]))
    }

    @Test("that does not tell two creations apart, within 50 seeds")
    func originAsPlainStamp() {
        #expect(
            lawsBroken { a, b in
                var (a, b) = (a, b)
                b.origin = min(a.origin, b.origin)
                a.origin = b.origin
                return a.merged(with: b)
            }.isSuperset(of: [.greatestWritingWins]))
    }

    @Test("and the copy that the faults are put into is not, without them")
    func copyWithoutFault() {
        let broken = lawsBroken { a, b in
            merged(a, b) { left, right in
                let (leftText, rightText) = (left.value.canonicalJSON, right.value.canonicalJSON)
                return leftText.utf8.lexicographicallyPrecedes(rightText.utf8) ? right : left
            }
        }
        #expect(broken.isEmpty)
    }

    @Test("that overwrites instead of merging, within 50 seeds")
    func overwrites() {
        #expect(lawsBroken { _, b in b.normalized() }.isSuperset(of: [.commutative, .greatestWritingWins]))
    }

    @Test("that lets the removal of a tag win a tie, within 50 seeds")
    func removalWinsTies() {
        let broken = lawsBroken { a, b in
            var result = a.merged(with: b)
            for (tag, left) in a.elements {
                guard let right = b.elements[tag], left.stamp == right.stamp else { continue }
                result.elements[tag]?.isPresent = left.isPresent && right.isPresent
            }
            return result
        }
        #expect(broken.isSuperset(of: [.greatestWritingWins]))
    }

    private func lawsBroken(by merge: (Record, Record) -> Record) -> Set<MergeLaw> {
        var broken = Set<MergeLaw>()
        for seed in 1...50 as ClosedRange<UInt64> {
            var generator = RecordGenerator(seed: seed)
            broken.formUnion(
                MergeLaw.broken(by: merge, on: generator.record(), generator.record(), generator.record()))
        }
        return broken
    }

    /// The correct merge, except for who wins between equal stamps.
    private func merged(
        _ a: Record, _ b: Record, tie: (Record.Register, Record.Register) -> Record.Register
    ) -> Record {
        func later(_ left: Record.Register, _ right: Record.Register) -> Record.Register {
            let (leftStamp, rightStamp) = (left.stamp ?? a.origin, right.stamp ?? b.origin)
            guard leftStamp == rightStamp else { return leftStamp > rightStamp ? left : right }
            return tie(left, right)
        }
        var result = a.merged(with: b)
        for name in Set(a.registers.keys).intersection(b.registers.keys) {
            guard let left = a.registers[name], let right = b.registers[name] else { continue }
            var winner = later(left, right)
            winner.stamp = max(left.stamp ?? a.origin, right.stamp ?? b.origin)
            result.registers[name] = winner
        }
        return result.normalized()
    }
}
