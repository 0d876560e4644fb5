import JSON
import Testing

@Suite("Reading arrays and objects")
struct StructureReadingTests {
    @Test(
        "values of every kind are read, with white space wherever it may be",
        arguments: [
            ("null", .null), (" true ", true), ("\tfalse\r\n", false), ("[]", []), ("{}", [:]), ("[ ]", []),
            ("{ }", [:]), ("[1,[2,{\"a\":[]}]]", [1, [2, ["a": []]]]),
            (" { \"a\" : [ 1 , null ] , \"b\" : \"c\" } ", ["a": [1, .null], "b": "c"]),
        ] as [(String, JSONValue)])
    func values(text: String, expected: JSONValue) throws {
        #expect(try JSONValue(parsing: text) == expected)
        try JSONReader.read(text.utf8) { try $0.skip() }
    }

    @Test(
        "what is not JSON is refused, read or skipped",
        arguments: [
            "", " ", "[", "]", "{", "}", "[1", "[1,", "[1,]", "[,1]", "[1 2]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}",
            "{\"a\" 1}", "{a:1}", "{1:1}", "{\"a\":1 \"b\":2}", "nul", "nulls", "True", "tru", "truex", "fals", "[1]]",
            "{}{}", "1 1", "// comment\n1", "[1/**/]", "[1}", "{\"a\":1]", "undefined", "\u{FEFF}1", "\u{A0}1",
            "\u{C}1",
        ])
    func refused(text: String) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
        #expect(throws: JSONError.self) { try JSONReader.read(text.utf8) { try $0.skip() } }
    }

    @Test("every text that ends too soon is refused at its end")
    func truncated() throws {
        let text = Array(#"{"a":[true,false,null,"é\n\uD83D\uDE00"],"b":{"c":{}}}"#.utf8)
        for end in 0..<text.count {
            let error = try #require(throws: JSONError.self) { try JSONValue(parsing: text[..<end]) }
            // A cut inside a character is broken UTF-8 only once the string ends, so it too is reported as an end.
            #expect(error.offset == end, "cut at \(end): \(error)")
        }
    }

    @Test("a repeated key is refused, however it is escaped")
    func repeatedKeys() {
        for text in [#"{"a":1,"a":1}"#, #"{"a":1,"b":2,"\u0061":1}"#, #"[{"x":{"":1,"":2}}]"#] {
            #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
        }
    }

    @Test("nesting is read up to the bound and refused beyond it, in arrays, objects and what is skipped")
    func depth() throws {
        let bound = JSONReader.maximumDepth
        for (open, close) in [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")] {
            let count = open.hasPrefix("[{") ? bound / 2 : bound
            func nested(_ count: Int) -> [UInt8] {
                Array((String(repeating: open, count: count) + "1" + String(repeating: close, count: count)).utf8)
            }
            _ = try JSONValue(parsing: nested(count))
            try JSONReader.read(nested(count)) { try $0.skip() }
            #expect(throws: JSONError.self) { try JSONValue(parsing: nested(count + 1)) }
            #expect(throws: JSONError.self) { try JSONReader.read(nested(count + 1)) { try $0.skip() } }
        }
        #expect(throws: JSONError.self) { try JSONValue(parsing: String(repeating: "[", count: 1_000_000)) }
        // Depth is released at each end.
        _ = try JSONValue(parsing: "[" + Array(repeating: "[[]]", count: 1000).joined(separator: ",") + "]")
    }

    @Test("a reader that asks for another kind gets an error at the value")
    func wrongKind() {
        #expect(throws: JSONError("expected a string", at: 1)) { try JSONReader.read(" 1".utf8) { try $0.string() } }
        #expect(throws: JSONError("expected an object", at: 0)) {
            try JSONReader.read("[]".utf8) { try $0.members { _, _ in } }
        }
        #expect(throws: JSONError("expected an array", at: 0)) {
            try JSONReader.read("{}".utf8) { try $0.array { _ in } }
        }
        #expect(throws: JSONError.self) { try JSONReader.read("\"true\"".utf8) { try $0.bool() } }
        #expect(throws: JSONError.self) { try JSONReader.read("0".utf8) { try $0.null() } }
        #expect(throws: JSONError.self) { try JSONReader.read("\"1\"".utf8) { try $0.double() } }
    }

    @Test("bytes that do not lie in one piece are read as well")
    func scatteredBytes() throws {
        let bytes = Array(#"{"a":[1,2]}"#.utf8)
        #expect(try JSONValue(parsing: AnySequence(bytes)) == ["a": [1, 2]])
        #expect(try JSONValue(parsing: bytes.lazy.map { $0 }) == ["a": [1, 2]])
    }
}
