import JSON
import TestSupport
import Testing
import TodoAssistant
import TodoDomain
import TodoKit

@Suite("The tools of assistants") struct ToolTests {
    @Test("adding takes lines of quick add and fields, in one step, and says what was understood") func adding()
        async throws
    {
        let client = try await TestClient()
        let added = try await client.done(
            "add",
            [
                "todos": [
                    ["line": "Call Bob tomorrow 5pm +work p1"],
                    [
                        "title": "Report", "due": "2026-11-27", "list": "Work/Reports", "createList": true,
                        "tags": ["q4"],
                        "notes": "all of it",
                    ],
                    ["title": "Rent", "repeat": "each 1st"],
                ]
            ])
        let items = try #require(added["items"]?.elements)
        #expect(items.map { $0["title"] } == ["Call Bob", "Report", "Rent"])
        #expect(items[0]["due"] == "2026-11-22T16:00:00.000Z" && items[0]["dueText"] == "tomorrow 17:00")
        #expect(items[1]["due"] == "2026-11-27" && items[1]["list"] == "Work/Reports" && items[1]["tags"] == ["q4"])
        #expect(items[2]["due"] == "2026-12-01")
        #expect(
            added["understood"]?.elements?[0].elements?.compactMap { $0["kind"]?.string } == ["due", "tag", "priority"])
        #expect(added["hints"] == [[], [], []])
        #expect(try await client.store.recentHistory().map(\.client?.name) == ["Claude"])
        #expect(try await client.refusal("add", ["todos": [["title": "One"], ["title": ""]]]) == "empty-title")
        #expect(try await client.refusal("add", ["todos": [["title": "One", "colour": "red"]]]) == "usage")
        #expect(try await client.refusal("add", ["todos": [[:]]]) == "usage")
        #expect(try await client.titles().count == 3)
    }

    @Test("what stayed in a title is told, with what to say instead, and cannot hide anything") func hints()
        async throws
    {
        let client = try await TestClient()
        let answer = try await client.call(
            "add",
            ["todos": [["line": "Call Bob tuesday at 3"], ["line": "Milk"], ["line": "Tea #a\u{200B}b in april"]]])
        let hints = try #require(answer["structuredContent"]?["hints"]?.elements)
        #expect(hints.map { $0.elements?.count } == [1, 0, 1])
        let hint = hints[0].elements?.first
        #expect(hint?["kind"] == "two-meanings" && hint?["text"] == "tuesday at 3" && hint?["fix"] == "tuesday 3pm")
        let text = try #require(answer["content"]?.elements?.first?["text"]?.string)
        #expect(text.contains("“tuesday at 3” was left in the title: ") && !text.contains("\u{200B}"))
    }

    @Test("rows are short, have more fields if asked for, and go on at a cursor") func finding() async throws {
        let client = try await TestClient()
        _ = try await client.done(
            "add", ["todos": [["title": "A", "priority": "high"], ["title": "B"], ["title": "C"]]])
        let first = try await client.done("find", ["sort": "title", "limit": 2, "fields": ["priority", "notes"]])
        #expect(first["total"] == 3)
        let row = try #require(first["items"]?.elements?.first?.members)
        #expect(
            Set(row.keys) == ["id", "title", "due", "dueText", "list", "tags", "done", "priority", "notes"])
        #expect(row["priority"] == "high")
        let cursor = try #require(first["nextCursor"])
        let rest = try await client.done("find", ["sort": "title", "limit": 2, "cursor": cursor])
        #expect(rest["items"]?.elements?.compactMap { $0["title"]?.string } == ["C"])
        #expect(rest["nextCursor"] == .null)
        #expect(try await client.refusal("find", ["cursor": "x"]) == "bad-cursor")
        #expect(try await client.refusal("find", ["filter": "due:("]) == "bad-filter")
        #expect(try await client.refusal("find", ["limit": 51]) == "usage")
        #expect(try await client.refusal("find", ["fields": ["secret"]]) == "usage")
        #expect(try await client.refusal("find", ["page": 1]) == "usage")
    }

    @Test("changing sets only what is named, by ids or by a filter; null empties") func changing() async throws {
        let client = try await TestClient()
        let bread = try await client.store.add("Bread", tags: ["shop"], due: .day(2026, 11, 20), priority: .high)
        let milk = try await client.store.add("Milk", tags: ["shop", "home"], due: .day(2026, 11, 20))
        _ = try await client.done("change", ["filter": "is:overdue -tag:home", "set": ["due": "tomorrow"]])
        #expect(try await client.store.todos.find(bread.id).due == .day(2026, 11, 22))
        #expect(try await client.store.todos.find(milk.id).due == .day(2026, 11, 20))
        let id = JSONValue.string(bread.id.rawValue)
        let changed = try await client.done(
            "change",
            [
                "ids": [id],
                "set": [
                    "due": .null, "priority": .null, "addTags": ["new"], "removeTags": ["shop"],
                    "appendNotes": "a note",
                    "list": "Errands", "createList": true,
                ],
            ])
        #expect(changed["items"]?.elements?.first?["tags"] == ["new"])
        let todo = try await client.store.todos.find(bread.id)
        #expect(todo.due == nil && todo.priority == nil && todo.notes == "a note" && todo.list?.title == "Errands")
        #expect(try await client.refusal("change", ["ids": [id], "set": ["list": "Erands"]]) == "not-found")
        #expect(try await client.store.lists.count(.all) == 1, "a slip makes no list")
        #expect(try await client.refusal("change", ["ids": [id], "set": [:]]) == "usage")
        #expect(try await client.refusal("change", ["ids": [id], "set": ["due": "when pigs fly"]]) == "usage")
        #expect(try await client.refusal("change", ["filter": " ", "set": ["title": "x"]]) == "bad-filter")
        #expect(try await client.refusal("change", ["ids": ["zzzz"], "set": ["title": "x"]]) == "not-found")
        #expect(try await client.store.todos.find(bread.id) == todo)
    }

    @Test("every field of the field table that a person can set is an argument of adding and changing")
    func fieldTable() async throws {
        let client = try await TestClient()
        let tools = try #require(try await client.request("tools/list")["result"]?["tools"]?.elements)
        func properties(_ tool: String) -> JSONValue? {
            tools.first { $0["name"] == .string(tool) }?["inputSchema"]?["properties"]
        }
        for field in Todo.Content.fields.all where field.isWritable {
            // A reference is set by its name, and whether it is done by a tool of its own.
            guard let member = field.member, member != "completedAt" else { continue }
            #expect(properties("change")?["set"]?["properties"]?[member] != nil, "\(member)")
            #expect(properties("add")?["todos"]?["items"]?["properties"]?[member] != nil, "\(member)")
        }
    }

    @Test("finishing, reopening, the agenda, names and showing") func others() async throws {
        let client = try await TestClient()
        let list = try await client.store.add("Late", due: .day(2026, 11, 20), placement: .path("Work"))
        try await client.store.add("Now", tags: ["home"], due: .day(2026, 11, 21))
        let agenda = try await client.done("agenda")
        #expect(agenda["items"]?.elements?.map { $0["section"] } == ["overdue", "today"])
        #expect(agenda["counts"]?["overdue"] == 1)
        #expect(try await client.done("agenda", ["from": "2026-11-20", "days": 0])["total"] == 1)
        #expect(try await client.done("names", ["kind": "lists"])["items"] == ["Work"])
        #expect(try await client.done("names", ["kind": "tags"])["items"] == ["home"])
        #expect(try await client.refusal("names", ["kind": "files"]) == "usage")
        let id = JSONValue.string(list.id.rawValue)
        #expect(try await client.done("finish", ["ids": [id]])["items"]?.elements?.first?["done"] == true)
        let shown = try await client.done("show", ["ids": [id]])["items"]?.elements?.first
        #expect(shown?["by"] == "Claude" && shown?["notes"] != nil)
        #expect(
            try await client.done("finish", ["ids": [id], "reopen": true])["items"]?.elements?.first?["done"] == false)
    }

    @Test("of two assistants and a person each keeps what it did when another one takes its own back") func several()
        async throws
    {
        let test = try TestStore()
        let (claude, cursor) = (
            try await TestClient(on: test), try await TestClient("2026-07-28", name: "Cursor", on: test)
        )
        _ = try await claude.done("add", ["todos": [["title": "By Claude"]]])
        _ = try await cursor.done("add", ["todos": [["title": "By Cursor"]]])
        try await test.store.add("By a person")
        _ = try await claude.done("undo", ["by": "me"])
        #expect(try await cursor.titles() == ["By a person", "By Cursor"])
        _ = try await claude.done("undo", ["by": "cursor", "since": "1 hour ago"])
        #expect(try await cursor.titles() == ["By a person"])
    }

    @Test("taking back what this conversation did leaves what a person did, and says what was left") func takingBack()
        async throws
    {
        let client = try await TestClient()
        let mine = try await client.store.add("Mine")
        _ = try await client.done("add", ["todos": [["title": "Theirs"]]])
        _ = try await client.done("change", ["ids": [.string(mine.id.rawValue)], "set": ["title": "X", "notes": "Y"]])
        try await client.store.edit([mine.id], TodoChanges(title: "By a person"))
        let steps = try await client.done("history", ["by": "me"])
        #expect(steps["items"]?.elements?.map { $0["by"] } == ["Claude", "Claude"])
        let trial = try await client.done("undo", ["by": "me", "dry_run": true])
        #expect(trial["undone"]?.elements?.count == 2 && trial["dryRun"] == true)
        #expect(try await client.titles() == ["By a person", "Theirs"])
        let undone = try await client.done("undo", ["by": "me"])
        #expect(undone["left"]?.elements?.map { $0["field"] } == ["title"])
        #expect(try await client.titles() == ["By a person"])
        #expect(try await client.store.todos.find(mine.id).notes == "")
        #expect(try await client.refusal("undo", ["by": "me"]) == "nothing-to-undo")
        #expect(try await client.refusal("undo", ["by": "Claude"]) == "usage")
        #expect(try await client.refusal("undo", ["steps": 1, "by": "me"]) == "usage")
    }
}
