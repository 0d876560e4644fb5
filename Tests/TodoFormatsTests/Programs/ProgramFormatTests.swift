import Foundation
import JSON
import Testing
import TodoDomain
import TodoFormats

/// The files in Fixtures are written by hand from the documentation of the programs, with their members.
@Suite("Files of other programs")
struct ProgramFormatTests {
    private static let formats = TodoFormats.all.map(\.name).filter { TodoFormats.writable(named: $0) == nil }

    private func file(_ name: String) throws -> [UInt8] {
        try ["json", "org", "zip"].lazy.compactMap { try? fixture("\(name).\($0)") }.first ?? fixture("\(name).json")
    }

    private func read(_ name: String, _ context: ImportContext = context) throws -> [ImportItem] {
        try items(of: file(name), as: #require(TodoFormats.named(name)), context)
    }

    @Test(
        "each format that only reads knows its file by what is in it, and says the same of it each time",
        arguments: formats)
    func recognized(name: String) throws {
        let bytes = try file(name)
        for fileName in [nil, "a.json", "backup.txt", "a.bak"] {
            var source = ByteSource(bytes)
            #expect(try TodoFormats.guess(fileName: fileName, source: &source)?.name == name, "\(fileName ?? "-")")
        }
        let format = try #require(TodoFormats.named(name))
        let whole = try items(of: bytes, as: format)
        #expect(!whole.todos.isEmpty && Set(whole.todos.map(\.id)).count == whole.todos.count)
        #expect(try items(of: bytes, as: format, chunkSize: 7) == whole)
        for todo in whole.todos where name != "zip" {
            #expect(todo.extras.keys.allSatisfy { $0.hasPrefix(format.extrasPrefix) })
        }
    }

    @Test("a file that breaks off, or holds something else, is refused in one sentence", arguments: formats)
    func broken(name: String) throws {
        let format = try #require(TodoFormats.named(name))
        let bytes = try file(name)
        for text in [[], Array(bytes.prefix(bytes.count / 2)), Array("\u{1}".utf8)] where name != "org" {
            let message = try #require(try refusal(of: text, as: format))
            #expect(message.hasPrefix("The file: "), "\(message)")
        }
        // Members of any other kind do not stop the program.
        for text in ["{}", "[]", "[[]]", "[1]", "{\"items\":[7],\"cards\":{},\"tasks\":\"\",\"data\":[]}"] {
            _ = try refusal(of: text.utf8, as: format)
        }
        fuzz(format, with: [bytes], alphabet: "{}[]\":,0 \n*-:", cases: 200)
    }

    @Test("Google Tasks: lists, subtasks, days, times, stars; what was deleted is said")
    func googleTasks() throws {
        let items = try read("googletasks")
        #expect(items.skipped == ["task 3 of the list \"My Tasks\": A deleted task was left out."])
        let todos = items.todos
        #expect(todos.map(\.title) == ["Plan trip", "Book train", "Water"])
        #expect(try todos[0].due == .day(2026, 3, 5) && todos[0].notes == "Ask Zoë")
        #expect(todos[0].list?.path == "My Tasks" && todos[2].list?.path == "Home - Garden")
        #expect(Array(todos[0].extras.keys) == ["googletasks.links"])
        #expect(
            try todos[0].createdAt == date("2026-03-01T08:00:00Z") && todos[0].updatedAt == date("2026-03-02T08:00:00Z")
        )
        #expect(try todos[1].parent == todos[0].id && todos[1].completedAt == date("2026-03-03T09:30:00Z"))
        #expect(try todos[2].due == .instant(date("2026-03-06T17:00:00Z"), utc) && todos[2].priority == .high)
    }

