import FirestoreWire
import JSON
import TestSupport
import Testing

@Suite("Streaming arrays")
struct ArrayDecoderTests {
    private typealias Decoder = ArrayDecoder<RunQueryResponse>

    private let elements = [
        RunQueryResponse(readTime: Samples.time),
        RunQueryResponse(document: Document(name: "[{\"\\\\\"}], é", fields: ["a\\": "]"])),
        RunQueryResponse(document: Document(name: "b", fields: ["x": [[:], ["y": "}"]]]), skippedResults: 1),
    ]

    private func encoded(_ elements: [RunQueryResponse]) -> [UInt8] {
        var encoder = ArrayEncoder<RunQueryResponse>()
        for element in elements { encoder.append(element) }
        encoder.finish()
        return encoder.take()
    }

    @Test("what the encoder writes is read as what it was, without a line break behind it")
    func roundTrip() throws {
        for count in 0...3 {
            let bytes = encoded(Array(elements.prefix(count)))
            #expect(try Decoder.elements(of: bytes) == Array(elements.prefix(count)))
            #expect(bytes.last == UInt8(ascii: "]"))
        }
        #expect(encoded([]) == Array("[]".utf8))
    }

    @Test("bytes may be split at any one position, or be read one by one")
    func splits() throws {
        let bytes = encoded(elements)
        for position in 0...bytes.count {
            var decoder = Decoder()
            let read = try decoder.feed(bytes[..<position]) + decoder.feed(bytes[position...])
            try decoder.finish()
            #expect(read == elements, "split at \(position)")
        }
        var decoder = Decoder()
        #expect(try bytes.flatMap { try decoder.feed([$0]) } == elements)
        try decoder.finish()
    }

