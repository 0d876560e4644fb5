import Foundation
import JSON
import Testing
import TodoDomain
import TodoFormats

@Suite struct TaskwarriorTests {
    private let format = TaskwarriorFormat()

    private func task(_ attributes: String) -> String {
        #"{"description":"a","uuid":"a00093ae-c1cf-4b76-855b-dc4933cc2880","entry":"20261120T164147Z",\#(attributes)}"#
    }

    @Test("each of the 32 tasks that Taskwarrior 2.6.2 exported is taken with every field, but the deleted one")
    func fixtureFields() throws {
        let bytes = try fixture("taskwarrior-2.6.2.json")
        let items = try items(of: bytes, as: format)
        #expect(items.count == 32)
        let children = [27, 28, 29].map { "task \($0): What repeats shows its current date by itself." }
        #expect(items.skipped == children + ["task 32: It is deleted in Taskwarrior."])
        let tasks = try #require(try JSONValue(parsing: bytes).elements)
        for (item, task) in zip(items, tasks) {
            guard case .todo(let todo, let modifiedAt, _) = item else { continue }
            #expect(todo.id.rawValue == task["uuid"]?.string)
            #expect(todo.title == task["description"]?.string)
            #expect(todo.notes.isEmpty)
            #expect(basic(todo.createdAt) == task["entry"]?.string)
            #expect(basic(todo.updatedAt) == task["modified"]?.string)
            #expect(modifiedAt == todo.updatedAt)
            #expect(todo.completedAt.map(basic) == (task["status"] == "completed" ? task["end"]?.string : nil))
            switch todo.due {
            case .day(let day): #expect(basic(day.start(in: utc)) == task["due"]?.string)
            case .instant(let date, _):
                #expect(basic(date) == task["due"]?.string)
                #expect(!basic(date).hasSuffix("T000000Z"))
            case nil: #expect(task["due"] == nil)
            }
            #expect(todo.priority?.rawValue.prefix(1).uppercased() == task["priority"]?.string)
            #expect(todo.tags.map(\.title) == (task["tags"]?.elements ?? []).compactMap(\.string))
            #expect(todo.tags.map(\.id) == todo.tags.map { TagName.id(for: $0.title) })
            #expect(todo.location == nil)
            var others = try #require(task.members)
            for name in ["id", "urgency", "uuid", "description", "entry", "modified", "end", "due", "priority", "tags"]
            {
                others[name] = nil
            }
            #expect(todo.dependsOn.map(\.rawValue) == (task["depends"]?.elements ?? []).compactMap(\.string).sorted())
            let annotations = task["annotations"]?.elements ?? []
            #expect(todo.comments.map(\.text) == annotations.compactMap { $0["description"]?.string })
            #expect(todo.comments.map { basic($0.createdAt) } == annotations.compactMap { $0["entry"]?.string })
            #expect(todo.estimate.map(EstimatePhrase.duration) == task["estimate"]?.string)
            for name in ["project", "scheduled", "start", "depends", "annotations", "estimate"] { others[name] = nil }
            if task["scheduled"] == nil, others["wait"] != nil {
                others["wait"] = nil
                others["todostartname"] = "wait"
            }
            if others["status"] != "recurring" { others["status"] = nil }
            let extras = Dictionary(uniqueKeysWithValues: others.map { ("taskwarrior.\($0.key)", $0.value) })
            #expect(todo.extras == extras)
        }
    }

    @Test("a few tasks of the sample are what a person expects")
    func fixtureSamples() throws {
        let todos = try items(of: fixture("taskwarrior-2.6.2.json"), as: format).todos
        #expect(todos[0].due == (try .day(2026, 11, 21)))
        #expect(todos[0].priority == .medium)
        #expect(todos[2].due == .instant(try date("2026-11-30T23:59:59Z"), utc))
        #expect(todos[10].list?.path == "Office/Reports")
        #expect(todos[10].estimate == 180 && todos[10].extras["taskwarrior.estimate"] == nil)
        #expect(todos[10].comments.count == 2 && todos[10].extras["taskwarrior.annotations"] == nil)
        #expect(todos[14].extras["taskwarrior.status"] == "recurring")
        #expect(todos[24].title.contains("https://example.org/a?b=c&d=e"))
        #expect(todos[26].isDone && todos[14].recurrence?.rule == "FREQ=WEEKLY")
    }

    @Test("what was exported has the fields that were imported, in any time zone", arguments: ["UTC", "Europe/Zurich"])
    func fixtureRoundTrip(zone: String) throws {
        let zone = try #require(TimeZone(identifier: zone))
        let context = ImportContext(now: context.now, timeZone: zone)
        let bytes = try fixture("taskwarrior-2.6.2.json")
        let first = try items(of: bytes, as: format, context)
        let exported = export(first.todos, as: format, in: zone)
        let before = try #require(try JSONValue(parsing: bytes).elements).filter { $0["parent"] == nil }
        let after = try #require(try JSONValue(parsing: exported).elements)
        #expect(after.count == 28)
        for (before, after) in zip(before, after) {
            #expect(before.members?.filter { !["id", "urgency"].contains($0.key) } == after.members)
        }
        #expect(try items(of: exported, as: format, context).todos == first.todos)
        #expect(try items(of: bytes, as: format, context) == first)
    }

