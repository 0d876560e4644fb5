import JSON
import Testing

@Suite("Reading strings")
struct StringReadingTests {
    @Test(
        "every escape of RFC 8259 is read",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u00E9\u20AC""#, "Aéé€"),
            (#""\uD83D\uDE00""#, "😀"), (#""\ud800\udc00\uDBFF\uDFFF""#, "\u{10000}\u{10FFFF}"),
            (#""\u0000\u001f\u007f""#, "\u{0}\u{1F}\u{7F}"), (#""""#, ""), (#""plain é € 😀""#, "plain é € 😀"),
            (#""long enough for whole words \n and more é""#, "long enough for whole words \n and more é"),
        ])
    func escapes(text: String, expected: String) throws {
        let value = try JSONValue(parsing: text)
        #expect(value == .string(expected))
        #expect(try JSONReader.read(text.utf8) { try $0.utf8 { Array($0) } } == Array(expected.utf8))
    }

    @Test(
        "what is no string of RFC 8259 is refused, read or skipped",
        arguments: [
            #""\x""#, #""\u12""#, #""\u12g4""#, #""\"#, #"""#, #""abc"#, "\"a\nb\"", "\"tab\tinside a longer text\"",
            #""\uD800""#, #""\uD800x""#, #""\uD800\n""#, #""\uD800\uD800""#, #""\uDC00""#, #""\uDC00\uD800""#,
            #""\uD83D\u0041""#, "'a'", #""\U0041""#, "\"\u{0}\"", #""\u+041""#,
        ])
    func refused(text: String) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
        #expect(throws: JSONError.self) { try JSONReader.read(text.utf8) { try $0.skip() } }
    }

    @Test(
        "bytes that are not UTF-8 are refused, also in keys, behind escapes and where they are skipped",
        arguments: [
            [0xFF], [0x80], [0xC3], [0xC0, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80],
            [0xF8, 0x88, 0x80, 0x80, 0x80],
        ] as [[UInt8]])
    func invalidUTF8(bytes: [UInt8]) {
        let padding = Array("seven bytes or more ".utf8)
        for prefix in [[], padding, Array(#"\n"#.utf8)] {
            let quoted = [UInt8(ascii: "\"")] + prefix + bytes + [UInt8(ascii: "\"")]
            #expect(throws: JSONError.self) { try JSONValue(parsing: quoted) }
            #expect(throws: JSONError.self) { try JSONReader.read(quoted) { try $0.skip() } }
            let object = Array("{".utf8) + quoted + Array(":1}".utf8)
            #expect(throws: JSONError.self) { try JSONValue(parsing: object) }
            #expect(throws: JSONError.self) { try JSONReader.read(object) { try $0.skip() } }
        }
    }

    @Test("a quote, a backslash and a control character are found at every position of a word")
    func positions() throws {
        for length in 0..<40 {
            for position in 0..<length {
                for (escape, character) in [(#"\""#, "\""), (#"\\"#, "\\"), (#"\u0001"#, "\u{1}"), ("é", "é")] {
                    var parts = Array(repeating: "x", count: length)
                    parts[position] = escape
                    let value = try JSONValue(parsing: "\"\(parts.joined())\"")
                    parts[position] = character
                    #expect(value == .string(parts.joined()))
                    #expect(try JSONValue(parsing: value.canonicalJSON) == value)
                }
                var raw = Array(repeating: UInt8(ascii: "x"), count: length)
                raw[position] = 0x1F
                #expect(throws: JSONError("control character in a string", at: position + 1)) {
                    try JSONValue(parsing: [0x22] + raw + [0x22])
                }
            }
        }
    }

    @Test("a key is compared by its bytes, escaped or not")
    func keys() throws {
        let seen = try JSONReader.read(#"{"a":1,"\u0061":2,"ab":3,"é":4,"":5}"#.utf8) { reader in
            var seen: [String] = []
            try reader.members { key, reader in
                switch key {
                case "a": seen.append("A")
                case "é": seen.append("É")
                case "": seen.append("empty")
                default: seen.append(key.string)
                }
                try reader.skip()
            }
            return seen
        }
        #expect(seen == ["A", "A", "ab", "É", "empty"])
    }
}