    @Test("Google's own line breaks and indentation are read, in random pieces")
    func pretty() throws {
        let text = """
            [{
              "document": {"name": "a", "fields": {"s": {"stringValue": "],[{"}}},
              "readTime": "2026-11-20T16:02:45.698187Z"
            }
            ,\r
            {
              "readTime": "2026-11-20T16:02:45Z"
            }
            ]\n\n
            """
        let bytes = Array(text.utf8)
        let expected = try Decoder.elements(of: bytes)
        #expect(expected.count == 2 && expected[0].document?.fields["s"] == "],[{")
        let seed = Dose.seed
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            var decoder = Decoder()
            var read: [RunQueryResponse] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = rest.prefix(.random(in: 0...20, using: &generator))
                read += try decoder.feed(piece)
                rest = rest.dropFirst(piece.count)
            }
            try decoder.finish()
            #expect(read == expected, "seed \(seed)")
        }
    }

    @Test("every array that ends too soon is truncated, and never a shorter page")
    func truncated() throws {
        let bytes = encoded(elements)
        #expect(throws: WireError.empty) { try Decoder.elements(of: []) }
        #expect(throws: WireError.empty) { try Decoder.elements(of: " \n".utf8) }
        for end in 1..<bytes.count {
            #expect(throws: WireError.truncated, "cut at \(end)") { try Decoder.elements(of: bytes[..<end]) }
        }
    }

    @Test("an error element fails the page wherever it stands, also behind good elements")
    func errorElement() throws {
        let status = Status(.resourceExhausted, "Quota exceeded.")
        for count in 0...3 {
            var encoder = ArrayEncoder<RunQueryResponse>()
            for element in elements.prefix(count) { encoder.append(element) }
            encoder.fail(status)
            encoder.append(elements[0])
            let bytes = encoder.take()
            #expect(throws: status) { try Decoder.elements(of: bytes) }
            var decoder = Decoder()
            #expect(throws: status) { for byte in bytes { _ = try decoder.feed([byte]) } }
            #expect(throws: status) { try decoder.finish() }
            #expect(throws: status) { try decoder.feed("[]".utf8) }
        }
        let between = #"[{"readTime":"2026-11-20T16:02:45Z"},{"error":{"code":503,"status":"UNAVAILABLE"}},{}]"#
        #expect(throws: Status(.unavailable)) { try Decoder.elements(of: between.utf8) }
    }

    @Test("an error object in place of the array is that error")
    func errorObject() {
        let body = #" {"error":{"code":404,"message":"m","status":"NOT_FOUND"}} "#
        #expect(throws: Status(.notFound, "m")) { try Decoder.elements(of: body.utf8) }
        #expect(throws: Status(.notFound, "m")) { try ArrayDecoder<BatchGetDocumentsResponse>.elements(of: body.utf8) }
        #expect(throws: Status(.notFound, "m")) {
            try ArrayDecoder<RunAggregationQueryResponse>.elements(of: body.utf8)
        }
    }

    @Test("what is no array of objects is refused where it goes wrong")
    func malformed() {
        let cases: [(String, WireError)] = [
            ("<html>", .notJSON), ("null", .notJSON), ("\u{FEFF}[]", .notJSON),
            ("{}", expected("expected an array", 0)),
            ("[1]", expected("expected an array of objects", 1)), ("[[]]", expected("expected an array of objects", 1)),
            ("[{}{}]", expected("expected an array of objects", 3)),
            ("[,{}]", expected("expected an array of objects", 1)),
            ("[{},]", expected("expected an array of objects", 4)),
            ("[]]", expected("expected an array of objects", 2)),
            ("[] {}", expected("expected an array of objects", 3)),
            (#"[{},{"a":]}]"#, expected("unexpected character", 9)),
            (#"[{},  {"done":1}]"#, expected("unexpected character", 14)), ("[{]", expected("expected a string", 2)),
        ]
        for (text, error) in cases {
            #expect(throws: error, "\(text)") { try Decoder.elements(of: text.utf8) }
            var decoder = Decoder()
            #expect(throws: error, "\(text), byte by byte") {
                for byte in text.utf8 { _ = try decoder.feed([byte]) }
                try decoder.finish()
            }
        }
    }

    private func expected(_ reason: String, _ offset: Int) -> WireError { .malformed(JSONError(reason, at: offset)) }

    @Test("an element beyond the bound is refused before it is gathered")
    func bound() throws {
        let element = #"{"document":{"name":"\#(String(repeating: "x", count: 100))"}}"#
        var decoder = Decoder(elementLimit: element.utf8.count)
        #expect(try decoder.feed("[\(element),\(element)".utf8).count == 2)
        for limit in [element.utf8.count - 1, 10] {
            let error = WireError.elementTooLarge(limit: limit)
            var whole = Decoder(elementLimit: limit)
            #expect(throws: error) { try whole.feed("[\(element)".utf8) }
            var pieces = Decoder(elementLimit: limit)
            var fed = 0
            #expect(throws: error) {
                for byte in "[\(element)".utf8 {
                    fed += 1
                    _ = try pieces.feed([byte])
                }
            }
            #expect(fed <= limit + 2)
        }
    }

    @Test("an element that nests too deeply is an error")
    func depth() {
        let deep = String(repeating: #"{"a":"#, count: 100_000)
        #expect(throws: WireError.truncated) { try Decoder.elements(of: "[\(deep)".utf8) }
        let closed = deep + "1" + String(repeating: "}", count: 100_000)
        #expect(throws: WireError.self) { try Decoder.elements(of: "[\(closed)]".utf8) }
    }

    @Test("bytes that do not lie in one piece are read as well")
    func scatteredBytes() throws {
        var decoder = Decoder()
        #expect(try decoder.feed(encoded(elements).lazy.map { $0 }) == elements)
        try decoder.finish()
    }

    @Test("what the caller throws stops the decoder")
    func callerThrows() throws {
        struct Stop: Error {}
        var decoder = Decoder()
        #expect(throws: Stop.self) {
            try encoded(elements).withUnsafeBufferPointer { try decoder.feed($0) { _ in throw Stop() } }
        }
        #expect(throws: Stop.self) { try decoder.finish() }
    }

    @Test("an array is taken from the encoder in pieces")
    func pieces() throws {
        var encoder = ArrayEncoder<RunQueryResponse>(reservingCapacity: 64)
        var bytes: [UInt8] = []
        for element in elements {
            encoder.append(element)
            #expect(encoder.count > 0)
            bytes += encoder.take()
            #expect(encoder.count == 0)
        }
        encoder.finish()
        encoder.finish()
        encoder.append(elements[0])
        bytes += encoder.take()
        #expect(bytes == encoded(elements))
    }
}
