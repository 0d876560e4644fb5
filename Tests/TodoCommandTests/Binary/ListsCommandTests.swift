import JSON
import TestSupport
import Testing

/// `todo lists`.
@Suite("The command: lists")
struct ListsCommandTests {
    @Test("a terminal shows a list alike, whether an option or a filter names it", .enabled(if: Pty.isPossible))
    func alike() throws {
        let todo = try TodoProcess()
        try todo("add", "Report", "-l", "Work", "--create")
        let id = try todo("add", "Slides", "-l", "Work", "--create", "--json").json()["id"]?.string ?? ""
        try todo("add", "Numbers", "--parent", id)
        try todo("add", "Milk")
        try todo("move", id, "--first")
        let option = try Pty.run(todo, "list --list Work", columns: 100)
        #expect(option.contains("  Numbers") && !option.contains("Slides ›"), "\(option)")
        for other in ["list list:Work", "list -l work", "list --where list:Work", "ls LIST:work"] {
            #expect(try Pty.run(todo, other, columns: 100) == option, "\(other)")
        }
        let inbox = try Pty.run(todo, "list --list inbox", columns: 100)
        #expect(try inbox.contains("Milk") && Pty.run(todo, "list list:inbox", columns: 100) == inbox)
        let sorted = try Pty.run(todo, "list list:Work sort:title", columns: 100)
        #expect(sorted.contains("Slides › Numbers"), "\(sorted)")
        #expect(try Pty.run(todo, "list -l Work --sort title", columns: 100) == sorted)
        let all = try Pty.run(todo, "list", columns: 100)
        #expect(all.contains("list") && all.contains("  Work"), "\(all)")
        #expect(!option.contains("list"))
    }

    @Test("lists are made by path, listed below one another, renamed, moved, archived and deleted")
    func everyday() throws {
        let todo = try TodoProcess()
        let made = try todo("lists", "add", "Work/Reports", "--color", "red", "--json").json()
        #expect(
            made.members?.keys.sorted() == [
                "archived", "color", "createdAt", "done", "id", "open", "parent", "path", "position",
                "title", "updatedAt",
            ])
        #expect(made["path"] == "Work/Reports" && made["title"] == "Reports" && made["color"] == "red")
        #expect(made["parent"]?.string != nil && made["archived"] == false && made["open"] == 0)
        #expect(try todo("lists", "add", "work/reports", "--json").json()["id"] == made["id"])
        try todo("lists", "add", "Garden")
        #expect(try paths(todo) == ["Garden", "Work", "Work/Reports"])
        try todo("lists", "rename", "Work/Reports", "Papers")
        try todo("lists", "move", "Work/Papers", "--parent", "garden")
        #expect(try paths(todo) == ["Garden", "Garden/Papers", "Work"])
        try todo("lists", "archive", "Garden")
        #expect(try paths(todo) == ["Work"])
        #expect(try paths(todo, "--archived") == ["Garden", "Garden/Papers", "Work"])
        try todo("lists", "archive", "Garden", "--off")
        let deleted = try todo("lists", "delete", "Garden", "--json").json()["deleted"]?.elements
        #expect(deleted?.count == 1)
        #expect(try paths(todo) == ["Papers", "Work"])
        try todo("undo")
        #expect(try paths(todo) == ["Garden", "Garden/Papers", "Work"])
        try todo("lists", "move", "Garden/Papers", "--parent", "none")
        #expect(try todo("lists").lines.last?.hasSuffix("\tPapers\t0\t0\tred") == true)
    }

    @Test("what cannot be is refused, and changes nothing")
    func refusals() throws {
        let todo = try TodoProcess()
        try todo("lists", "add", "Work/Reports")
        #expect(
            try todo("lists", "move", "Work", "--parent", "Work/Reports", "--json").failure() == ("would-circle", 64))
        #expect(try todo("lists", "add", "Inbox", "--json").failure() == ("reserved-name", 64))
        #expect(try todo("lists", "add", "", "--json").failure() == ("empty-list-title", 64))
        #expect(try todo("lists", "rename", "Work", "a/b", "--json").failure() == ("bad-text", 64))
        #expect(try todo("lists", "delete", "Reports", "--json").failure() == ("not-found", 1))
        try todo("lists", "add", "Work/Papers")
        #expect(try todo("lists", "rename", "Work/Reports", "papers", "--json").failure() == ("already-exists", 64))
        #expect(try paths(todo) == ["Work", "Work/Papers", "Work/Reports"])
    }

    @Test("no list is moved to where one has its title, neither by a move nor because the one around it is deleted")
    func samePaths() throws {
        let todo = try TodoProcess()
        for path in ["Job/Papers", "Papers", "Home/Papers"] { try todo("lists", "add", path) }
        let before = try paths(todo)
        for arguments in [
            ["move", "Papers", "--parent", "job"], ["move", "Papers", "--before", "Job/Papers"],
            ["move", "Job/Papers", "--parent", "none"], ["delete", "Job"], ["delete", "Job", "Papers", "Home"],
        ] {
            #expect(
                try todo.run(["lists"] + arguments + ["--json"]).failure() == ("already-exists", 64), "\(arguments)")
        }
        #expect(try paths(todo) == before)
        #expect(try todo("lists", "move", "Papers", "--first").status == 0, "it stays where it is")
        #expect(try todo("lists", "delete", "Job", "Job/Papers").status == 0)
        #expect(try todo("lists", "delete", "Papers", "Home").status == 0)
        #expect(try paths(todo) == ["Papers"])
    }

    @Test("`none` takes the colour off a list and a tag, in the step of the command")
    func colours() throws {
        let todo = try TodoProcess()
        for (command, action) in [(["lists", "add"], "add list"), (["tag", "add"], "add tag")] {
            func color(_ text: String) throws -> JSONValue? {
                try todo.run(command + ["home", "--color", text, "--json"]).json()["color"]
            }
            #expect(try color("none") == .null)
            #expect(try color("red") == "red")
            #expect(try color("None") == .null)
            let steps = try todo("history", "--page-size", "3", "--json").json()["items"]?.elements
            #expect(steps?.prefix(3).map { $0["action"]?.string } == [action, action, action])
            try todo("undo")
            #expect(try todo.run(command + ["home", "--json"]).json()["color"] == "red")
        }
    }

    @Test("a list that is not archived any more, and is hidden by one above it, is said to be")
    func hiddenAbove() throws {
        let todo = try TodoProcess()
        try todo("lists", "add", "c/x/y z")
        try todo("lists", "archive", "c", "c/x", "c/x/y z")
        let hidden = try todo("lists", "archive", "c/x/y z", "--off")
        #expect(hidden.status == 0)
        #expect(hidden.error == "“c/x/y z” stays hidden with “c” and “c/x”: todo lists archive c c/x --off\n")
        #expect(try todo("lists", "archive", "c", "c/x", "--off").error.isEmpty && paths(todo).count == 3)
    }

    private func paths(_ todo: TodoProcess, _ options: String...) throws -> [String] {
        // Lists of one millisecond have no order that a test could expect.
        (try todo.run(["lists"] + options + ["--json"]).json()["items"]?.elements?.compactMap { $0["path"]?.string }
            ?? []).sorted()
    }
}
