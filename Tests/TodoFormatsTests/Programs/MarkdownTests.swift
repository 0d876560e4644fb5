import Foundation
import JSON
import Testing
import TodoDomain
import TodoFormats

@Suite("Markdown, and what Obsidian Tasks adds to it")
struct MarkdownTests {
    private let format = MarkdownFormat()

    private func first(_ text: String) throws -> Todo { try #require(try todos(of: text, as: format).first) }

    @Test("headings are lists, the tree is the indent, text below a task its notes; other text is said not to be taken")
    func document() throws {
        let items = try items(of: fixture("markdown.md"), as: format)
        #expect(items.skipped == ["line 9: Text without a check box is not a to-do."])
        let todos = items.todos
        #expect(
            todos.map(\.title) == [
                "call Bob", "pay", "read chapter 3", "take notes", "buy the book", "write", "water issue #12 📅 soon",
            ])
        #expect(try todos[0].due == .day(2026, 3, 5) && todos[0].tags.map(\.title) == ["home"])
        #expect(todos[0].recurrence?.rule == "FREQ=WEEKLY" && todos[0].list == nil && todos[0].extras.isEmpty)
        #expect(try todos[1].completedAt == date("2026-03-02T00:00:00Z") && todos[1].priority == .high)
        #expect(try todos[1].createdAt == date("2026-03-01T00:00:00Z"))
        let path = "Work/Operating Systems: Principles"
        #expect(todos[2...5].allSatisfy { $0.list?.path == path } && todos[6].list?.path == "Garden")
        #expect(try todos[2].start == .day(2026, 3, 4) && todos[2].priority == .low)
        #expect(todos[3].parent == todos[2].id && todos[3].notes == "on paper\n\nand keep them")
        #expect(todos[4].parent == todos[2].id && todos[4].isDone && todos[4].extras == ["markdown.status": "-"])
        #expect(todos[5].dependsOn == [todos[3].id] && todos[5].tags.map(\.title) == ["to-read/soon"])
        #expect(todos[5].recurrence?.mode == .everyFromCompletion && todos[5].extras == ["markdown.status": "/"])
    }

    @Test("a task keeps its id when it is ticked off, and equal ones are told apart")
    func identity() throws {
        let open = try todos(of: "- [ ] a\n- [ ] a\n- [ ] b 📅 2026-03-05\n", as: format)
        let done = try todos(of: "- [x] a ✅ 2026-03-04\n- [ ] a\n- [x] b\n", as: format)
        #expect(open.map(\.id) == done.map(\.id) && Set(open.map(\.id)).count == 3)
    }

    @Test("written, each stands below its parent and under its list, and is read as it was")
    func written() throws {
        var party = Todo(title: "Party", createdAt: context.now, due: try .day(2026, 3, 5), priority: .medium)
        party.list = TodoList(id: .init(stored: ""), path: ["Home", "Fun"], createdAt: context.now)
        var cake = Todo(title: "Cake", notes: "with\n\ncream", createdAt: context.now, parent: party.id)
        cake.list = party.list
        let milk = Todo(
            title: "Milk", createdAt: context.now, tags: [Tag(title: "shop")],
            recurrence: Recurrence(
                rule: "FREQ=DAILY;INTERVAL=3", mode: .everyFromCompletion, zone: "UTC",
                base: try Day(year: 2026, month: 3, day: 1),
                key: try Day(year: 2026, month: 3, day: 1), due: try .day(2026, 3, 1)))
        var due = milk
        due.due = try .day(2026, 3, 1)
        let bytes = export([cake, due, party], as: format)
        #expect(
            text(bytes) == """
                - [ ] Milk #shop 🔁 every 3 days when done ➕ 2026-11-20 📅 2026-03-01

                # Home
                ## Fun

                - [ ] Party 🔼 ➕ 2026-11-20 📅 2026-03-05
                  - [ ] Cake ➕ 2026-11-20
                    with

                    cream

                """)
        let read = try items(of: bytes, as: format).todos
        #expect(read.map(\.title) == ["Milk", "Party", "Cake"] && read[2].parent == read[1].id)
        #expect(read[2].notes == "with\n\ncream" && read[1].list?.path == "Home/Fun")
        #expect(read[0].recurrence?.mode == .everyFromCompletion && read[0].recurrence?.rule == "FREQ=DAILY;INTERVAL=3")
        // What was read is written as it was.
        #expect(export(read, as: format) == bytes)
    }

    @Test("what a line cannot say is named")
    func omissions() throws {
        var writer = format.makeWriter(context: ExportContext(timeZone: utc))
        var bytes: [UInt8] = []
        let todo = Todo(
            title: "a #b 📅 2026-01-01", notes: "- [ ] c", createdAt: context.now,
            due: .instant(context.now, utc), tags: [Tag(title: "two words")])
        let missing = writer.write(todo, into: &bytes)
        #expect(missing == Set(ExportOmission.allCases))
        let plain = writer.write(
            Todo(title: "a", createdAt: context.now, due: .instant(context.now, utc), tags: [Tag(title: "two words")]),
            into: &bytes)
        #expect(plain == [.id, .times, .due, .tags])
    }

    @Test(
        "text that is no task is none, and no text stops the reader", arguments: ["- [x]y", "[ ] a", "-[ ] a", "- a"])
    func others(line: String) throws {
        #expect(try todos(of: line, as: format).isEmpty)
        try fuzz(format, with: [fixture("markdown.md")], alphabet: "- []x#📅🔁🆔\t\n `0a", cases: 300)
    }
}
