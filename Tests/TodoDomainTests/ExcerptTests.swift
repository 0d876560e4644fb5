import Testing
import TodoDomain

@Suite("The excerpt of what was typed, for an error")
struct ExcerptTests {
    @Test(
        "what can be seen stays as it is: letters with their marks, punctuation, signs and pictures",
        arguments: [
            "Bob’s list", "“Work” – ‘home’ — …", "¿Qué? «oui» 5 € ½ × 3 §2 №7", "Cre\u{300}me", "हिन्दी", "牛乳、パン。「はい」",
            "שלום מרחבא", "❤️ 👍🏽 🎉", "👨‍👩‍👧 🏳️‍🌈", "~ `a` {b} \\ |",
        ])
    func seen(text: String) {
        #expect(text.excerpt.unicodeScalars.elementsEqual(text.unicodeScalars), "\(text.excerpt)")
    }

    @Test(
        "what a terminal obeys, turns text around or hides is a question mark",
        arguments: [
            ("\u{1B}[31m", "?[31m"), ("a\u{9B}b", "a?b"), ("a\nb\tc\u{7F}", "a?b?c?"), ("a\r\nb", "a??b"),
            ("\u{202E}txt", "?txt"), ("\u{2066}a\u{2069}", "?a?"), ("\u{61C}\u{200E}a", "??a"), ("a\u{2028}b", "a?b"),
            ("a\u{200B}b", "a?b"), ("a\u{AD}b", "a?b"), ("a\u{A0}b", "a?b"), ("a\u{3164}b", "a?b"), ("\u{E000}", "?"),
            ("a\u{200D}b", "a?b"), ("a\u{FE0F}", "a?"), ("1\u{FE0F}", "1?"), ("🎉\u{200D}\u{200D}", "🎉\u{200D}?"),
            ("🎉\u{FE0F}\u{FE0F}", "🎉\u{FE0F}?"), ("a\u{E0041}", "a?"), ("\u{FEFF}a", "?a"),
        ])
    func hidden(text: String, expected: String) {
        #expect(text.excerpt.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(text.excerpt)")
    }

    @Test("of a long text it is the beginning")
    func long() {
        #expect(String(repeating: "’", count: 40).excerpt == String(repeating: "’", count: 40))
        #expect(String(repeating: "’", count: 41).excerpt == String(repeating: "’", count: 40) + "…")
    }
}
