import FirestoreWire
import JSON
import TestSupport
import Testing

@Suite("Hostile input")
struct WireFuzzTests {
    @Test("a message with changed, dropped or repeated bytes is a message or an error, for every kind of message")
    func mutations() {
        let originals = Samples.messages.map { ($0.message, $0.message.json) }
        fuzz("the wire", rounds: 60) { generator, seed in
            for (message, json) in originals {
                let bytes = generator.mutated(json, parts: SeededGenerator.jsonParts + ["error"])
                #expect(message.survives(bytes), "seed \(seed): \(bytes)")
            }
        }
    }

    @Test("a stream of changed bytes in random pieces gives elements or an error")
    func streams() {
        let seed = Dose.seed
        var generator = SeededGenerator(seed: seed)
        var encoder = ArrayEncoder<RunQueryResponse>()
        for _ in 0..<5 {
            encoder.append(RunQueryResponse(document: Document(name: "n", fields: .random(using: &generator))))
        }
        encoder.finish()
        let original = encoder.take()
        for _ in 0..<500 {
            var bytes = original
            bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            let whole = Result { try ArrayDecoder<RunQueryResponse>.elements(of: bytes) }
            let pieces = Result {
                var decoder = ArrayDecoder<RunQueryResponse>()
                var read: [RunQueryResponse] = []
                var rest = bytes[...]
                while !rest.isEmpty {
                    let piece = rest.prefix(.random(in: 1...40, using: &generator))
                    read += try decoder.feed(piece)
                    rest = rest.dropFirst(piece.count)
                }
                try decoder.finish()
                return read
            }
            #expect((try? whole.get()) == (try? pieces.get()), "seed \(seed): \(bytes)")
        }
    }

    @Test("values nest as deep as documents may and far deeper, but not without end")
    func depth() throws {
        func nested(_ depth: Int, _ open: String, _ close: String) -> [UInt8] {
            let inner = #"{"integerValue":"1"}"#
            return Array((String(repeating: open, count: depth) + inner + String(repeating: close, count: depth)).utf8)
        }
        for (open, close) in [(#"{"arrayValue":{"values":["#, "]}}"), (#"{"mapValue":{"fields":{"a":"#, "}}}")] {
            var value = try Value(json: nested(30, open, close))
            #expect(try value.rereads())
            for depth in [43, 1000, 200_000] {
                #expect(throws: WireError.self) { try Value(json: nested(depth, open, close)) }
            }
            // A commit's envelope around the deepest document that Firestore accepts.
            value = try Value(json: nested(Document.maximumDepth, open, close))
            let commit = CommitRequest([Write(.update(Document(name: "n", fields: ["a": value])))])
            #expect(try commit.rereads())
        }
        for open in ["[", "{\"compositeFilter\":{\"op\":1,\"filters\":[", "{\"error\":"] {
            #expect(throws: (any Error).self) { try Filter(json: String(repeating: open, count: 100_000).utf8) }
        }
    }
}

extension WireCodable where Self: Equatable {
    /// Reads `bytes` and, if they are a message, checks that it survives a round trip.
    fileprivate func survives(_ bytes: [UInt8]) -> Bool {
        guard let message = try? Self(json: bytes) else { return true }
        return (try? message.rereads()) == true
    }
}
