import Foundation
import JSON
import Testing
import TodoDomain
import TodoFormats

/// Tables as the programs write them, by their documentation.
@Suite("Tables of other programs")
struct ProgramTableTests {
    private func read(_ text: String) throws -> [ImportItem] { try items(of: text.utf8, as: CSVFormat()) }

    @Test("Trello's CSV has the ids of its JSON")
    func trello() throws {
        let text = """
            Card ID,Card Name,Card URL,Card Description,Labels,Members,Due Date,Attachment Count,Attachment Links,\
            Checklist Item Total Count,Checklist Item Completed Count,Vote Count,Comment Count,Last Activity Date,List ID,\
            List Name,Board ID,Board Name,Archived,Start Date,Due Complete
            65e0a0000000000000000011,Roof,https://trello.com/c/AbCd,It leaks,"outside (green), red",zoe,\
            2026-03-10T16:00:00.000Z,0,,2,1,0,2,2026-03-03T10:00:00.000Z,65e0a0000000000000000021,To do,\
            65e0a0000000000000000001,House,false,2026-03-08T08:00:00.000Z,false
            65e0a0000000000000000013,Old,,,,,,0,,0,0,0,0,2026-02-04T10:00:00.000Z,1,To do,1,House,true,,

            """
        let todos = try read(text).todos
        #expect(todos.map(\.title) == ["Roof", "Old"] && todos.map(\.isDone) == [false, true])
        #expect(todos[0].list?.path == "House/To do" && todos[0].tags.map(\.title) == ["outside", "red"])
        #expect(todos[0].extras == ["csv.Card URL": "https://trello.com/c/AbCd", "csv.Members": "zoe"])
        let board = try items(of: fixture("trello.json"), as: #require(TodoFormats.named("trello"))).todos
        #expect(todos[0].id == board[0].id && todos[1].id == board[4].id && todos[0].createdAt == board[0].createdAt)
    }

    @Test("Asana names a parent by its title, and its numbers are the same tasks in every file")
    func asana() throws {
        let header =
            "Task ID,Created At,Completed At,Last Modified,Name,Section/Column,Assignee,Due Date,Tags,Notes,Projects,Parent task"
        let first = "1200000000000001,2026-03-01,,2026-03-02,Move,Soon,Zoë,2026-03-31,\"home,big\",by van,House,"
        let second = "1200000000000002,2026-03-01,2026-03-03,2026-03-03,Rent a van,,,,,,House,Move"
        let items = try read([header, second, first].joined(separator: "\n"))
        #expect(items.skipped.isEmpty)
        let van = try #require(items.todos.first { $0.title == "Rent a van" })
        let move = try #require(items.todos.first { $0.title == "Move" })
        #expect(van.parent == move.id && van.isDone && move.list?.path == "House/Soon")
        #expect(try move.tags.map(\.title) == ["home", "big"] && move.due == .day(2026, 3, 31))
        #expect(move.extras == ["csv.id": "1200000000000001", "csv.Assignee": "Zoë"])
        let later = try read([header, first.replacing("Move", with: "Move out")].joined(separator: "\n"))
        #expect(later.todos.map(\.id) == [move.id])
    }

    @Test("Jira repeats columns, writes days with the names of months, and names a parent by its number")
    func jira() throws {
        let text = """
            Summary,Issue key,Issue id,Issue Type,Status,Project name,Priority,Created,Updated,Resolved,Due Date,Labels,Labels,Parent
            Fix lamp,HOME-1,10001,Task,To Do,House,High,01/Mar/26 9:00 AM,02/Mar/26 10:30 AM,,05/Mar/26 12:00 AM,light,soon,
            Buy bulb,HOME-2,10002,Sub-task,Done,House,Lowest,01/Mar/26 9:00 AM,03/Mar/26 1:00 PM,03/Mar/26 1:00 PM,,,,10001
            """
        let items = try read(text)
        let todos = items.todos
        #expect(todos.map(\.title) == ["Fix lamp", "Buy bulb"] && items.skipped.isEmpty)
        #expect(todos[0].tags.map(\.title) == ["light", "soon"] && todos[0].priority == .high && !todos[0].isDone)
        #expect(try todos[0].due == .instant(date("2026-03-05T00:00:00Z"), utc) && todos[0].list?.path == "House")
        #expect(try todos[1].completedAt == date("2026-03-03T13:00:00Z") && todos[1].priority == .low)
        #expect(todos[1].parent == todos[0].id && todos[0].extras["csv.Issue Type"] == "Task")
    }

    @Test("Linear's rows are known by their UUID, and its dates are those of JavaScript")
    func linear() throws {
        let text = """
            ID,Team,Title,Description,Status,Estimate,Priority,Project,Labels,Created,Updated,Completed,Canceled,Due Date,Parent issue,UUID
            ENG-1,Eng,Ship,all,In Progress,3,Urgent,Site,"web, now",Sun Mar 01 2026 09:00:00 GMT+0000 (GMT),\
            Mon Mar 02 2026 09:00:00 GMT+0000 (Greenwich Mean Time),,,2026-03-31,,6f4d2c1a-0b3e-4a57-9c11-2d8e5f7a9b01
            ENG-2,Eng,Test,,Canceled,,No priority,Site,,Sun Mar 01 2026 09:00:00 GMT+0000 (GMT),\
            Tue Mar 03 2026 09:00:00 GMT+0000 (GMT),,Tue Mar 03 2026 09:00:00 GMT+0000 (GMT),,ENG-1,\
            6f4d2c1a-0b3e-4a57-9c11-2d8e5f7a9b02
            """
        let todos = try read(text).todos
        #expect(todos.map(\.title) == ["Ship", "Test"] && todos.map(\.isDone) == [false, true])
        #expect(todos[0].id == Todo.ID("6f4d2c1a-0b3e-4a57-9c11-2d8e5f7a9b01") && todos[1].parent == todos[0].id)
        #expect(try todos[0].updatedAt == date("2026-03-02T09:00:00Z") && todos[0].due == .day(2026, 3, 31))
        #expect(todos[0].priority == .high && todos[1].priority == nil && todos[0].list?.path == "Site")
    }

    @Test("Notion: ranges, check boxes, and a parent with its address behind it")
    func notion() throws {
        let text = """
            \u{FEFF}Name,Done,Date,Tags,Parent item
            Trip,No,"March 5, 2026 → March 9, 2026","fun, far",
            Pack,Yes,"March 4, 2026 8:00 AM",,Trip (https://www.notion.so/Trip-0123456789abcdef)
            """
        let todos = try read(text).todos
        #expect(todos.map(\.title) == ["Trip", "Pack"] && todos.map(\.isDone) == [false, true])
        #expect(try todos[0].start == .day(2026, 3, 5) && todos[0].due == .day(2026, 3, 9))
        #expect(todos[1].parent == todos[0].id && todos[0].tags.map(\.title) == ["fun", "far"])
    }

    @Test("two records of one title are no parent, and two columns of one name are only taken where that is usual")
    func ambiguous() throws {
        let items = try read("title,parent\na,\na,\nb,a\n")
        #expect(items.todos.map(\.parent) == [nil, nil, nil])
        #expect(items.skipped == ["line 4: \"a\" is not a record of this file, and is kept as an extra."])
        #expect(try refusal(of: "title,due,due\n".utf8, as: CSVFormat())?.contains("the same name") == true)
    }

    @Test(
        "Outlook in another language is refused with the names that help",
        arguments: [
            ("German", "Betreff,Beginnt am,Fällig am,Priorität"), ("French", "Objet,Date de début,Échéance"),
            ("Spanish", "Asunto,Fecha de comienzo,Fecha de vencimiento"),
        ])
    func outlook(language: String, header: String) throws {
        let message = try #require(try refusal(of: "\(header)\na,b,c,d\n".utf8, as: CSVFormat()))
        #expect(message.contains("this looks like an export of Outlook in \(language)"))
        #expect(message.contains("Subject, Start Date, Due Date"))
    }

    @Test("what tools write of Apple Reminders as a table comes in by its words")
    func reminders() throws {
        let text = "Title,List,Notes,Due Date,Priority,Completed,External ID\nMilk,Shop,oat,2026-03-05,high,true,\n"
        let todo = try #require(try read(text).todos.first)
        #expect(try todo.due == .day(2026, 3, 5) && todo.isDone && todo.list?.path == "Shop" && todo.priority == .high)
    }
}
