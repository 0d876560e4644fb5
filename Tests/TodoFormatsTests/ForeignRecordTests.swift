import Foundation
import JSON
import Testing
import TodoDomain
import TodoFormats

/// Tables and documents that no layout describes.
@Suite("Records of any other program")
struct ForeignRecordTests {
    private func row(_ header: String, _ cells: String, _ context: ImportContext = context) throws -> Todo {
        try #require(try todos(of: "\(header)\n\(cells)\n", as: CSVFormat(), context).first)
    }

    @Test(
        "a due date is read as programs write it",
        arguments: [
            "05.03.2026", "\"March 5, 2026\"", "5 March 2026", "2026/03/05", "5/Mar/26", "05-Mar-2026", "2026-03-05",
            "\"Thursday, March 5, 2026\"", "\"Mar 5th, 2026\"",
        ])
    func days(text: String) throws {
        #expect(try row("title,due", "a,\(text)").due == .day(2026, 3, 5))
    }

    @Test(
        "so is one with a time",
        arguments: [
            "05/Mar/26 10:00 AM", "\"March 5, 2026 10:00 AM\"", "2026/03/05 10:00", "05.03.2026 10:00:00",
            "\"March 5, 2026 12:00 PM (GMT+2)\"", "2026-03-05 10:00", "\"Thu, 05 Mar 2026 10:00:00 GMT\"",
        ])
    func moments(text: String) throws {
        #expect(try row("title,due", "a,\(text)").due == .instant(date("2026-03-05T10:00:00Z"), utc))
    }

