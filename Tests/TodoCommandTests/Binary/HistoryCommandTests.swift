import Foundation
import JSON
import TestSupport
import Testing

@Suite("Undo, redo, history and the past")
struct HistoryCommandTests {
    private var todo: TodoProcess

    init() throws { todo = try TodoProcess() }

    @Test("undo says in one line what was undone, and redo what was done again")
    func words() throws {
        let id = try todo.add("Buy milk", "--tag", "shop")
        try todo("edit", id, "--title", "Buy oat milk", "--priority", "high")
        try todo("delete", id)
        let deletion = try todo("undo")
        #expect(deletion.output.isEmpty)
        #expect(deletion.error == "Undone: delete “Buy oat milk”, today 10:00.\n")
        #expect(try todo("undo").error == "Undone: edit “Buy milk” (priority, title), today 10:00.\n")
        #expect(try todo.titles("list") == ["Buy milk"])
        #expect(try todo("redo").error == "Redone: edit “Buy oat milk” (priority, title), today 10:00.\n")
        #expect(try todo("undo", "9").error.split(separator: "\n").count == 2)
        #expect(try todo("list", "--all").output.isEmpty)
        #expect(try todo("tag", "list").output.isEmpty)
        #expect(try todo("--quiet", "redo").error.isEmpty)
        #expect(try todo.titles("list", "--tag", "shop") == ["Buy milk"])
    }

    @Test("there is an end to undoing and to redoing; something new ends the redoing")
    func ends() throws {
        #expect(try todo("undo", "--json").failure() == ("nothing-to-undo", 1))
        try todo("add", "One")
        try todo("undo")
        try todo("add", "Two")
        #expect(try todo("redo", "--json").failure() == ("nothing-to-undo", 1))
        for bad in ["0", "-1", "x"] {
            #expect(try todo("undo", "--json", "--", bad).failure().status == 64, "\(bad)")
        }
        #expect(try todo("undo", "1", "2", "--json").failure() == ("usage", 64))
    }

    @Test("--show tells the steps and takes none back")
    func show() throws {
        try todo("add", "One")
        let id = try todo.add("Two")
        try todo("done", id)
        let steps = try #require(try todo("undo", "--show", "9", "--json").json()["items"]?.elements)
        #expect(steps.map { $0["action"]?.string } == ["done", "add", "add"])
        #expect(try todo("undo", "--show").lines.count == 1)
        #expect(try todo.titles("list", "--done") == ["Two"])
        try todo("undo", "2")
        let redoable = try #require(try todo("redo", "--show", "9", "--json").json()["items"]?.elements)
        #expect(redoable.map { $0["action"]?.string } == ["add", "done"])
    }

