import Foundation
import JSON
import TestSupport
import Testing

@Suite("Everyday use of the program")
struct EverydayTests {
    @Test("a pipe gets one plain line for each to-do")
    func plainLines() throws {
        let todo = try TodoProcess()
        let id = try todo.add(
            "Crème brûlée", "--tag", "home", "--tag", "party", "--due", "2026-12-24", "--priority", "low")
        let expected = "\(id.prefix(4))\t-\tlow\t2026-12-24\tCrème brûlée\thome,party\t\n"
        #expect(try todo("list").output == expected)
        #expect(try todo("search", "creme", "PARTY").output == expected)
        #expect(try todo("list").error.isEmpty)
    }

    @Test("a terminal gets a table that fits, coloured unless told otherwise", .enabled(if: Pty.isPossible))
    func terminalTable() throws {
        let todo = try TodoProcess()
        try todo("add", "牛乳を買う", "--due", "today", "--priority", "high")
        try todo("add", String(repeating: "long ", count: 40))
        let coloured = try Pty.run(todo, "list", columns: 60)
        #expect(coloured.contains("\u{1B}["))
        let plain = try Pty.run(todo, "list --no-color", columns: 60)
        #expect(!plain.contains("\u{1B}["))
        #expect(plain.contains("today") && plain.contains("牛乳を買う") && plain.contains("…"))
        #expect(plain.contains("2 of 2") || plain.contains("2 to-dos"))
    }

    @Test("only open to-dos are listed, unless done or all are asked for")
    func states() throws {
        let todo = try TodoProcess()
        try todo("add", "Open")
        try todo("done", try todo.add("Done"))
        try todo("delete", try todo.add("Deleted"))
        #expect(try todo.titles("list") == ["Open"])
        #expect(try todo.titles("list", "--done") == ["Done"])
        #expect(Set(try todo.titles("list", "--all")) == ["Open", "Done"])
        #expect(try todo.titles("search", "done", "--all") == ["Done"])
        #expect(try todo("stats", "--json").json()["open"] == 1)
    }

    @Test("sorted by each key, either way")
    func sorting() throws {
        let todo = try TodoProcess()
        try todo("add", "b", "--due", "2026-12-01", "--priority", "low")
        try todo("add", "a", "--due", "2026-12-02", "--priority", "high")
        try todo("add", "C")
        #expect(try todo.titles("list", "--sort", "title") == ["a", "b", "C"])
        #expect(try todo.titles("list", "--sort", "title", "--reverse") == ["C", "b", "a"])
        #expect(try todo.titles("list", "--sort", "due") == ["b", "a", "C"])
        #expect(try todo.titles("list", "--sort", "priority") == ["a", "b", "C"])
        #expect(Set(try todo.titles("list", "--sort", "created")) == ["a", "b", "C"])
    }

    @Test("filters narrow together")
    func filters() throws {
        let todo = try TodoProcess()
        try todo("location", "add", "Migros", "--latitude", "47.3769", "--longitude", "8.5417")
        try todo("add", "Here today", "--tag", "x", "--due", "today", "--location", "Migros")
        try todo("add", "Late", "--tag", "x", "--tag", "y", "--due", "yesterday")
        try todo("add", "Far", "--location", "0,0", "--due", "in 20 days", "--priority", "medium")
        #expect(try todo.titles("list", "--due", "today") == ["Here today"])
        #expect(try todo.titles("list", "--due", "overdue") == ["Late"])
        #expect(Set(try todo.titles("list", "--tag", "X")) == ["Here today", "Late"])
        #expect(try todo.titles("list", "--tag", "x", "--tag", "y") == ["Late"])
        #expect(try todo.titles("list", "--untagged") == ["Far"])
        #expect(try todo.titles("list", "--location", "migros") == ["Here today"])
        #expect(try todo.titles("list", "--near", "47.377,8.5418") == ["Here today"])
        #expect(try todo.titles("list", "--near", "Migros", "--within", "1km", "--due", "overdue") == [])
        #expect(try todo.titles("list", "--priority", "medium") == ["Far"])
        #expect(Set(try todo.titles("list", "--priority", "none")) == ["Here today", "Late"])
    }

    @Test("edit changes what it names, empties what is to be empty, and leaves the rest")
    func edit() throws {
        let todo = try TodoProcess()
        let id = try todo.add(
            "One", "--due", "today", "--priority", "high", "--tag", "a", "--location", "1,2", "--notes", "n")
        try todo("edit", id, "--title", "Two", "--tag", "b", "--untag", "a")
        var now = try todo("show", id, "--json").json()
        #expect(now["title"] == "Two" && now["priority"] == "high" && now["notes"] == "n")
        #expect(now["tags"]?.elements?.map { $0["title"] } == ["b"])
        try todo("edit", id, "--due", "none", "--priority", "none", "--location", "none", "--notes", "", "--no-tags")
        now = try todo("show", id, "--json").json()
        #expect(now["due"] == .null && now["priority"] == .null && now["location"] == .null)
        #expect(now["notes"] == "" && now["tags"] == [])
    }

    @Test("tags are renamed, merged and deleted without a to-do being lost")
    func tags() throws {
        let todo = try TodoProcess()
        try todo("add", "One", "--tag", "a")
        try todo("add", "Two", "--tag", "b")
        try todo("tag", "rename", "a", "aa")
        #expect(try todo("tag", "rename", "aa", "b", "--json").failure() == ("already-exists", 64))
        try todo("tag", "merge", "aa", "--into", "b")
        #expect(Set(try todo.titles("list", "--tag", "b")) == ["One", "Two"])
        try todo("tag", "delete", "b")
        #expect(try todo("tag", "list").output.isEmpty)
        #expect(try todo("stats", "--json").json()["open"] == 2)
    }

    @Test("the last searches and the last viewed to-dos are remembered")
    func recent() throws {
        var todo = try TodoProcess()
        let (one, two) = (try todo.add("One"), try todo.add("Two"))
        for (second, id) in [one, two, one].enumerated() {
            todo.environment["TODO_NOW"] = "2026-11-21T10:00:0\(second)Z"
            try todo("show", id)
            try todo("search", "word \(second % 2)")
        }
        #expect(try todo.titles("list", "--recent") == ["One", "Two"])
        #expect(try todo("search", "--recent").output == "word 0\nword 1\n")
        #expect(try todo("search", "--recent", "--json").json() == ["items": ["word 0", "word 1"]])
    }

    @Test("completions are scripts that their shells accept", arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) throws {
        let todo = try TodoProcess()
        let script = try todo("completions", shell)
        #expect(script.status == 0 && script.output.contains("todo"))
        guard try todo.shell("command -v \(shell)").status == 0 else { return }
        try Data(script.output.utf8).write(to: todo.folder.appending(path: "completion"))
        #expect(try todo.shell("\(shell) -n completion").status == 0)
    }

    @Test("quiet says nothing but what was asked for")
    func quiet() throws {
        let todo = try TodoProcess()
        let id = try todo.add("One")
        #expect(try todo("delete", id, "--quiet").error.isEmpty)
        let other = try todo.add("Two")
        #expect(try todo("delete", other).error == "Deleted 1 to-do.\n")
    }
}
