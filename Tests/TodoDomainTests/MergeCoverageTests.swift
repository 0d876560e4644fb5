import JSON
import TestSupport
import Testing
import TodoDomain

/// The property tests are only as good as their generator: each kind of clash must really occur.
@Suite("The hostile generator of replicas")
struct MergeCoverageTests {
    enum Clash: CaseIterable {
        case equalStampsAndDifferentValues, equalTextsOfDifferentBytes, equalNumbersOfDifferentTexts, nullAgainstValue
        case differentOrigins, oneOriginAndDifferentValues, deletionWins, laterEditRevives, deletionTakenBack
        case tieOfDeletions, unknownRegister, unknownRegisterNullAtOrigin, tieOfAddAndRemove, writingOlderThanOrigin
    }

    @Test("makes every kind of clash, many times")
    func everyClash() {
        var counts: [Clash: Int] = [:]
        for seed in 1...40 as ClosedRange<UInt64> {
            var generator = RecordGenerator(seed: seed)
            for _ in 0..<100 {
                for clash in clashes(of: generator.record(), generator.record()) { counts[clash, default: 0] += 1 }
            }
        }
        for clash in Clash.allCases { #expect(counts[clash, default: 0] >= 10, "\(clash)") }
    }

    private func clashes(of a: Record, _ b: Record) -> Set<Clash> {
        var found = Set<Clash>()
        if a.origin != b.origin { found.insert(.differentOrigins) }
        for (name, left) in a.registers {
            if !a.kind.registerNames.contains(name) {
                found.insert(.unknownRegister)
                if left == Record.Register(.null) { found.insert(.unknownRegisterNullAtOrigin) }
            }
            if let stamp = left.stamp, stamp < a.origin { found.insert(.writingOlderThanOrigin) }
            guard let right = b.registers[name], left.stamp ?? a.origin == right.stamp ?? b.origin else { continue }
            found.formUnion(ties(of: left, right))
            if left.stamp == nil, right.stamp == nil, left.value != right.value {
                found.insert(.oneOriginAndDifferentValues)
            }
        }
        for (tag, left) in a.elements {
            guard let right = b.elements[tag], left.stamp == right.stamp else { continue }
            if left.isPresent != right.isPresent { found.insert(.tieOfAddAndRemove) }
        }
        if let left = a.deletion, let right = b.deletion, left.stamp == right.stamp, left.value != right.value {
            found.insert(.tieOfDeletions)
        }
        let merged = a.merged(with: b)
        if merged.isDeleted { found.insert(.deletionWins) }
        if merged.deletion?.value == .null { found.insert(.deletionTakenBack) }
        if a.isDeleted || b.isDeleted, !merged.isDeleted { found.insert(.laterEditRevives) }
        return found
    }

    private func ties(of left: Record.Register, _ right: Record.Register) -> Set<Clash> {
        guard left.value != right.value else { return [] }
        var found: Set<Clash> = [.equalStampsAndDifferentValues]
        if left.value.isNull || right.value.isNull { found.insert(.nullAgainstValue) }
        // Swift's own == considers these two equal.
        if let left = left.value.string, left == right.value.string { found.insert(.equalTextsOfDifferentBytes) }
        if let left = left.value.number, left == right.value.number { found.insert(.equalNumbersOfDifferentTexts) }
        return found
    }
}
