import Foundation
import JSON
import Testing
import TodoDomain
import TodoFormats

/// The files in Fixtures are written by hand from the documentation of the programs, with their columns.
@Suite("CSV of other programs")
struct CSVLayoutTests {
    private func read(_ name: String) throws -> [ImportItem] {
        let bytes = try fixture(name)
        let whole = try items(of: bytes, as: CSVFormat())
        #expect(try items(of: bytes, as: CSVFormat(), chunkSize: 1) == whole)
        return whole
    }

    @Test("Todoist: sections, indents, labels, notes, priorities, dates and what repeats")
    func todoist() throws {
        let items = try read("todoist.csv")
        let kept = #""übermorgen" in the column DATE is not understood, and is kept as csv.DATE."#
        #expect(items.skipped == ["line 11: \(kept)"])
        let todos = items.todos
        #expect(todos.map(\.title) == ["Buy \"good\" bread", "Butter", "Water the ferns", "Tax", "Wäsche"])
        let bread = todos[0]
        #expect(bread.tags.map(\.title) == ["shop", "müsli"] && bread.priority == .high && bread.list == nil)
        #expect(bread.notes.hasPrefix("Sourdough,") && bread.notes.hasSuffix("not rye"))
        #expect(bread.due == .instant(try date("2026-11-25T16:30:00Z"), zone: "Europe/Zurich"))
        #expect(bread.comments.map(\.text) == ["The one on the corner"])
        #expect(bread.extras.isEmpty)
        #expect(todos[1].parent == bread.id && todos[1].priority == nil)
        #expect(todos[2...].allSatisfy { $0.list?.path == "Haushalt" && $0.parent == nil })
        #expect(todos[2].priority == .medium && todos[2].recurrence?.rule == "FREQ=WEEKLY;BYDAY=MO")
        #expect(todos[2].due == .instant(try date("2026-11-23T08:00:00Z"), zone: "Europe/Zurich"))
        #expect(todos[2].estimate == 15 && todos[2].extras == ["csv.RESPONSIBLE": "Max (2)"])
        #expect(todos[3].priority == .low)
        #expect(try todos[3].start == .day(2026, 11, 25) && todos[3].due == .day(2026, 12, 1))
        #expect(todos[4].due == nil && todos[4].extras == ["csv.DATE": "übermorgen"])
    }

