import TestSupport
import Testing
import TodoDomain

@Suite("To-dos as a text to edit")
struct TodoFormTests {
    private let full = TodoForm.Part(
        id: "3f2a",
        values: [
            .title: "Buy milk: two", .due: "2026-11-22", .reminders: "10 minutes before, 18:00 on the day",
            .priority: "high", .tags: "home, \"a, b\"", .list: "",
            .notes: "# Two litres\n\n--- not a part\n\\n\nend",
        ])

    @Test("a form is read as it was written")
    func roundTrip() {
        let form = TodoForm([full, TodoForm.Part(id: "91bc", values: [.title: "x", .notes: ""])])
        let text = form.text(comments: ["What this is", ""])
        #expect(
            text == """
                # What this is
                #\u{20}

                --- 3f2a
                title: Buy milk: two
                due: 2026-11-22
                reminders: 10 minutes before, 18:00 on the day
                priority: high
                tags: home, "a, b"
                list:
                notes:
                # Two litres

                \\--- not a part
                \\\\n
                end

                --- 91bc
                title: x
                notes:

                """)
        let (read, problems) = TodoForm.read(text)
        #expect(problems.isEmpty && read.parts.map(\.values) == form.parts.map(\.values))
        #expect(read.parts.map(\.id) == ["3f2a", "91bc"] && read.parts[0].lines[.due] == 6)
        #expect(TodoForm.read(text.replacing("\n", with: "\r\n")).form.parts.map(\.values) == form.parts.map(\.values))
    }

    @Test("what is not understood is told with its line")
    func problems() {
        let (form, problems) = TodoForm.read(
            "milk\n--- a\ndu: x\ntitle: 1\ntitle: 2\nno colon\nnotes: one\ntwo\n---\n--- a\n")
        #expect(problems.map(\.line) == [1, 3, 5, 6, 9, 10])
        #expect(problems[1].reason.contains("perhaps “due” is meant"))
        #expect(form.parts.first?.values[.notes] == "one\ntwo")
        #expect(TodoForm.read("").form.parts.isEmpty)
    }

    @Test("lists have commas between their items, and quotation marks around one with a comma")
    func lists() {
        #expect(TodoForm.list(" home,\"a, b\" ,, c") == ["home", "a, b", "c"])
        #expect(TodoForm.text(ofList: ["home", "a, b"]) == "home, \"a, b\"")
        #expect(TodoForm.list("").isEmpty)
    }

    @Test("any text is read without a crash, and any notes come back")
    func hostile() {
        fuzz("forms", rounds: 300) { generator, seed in
            let parts = ["---", "\\", "#", "title:", "notes:", "\n", " ", "x", "\r\n", "é"]
            let text = (0..<Int.random(in: 0..<30, using: &generator)).map { _ in generator.pick(parts) }.joined()
            _ = TodoForm.read(text)
            var notes = text.replacing("\r\n", with: "\n")
            while notes.hasSuffix("\n") || notes.hasSuffix(" ") { notes.removeLast() }
            let form = TodoForm([TodoForm.Part(id: "a", values: [.notes: notes])])
            #expect(TodoForm.read(form.text()).form.parts.first?.values[.notes] == notes, "seed \(seed)")
        }
    }

    @Test("an edit replaces what somebody else wrote since the text was shown, in a field that it writes too")
    func replaced() {
        typealias Values = [TodoForm.Field: String]
        func replaced(_ shown: Values, _ present: Values, _ edited: Values) -> [TodoForm.Field] {
            TodoForm.Part(id: "a", values: present)
                .replaced(by: .init(id: "a", values: edited), since: .init(id: "a", values: shown))
        }
        let shown: Values = [.title: "Milk", .notes: "two", .due: ""]
        let other: Values = [.title: "Soy milk", .notes: "three", .due: "2026-12-01"]
        #expect(replaced(shown, other, [.title: "Oat milk", .notes: "two"]) == [.title])
        #expect(
            replaced(shown, other, [.title: "Oat milk", .notes: "four", .due: "2026-12-02"]) == [.title, .due, .notes])
        #expect(replaced(shown, shown, [.title: "Oat milk", .notes: "four"]) == [], "nobody else wrote anything")
        #expect(replaced(shown, other, [.title: "Soy milk"]) == [], "both wrote the same")
        #expect(replaced(shown, other, shown) == [] && replaced(shown, other, [:]) == [], "the person wrote nothing")
        #expect(replaced([.tags: "a"], [.tags: "a, b"], [.tags: "a, c"]) == [], "tags are added and removed one by one")
    }
}
