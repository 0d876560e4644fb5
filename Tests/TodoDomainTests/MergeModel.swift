import JSON
import TodoDomain

/// What any number of replicas must become, stated without merging: for each register the greatest write among all of
/// them, by stamp and then by the bytes of the canonical JSON. Two records have the same state if their models are
/// equal, down to the bytes.
struct MergeModel: Hashable {
    struct Writing: Hashable, Comparable {
        let stamp: Stamp
        let bytes: [UInt8]

        static func < (left: Writing, right: Writing) -> Bool {
            left.stamp == right.stamp
                ? left.bytes.lexicographicallyPrecedes(right.bytes) : left.stamp < right.stamp
        }
    }

    var createdAt: Int64?
    var origin: Stamp?
    var registers: [String: Writing] = [:]
    var elements: [String: Writing] = [:]
    var deletion: Writing?

    init(of records: [Record]) {
        createdAt = records.map(\.createdAt).min()
        origin = records.map(\.origin).min()
        for record in records {
            func writing(_ register: Record.Register?) -> Writing {
                let value = register?.value ?? .null
                return Writing(stamp: register?.stamp ?? record.origin, bytes: Array(value.canonicalJSON.utf8))
            }
            for name in Set(record.kind.registerNames).union(record.registers.keys) {
                let candidate = writing(record.registers[name])
                registers[name] = max(registers[name] ?? candidate, candidate)
            }
            for (name, element) in record.elements {
                let candidate = Writing(stamp: element.stamp, bytes: element.isPresent ? [1] : [0])
                elements[name] = max(elements[name] ?? candidate, candidate)
            }
            if let register = record.deletion {
                let candidate = writing(register)
                deletion = max(deletion ?? candidate, candidate)
            }
        }
    }

    init(of record: Record) { self.init(of: [record]) }
}

/// The laws of the merge, checked for any merge function, so that the checker itself can be tested.
enum MergeLaw: CaseIterable {
    case commutative, associative, idempotent, greatestWritingWins

    /// The laws that `merge` breaks on these three replicas.
    static func broken(by merge: (Record, Record) -> Record, on a: Record, _ b: Record, _ c: Record) -> Set<MergeLaw> {
        var broken = Set<MergeLaw>()
        func expect(_ left: Record, _ right: Record, _ law: MergeLaw) {
            if left != right || MergeModel(of: left) != MergeModel(of: right) { broken.insert(law) }
        }
        let both = merge(a, b)
        expect(both, merge(b, a), .commutative)
        expect(merge(both, c), merge(a, merge(b, c)), .associative)
        for again in [merge(both, both), merge(both, a), merge(both, b), merge(a, both)] {
            expect(again, both, .idempotent)
        }
        if MergeModel(of: merge(both, c)) != MergeModel(of: [a, b, c]) { broken.insert(.greatestWritingWins) }
        return broken
    }
}
