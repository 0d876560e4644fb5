import Foundation
import JSON
import TestSupport
import Testing

/// `todo` alone, and what looks back and ahead.
@Suite("The command: agenda, next, calendar and report")
struct AgendaCommandTests {
    private let todo: TodoProcess

    init() throws { todo = try TodoProcess() }

    private func fill() throws {
        try todo("add", "Report", "--due", "yesterday", "-p", "high")
        try todo("add", "Milk", "--due", "today")
        try todo("add", "Eggs", "--due", "in 3 days")
        try todo("add", "Later")
        try todo("start", try todo.add("Begun"))
    }

    @Test("todo alone is the agenda; its help is asked for")
    func alone() throws {
        try fill()
        let lines = try todo.run([]).lines.map {
            $0.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
        #expect(lines.map { $0[4] } == ["Report", "Milk", "Eggs", "Begun"])
        #expect(lines.map { $0[7] } == ["overdue", "today", "next", "started"] && lines.allSatisfy { $0.count == 8 })
        for arguments in [["--json"], ["agenda", "--json"], ["--json", "agenda"]] {
            let agenda = try todo.run(arguments).json()
            #expect(agenda["counts"] == ["overdue": 1, "today": 1, "next": 1, "started": 1, "open": 5])
            #expect(agenda["next"]?.elements?.map { $0["title"] } == ["Eggs"])
            #expect(agenda.members?.keys.sorted() == ["counts", "next", "overdue", "started", "today"])
        }
        #expect(try todo("--days", "1").lines.count == 3)
        #expect(try todo("--days", "-1", "--json").failure() == ("usage", 64))
        #expect(try todo("--help").output.contains("SUBCOMMANDS") && todo("help").output.contains("SUBCOMMANDS"))
        #expect(try todo("--json", "--db", "nosuch.db").failure() == ("not-found", 1))
    }

    @Test("a newcomer is told what to begin with, and nobody is told about an empty week twice")
    func empty() throws {
        let newcomer = try todo.run([])
        #expect(newcomer.status == 0 && newcomer.output.isEmpty && newcomer.error.contains("todo add \"Buy milk\""))
        let id = try todo.add("Later")
        #expect(try todo.run([]).error == "Nothing is due within 7 days; 1 to-do open: todo next, todo list\n")
        #expect(
            try todo("agenda", "--days", "0").error == "Nothing is due today; 1 to-do open: todo next, todo list\n")
        try todo("done", id)
        #expect(try todo.run([]).error.hasPrefix("Everything is done."))
        #expect(try todo("--quiet").error.isEmpty)
    }

    @Test("a terminal gets what fits on its screen, and the counts of all", .enabled(if: Pty.isPossible))
    func terminal() throws {
        try fill()
        for index in 0..<60 { try todo("add", "Old \(index)", "--due", "2026-11-01") }
        let shown = try Pty.run(todo, "help >/dev/null; stty rows 16; todo --no-color", columns: 80)
        let lines = shown.split(whereSeparator: \.isNewline)
        #expect(lines.count <= 15, "\(shown)")
        for heading in [
            "Overdue", "Today", "Tue 24 Nov", "Started", "61 overdue · 1 today · 1 next · 1 started · 65 open",
        ] {
            #expect(shown.contains(heading), "\(shown)")
        }
    }

    @Test("next has the best first, with its points and their reasons")
    func next() throws {
        try fill()
        let items = try #require(try todo("next", "--json").json()["items"]?.elements)
        #expect(items.map { $0["title"] } == ["Report", "Milk", "Eggs", "Begun", "Later"])
        #expect(items[0]["score"] == 160 && items[0]["terms"] == ["due": 100, "priority": 60])
        #expect(items[4]["score"] == 0 && items[4]["terms"] == [:])
        #expect(try todo("next", "--limit", "1", "--explain").lines[0].hasSuffix("\t160 = due 100 + priority 60"))
        #expect(try todo("next", "--limit", "2").lines.map { $0.split(separator: "\t").last } == ["160", "96"])
        #expect(try todo("next", "--limit", "0", "--json").failure() == ("usage", 64))
    }

    @Test("done without ids lists what was done today, the last one first")
    func doneToday() throws {
        try fill()
        #expect(try todo("done").lines.isEmpty)
        try todo("done", "text:milk")
        #expect(try todo.titles("done") == ["Milk"] && todo("done").lines.count == 1)
        var later = todo
        later.environment["TODO_NOW"] = "2026-11-22T10:00:00Z"
        #expect(try later.titles("done") == [])
        #expect(try todo("done", "--only", "--json").failure() == ("usage", 64))
    }

    @Test("the calendar has a line for each week, with what is due and was done")
    func calendar() throws {
        try fill()
        try todo("done", "text:report")
        let lines = try todo("calendar").output.split(separator: "\n").map(String.init)
        #expect(lines.count == 8 && lines[0] == "    November 2026")
        #expect(lines[5].contains(">21 1 ✓1") && lines[6].contains(" 24 1"), "\(lines)")
        let month = try todo("calendar", "2026-12", "--json").json()
        #expect(month["month"] == "2026-12" && month["weeks"]?.elements?.count == 5)
        #expect(try todo("calendar", "next", "month", "--json").json()["month"] == "2026-12")
        #expect(try todo("calendar", "dec", "2026", "--json").json()["month"] == "2026-12")
        #expect(try todo("calendar", "last", "month", "--json").json()["month"] == "2026-10")
        for wrong in ["2026-13", "whenever", "0-0"] {
            #expect(try todo("calendar", wrong, "--json").failure().status == 64)
        }
        #expect(try todo("calendar", "2027").error.contains("“2027”: This is not a month"))
    }

    @Test("the report is text, JSON or a picture")
    func report() throws {
        try fill()
        try todo("done", "text:milk")
        let lines = try todo("report").lines
        #expect(
            lines[0]
                == "From 2026-10-25 to 2026-11-21, 5 to-dos were made and 1 was done. The number of open ones went from 0 to 4."
        )
        #expect(lines.count == 1 + 2 * 29)
        let report = try todo("report", "--from", "2026-01-01", "--json").json()
        #expect(report["created"] == 5 && report["done"] == 1 && report["open"] == 4 && report["openBefore"] == 0)
        #expect(report["days"]?.elements?.count == 325)
        #expect(try todo("report", "--svg", "-").output.hasPrefix("<svg "))
        try todo("report", "--svg", "report.svg")
        let file = try String(contentsOf: todo.folder.appending(path: "report.svg"), encoding: .utf8)
        #expect(file.hasPrefix("<svg ") && file.hasSuffix("</svg>\n"))
        #expect(try todo("report", "--from", "2026-11-21", "--to", "2026-11-01", "--json").failure() == ("usage", 64))
        #expect(try todo("report", "--svg", "-", "--json").failure() == ("usage", 64))
    }
}