    @Test("Trello: lists, labels, checklists, comments in their order; what is archived is done, and said")
    func trello() throws {
        let items = try read("trello")
        #expect(items.skipped == ["card 3: An archived card is taken as done."])
        let todos = items.todos
        #expect(todos.map(\.title) == ["Roof", "Tiles", "Nails", "Paint", "Old"])
        let roof = todos[0]
        #expect(roof.list?.path == "House/To do" && roof.notes == "It *leaks*")
        #expect(roof.tags.map(\.title) == ["outside", "red"])
        #expect(try roof.due == .instant(date("2026-03-10T16:00:00Z"), utc))
        #expect(try roof.start == .instant(date("2026-03-08T08:00:00Z"), utc))
        #expect(roof.comments.map(\.text) == ["Who knows a roofer?", "Called him"])
        #expect(
            roof.extras == [
                "trello.shortUrl": "https://trello.com/c/AbCd", "trello.members": ["Zoë Example"],
                "trello.attachments": ["https://example.org/roof.jpg"],
            ])
        #expect(roof.createdAt.milliseconds == 0x65e0_a000 * 1000)
        #expect(todos[1...2].allSatisfy { $0.parent == roof.id && $0.extras == ["trello.checklist": "Material"] })
        #expect(todos[1].isDone && !todos[2].isDone && !roof.isDone && todos[3].isDone)
        #expect(todos[4].isDone && todos[4].extras == ["trello.closed": true])
    }

    @Test("Microsoft To Do: lists, steps, categories, what repeats, reminders, and notes without tags")
    func microsoftToDo() throws {
        let items = try read("mstodo")
        #expect(items.skipped.count == 1 && items.skipped[0].hasSuffix("are not in the file, and were not taken."))
        let todos = items.todos
        #expect(todos.map(\.title) == ["Pay rent", "Find the form", "Sign it", "Report", "Slides"])
        let rent = todos[0]
        #expect(rent.list == nil && rent.notes == "Ask & pay\nin cash" && rent.priority == .high)
        #expect(rent.tags.map(\.title) == ["Home", "Money"] && rent.extras.isEmpty)
        #expect(try rent.due == .day(2026, 3, 1) && rent.recurrence?.rule == "FREQ=MONTHLY;BYMONTHDAY=1")
        let moment = try date("2026-02-28T17:00:00Z")
        #expect(rent.alarms == [Alarm(.moment(moment, zone: "GMT"))])
        #expect(todos[1].isDone && !todos[2].isDone && todos[1...2].allSatisfy { $0.parent == rent.id })
        #expect(todos[3].isDone && todos[3].list?.path == "Work")
        #expect(todos[4].extras == ["mstodo.status": "inProgress"] && todos[4].priority == nil)
    }

    @Test("Microsoft To Do: a day is the same one, whatever zone's midnight it is")
    func microsoftDays() throws {
        let task =
            #"{"title":"a","status":"notStarted","importance":"low","dueDateTime":{"dateTime":"%","timeZone":"UTC"}}"#
        var there = context
        there.timeZone = zurich
        for text in ["2026-03-05T00:00:00.0000000", "2026-03-04T23:00:00.0000000"] {
            let bytes = "[\(task.replacing("%", with: text))]".utf8
            let read = try items(of: bytes, as: MicrosoftToDoFormat(), there)
            #expect(try read.todos.first?.due == .day(2026, 3, 5))
        }
    }

    @Test("Apple Reminders: lists, priorities, dates, and the address of a page")
    func reminders() throws {
        let todos = try read("reminders").todos
        #expect(todos.map(\.title) == ["Call Zoë", "Milk"] && todos.allSatisfy(\.extras.isEmpty))
        #expect(todos.map { $0.list?.path } == ["Home", "Shopping"] && todos[0].priority == .high)
        #expect(try todos[0].due == .instant(date("2026-03-05T17:00:00Z"), utc) && todos[0].start == nil)
        #expect(try todos[1].due == .day(2026, 3, 4) && todos[1].completedAt == date("2026-03-03T10:00:00Z"))
        #expect(todos[1].notes == "https://example.org/milk")
    }

    @Test("tasks.org: lists, tags, comments, reminders, what repeats from when it was done, and times of day")
    func tasksOrg() throws {
        let items = try read("tasksorg")
        #expect(items.skipped == ["task 3: A deleted task was left out."])
        let todos = items.todos
        #expect(todos.map(\.title) == ["Water plants", "Buy a can"] && todos.allSatisfy { $0.list?.path == "Garden" })
        #expect(try todos[0].due == .instant(date("2026-03-05T12:00:00Z"), utc) && todos[0].priority == .high)
        #expect(
            todos[0].recurrence?.rule == "FREQ=WEEKLY;INTERVAL=2" && todos[0].recurrence?.mode == .everyFromCompletion)
        #expect(todos[0].tags.map(\.title) == ["home"] && todos[0].comments.map(\.text) == ["Less water in winter"])
        let lead = try #require(Alarm.Lead(seconds: 600))
        #expect(todos[0].alarms.map(\.trigger) == [.before(lead, of: .due)] && todos[0].extras.isEmpty)
        #expect(try todos[1].parent == todos[0].id && todos[1].isDone && todos[1].due == .day(2026, 3, 5))
        #expect(todos[1].priority == nil && todos[1].estimate == 10 && todos[1].extras.isEmpty)
    }

    @Test("Todoist: projects, sections, labels, comments, deadlines and what repeats")
    func todoist() throws {
        let items = try read("todoist")
        #expect(
            items.skipped == [
                "task 4: \"every full moon\" is no repetition that is understood, and is kept as todoist.due.",
                "task 5: A deleted task was left out.",
            ])
        let todos = items.todos
        #expect(todos.map(\.title) == ["Send order", "Print label", "Taxes", "Moon"])
        let order = todos[0]
        #expect(order.list?.path == "Work/Shop/Orders" && order.priority == .high && order.notes == "two boxes")
        #expect(
            order.tags.map(\.title) == ["mail"] && order.comments.map(\.text) == ["By mail"] && order.extras.isEmpty)
        #expect(try order.due == .instant(date("2026-03-06T10:00:00Z"), zone: "Europe/Zurich"))
        #expect(order.recurrence?.rule == "FREQ=WEEKLY;BYDAY=FR")
        #expect(todos[1].parent == order.id && todos[1].isDone && todos[1].list?.path == "Work/Shop")
        #expect(try todos[2].due == .day(2026, 3, 31) && todos[2].start == .day(2026, 3, 20) && todos[2].list == nil)
        #expect(todos[2].priority == .medium && todos[3].extras == ["todoist.due": "every full moon"])
    }

    @Test("tasks of Todoist alone come in, with the number of their project kept")
    func todoistTasks() throws {
        let text =
            #"[{"id":"1","content":"a","project_id":"9","priority":2,"due":{"date":"2026-03-05","is_recurring":false}}]"#
        let todo = try #require(try items(of: text.utf8, as: TodoistJSONFormat()).todos.first)
        #expect(try todo.due == .day(2026, 3, 5) && todo.priority == .low && todo.extras == ["todoist.project_id": "9"])
    }

    @Test("Super Productivity: projects, tags, subtasks, the archive; what repeats is said not to be taken")
    func superProductivity() throws {
        let items = try read("superproductivity")
        #expect(items.skipped == ["task 2: How a task repeats was not taken."])
        let todos = items.todos
        #expect(todos.map(\.title) == ["Write page", "Find a photo", "Buy name"])
        #expect(todos[0].list?.path == "Site" && todos[0].tags.map(\.title) == ["web"] && todos[0].notes == "short")
        #expect(
            try todos[0].due == .day(2026, 3, 5) && todos[0].estimate == 60 && todos[0].extras.isEmpty)
        #expect(try todos[1].parent == todos[0].id && todos[1].due == .instant(date("2026-03-05T12:00:00Z"), utc))
        #expect(todos[2].isDone && todos[2].list == nil && todos[2].completedAt?.milliseconds == 1_772_400_000_000)
    }

    @Test("org-mode: headlines, keywords of the file, tags that are handed down, planning, drawers and what repeats")
    func org() throws {
        let todos = try read("org").todos
        #expect(todos.map(\.title) == ["Call Zoë", "Find her number", "Bill", "Water", "Sell the boat"])
        let call = todos[0]
        #expect(call.list?.path == "Home" && call.priority == .high && call.tags.map(\.title) == ["all", "phone"])
        #expect(try call.due == .instant(date("2026-03-05T10:00:00Z"), utc) && call.start == .day(2026, 3, 4))
        #expect(call.notes == "About the roof.\n  - and the gutter" && call.extras == ["org.Effort": "0:30"])
        #expect(try call.createdAt == date("2026-03-01T08:00:00Z"))
        #expect(try todos[1].parent == call.id && todos[1].completedAt == date("2026-03-02T09:00:00Z"))
        #expect(!todos[2].isDone && todos[2].extras == ["org.keyword": "REVIEW"] && todos[2].parent == nil)
        #expect(try todos[3].due == .day(2026, 3, 6) && todos[3].start == nil && todos[3].notes.isEmpty)
        #expect(todos[3].recurrence?.rule == "FREQ=WEEKLY" && todos[3].recurrence?.mode == .every)
        #expect(todos[4].isDone && todos[4].list == nil && todos[4].extras["org.priority"] == "D")
    }

    @Test("the commonest records of all are read, also within an object")
    func common() throws {
        let record = #"{"id":1,"title":"Milk","completed":false},{"id":2,"title":"Eggs","completed":true,"userId":7}"#
        for text in ["[\(record)]", #"{"tasks":[\#(record)]}"#, #"{"results":[\#(record)]}"#] {
            let todos = try todos(of: text, as: JSONFormat())
            #expect(todos.map(\.title) == ["Milk", "Eggs"] && todos.map(\.isDone) == [false, true], "\(text)")
            #expect(todos[1].extras == ["json.id": "2", "json.userId": 7])
        }
    }

    @Test(
        "a file of a program that is not read is named",
        arguments: [
            ("Asana", #"{"data":[{"gid":"1","resource_type":"task","name":"a"}]}"#),
            ("Google Keep", #"{"textContent":"a","userEditedTimestampUsec":1,"isTrashed":false}"#),
            ("Habitica", #"{"habits":[],"dailys":[{"text":"a"}],"todos":[{"text":"a","value":{}}]}"#),
            ("Remember The Milk", #"{"config":{},"smart_lists":[],"tasks":[{"name":"a","date_due":"?"}]}"#),
        ])
    func named(program: String, text: String) throws {
        let message = try refusal(of: text.utf8, as: JSONFormat())
        #expect(
            message?.hasPrefix("The file: this looks like a file of \(program), which is not read;") == true,
            "\(message ?? "")")
        #expect(message?.contains("newer version") != true)
    }

    @Test("a number called version is not ours where the document is not")
    func version() throws {
        #expect(try refusal(of: #"{"version":140303,"todos":[{"title":"a"}]}"#.utf8, as: JSONFormat()) == nil)
    }
}
