import Testing
import TodoDomain

/// Several to-dos as a text.
@Suite("Quick add: several lines")
struct QuickAddOutlineTests {
    private func items(_ text: String, nests: Bool = true) throws -> [String] {
        try QuickAdd.Outline(text, nests: nests).items.map { item in
            "\(item.number) \(item.line)" + (item.parent.map { " < \($0)" } ?? "")
        }
    }

    @Test("each line is a to-do, and what is indented further than one before is a part of it")
    func nested() throws {
        let text = """
            Party +family

              Cake saturday
                Eggs
              Music
            Taxes
            """
        #expect(
            try items(text) == [
                "1 Party +family", "3 Cake saturday < 0", "4 Eggs < 1", "5 Music < 0", "6 Taxes",
            ])
        #expect(try items(text, nests: false).allSatisfy { !$0.contains("<") })
    }

    @Test("a line that is indented less than its sisters is a part of the next one to the left")
    func uneven() throws {
        #expect(try items("A\n      B\n   C\n  D\n   E") == ["1 A", "2 B < 0", "3 C < 0", "4 D < 0", "5 E < 3"])
        #expect(try items("  A\n B\nC") == ["1 A", "2 B", "3 C"], "the first line has nothing to be a part of")
    }

    @Test("a tab goes on to the next multiple of four")
    func tabs() throws {
        #expect(try items("A\n\tB\n    C\n  \tD\n\t\tE") == ["1 A", "2 B < 0", "3 C < 0", "4 D < 0", "5 E < 3"])
    }

    @Test("empty lines and white space mean nothing, with the line breaks of any system")
    func white() throws {
        #expect(try items("") == [] && items("\n \n\t\n") == [])
        #expect(try items("A\r\n\r\n  B  \r\n") == ["1 A", "3 B < 0"])
    }

    @Test("more lines than an outline may have are refused")
    func tooMany() throws {
        let most = Array(repeating: "x", count: QuickAdd.Outline.mostItems)
        #expect(try QuickAdd.Outline(most.joined(separator: "\n"), nests: true).items.count == most.count)
        let error = #expect(throws: TodoError.self) {
            try QuickAdd.Outline((most + ["x"]).joined(separator: "\n"), nests: true)
        }
        #expect(error?.code == .tooMany)
    }
}
