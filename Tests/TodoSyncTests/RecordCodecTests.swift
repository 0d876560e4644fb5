import FirestoreWire
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoSync

/// Records to documents and back.
@Suite("Record codec")
struct RecordCodecTests {
    private static let device = DeviceID(rawValue: 5)

    private static func stamp(_ milliseconds: Int64) -> Stamp {
        Stamp(milliseconds: milliseconds, counter: 0, device: device)
    }

    /// A to-do with registers of all sorts, some with names that have a meaning in a field path.
    private static func record(using generator: inout SeededGenerator) -> Record {
        var record = Record(kind: .todo, id: "t1", createdAt: 1, origin: stamp(10))
        record.registers["title"] = Record.Register("milk")
        let names = [
            "a.b", "`", "\\", "x y", "é", "__x", "extras.", "extras.a.b`\\", "extras.*", "extras.deleted", "future",
        ]
        let values: [JSONValue] = [.null, true, 7, .double(1.5), "text", ["a", 1], ["b": ["c": .null]], "\u{0}"]
        for name in names where generator.chance(0.6) {
            let own = generator.chance(0.7) ? stamp(Int64.random(in: 11...99, using: &generator)) : nil
            let value = generator.pick(values)
            // A null that was never written is not a register.
            if own != nil || !value.isNull { record.registers[name] = Record.Register(value, own) }
        }
        for id in ["tag-1", "tag_2"] where generator.chance(0.6) {
            record.elements[id] = Record.Element(isPresent: generator.chance(0.5), stamp: stamp(20))
        }
        if generator.chance(0.5) {
            record.deletion = Record.Register(generator.chance(0.5) ? .null : 12, stamp(30))
        }
        return record
    }

    @Test("a record comes back from its document as it was", arguments: 1...200 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let record = Self.record(using: &generator).normalized()
        let document = RecordCodec.document(record, sequence: 42)
        // The record as it arrives over the wire, and not as it was sent.
        let received = try Fields(json: document.json)
        let read = try RecordCodec.record(RecordKey(.todo, "t1"), received)
        #expect(read.record == record && read.sequence == 42)
    }

    @Test("what a mask writes makes of the base's document the record's", arguments: 1...200 as ClosedRange<UInt64>)
    func changes(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let old = Self.record(using: &generator).normalized()
        let record = old.merged(with: Self.record(using: &generator))
        let change = try #require(
            RecordCodec.changes(record, since: RecordBase(old, sequence: 1), sequence: 2))
        var document = RecordCodec.document(old, sequence: 1)
        for path in change.mask.fieldPaths { document[path] = change.fields[path] }
        // Values that no stamp distinguishes are not sent. A tie is left to the reconciliation.
        var expected = record
        for (name, register) in record.registers where record.stamp(of: name) == old.stamp(of: name) {
            expected.registers[name] = old.registers[name].map { Record.Register($0.value, register.stamp) }
        }
        for (id, element) in record.elements where element.stamp == old.elements[id]?.stamp {
            expected.elements[id] = old.elements[id]
        }
        if record.deletion?.stamp == old.deletion?.stamp { expected.deletion = old.deletion }
        #expect(try RecordCodec.record(RecordKey(.todo, "t1"), document).record == expected.normalized())
    }

    @Test("an edited title is sent as docs/sync.md shows it")
    func exactBody() throws {
        var record = Record(kind: .todo, id: "9f2c", createdAt: 1, origin: Self.stamp(1))
        record.registers["title"] = Record.Register("buy milk")
        let base = RecordBase(record, sequence: 41)
        record.registers["title"] = Record.Register("buy milk", Self.stamp(1_795_190_000_000))
        let change = try #require(RecordCodec.changes(record, since: base, sequence: 42))
        #expect(change.mask.fieldPaths.map(\.text) == ["seq", "hi", "v", "title", "s.title"])
        #expect(
            change.fields == [
                "seq": .integer(42), "hi": .integer(1_795_190_000_000), "v": .integer(1), "title": .string("buy milk"),
                "s": .map(["title": .string(Self.stamp(1_795_190_000_000).description)]),
            ])
        // A file that claims to be older.
        record.createdAt = 0
        let older = try #require(RecordCodec.changes(record, since: base, sequence: 42))
        #expect(older.mask.fieldPaths.map(\.text) == ["seq", "hi", "v", "title", "s.title", "createdAt"])
        #expect(older.fields["createdAt"] == .integer(0))
    }

    @Test(
        "what is not one of ours is refused with a reason, never read as something else",
        arguments: [
            ([:], "it has no sequence number"),
            (["seq": .integer(1)], "it has no stamp"),
            (["seq": .integer(1), "s": .map(["*": .string("x")])], "it has no stamp"),
            (["seq": .integer(1), "s": .map(["*": .string("00000000000000000000")])], "it has no title"),
        ] as [(Fields, String)])
    func unreadable(fields: Fields, reason: String) {
        let error = #expect(throws: RecordCodec.Unreadable.self) {
            try RecordCodec.record(RecordKey(.todo, "t1"), fields)
        }
        #expect(error?.reason == reason)
    }

    @Test("a record has what no row can do without, or is refused")
    func required() throws {
        let stamps = Fields([("seq", .integer(1)), ("s", .map(["*": .string(Self.stamp(1).description)]))])
        // What a newer version notices about a kind of record of its own is kept as it is.
        let parts: Value = .map(["kind": .string("pack")])
        let cases: [(RecordKind, [(String, Value)], String)] = [
            (.todo, [("title", "a")], "it has no title"), (.tag, [("title", "a")], "it has no title"),
            (
                .location,
                [("position", .map(["latitude": 1.5, "longitude": 2.5, "altitude": .null]))], "it has no position"
            ),
            (.conflict, [("about", parts), ("lost", parts), ("notice", parts)], "it does not say what it is about"),
            (.device, [("name", "laptop")], "it has no name"),
        ]
        for (kind, fields, reason) in cases {
            var document = stamps
            for (name, value) in fields { document[name] = value }
            #expect(try RecordCodec.record(RecordKey(kind, "a"), document).record.registers.count == fields.count)
            for (name, _) in fields {
                for value in [nil, .null, .integer(1), .string("")] as [Value?] {
                    var lacking = document
                    lacking[name] = value
                    let error = #expect(throws: RecordCodec.Unreadable.self) {
                        try RecordCodec.record(RecordKey(kind, "a"), lacking)
                    }
                    #expect(error?.reason == reason)
                }
            }
        }
        for about in [["kind": "todo"], ["kind": "todo", "id": "a", "register": "title"], ["a": "b"]] as [Fields] {
            var document = stamps
            document["about"] = .map(about)
            document["lost"] = .map(["stamp": "x"])
            document["notice"] = .map(["at": .integer(1)])
            let error = #expect(throws: RecordCodec.Unreadable.self) {
                try RecordCodec.record(RecordKey(.conflict, "a"), document)
            }
            #expect(error?.reason == "it does not say what it is about")
        }
    }
}
