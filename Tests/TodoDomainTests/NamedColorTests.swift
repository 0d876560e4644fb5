import TestSupport
import Testing
import TodoDomain

@Suite("Colours as people type them")
struct NamedColorTests {
    @Test("names and codes are taken in lower case, and nothing else is")
    func parsing() throws {
        for (text, color) in [
            ("Teal", "teal"), (" #2A7DE1 ", "#2a7de1"), ("#27e", "#27e"), ("rebeccapurple", "rebeccapurple"),
        ] {
            #expect(try NamedColor.parse(text) == color)
        }
        for text in [
            "notacolor", "", "#", "#12", "#12345", "#1234567", "#ggg", "#１２３", "teal teal", "2a7de1", "url(x)",
        ] {
            #expect(throws: TodoError.self, "\(text)") { try NamedColor.parse(text) }
        }
        for name in NamedColor.usual { #expect(try NamedColor.parse(name) == name) }
    }
}
