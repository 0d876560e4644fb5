import FirestoreWire
import JSON
import TestSupport
import Testing

@Suite("Hostile input")
struct HostileInputTests {
    @Test("a message with changed, dropped or repeated bytes is a message or an error, for every kind of message")
    func mutations() {
        let seed = UInt64.random(in: .min ... .max)
        var generator = SeededGenerator(seed: seed)
        let originals = Samples.messages.map { ($0.message, $0.message.json) }
        let parts = [
            "\"", "{", "}", "[", "]", ":", ",", "null", "0", "-1", "1e999", "\\", "\\u", "\u{0}", "{}", "error",
        ]
        for round in 0..<60 {
            for (message, json) in originals {
                var bytes = json
                for _ in 0...round % 3 {
                    let position = Int.random(in: 0..<max(bytes.count, 1), using: &generator)
                    let range = position..<min(bytes.count, position + Int.random(in: 0...4, using: &generator))
                    switch Int.random(in: 0..<4, using: &generator) {
                    case 0: bytes.replaceSubrange(range, with: [.random(in: 0...255, using: &generator)])
                    case 1: bytes.removeSubrange(range)
                    case 2: bytes.insert(contentsOf: Array(bytes[range]), at: position)
                    default:
                        bytes.replaceSubrange(
                            range, with: parts[Int.random(in: 0..<parts.count, using: &generator)].utf8)
                    }
                }
                #expect(message.survives(bytes), "seed \(seed): \(bytes)")
            }
        }
    }

    @Test("a stream of changed bytes in random pieces gives elements or an error")
    func streams() {
        let seed = UInt64.random(in: .min ... .max)
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
            // A commit's envelope around the deepest document that Firestore takes.
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
    /// Reads `bytes` and, where they are a message, that it is read as what it is written as.
    fileprivate func survives(_ bytes: [UInt8]) -> Bool {
        guard let message = try? Self(json: bytes) else { return true }
        return (try? message.rereads()) == true
    }
}
