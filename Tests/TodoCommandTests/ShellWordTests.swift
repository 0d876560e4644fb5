import Testing
import todo

@Suite("Words of a command as they are typed")
struct ShellWordTests {
    @Test(
        "a shell reads back what they are, whatever accents the marks in them have",
        arguments: [
            ("milk", "milk"), ("", "''"), ("two words", "'two words'"), ("it's", #"'it'\''s'"#),
            ("'\u{301}$(touch x)", "''\\''\u{301}$(touch x)'"),
        ])
    func quoted(word: String, quoted: String) {
        // By their bytes, as a shell reads them.
        #expect(Array(ShellWord.quoted(word).utf8) == Array(quoted.utf8))
    }
}
