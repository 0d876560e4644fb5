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
        for todo in whole.todos { #expect(todo.extras.keys.allSatisfy { $0.hasPrefix(format.extrasPrefix) }) }
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
        #expect(try rent.alarms == [Alarm(.moment(date("2026-02-28T17:00:00Z"), zone: "UTC"))])
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
            let read = try items(of: bytes, as: #require(TodoFormats.named("mstodo")), there)
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
}
