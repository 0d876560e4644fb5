import JSON
import Testing
import TodoDomain

/// A part of a record that the remote may lack is sent only for that part, so each must be distinguishable.
@Suite("What of a record the remote does not have")
struct RecordDifferenceTests {
    private let record = Record(
        kind: .todo, id: "t1", createdAt: 5, origin: at(1),
        registers: ["title": .init("Milk"), "notes": .init("two", at(2))],
        elements: ["home": .init(isPresent: true, stamp: at(2))], deletion: .init(.null, at(2)))

    private func difference(_ edit: (inout Record) -> Void) -> RecordDifference {
        var edited = record
        edit(&edited)
        return edited.difference(from: RecordBase(record, sequence: 7))
    }

    @Test("is nothing right after it was sent")
    func nothing() {
        #expect(difference { _ in }.isEmpty)
        #expect(difference { $0.createdAt = 6 }.isEmpty, "the earlier time stays")
    }

    @Test("is what was written since, and that alone")
    func parts() {
        let cases: [(RecordDifference, RecordDifference)] = [
            (difference { $0.registers["title"] = .init("Oats", at(3)) }, expected(registers: ["title"])),
            (difference { $0.registers["notes"] = .init("two") }, expected(registers: ["notes"])),
            (
                difference { $0.elements["home"] = .init(isPresent: false, stamp: at(3)) },
                expected(elements: ["home"])
            ),
            (
                difference { $0.elements["shop"] = .init(isPresent: true, stamp: at(3)) },
                expected(elements: ["shop"])
            ),
            (difference { $0.deletion = .init(3, at(3)) }, expected(deletion: true)),
            (difference { $0.createdAt = 4 }, expected(createdAt: true)),
        ]
        for (found, expected) in cases {
            #expect(found == expected && !found.isEmpty)
        }
        let moved = difference { $0.origin = at(0) }
        #expect(moved == expected(registers: ["title"], origin: true))
        #expect(!expected(origin: true).isEmpty)
    }

    @Test("is the deletion too where it was never deleted there")
    func deletion() {
        var live = record
        live.deletion = nil
        let base = RecordBase(live, sequence: 7)
        #expect(live.difference(from: base).isEmpty)
        #expect(record.difference(from: base) == expected(deletion: true))
        #expect(!base.isDeleted && RecordBase(record, sequence: 7).deletion == at(2))
    }
}

private func expected(
    registers: Set<String> = [], elements: Set<String> = [], deletion: Bool = false, createdAt: Bool = false,
    origin: Bool = false
) -> RecordDifference {
    let nothing = Record(kind: .todo, id: "t1", createdAt: 5, origin: at(1))
    var difference = nothing.difference(from: RecordBase(nothing, sequence: 1))
    difference.registers = registers
    difference.elements = elements
    difference.deletion = deletion
    difference.createdAt = createdAt
    difference.origin = origin
    return difference
}

private func at(_ milliseconds: Int64) -> Stamp {
    Stamp(milliseconds: milliseconds, counter: 0, device: DeviceID(rawValue: 1))
}
