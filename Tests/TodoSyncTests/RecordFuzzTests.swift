import FirestoreWire
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoSync

@Suite("Documents of any bytes")
struct RecordFuzzTests {
    private static func document() -> Fields {
        let device = DeviceID(rawValue: 5)
        func stamp(_ milliseconds: Int64) -> Stamp { Stamp(milliseconds: milliseconds, counter: 0, device: device) }
        var record = Record(kind: .todo, id: "t1", createdAt: 1, origin: stamp(10))
        record.registers["title"] = Record.Register("milk")
        record.registers["due"] = Record.Register(["day": "2026-11-21"], stamp(12))
        record.registers["extras.x"] = Record.Register(["a": [1, .null]], stamp(13))
        record.registers["future"] = Record.Register(["b"], stamp(14))
        record.elements["tag-1"] = Record.Element(isPresent: true, stamp: stamp(20))
        record.deletion = Record.Register(12, stamp(30))
        return RecordCodec.document(record.normalized(), sequence: 42)
    }

    @Test("a document that somebody else has written is a record or is refused, and a record comes back as it was")
    func documents() {
        let original = Self.document().json
        let parts =
            SeededGenerator.jsonParts + [
                #""stringValue""#, #""integerValue""#, #""mapValue""#, #"{"nullValue":null}"#, "seq", "deleted", "*",
            ]
        fuzz("records", rounds: 3000) { generator, seed in
            let bytes = generator.mutated(original, parts: parts)
            guard let fields = try? Fields(json: bytes) else { return }
            do {
                let (record, sequence) = try read(fields)
                let again = try read(RecordCodec.document(record, sequence: sequence))
                #expect(again.record == record.normalized(), "seed \(seed)")
                #expect(again.sequence == sequence, "seed \(seed)")
                // Merging any record with itself changes nothing.
                #expect(record.merged(with: record) == record.normalized(), "seed \(seed)")
            } catch is RecordCodec.Unreadable {
            } catch {
                Issue.record("\(error), seed \(seed)")
            }
        }
    }

    private func read(_ fields: Fields) throws -> (record: Record, sequence: Int64) {
        let incoming = try RecordCodec.record(RecordKey(.todo, "t1"), fields)
        return (incoming.record, incoming.sequence)
    }
}