    @Test("a day with slashes is read if it can be only one, or else as the setting says")
    func slashes() throws {
        #expect(try row("title,due", "a,3/25/2026").due == .day(2026, 3, 25))
        let message = try refusal(of: "title,due\na,3/5/2026\n".utf8, as: CSVFormat())
        #expect(
            message?.contains("can be 2026-05-03 or 2026-03-05; say which with todo config set dates.slashes") == true)
        var set = context
        set.phrases.slashOrder = .monthFirst
        #expect(try row("title,due", "a,3/5/2026", set).due == .day(2026, 3, 5))
        set.phrases.slashOrder = .dayFirst
        #expect(try row("title,due", "a,3/5/2026", set).due == .day(2026, 5, 3))
    }

    @Test("an arrow is from start to due")
    func ranges() throws {
        let todo = try row("Name,Date", "a,\"March 5, 2026 → March 9, 2026\"")
        #expect(try todo.start == .day(2026, 3, 5) && todo.due == .day(2026, 3, 9))
    }

    @Test(
        "words for done are known, and those for open", arguments: ["Done", "Completed", "yes", "☑", "true", "x", "1"])
    func done(word: String) throws {
        for column in ["completed", "done"] { #expect(try row("title,\(column)", "a,\(word)").isDone) }
        #expect(try row("title,completed", "a,no").isDone == false)
    }

    @Test("a status says whether it is done; one that says more is kept")
    func status() throws {
        #expect(try row("Name,Status", "a,Done").isDone && row("Name,Status", "a,Done").extras.isEmpty)
        #expect(try row("Name,Status", "a,In Progress").extras == ["csv.Status": "In Progress"])
        let dropped = try row("Name,Status", "a,Cancelled")
        #expect(dropped.isDone && dropped.extras == ["csv.Status": "Cancelled"])
    }

    @Test("several columns for one thing are put together")
    func combined() throws {
        let todo = try row("title,completed,completed at,notes,description", "a,true,2026-03-05T10:00:00Z,one,two")
        #expect(try todo.completedAt == date("2026-03-05T10:00:00Z") && todo.notes == "one\n\ntwo")
        #expect(try row("title,due,deadline", "a,,2026-03-05").due == .day(2026, 3, 5))
        #expect(try row("title,completed,completed at", "a,,2026-03-05").completedAt == date("2026-03-05T00:00:00Z"))
        #expect(
            try row("title,due date,due time", "a,2026-03-05,10:00").due == .instant(date("2026-03-05T10:00:00Z"), utc))
    }

    @Test("project, list name and section are lists, and a colon is part of a title")
    func lists() throws {
        #expect(
            try row("title,project", "a,Operating Systems: Principles").list?.path == "Operating Systems: Principles")
        #expect(try row("title,list name,section", "a,Work,Later").list?.path == "Work/Later")
        #expect(try row("title,project", "a,In/Out").list?.path == "In-Out")
        #expect(try row("title,project", "a,Inbox").list == nil)
        let projects =
            "Task ID,Type,Name,Status,Project,Context,Start Date,Due Date,Completion Date,Duration,Flagged,Notes,Tags\n"
        let named = try todos(
            of: projects + "1,Action,a,active,Operating Systems: Principles,,,,,,0,,\n", as: CSVFormat())
        #expect(named.first?.list?.path == "Operating Systems: Principles")
    }

    @Test("tags are parted by commas and semicolons")
    func tags() throws {
        #expect(try row("title,tags", "a,\"home, urgent\"").tags.map(\.title) == ["home", "urgent"])
        #expect(try row("title,labels", "a,#home;shop").tags.map(\.title) == ["home", "shop"])
    }

    @Test(
        "priorities are words or numbers",
        arguments: [
            ("P1", Priority.high), ("urgent", .high), ("1", .high), ("2", .medium), ("3", .low), ("4", nil),
            ("Highest", .high), ("No priority", nil),
        ] as [(String, Priority?)])
    func priorities(text: String, priority: Priority?) throws {
        let todo = try row("title,priority", "a,\(text)")
        #expect(todo.priority == priority && todo.extras.isEmpty)
    }

    @Test("a heading and a row without a name are no to-dos")
    func headings() throws {
        let items = try items(
            of: "Name,Type,Notes\na,task,\n,task,n\nPlans,Section,\nName,Type,Notes\nb,,\n".utf8, as: CSVFormat())
        #expect(items.todos.map(\.title) == ["a", "b"])
        #expect(
            items.skipped == ["line 3: A record without a title is not a to-do.", "line 4: A heading is not a to-do."])
    }

    @Test("columns that nobody reads are kept and counted", arguments: ["csv", "json", "ndjson"])
    func kept(name: String) throws {
        let text =
            switch name {
            case "csv": "title,Effort,Sprint\na,1,x\nb,2,\n"
            case "json": #"[{"title":"a","Effort":1,"Sprint":"x"},{"title":"b","Effort":2}]"#
            default: "{\"title\":\"a\",\"Effort\":1,\"Sprint\":\"x\"}\n{\"title\":\"b\",\"Effort\":2}\n"
            }
        var reader = try #require(TodoFormats.writable(named: name)).makeReader(ByteSource(text.utf8), context: context)
        while try reader.next() != nil {}
        #expect(reader.kept == ["Effort": 2, "Sprint": 1])
    }

    @Test("the commonest JSON of all is read, and what else programs write")
    func json() throws {
        let text = """
            [{"id":1,"title":"a","completed":false},{"id":2,"title":"b","completed":true},
            {"id":3,"name":"c","dueDate":"March 5, 2026","labels":["home",{"name":"urgent"}],"project":{"name":"Work"},
             "priority":"P1","createdAt":1772704800000,"parentId":1,"points":5}]
            """
        let todos = try todos(of: text, as: JSONFormat())
        #expect(todos.map(\.title) == ["a", "b", "c"] && todos.map(\.isDone) == [false, true, false])
        #expect(try todos[2].due == .day(2026, 3, 5) && todos[2].tags.map(\.title) == ["home", "urgent"])
        #expect(todos[2].list?.path == "Work" && todos[2].priority == .high && todos[2].parent == todos[0].id)
        #expect(try todos[2].createdAt == date("2026-03-05T10:00:00Z"))
        #expect(todos[2].extras == ["json.id": "3", "json.points": 5])
    }

    @Test("our own members are read in other programs' words")
    func mixed() throws {
        let todo = try #require(
            try todos(of: #"[{"title":"a","due":"05.03.2026","priority":"urgent"}]"#, as: JSONFormat()).first)
        #expect(try todo.due == .day(2026, 3, 5) && todo.priority == .high)
    }
}
