import FirestoreWire
import JSON
import TestSupport
import Testing

@Suite("Conformance to Google's schemas")
struct SchemaConformanceTests {
    @Test("every message that is written conforms to its schema and is read as what it was")
    func conformance() throws {
        let schema = try FirestoreSchema()
        for (name, message) in Samples.messages {
            let json = try JSONValue(parsing: message.json)
            #expect(schema.faults(in: json, as: name) == [], "\(name)")
            #expect(try message.rereads(), "\(name): \(json.canonicalJSON)")
        }
    }

    @Test("every message is read in every style that Protocol Buffers allow", arguments: FirestoreSchema.Style.allCases)
    func styles(style: FirestoreSchema.Style) throws {
        let schema = try FirestoreSchema()
        for (name, message) in Samples.messages {
            let json = schema.rewrite(try JSONValue(parsing: message.json), as: name, style)
            #expect(try message.isRead(from: json), "\(name): \(json.canonicalJSON)")
        }
    }

    @Test("random documents conform and are read as what they were")
    func randomDocuments() throws {
        let schema = try FirestoreSchema()
        let seed = Dose.seed
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let document = Document(
                name: Samples.name, fields: .random(using: &generator), createTime: .random(using: &generator))
            #expect(try document.rereads(), "seed \(seed)")
            // The keys of a JSONValue fold canonically equivalent names, which documents can contain side by side.
            guard let json = try? JSONValue(parsing: document.json) else { continue }
            #expect(schema.faults(in: json, as: "Document") == [], "seed \(seed)")
        }
    }

    @Test("the checker finds what does not conform")
    func checker() throws {
        let schema = try FirestoreSchema()
        let wrong: [(String, JSONValue)] = [
            ("Value", ["integerValue": 1]), ("Value", ["integerValue": "01"]), ("Value", ["stringValue": 1]),
            ("Value", ["nullValue": 0]), ("Value", ["timestampValue": "2026-11-20"]), ("Value", ["bytesValue": "%"]),
            ("Value", ["mapValue": ["fields": ["a": ["unknown": 1]]]]), ("Value", ["arrayValue": ["values": [1]]]),
            ("Order", ["direction": "UP"]), ("Order", ["direction": 1]), ("StructuredQuery", ["limit": "1"]),
            ("StructuredQuery", ["limit": 5_000_000_000]), ("Precondition", ["exists": "true"]),
            ("Write", ["update_mask": [:]]), ("NoSuchMessage", [:]), ("Document", []),
        ]
        for (name, json) in wrong {
            #expect(schema.faults(in: json, as: name) != [], "\(name): \(json.canonicalJSON)")
        }
    }
}
