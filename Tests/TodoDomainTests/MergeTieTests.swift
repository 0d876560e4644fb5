import JSON
import Testing
import TodoDomain

/// Equal stamps with different values: no correct clock produces them, but a restored backup or a faulty device does.
@Suite("A tie between writings")
struct MergeTieTests {
    private let first = Stamp(milliseconds: 1, counter: 0, device: DeviceID(rawValue: 1))
    private let second = Stamp(milliseconds: 2, counter: 0, device: DeviceID(rawValue: 1))

    static let ties: [(JSONValue, JSONValue)] = [
        ("a", "b"), ("a", .null), (.null, true), (.null, ["day": "2026-11-21"]), (10, 9), ("10", 9), ("\"", "a"),
        (["day": "2026-11-21"], ["day": "2026-11-22"]),
    ]

    @Test("is settled by the greater canonical JSON", arguments: ties)
    func greaterText(left: JSONValue, right: JSONValue) {
        let winner = left.canonicalJSON.utf8.lexicographicallyPrecedes(right.canonicalJSON.utf8) ? right : left
        for (one, other) in [(left, right), (right, left)] {
            let merged = record(title: .init(one, second)).merged(with: record(title: .init(other, second)))
            #expect(merged.registers["title"] == .init(winner, second))
        }
    }

    @Test("between one text in two spellings of an accent leaves the same bytes on both replicas")
    func canonicallyEquivalentTexts() {
        let composed = record(title: .init("caf\u{E9}", second))
        let decomposed = record(title: .init("cafe\u{301}", second))
        let results = [composed.merged(with: decomposed), decomposed.merged(with: composed)]
        let bytes = results.map { Array(($0.registers["title"]?.value.string ?? "").utf8) }
        #expect(bytes[0] == bytes[1])
        #expect(bytes[0] == Array("caf\u{E9}".utf8))
    }

    @Test("with a register that is null since the origin has one result, whoever is met first")
    func nullAtOrigin() {
        let missing = record(title: nil)
        let titled = record(title: .init("a"))
        var older = record(title: .init("b"))
        older.origin = Stamp(milliseconds: 0, counter: 0, device: DeviceID(rawValue: 2))
        let oneWay = missing.merged(with: titled).merged(with: older)
        let otherWay = missing.merged(with: older).merged(with: titled)
        #expect(oneWay == otherWay)
    }

    @Test("keeps an unknown register that is null since the origin")
    func unknownNullAtOrigin() {
        var cleared = record(title: nil)
        cleared.registers["futureField"] = .init(.null)
        var older = record(title: nil)
        older.origin = Stamp(milliseconds: 0, counter: 0, device: DeviceID(rawValue: 2))
        older.registers["futureField"] = .init("x")
        #expect(cleared.merged(with: cleared).merged(with: older) == cleared.merged(with: older))
        #expect(cleared.merged(with: older).registers["futureField"] == .init(.null, first))
    }

    @Test("of creations gives every register the stamp of its own creation first")
    func twoCreations() {
        var left = record(title: .init("left"))
        left.registers["notes"] = .init("kept")
        var right = record(title: .init("right"))
        right.origin = second
        right.registers["futureField"] = .init("kept too")
        let merged = left.merged(with: right)
        #expect(merged.origin == first)
        #expect(merged.registers["title"] == .init("right", second))
        #expect(merged.registers["notes"] == .init(.null, second))
        #expect(merged.registers["futureField"] == .init("kept too", second))
    }

    @Test("makes no difference between a stamp that repeats the origin and none")
    func repeatedOrigin() {
        let explicit = record(title: .init("a", first))
        #expect(explicit.merged(with: record(title: .init("a"))) == record(title: .init("a")))
        #expect(explicit.normalized() == record(title: .init("a")))
        #expect(explicit.stamp(of: "title") == first)
        #expect(explicit.stamp(of: "notes") == first)
    }

    private func record(title: Record.Register?) -> Record {
        Record(
            kind: .todo, id: "todo", createdAt: 1, origin: first, registers: title.map { ["title": $0] } ?? [:])
    }
}
