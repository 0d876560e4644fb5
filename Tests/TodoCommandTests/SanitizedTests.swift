import Testing
import todo

@Suite("Text made safe to be shown")
struct SanitizedTests {
    @Test(
        "what a terminal would obey can be seen instead",
        arguments: [
            ("Buy milk", "Buy milk"), ("\u{1B}[31mred\u{1B}[0m", "␛[31mred␛[0m"),
            ("\u{1B}]0;title\u{07}", "␛]0;title␇"), ("\u{9B}31m", "\u{FFFD}31m"), ("a\u{7F}\u{08}b", "a␡␈b"),
            ("a\0b", "a␀b"), ("one\ntwo\r\nthree\tfour", "one two  three four"), ("a\u{2028}b\u{85}c", "a b c"),
            ("\u{202E}txt.exe\u{202C}", "\u{FFFD}txt.exe\u{FFFD}"), ("\u{2066}a\u{2069}", "\u{FFFD}a\u{FFFD}"),
            ("👨‍👩‍👧 e\u{301} שלום", "👨‍👩‍👧 e\u{301} שלום"),
        ])
    func line(text: String, expected: String) {
        #expect(Sanitized.line(text) == expected)
    }

    @Test("notes keep their lines, however these end")
    func lines() {
        #expect(Sanitized.lines("a\nb\r\n\n\tc\u{1B}[2J\u{2028}d") == ["a", "b", "", "\tc␛[2J", "d"])
        #expect(Sanitized.lines("") == [""])
    }

    @Test("a field for programs loses only what would break its line")
    func field() {
        #expect(Sanitized.field("a\tb\nc\u{1B}d") == "a b c d")
        #expect(Sanitized.field("\u{202E}é牛") == "\u{202E}é牛")
    }

    @Test("nothing that a terminal obeys is left of any scalar")
    func everyScalar() {
        for value in UInt32(0)...0x10FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            for text in [Sanitized.line(String(scalar))] + Sanitized.lines(String(scalar)) {
                let isSafe = text.unicodeScalars.allSatisfy { scalar in
                    switch scalar.value {
                    case 0x09: value == 0x09
                    case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x206F: false
                    default: true
                    }
                }
                if !isSafe { Issue.record("U+\(String(value, radix: 16)) is shown") }
            }
        }
    }
}
