import TestSupport
import Testing
import TodoDomain

@Suite("The check of a text")
struct ValidationTextTests {
    @Test(
        "takes white space off the ends of titles and names, and leaves the rest as it is",
        arguments: [
            ("  Buy milk\t\n", "Buy milk"), ("\u{3000}牛乳 \u{A0}", "牛乳"), ("a  b", "a  b"), ("\u{2028}é\u{85}", "é"),
            ("e\u{301} ", "e\u{301}"), ("🛒", "🛒"),
        ])
    func trims(text: String, expected: String) throws {
        for check in [Validation.title, Validation.tagTitle, Validation.placeName, Validation.color] {
            #expect(try check(text).utf8.elementsEqual(expected.utf8))
        }
    }

    @Test("refuses what is empty but for white space", arguments: ["", " ", "\n", "\t\u{A0}\u{3000}\u{2029}"])
    func empty(text: String) {
        expectTodoError(.emptyTitle) { try Validation.title(text) }
        expectTodoError(.emptyTagTitle) { try Validation.tagTitle(text) }
        expectTodoError(.emptyPlaceName) { try Validation.placeName(text) }
        expectTodoError(.badColor) { try Validation.color(text) }
    }

    @Test("takes a title of 4,096 bytes and refuses one more")
    func titleLength() throws {
        #expect(try Validation.title(String(repeating: "é", count: 2048) + "  ").utf8.count == 4096)
        expectTodoError(.titleTooLong) { try Validation.title(String(repeating: "é", count: 2048) + "x") }
        expectTodoError(.titleTooLong) { try Validation.title("a" + String(repeating: "\u{301}", count: 2048)) }
    }

    @Test("takes notes of 262,144 bytes and refuses one more")
    func notesLength() throws {
        let longest = String(repeating: "a", count: 262_144)
        #expect(try Validation.notes(longest) == longest)
        expectTodoError(.notesTooLong) { try Validation.notes(longest + "a") }
    }

    @Test("takes names of 256 bytes and colours of 64, and refuses one more")
    func nameLength() throws {
        let longest = String(repeating: "木", count: 85) + "x"
        #expect(try Validation.tagTitle(longest) == longest)
        #expect(try Validation.placeName(longest) == longest)
        expectTodoError(.tagTitleTooLong) { try Validation.tagTitle(longest + "x") }
        expectTodoError(.placeNameTooLong) { try Validation.placeName(longest + "x") }
        #expect(try Validation.color(String(repeating: "c", count: 64)).utf8.count == 64)
        expectTodoError(.badColor) { try Validation.color(String(repeating: "c", count: 65)) }
    }

    @Test(
        "refuses control characters and line ends within a line",
        arguments: [
            "a\nb", "a\u{0}b", "a\tb", "a\u{1B}[31mb", "\u{7F}b", "a\u{85}b", "a\u{2028}b", "a\u{2029}b", "a\u{9B}",
        ])
    func controls(text: String) {
        expectTodoError(.titleNotOneLine) { try Validation.title(text) }
        expectTodoError(.badText) { try Validation.tagTitle(text) }
        expectTodoError(.badText) { try Validation.placeName(text) }
        expectTodoError(.badColor) { try Validation.color(text) }
    }

    @Test("keeps notes to the byte, and refuses only NUL in them")
    func notes() throws {
        let text = "  first\r\n\tsecond\u{2028}e\u{301} \u{1B}\n"
        #expect(try Validation.notes(text).utf8.elementsEqual(text.utf8))
        #expect(try Validation.notes("") == "")
        expectTodoError(.badText) { try Validation.notes("a\u{0}b") }
    }

    @Test("gives what passes again as it is", arguments: 1...20 as ClosedRange<UInt64>)
    func stable(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var passed = 0
        for _ in 0..<100 {
            let text = generator.hostileText(upTo: 4)
            guard let title = try? Validation.title(text) else { continue }
            passed += 1
            #expect(try Validation.title(title).utf8.elementsEqual(title.utf8))
            #expect(try Validation.tagTitle(text).utf8.elementsEqual(title.utf8))
            #expect(text.contains(title))
        }
        #expect(passed > 10)
    }

    @Test("says nothing of the text that it refuses")
    func discretion() {
        let error = #expect(throws: TodoError.self) { try Validation.title("secret\nplan") }
        #expect(error?.description.contains("secret") == false && "\(error as Any)".contains("plan") == false)
    }
}