    @Test(
        "Todoist: what repeats in everyday words comes along, and what is not understood is kept and said, by its line")
    func everydayRepetitions() throws {
        let dates = [
            "daily", "Weekly", "every morning", "every workday at 9:00", "ev mon", "after 3 days", "every quarter",
            "every hour", "every full moon",
        ]
        let rows = dates.map { "task,a,4,1,\($0)\n" }.joined()
        let items = try items(of: "TYPE,CONTENT,PRIORITY,INDENT,DATE\n\(rows)".utf8, as: CSVFormat())
        let todos = items.todos
        #expect(
            todos.prefix(7).map { $0.recurrence?.rule } == [
                "FREQ=DAILY", "FREQ=WEEKLY", "FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", "FREQ=WEEKLY;BYDAY=MO",
                "FREQ=DAILY;INTERVAL=3", "FREQ=MONTHLY;INTERVAL=3",
            ])
        #expect(todos[5].recurrence?.mode == .everyFromCompletion)
        #expect(todos.prefix(7).allSatisfy { $0.due != nil && $0.extras.isEmpty })
        #expect(todos.dropFirst(7).compactMap { $0.extras["csv.DATE"]?.string } == Array(dates.dropFirst(7)))
        #expect(todos.dropFirst(7).allSatisfy { $0.due == nil && $0.recurrence == nil })
        #expect(
            items.skipped
                == zip(9..., dates.dropFirst(7)).map { line, date in
                    "line \(line): \"\(date)\" in the column DATE is not understood, and is kept as csv.DATE."
                })
    }

    @Test("Todoist: the date of a comment, a deadline beside a repetition, DUE_DATE, and several times a day")
    func todoistMore() throws {
        let text = """
            TYPE,CONTENT,PRIORITY,INDENT,DATE,DUE_DATE,DEADLINE
            task,a,4,1,every mon,,2026-12-01
            note,Hm,,,2026-03-05T10:00:00Z,,
            task,b,4,1,,2026-12-02,
            task,c,4,1,"every day at 8am, 8pm",,
            """
        let items = try items(of: text.utf8, as: CSVFormat())
        let todos = items.todos
        #expect(todos.map(\.title) == ["a", "b", "c"])
        #expect(try todos[0].comments.map(\.createdAt) == [date("2026-03-05T10:00:00Z")])
        #expect(todos[0].recurrence != nil && todos[0].extras == ["csv.DEADLINE": "2026-12-01"])
        #expect(try todos[1].due == .day(2026, 12, 2))
        #expect(todos[2].recurrence?.rule == "FREQ=DAILY" && todos[2].due != nil)
        #expect(
            items.skipped == [
                #"line 2: "2026-12-01" in the column DEADLINE cannot go with a repetition, and is kept as csv.DEADLINE."#,
                #"line 5: "every day at 8am, 8pm" in the column DATE is taken with its first time only, and is kept as csv.DATE."#,
            ])
    }

    @Test("Todoist: a file of a backup is the list of its project, by whose id its rows are told apart from others")
    func todoistProjects() throws {
        let rows = "task,Buy milk,4,1\ntask,Whole,4,2\nsection,Later,,\ntask,Buy milk,4,1\n"
        func read(as name: String?) throws -> [ImportItem] {
            var file = context
            file.fileName = name
            return try items(of: "TYPE,CONTENT,PRIORITY,INDENT\n\(rows)".utf8, as: CSVFormat(), file)
        }
        let plain = try read(as: nil)
        #expect(plain.todos.map { $0.list?.path } == [nil, nil, "Later"])
        for name in ["todoist.csv", "Home.csv", "Home [old].csv", "[1].csv", "Home [1].txt", "Home [1] (2).csv"] {
            #expect(try read(as: name) == plain, "\(name)")
        }
        let home = try read(as: "Home [2203306141].csv")
        #expect(home.todos.map { $0.list?.path } == ["Home", "Home", "Home/Later"])
        #expect(home.todos.map(\.parent) == [nil, home.todos[0].id, nil])
        #expect(try read(as: "House [2203306141].csv").todos.map(\.id) == home.todos.map(\.id))
        let inbox = try read(as: "Inbox [6Jf8VQXxpwv56VQ7].csv")
        #expect(inbox.todos.map { $0.list?.path } == [nil, nil, "Later"])
        #expect(Set((plain + home + inbox).todos.map(\.id)).count == 9)
    }

    @Test("TickTick: a subtask may stand above its parent, and one without any is said")
    func tickTickOrder() throws {
        let (far, away) = ("652f1c9e8f08a1b2c3d4e5f7", "652f1c9e8f08a1b2c3d4e5f6")
        let rows = [("Oats", "3", "2"), ("Milk", "2", "1"), ("Shop", "1", ""), ("Lost", "5", "9"), ("Far", far, away)]
            .map { "Inbox,\($0),0,N,2026-11-01T10:00:00+0000,\($1),\($2)\n" }.joined()
        let items = try items(
            of: "List Name,Title,Status,Is Check list,Created Time,taskId,parentId\n\(rows)".utf8, as: CSVFormat())
        let todos = Dictionary(uniqueKeysWithValues: items.todos.map { ($0.title, $0) })
        #expect(todos.count == 5)
        #expect(todos["Oats"]?.parent == todos["Milk"]?.id && todos["Milk"]?.parent == todos["Shop"]?.id)
        #expect(todos["Milk"]?.parent != nil && todos["Far"]?.parent != nil && todos["Lost"]?.parent == nil)
        #expect(todos["Lost"]?.extras == ["csv.parentId": "9"] && todos["Oats"]?.extras == [:])
        #expect(
            items.skipped == [
                #"line 5: "9" in the column parentId is not a task of this file, and is kept as csv.parentId."#,
                #"line 6: "\#(away)" in the column parentId is not a task of this file."#,
            ])
    }

    @Test("TickTick: what is done keeps its rule, which is not said to be one that is not understood")
    func tickTickDone() throws {
        let text = """
            List Name,Title,Status,Is Check list,Created Time,Due Date,Repeat
            Inbox,a,2,N,2026-11-01T10:00:00+0000,2026-11-15T10:00:00+0000,RRULE:FREQ=DAILY

            """
        let items = try items(of: text.utf8, as: CSVFormat())
        #expect(items.skipped.isEmpty && items.todos.map(\.extras) == [["csv.Repeat": "RRULE:FREQ=DAILY"]])
        #expect(items.todos.allSatisfy { $0.isDone && $0.recurrence == nil })
    }

    @Test("TickTick: a rule and a reminder that are not understood are kept and said")
    func tickTickNotUnderstood() throws {
        let text = """
            List Name,Title,Status,Is Check list,Created Time,Due Date,Repeat,Reminder
            Inbox,a,0,N,2026-11-01T10:00:00+0000,2026-11-25T10:00:00+0000,FREQ=HOURLY,sometime

            """
        let items = try items(of: text.utf8, as: CSVFormat())
        #expect(items.todos.map(\.extras) == [["csv.Repeat": "FREQ=HOURLY", "csv.Reminder": "sometime"]])
        #expect(
            items.skipped == [
                #"line 2: "FREQ=HOURLY" in the column Repeat is not understood, and is kept as csv.Repeat."#,
                #"line 2: "sometime" in the column Reminder is not understood, and is kept as csv.Reminder."#,
            ])
    }

    @Test("TickTick: lists in folders, ids that last, days in their zone, reminders, what repeats")
    func tickTick() throws {
        let todos = try read("ticktick.csv").todos
        #expect(todos.map(\.title) == ["Acheter du café", "Lait", "Courir"])
        #expect(todos[0].list?.path == "Privé/Maison/À faire" && todos[1].list?.path == "Privé/Maison")
        #expect(try todos[0].due == .day(2026, 11, 25) && todos[0].start == nil)
        #expect(todos[0].alarms.map(\.trigger) == [.time(.hour(9), daysBefore: 0, of: .due)])
        #expect(todos[0].tags.map(\.title) == ["home", "shop"] && todos[0].notes == "Moulu, \"fin\"")
        #expect(todos.map(\.priority) == [.high, .low, .medium])
        #expect(try todos[0].createdAt == date("2026-11-01T10:00:00Z") && todos.allSatisfy(\.extras.isEmpty))
        #expect(try todos[1].parent == todos[0].id && todos[1].completedAt == date("2026-11-03T08:00:00Z"))
        #expect(todos[2].list == nil && todos[2].recurrence?.rule == "FREQ=WEEKLY;BYDAY=TH")
        #expect(todos[2].start == .instant(try date("2026-11-26T06:00:00Z"), zone: "Europe/Paris"))
        #expect(todos[2].due == .instant(try date("2026-11-26T07:00:00Z"), zone: "Europe/Paris"))
        #expect(todos[2].alarms.map(\.trigger) == [.before(try #require(Alarm.Lead(seconds: 900)), of: .due)])
    }

    @Test("OmniFocus: projects as lists, the tree of the numbers, tags, flags and what was dropped")
    func omniFocus() throws {
        let items = try read("omnifocus.csv")
        #expect(items.skipped == ["line 2: A project is a list here, which has no notes and no dates."])
        let todos = items.todos
        #expect(todos.map(\.title) == ["Pack tools", "Brushes", "Roof", "Call"])
        #expect(todos.map { $0.list?.path } == ["House", "House", "House", nil])
        #expect(todos.map(\.parent) == [nil, todos[0].id, nil, nil])
        #expect(todos[0].tags.map(\.title) == ["Außen", "Workshop"] && todos[1].tags.map(\.title) == ["Errands"])
        #expect(todos[0].priority == .high && todos[0].notes == "a \"note\"")
        #expect(todos[0].start == .instant(try date("2026-11-23T08:00:00Z"), utc))
        #expect(todos[0].due == .instant(try date("2026-11-24T17:00:00Z"), utc))
        #expect(todos[0].estimate == 45 && todos[0].extras.isEmpty)
        #expect(try todos[1].completedAt == date("2026-11-19T09:30:00Z"))
        #expect(todos[2].isDone && todos[2].extras == ["csv.Status": "dropped"])
        #expect(try todos[3].due == .day(2027, 5, 7))
    }

    @Test("Microsoft To Do, by way of Outlook: categories, a reminder, what is done")
    func outlook() throws {
        let todos = try read("outlook.csv").todos
        #expect(todos.map(\.title) == ["Renew passport", "Old task", "Waiting for Žofie"])
        #expect(try todos[0].due == .day(2026, 11, 30) && todos[0].priority == .high)
        #expect(todos[0].tags.map(\.title) == ["Admin", "Reisepläne"] && todos[0].notes == "Bring \"photos\"")
        #expect(todos[0].alarms.map(\.trigger) == [.moment(try date("2026-11-29T09:30:00Z"), zone: utc.identifier)])
        #expect(
            try todos[1].start == .day(2026, 11, 13) && todos[1].completedAt == date("2026-11-15T00:00:00Z"))
        #expect(todos[2].priority == .low && todos[2].extras["csv.Companies"] == "Omni")
        #expect(todos[2].extras["csv.Status"] == "waiting on someone else" && !todos[2].isDone)
    }

    @Test("Things, as things-cli writes it: ids, headings, checklists, tags")
    func things() throws {
        let items = try read("things.csv")
        #expect(items.skipped == ["line 7: A project or an area is a list here, which has no notes and no dates."])
        let todos = items.todos
        #expect(
            todos.map(\.id.rawValue) == ["Todo1234567890abcdefgh", "Item1234567890abcdefgh", "Done1234567890abcdefgh"])
        #expect(todos.map(\.title) == ["Salad; \"mixed\"", "Öl", "Sweep"])
        #expect(todos[0].list?.path == "Kitchen/Dinner" && todos[2].list?.path == "Zuhause")
        #expect(todos[0].tags.map(\.title) == ["home", "eat"] && todos[0].notes == "two\nlines")
        #expect(try todos[0].start == .day(2026, 11, 22) && todos[0].due == .day(2026, 11, 24))
        #expect(try todos[0].updatedAt == date("2026-11-12T09:00:00Z"))
        #expect(try todos[1].parent == todos[0].id && todos[1].completedAt == date("2026-11-19T10:00:00Z"))
        #expect(todos[2].isDone && todos[2].extras == ["csv.status": "canceled", "csv.start": "Someday"])
    }

    @Test("semicolons and other orders of columns are read too; what is ours is not taken for another's")
    func recognition() throws {
        let todos = try todos(of: "PRIORITY;INDENT;TYPE;CONTENT\r\n1;1;task;a\r\n1;2;task;b\r\n", as: CSVFormat())
        #expect(todos.map(\.title) == ["a", "b"] && todos[1].parent == todos[0].id)
        let exported = export(todos, as: CSVFormat(), extraKeys: ["csv.TYPE", "csv.CONTENT", "csv.INDENT"])
        #expect(try items(of: exported, as: CSVFormat()).todos.map(\.id) == todos.map(\.id))
    }
}
