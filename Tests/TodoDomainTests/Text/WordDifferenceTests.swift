import Testing
import TodoDomain
import TodoKitTesting

@Suite("The difference between two texts")
struct WordDifferenceTests {
    private func shown(_ old: String, _ new: String) -> String {
        WordDifference(from: old, to: new).parts.map { part in
            switch part.kind {
            case .same: part.text
            case .removed: "[\(part.text)]"
            case .added: "{\(part.text)}"
            }
        }.joined()
    }

    @Test("words that stay are kept, others are removed and added together")
    func words() {
        #expect(shown("Buy milk", "Buy oat milk") == "Buy {oat }milk")
        #expect(shown("Buy milk", "Buy milk now") == "Buy milk{ now}")
        #expect(shown("Call Bob about the report", "Call Ann about the report") == "Call [Bob]{Ann} about the report")
        #expect(shown("one two three", "four five three") == "[one two]{four five} three")
        #expect(shown("", "new") == "{new}")
        #expect(shown("old", "") == "[old]")
        #expect(shown("same", "same") == "same")
        #expect(shown("", "") == "")
    }

    @Test("both texts can be read from the parts")
    func whole() {
        var random = SeededGenerator(seed: 3)
        let words = ["a", "b", "c", " ", "  ", "\n", "é"]
        for _ in 0..<2000 {
            func text() -> String {
                (0..<Int.random(in: 0...9, using: &random)).compactMap { _ in words.randomElement(using: &random) }
                    .joined()
            }
            let (old, new) = (text(), text())
            let parts = WordDifference(from: old, to: new).parts
            #expect(parts.filter { $0.kind != .added }.map(\.text).joined() == old)
            #expect(parts.filter { $0.kind != .removed }.map(\.text).joined() == new)
            #expect(parts.allSatisfy { !$0.text.isEmpty })
        }
    }

    @Test("long texts take no time that grows with both, and little is shown of what stays")
    func long() {
        let words = (0..<40_000).map { "word\($0)" }.joined(separator: " ")
        let others = (0..<40_000).map { "other\($0)" }.joined(separator: " ")
        #expect(WordDifference(from: words, to: others).parts.map(\.kind) == [.removed, .added])
        let difference = WordDifference(from: words + " old " + words, to: words + " new " + words).shortened(to: 12)
        #expect(difference.parts.map(\.text) == ["… word39999 ", "old", "new", " word0 word1…"])
    }
}