    @Test("a due time at midnight where its user is, is a day, and only there")
    func midnight() throws {
        let text = task(#""due":"20261120T230000Z""#)
        let there = ImportContext(now: context.now, timeZone: zurich)
        #expect(try todos(of: text, as: format, there).first?.due == (try .day(2026, 11, 21)))
        #expect(try todos(of: text, as: format).first?.due == .instant(try date("2026-11-20T23:00:00Z"), utc))
        let todos = try todos(of: text, as: format, there)
        #expect(self.text(todos, in: zurich).contains(#""due":"20261120T230000Z""#))
    }

    @Test("tasks without brackets, one per line, with or without commas, are read")
    func lines() throws {
        let text = "{\"description\":\"a\"}\n{\"description\":\"b\"},\n\n{\"description\":\"c\"}\n"
        #expect(try todos(of: text, as: format).map(\.title) == ["a", "b", "c"])
        #expect(try items(of: "".utf8, as: format).isEmpty)
        #expect(try items(of: "[]".utf8, as: format).isEmpty)
    }

    @Test("a description that no title can hold is repaired, kept and written again")
    func description() throws {
        let long = String(repeating: "é", count: 3000)
        for (json, title, notes) in [
            (#"two\nlines\t\u0007"#, "two lines", ""), (" ", "(no title)", ""), (long, String(long.prefix(2048)), long),
        ] {
            let text = #"[{"description":"\#(json)","uuid":"a"}]"#
            let todo = try #require(try todos(of: text, as: format).first)
            #expect(todo.title == title)
            #expect(todo.notes == notes)
            let again = try JSONValue(parsing: export([todo], as: format)).elements?.first
            #expect(again?["description"] == (try JSONValue(parsing: text).elements?.first?["description"]))
            #expect(again?["notes"] == nil)
            var edited = todo
            edited.title = "edited"
            #expect(try JSONValue(parsing: export([edited], as: format)).elements?.first?["description"] == "edited")
        }
    }

    @Test("notes, a place and an id that Taskwarrior does not take come back from our own export")
    func own() throws {
        let location = Location(
            id: try #require(Location.ID("l")), coordinate: try Coordinate(latitude: 47.5, longitude: -8.25),
            altitude: 400, placeName: "Île", createdAt: context.now)
        let todo = Todo(
            id: try #require(Todo.ID("not_a_uuid")), title: "a", notes: "n\n1", createdAt: context.now,
            due: try .day(1066, 10, 14), location: location)
        let bytes = export([todo], as: format)
        let uuid = try #require(try JSONValue(parsing: bytes).elements?.first?["uuid"]?.string)
        #expect(UUID(uuidString: uuid) != nil)
        let again = try #require(try items(of: bytes, as: format).todos.first)
        #expect(again.id == todo.id)
        #expect(again.notes == todo.notes)
        #expect(again.due == todo.due)
        #expect(again.location?.position == location.position)
        #expect(again.location?.placeName == "Île")
        #expect(again.extras.isEmpty)
    }

    @Test("a completed task is done when it ended, a waiting one keeps its status, and completing it ends that")
    func status() throws {
        let text = task(#""status":"completed","modified":"20261120T170000Z""#)
        #expect(try todos(of: text, as: format).first?.completedAt == (try date("2026-11-20T17:00:00Z")))
        var waiting = try #require(try todos(of: task(#""status":"waiting","priority":"X""#), as: format).first)
        #expect(self.text([waiting]).contains(#""priority":"X","status":"waiting""#))
        waiting.completedAt = context.now
        waiting.priority = .low
        #expect(self.text([waiting]).contains(#""priority":"L","status":"completed""#))
    }

    @Test(
        "a task that is not right is refused with its position",
        arguments: [
            (#"[{"uuid":"a"}]"#, #"Task 1: the field "description" is missing."#),
            (#"[{"description":"a"},{"description":1}]"#, #"Task 2: the field "description" must be a text."#),
            (
                #"[{"description":"a","due":"tomorrow"}]"#,
                #"Task 1: the field "due" must be a time such as 20261121T180000Z."#
            ),
            (#"[{"description":"a","tags":[1]}]"#, #"Task 1: the field "tags" must be an array of texts."#),
            (#"[{"description":"a"} {"description":"b"}]"#, "Task 1: no comma or bracket follows it."),
            (#"[{"description":"a"}"#, "Task 1: no comma or bracket follows it."),
            ("hello", "Task 1: not valid JSON, unexpected character at byte 0."),
        ])
    func refused(text: String, message: String) throws {
        let refused = try refusal(of: text.utf8, as: format)
        #expect(refused == message)
    }

    @Test("no text makes the reader crash or hang")
    func fuzzing() throws {
        let bytes = try fixture("taskwarrior-2.6.2.json")
        fuzz(format, with: [bytes, Array(bytes.prefix(900))], alphabet: #"{}[]":,descriptonTZ0123 "#)
        #expect(
            try refusalOfHugeElement(format, start: #"[{"description":""#, filler: "a", end: #""}]"#)
                == "Task 1: the element has more than 4194304 bytes.")
    }

    private func basic(_ date: Date) -> String {
        date.rfc3339.replacing("-", with: "").replacing(":", with: "").replacing(".000", with: "")
    }

    private func text(_ todos: [Todo], in zone: TimeZone = utc) -> String {
        String(decoding: export(todos, as: format, in: zone), as: UTF8.self)
    }
}
