import Foundation
import JSON
import Testing
import TodoDomain
import TodoFormats

@Suite struct CSVTests {
    private let format = CSVFormat()
    private static let header =
        "id,title,notes,createdAt,updatedAt,completedAt,due,priority,start,startedAt,tags,latitude,longitude,"
        + "altitude,placeName,list,parent,dependsOn,comments,reminders,estimate,assignee"

    private func first(_ text: String, _ context: ImportContext = context) throws -> Todo {
        try #require(try todos(of: text, as: format, context).first)
    }

    @Test("every column is read, and written with the same contents")
    func columns() throws {
        let record = """
            a1,"Buy ""milk"", eggs","two
            lines",2026-11-01T00:00:00.000Z,2026-11-02T00:00:00.000Z,2026-11-03T00:00:00.000Z,\
            2026-11-21T17:00:00.000Z[Europe/Zurich],high,2026-11-20,2026-11-21T08:00:00.000Z,\
            "home;a\\;b;c\\\\d",47.5,8.25,400.0,"Migros, Zürich",,,b c,,,90,,
            """
        let text = "\(Self.header),extras\r\n\(record)\r\n"
        let todo = try first(text)
        #expect(todo.id.rawValue == "a1")
        #expect(todo.dependsOn.map(\.rawValue) == ["b", "c"])
        #expect(todo.title == "Buy \"milk\", eggs")
        #expect(todo.notes == "two\nlines")
        #expect(todo.createdAt == (try date("2026-11-01T00:00:00Z")))
        #expect(todo.updatedAt == (try date("2026-11-02T00:00:00Z")))
        #expect(todo.completedAt == (try date("2026-11-03T00:00:00Z")))
        #expect(todo.due == .instant(try date("2026-11-21T17:00:00Z"), zone: "Europe/Zurich"))
        #expect(todo.priority == .high)
        #expect(todo.tags.map(\.title) == ["home", "a;b", "c\\d"])
        #expect(todo.location?.coordinate == (try Coordinate(latitude: 47.5, longitude: 8.25)))
        #expect(todo.location?.altitude == 400)
        #expect(todo.location?.placeName == "Migros, Zürich")
        #expect(todo.estimate == 90)
        #expect(todo.extras.isEmpty)
        #expect(self.text(export([todo], as: format)) == text)
    }