    @Test("for programs: what was undone and what was left, always the same members")
    func json() throws {
        try todo("add", "One")
        let report = try todo("undo", "--json").json()
        #expect(report.members?.keys.sorted() == ["left", "passed", "undone"])
        let step = try #require(report["undone"]?.elements?.first)
        #expect(
            step.members?.keys.sorted() == [
                "action", "at", "author", "by", "changes", "conversation", "device", "group", "process", "records",
                "token",
                "undoes",
            ])
        #expect(try todo("redo", "--json").json().members?.keys.sorted() == ["left", "passed", "redone"])
        let history = try todo("history", "--json", "--page-size", "2").json()
        #expect(history.members?.keys.sorted() == ["items", "nextCursor", "page", "pageSize", "total"])
        #expect(history["items"]?.elements?.map { $0["action"]?.string } == ["redo", "undo"])
        #expect(history["items"]?.elements?.map { $0["undoes"]?.string } == ["2", "1"])
        let cursor = try #require(history["nextCursor"]?.string)
        let rest = try todo("history", "--json", "--after", cursor).json()
        #expect(rest["items"]?.elements?.map { $0["action"]?.string } == ["add"])
        #expect(rest["nextCursor"] == .null)
        let change = try #require(rest["items"]?.elements?[0]["changes"]?.elements?.first)
        #expect(change.members?.keys.sorted() == ["after", "at", "before", "by", "device", "field", "id", "kind"])
        #expect(change["field"] == "created")
    }

    @Test("the history of one to-do is told field by field, a deleted one's too")
    func fields() throws {
        let id = try todo.add("Buy milk")
        try todo("edit", id, "--title", "Buy oat milk")
        try todo("delete", id)
        let rows = try todo("history", String(id.prefix(6))).lines.map { $0.split(separator: "\t").map(String.init) }
        #expect(rows.map { $0[5] } == ["deleted", "title", "created", "title"])
        #expect(rows[1].suffix(2) == ["\"Buy milk\"", "\"Buy oat milk\""])
        #expect(rows[3].suffix(2) == ["null", "\"Buy milk\""])
        #expect(rows.allSatisfy { $0.count == 8 })
        #expect(try todo("history", "zzzz", "--json").failure() == ("not-found", 1))
        #expect(try todo("history", "--after", "x", "--json").failure() == ("bad-cursor", 64))
        #expect(try todo("history", "--page-size", "0", "--json").failure() == ("bad-page", 64))
    }

    @Test("an import is undone as a whole")
    func imports() throws {
        try todo("add", "Mine")
        let lines = (0..<200).map { "Task \($0) +work" }.joined(separator: "\n")
        try todo("import", "-", "--format", "todotxt", input: lines)
        #expect(try todo("list", "--all", "--json").json()["total"] == 201)
        #expect(try todo("undo").error.hasPrefix("Undone: import "))
        #expect(try todo.titles("list", "--all") == ["Mine"])
        #expect(try todo("redo").status == 0)
        #expect(try todo("list", "--all", "--json").json()["total"] == 201)
    }

    @Test("a tag merge is undone: every to-do has its own tag again")
    func tagMerge() throws {
        try todo("add", "One", "--tag", "a")
        try todo("add", "Two", "--tag", "b")
        try todo("tag", "merge", "a", "b", "--into", "c")
        #expect(try todo.titles("list", "--tag", "c").count == 2)
        #expect(try todo("undo").status == 0)
        #expect(try todo.titles("list", "--tag", "a") == ["One"])
        #expect(try todo.titles("list", "--tag", "b") == ["Two"])
        #expect(try todo("list", "--tag", "c", "--json").failure() == ("not-found", 1))
    }

    @Test("list and show at a moment: what there was, by the names that there were")
    func past() throws {
        var todo = todo
        todo.environment["TODO_NOW"] = "2026-11-19T10:00:00Z"
        let milk = try todo.add("Buy milk", "--tag", "shop", "--due", "2026-11-20")
        let book = try todo.add("Read a book")
        todo.environment["TODO_NOW"] = "2026-11-20T10:00:00Z"
        try todo("edit", milk, "--title", "Buy oat milk")
        try todo("tag", "rename", "shop", "groceries")
        try todo("delete", book)
        todo.environment["TODO_NOW"] = "2026-11-21T10:00:00Z"
        try todo("done", milk)

        #expect(Set(try todo.titles("list", "--at", "2026-11-19")) == ["Buy milk", "Read a book"])
        #expect(try todo.titles("list", "--at", "2026-11-19", "--sort", "title") == ["Buy milk", "Read a book"])
        #expect(try todo.titles("list", "--at", "2026-11-19", "--tag", "shop") == ["Buy milk"])
        #expect(try todo.titles("list", "--at", "yesterday", "--tag", "groceries") == ["Buy oat milk"])
        #expect(try todo("list", "--at", "yesterday", "--tag", "shop", "--json").failure() == ("not-found", 1))
        #expect(try todo.titles("search", "book", "--at", "2026-11-19") == ["Read a book"])
        #expect(try todo.titles("list", "--at", "2026-11-18").isEmpty)
        #expect(try todo.titles("list", "--at", "2026-11-19T12:00:00Z", "--due", "tomorrow") == ["Buy milk"])
        let page = try todo("list", "--at", "2026-11-19", "--json", "--page-size", "1").json()
        #expect(page["total"] == 2)
        #expect(page["nextCursor"]?.string != nil)

        let then = try todo("show", milk, "--at", "2 days ago", "--json").json()
        #expect(then["title"] == "Buy milk")
        #expect(then["tags"]?.elements?.map { $0["title"] } == ["shop"])
        #expect(then["updatedAt"] == "2026-11-19T10:00:00.000Z")
        #expect(try todo("show", book, "--at", "2026-11-19", "--json").json()["title"] == "Read a book")
        #expect(try todo("show", book, "--at", "yesterday", "--json").failure() == ("not-found", 1))
        #expect(try todo("list", "--at", "tomorrow", "--json").failure() == ("usage", 64))
        #expect(try todo("list", "--recent", "--at", "yesterday", "--json").failure() == ("usage", 64))
    }

    @Test("lists and places of a moment are named by their ids too, and a refusal speaks of that moment")
    func pastNames() throws {
        var todo = todo
        todo.environment["TODO_NOW"] = "2026-11-19T10:00:00Z"
        let milk = try todo.add("Buy milk", "--list", "Home/Shopping", "--create", "--location", "47.37,8.54")
        let shown = try todo("show", milk, "--json").json()
        let list = try #require(shown["list"]?["id"]?.string)
        let place = try #require(shown["location"]?["id"]?.string)
        todo.environment["TODO_NOW"] = "2026-11-21T10:00:00Z"
        try todo("lists", "rename", "Home/Shopping", "Errands")
        try todo("move", try todo.add("New"), "--list", "Garden", "--create")

        let at = ["--at", "2026-11-20"]
        #expect(try todo.run(["list", "--list", list] + at).lines.count == 1)
        #expect(try todo.run(["list", "--location", place] + at).lines.count == 1)
        #expect(try todo.run(["list", "--near", String(place.prefix(8))] + at).lines.count == 1)
        let title = try todo.run(["list", "--list", "Shopping"] + at)
        #expect(title.error.contains("There was no list “Shopping” at that time; perhaps “Home/Shopping” is meant."))
        let later = try todo.run(["list", "--list", "Garden"] + at)
        #expect(later.error.contains("There was no list “Garden” at that time.") && later.status == 1)
    }

    @Test("a tag or a place that was not there at a moment is refused with that, and with the nearest that was")
    func pastMistakes() throws {
        var todo = todo
        todo.environment["TODO_NOW"] = "2026-11-19T10:00:00Z"
        try todo("location", "add", "Migros", "--latitude", "47", "--longitude", "8")
        try todo("add", "Buy milk", "--tag", "shop", "--location", "Migros")
        todo.environment["TODO_NOW"] = "2026-11-21T10:00:00Z"
        try todo("tag", "rename", "shop", "groceries")
        try todo("location", "edit", "Migros", "--name", "Denner")
        try todo("location", "add", "Garden", "--latitude", "47", "--longitude", "9")

        for (option, name, noun) in [
            ("--tag", "groceries", "tag"), ("--location", "Garden", "place"), ("--near", "Garden", "place"),
        ] {
            let refused = try todo("list", option, name, "--at", "2026-11-20")
            #expect(refused.status == 1 && refused.error == "todo: There was no \(noun) “\(name)” at that time.\n")
        }
        for (option, typed, noun, then, now) in [
            ("--tag", "shp", "tag", "shop", "groceries"), ("--location", "Migos", "place", "Migros", "Denner"),
        ] {
            let refused = try todo("list", option, typed, "--at", "2026-11-20").error
            let sentence = "There was no \(noun) “\(typed)” at that time; perhaps “\(then)” is meant."
            #expect(refused == "todo: \(sentence)\n" && !refused.contains(now))
        }
        #expect(try todo("list", "--tag", "shop").error.contains("There is no tag “shop”."))
    }

    @Test("a terminal gets tables, in which no text does harm", .enabled(if: Pty.isPossible))
    func terminal() throws {
        let id = try todo.add("Buy milk", "--notes", "\u{1B}[31mred")
        try todo("done", id)
        let table = try Pty.run(todo, "history --no-color", columns: 80)
        #expect(table.contains("when") && table.contains("add") && table.contains("device"))
        #expect(!table.contains("\u{1B}[31m"))
        let fields = try Pty.run(todo, "history --no-color \(id)", columns: 80)
        #expect(fields.contains("field") && fields.contains("done") && fields.contains("title"))
    }
}