    @Test(
        "the header decides: other names, other orders, other delimiters, columns of other programs",
        arguments: [",", ";", "\t"])
    func headers(delimiter: String) throws {
        let text = [
            ["Task Name", "Due Date", "Labels", "DONE", "Reviewer", "Priority", "Location", "Summary", ""],
            ["Buy milk", "2026-11-21", "\"home;shop\"", "yes", "Zoë", "urgent", "Migros", "s", "rest"],
            ["Call", "", "", "no"],
        ].map { $0.joined(separator: delimiter) }.joined(separator: "\n")
        let todos = try todos(of: "\u{FEFF}" + text, as: format)
        #expect(todos.map(\.title) == ["Buy milk", "Call"])
        #expect(todos[0].due == (try .day(2026, 11, 21)))
        #expect(todos[0].tags.map(\.title) == ["home", "shop"])
        #expect(todos.map(\.completedAt) == [context.now, nil])
        #expect(todos[0].priority == .high)
        #expect(
            todos[0].extras == [
                "csv.Reviewer": "Zoë", "csv.placeName": "Migros", "csv.Summary": "s",
                "csv.column 9": "rest",
            ])
        for keys in [[], ["csv.Reviewer", "csv.Summary"]] {
            let exported = export(todos, as: format, extraKeys: keys)
            #expect(self.text(exported).contains(",2026-11-21,high,,,\"home;shop\",,,,Migros,"))
            let again = try items(of: exported, as: format).todos
            #expect(again.map(\.extras) == todos.map(\.extras))
            #expect(again.map(\.id) == todos.map(\.id))
            #expect(
                self.text(exported).contains("dependsOn,comments,reminders,estimate,assignee,Reviewer,extras\r\n")
                    == keys.contains("csv.Reviewer"))
        }
    }

    @Test("records without an id have one that stays, also among equal records and once completed")
    func ids() throws {
        let open = try todos(of: "title,created\na,2026-11-01\na,2026-11-01\nb,", as: format)
        let done = try todos(of: "title,created,done,priority\na,2026-11-01,x,high\na,2026-11-01,,\nb,,,", as: format)
        #expect(Set(open.map(\.id)).count == 3)
        #expect(open.map(\.id) == done.map(\.id))
        let foreign = try first("id,title\na@b,x")
        #expect(foreign.extras["csv.id"] == "a@b")
        #expect(text(export([foreign], as: format)).contains("\n\(foreign.id),x,"))
        #expect(try items(of: export([foreign], as: format), as: format).todos == [foreign])
    }

    @Test(
        "records alike but for a column of another program are several, whatever stands before them and in which file")
    func alike() throws {
        func ids(_ records: String...) throws -> [Todo.ID] {
            try todos(of: (["title,project,done"] + records).joined(separator: "\n"), as: format).map(\.id)
        }
        let (plain, home, work) = (try ids("Call,,"), try ids("Call,home,"), try ids("Call,work,"))
        #expect(Set(plain + home + work).count == 3)
        #expect(try ids("Call,work,", "Call,,", "Call,home,yes") == work + plain + home)
        let timed = try todos(of: "title,project,updated\nCall,home,2026-11-19\n", as: format).map(\.id)
        #expect(try todos(of: "title,project,updated\nCall,work,2026-11-20\n", as: format).map(\.id) == timed)
    }

    @Test("the columns that are fields of a to-do do not tell records apart")
    func ownColumns() throws {
        let plain = try todos(of: "title\nCall", as: format).map(\.id)
        for column in ["notes,Bob", "start,2026-12-01", "list,Home", "parent,a", "dependsOn,b c"] {
            let parts = column.split(separator: ",")
            #expect(try todos(of: "title,\(parts[0])\nCall,\(parts[1])", as: format).map(\.id) == plain, "\(column)")
        }
    }

    @Test(
        "within quotes a return is text, outside them it ends a record as a line feed does, whatever it comes with",
        arguments: ["\r", "\n", "\r\n"], [1, 2, 3, 4096])
    func returns(lineEnd: String, chunkSize: Int) throws {
        let cell = "one\rtwo\r\nthree\nfour\r"
        let text = ["title,notes", "a,\"\(cell)\"", "", "b,c", "\"d\"\"\",\"\""].joined(separator: lineEnd)
        for end in ["", lineEnd] {
            let todos = try items(of: (text + end).utf8, as: format, chunkSize: chunkSize).todos
            #expect(todos.map(\.title) == ["a", "b", "d\""])
            #expect(todos.map(\.notes) == [cell, "c", ""])
        }
        #expect(
            try refusal(of: (text + lineEnd + "\"e\"f").utf8, as: format) == "Line 10: text follows a closing quote.")
    }

    @Test("the columns are parted by what the first line parts them with, whichever character ends it")
    func delimiterOfFirstLine() throws {
        for end in ["\r", "\n", "\r\n"] {
            let todo = try first("title;notes" + end + "a,b,c,d;e,f")
            #expect(todo.title == "a,b,c,d" && todo.notes == "e,f")
        }
    }

    @Test("the ids of records without one are what they were in every version")
    func pinnedIDs() throws {
        #expect(
            try todos(of: "title\nCall\nCall", as: format).map(\.id.rawValue) == [
                "6b079af6-b5e3-5ffc-8bdc-205b474c750d", "ceea5852-0cbe-5ece-9dc9-b4e9d229d9b2",
            ])
    }

    @Test(
        "a cell is put in quotes where it would be read as something else without them, and nowhere else",
        arguments: [
            ("plain text", "plain text"), ("é", "é"), ("a,b", "\"a,b\""), ("a;b", "\"a;b\""), ("a\"b", "\"a\"\"b\""),
            ("a\nb", "\"a\nb\""), ("a\tb", "\"a\tb\""), (" a", "\" a\""), ("a ", "\"a \""),
        ])
    func quotes(notes: String, cell: String) {
        let todo = Todo(id: Todo.ID(stored: "a"), title: "b", notes: notes, createdAt: context.now)
        #expect(text(export([todo], as: format)).contains("\r\na,b,\(cell),2026-11-20T12:00:00.000Z,"))
    }

    @Test("cells that a spreadsheet takes for formulas are neither changed nor marked")
    func formulas() throws {
        let todo = try first("title\n=1+1")
        #expect(todo.title == "=1+1")
        #expect(text(export([todo], as: format)).contains(",=1+1,"))
    }

    @Test(
        "hostile to-dos come back whole, with everything but the times of tags and places",
        arguments: [21, 22] as [UInt64])
    func hostile(seed: UInt64) throws {
        print("round trip of csv with seed \(seed)")
        var models = HostileModels(seed: seed)
        let tags = (0..<8).map { _ in models.tag() }
        let locations = try (0..<5).map { _ in try models.location() }
        let todos = (0..<300).map { _ in models.todo(tags: tags, locations: locations) }
        let items = try items(of: export(todos, as: format), as: format)
        #expect(items.count == todos.count)
        for (item, todo) in zip(items, todos) {
            guard case .todo(var again, let modifiedAt, _) = item else { continue }
            #expect(modifiedAt == todo.updatedAt)
            #expect(again.location?.position == todo.location?.position)
            #expect(again.location?.placeName == todo.location?.placeName)
            #expect(Set(again.tags.map { TagName.folded($0.title) }) == Set(todo.tags.map { TagName.folded($0.title) }))
            again.tags = todo.tags
            again.location = todo.location
            #expect(again == todo)
        }
    }

    @Test(
        "a record that is not right is refused with its line",
        arguments: [
            ("", "Line 1: the file is empty."), ("a,b\n1,2", "Line 1: the header names no column \"title\"."),
            ("title,due,due\n1,2,3", "Line 1: two columns have the same name."),
            ("title\n\"a\nb\"\n\n\"c", "Line 5: the file ends within quotes."),
            ("title\n\"a\"b", "Line 2: text follows a closing quote."),
            (
                "title,due\na,1/2/2026",
                "Line 2: the date \"1/2/2026\" in the column due can be 2026-02-01 or 2026-01-02; "
                    + "say which with todo config set dates.slashes day-first or month-first."
            ),
            (
                "title,completed\na,maybe",
                #"Line 2: the date "maybe" in the column completed is not understood."#
            ),
            ("title\na,b", "Line 2: the record has more cells than the header."),
            ("title,lat\na,1", "Line 2: a latitude needs a longitude, and a longitude a latitude."),
            ("title,lat,lon\na,north,1", #"Line 2: the field "latitude" must be a number."#),
            ("title,extras\na,b", #"Line 2: the field "extras" must be a JSON object."#),
            (
                "title,due\na,2026-11-21T10:00:00Z[Mars/Base]",
                "Line 2: There is no such time zone; give an IANA name such as Europe/Zurich."
            ),
            ("title\na\u{0}", "Line 2: there is a NUL byte; the file must be text in UTF-8."),
        ])
    func refused(text: String, message: String) throws {
        let refused = try refusal(of: text.utf8, as: format)
        #expect(refused == message)
    }

    @Test("no text makes the reader crash or hang")
    func fuzzing() throws {
        var models = HostileModels(seed: 3)
        let todos = (0..<3).map { _ in models.todo() }
        fuzz(
            format, with: [export(todos, as: format), Array("name;due;lat;lon\na;2026-11-21;1;2\n".utf8)],
            alphabet: "title,due;\"\n\r\\0123-:TZ[]{}")
        #expect(
            try refusalOfHugeElement(format, start: "title\n\"", filler: "a", end: "\"")
                == "Line 2: the record has more than 4194304 bytes.")
        #expect(
            try refusalOfHugeElement(format, start: "title\n\"", filler: "\n", end: "\"")
                == "Line 2: the record has more than 4194304 bytes.")
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
