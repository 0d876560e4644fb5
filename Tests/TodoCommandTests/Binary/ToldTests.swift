import Foundation
import JSON
import TestSupport
import Testing

@Suite("What a command says that it did")
struct ToldTests {
    private let todo: TodoProcess

    init() throws {
        var todo = try TodoProcess()
        todo.environment["TODO_CONFIG"] = todo.folder.appending(path: "config").path
        self.todo = todo
    }

    @Test("done of what repeats says which date it settled and the next; of one ahead, how far, and the way back")
    func settled() throws {
        let id = try todo.add("Standup", "--due", "2026-11-21", "--repeat", "every day")
        let first = try todo("done", id)
        #expect(first.error == "“Standup” is done for today; next tomorrow.\n")
        let second = try todo("done", id)
        #expect(second.error.contains("“Standup” is done for tomorrow; next Mon 23 Nov.\n"), "\(second.error)")
        #expect(second.error.contains("That was 1 day ahead; `todo undo` takes it back."), "\(second.error)")
        #expect(try todo("done", id, "--json").error.isEmpty)
        #expect(try todo("done", id, "-q").error.isEmpty)
        #expect(try todo("done", try todo.add("Once")).error.isEmpty)
    }

    @Test("deleting a list says what moved where, and nothing of what did not")
    func deletedList() throws {
        try todo("add", "One", "-l", "Work", "--create")
        try todo("add", "Two", "-l", "Work", "--create")
        try todo("add", "Three", "-l", "Work/Reports", "--create")
        let said = try todo("lists", "delete", "Work").error
        #expect(said.contains("Deleted 1 list."))
        #expect(said.contains("2 to-dos moved to the inbox; `todo list --list inbox` shows them."), "\(said)")
        #expect(said.contains("1 list moved to the top: “Reports”."), "\(said)")
        #expect(try todo("lists", "delete", "Reports", "--with-todos").error == "Deleted 1 list and 1 to-do.\n")
    }

    @Test("a missing list is refused with the nearest name; --create and the setting make it, and say so")
    func missingList() throws {
        let id = try todo.add("Report", "--list", "Work", "--create")
        let made = "Made the list “Home/Garden”.\n"
        for words in [["add", "x"], ["edit", id], ["move", id]] {
            let refused = try todo.run(words + ["--list", "Wrok"])
            #expect(refused.status == 1 && refused.output.isEmpty)
            #expect(
                refused.error == "todo: There is no list “Wrok”. Perhaps “Work” is meant. "
                    + "`--create` makes it; `todo lists` shows all lists.\n", "\(words)")
            let created = try todo.run(words + ["--list", "Home/Garden", "--create", "--json"])
            #expect(created.error == made, "\(words)")
            let first = try created.json()
            #expect((first.elements?.first ?? first)["list"]?["path"] == "Home/Garden")
            try todo("undo")
        }
        let left = try todo("q", "Milk /Wrok tomorrow")
        #expect(left.output.contains("Milk /Wrok") && left.error.contains("Type /Work or todo lists add Wrok."))
        #expect(try todo("q", "Milk /Home/Garden", "--create", "--dry-run").error.contains("Made") == false)
        #expect(try todo("q", "Milk /Home/Garden", "--create").error.hasSuffix(made))
        try todo("config", "set", "lists.create", "yes")
        #expect(try todo("q", "-", input: "Eggs /Shop\nBread /shop\n").error.contains("Made the list “Shop”.\n"))
        #expect(try todo("add", "Rake", "-l", "Tools").error == "Made the list “Tools”.\n")
        #expect(try todo("config", "set", "lists.create", "maybe", "--json").failure() == ("bad-setting", 64))
    }

    @Test(
        "commands of other programs are answered with ours",
        arguments: [
            ("rm", "delete"), ("modify", "edit"), ("annotate", "comment"), ("info", "show"), ("projects", "lists"),
            ("complete", "done"), ("today", "list due:..today"), ("overdue", "list is:overdue"), ("Tags", "tag"),
            ("inbox", "list --list inbox"), ("upcoming", "calendar"), ("reschedule", "edit --due"), ("labels", "tag"),
        ])
    func elsewhere(typed: String, ours: String) throws {
        let result = try todo(typed, "x")
        #expect(result.status == 64 && result.error.contains("`todo \(ours)` does that"), "\(result.error)")
        #expect(try todo("help", typed).status == 64)
    }

    @Test("a view may have the name of another program's command")
    func view() throws {
        try todo("add", "Late", "--due", "2026-11-20")
        try todo("view", "add", "overdue", "is:overdue")
        #expect(try todo("overdue").status == 0)
    }

    @Test("the short options of add mean the same on list")
    func shortOptions() throws {
        try todo("add", "One", "-l", "Work", "--create", "-t", "x", "-d", "2026-11-22", "-p", "high")
        try todo("add", "Two", "-l", "Home", "--create", "-t", "y", "-d", "2026-11-23", "-p", "p3")
        for option in [
            ["-l", "Work"], ["-t", "x"], ["-d", "2026-11-22"], ["-p", "high"], ["-p", "p1"], ["-p", "1"],
        ] {
            #expect(try todo.run(["ls"] + option).lines.count == 1, "\(option)")
            #expect(try todo.run(["ls"] + option).output.contains("One"), "\(option)")
        }
        #expect(try todo.titles("tree", "-l", "Work") == ["One"])
        let two = try #require(try todo("ls", "-l", "Home").output.split(separator: "\t").first).description
        try todo("move", two, "-l", "Work")
        #expect(try todo.titles("ls", "-l", "Home") == [])
        for option in [["-t", "y"], ["-d", "2026-11-23"], ["-p", "low"]] {
            #expect(try todo.run(["ls"] + option).output.contains("Two"), "\(option)")
        }
    }

    @Test("a terminal leaves out what waits, counts it, and shows it if asked", .enabled(if: Pty.isPossible))
    func waiting() throws {
        try todo("add", "Now", "-l", "Work", "--create")
        try todo("add", "Later", "--start", "2026-12-24", "-l", "Work", "--create")
        let shown = try Pty.run(todo, "ls --no-color", columns: 100)
        #expect(shown.contains("Now") && !shown.contains("Later") && shown.contains("1 to-do"), "\(shown)")
        #expect(shown.contains("1 more to-do cannot start yet: todo list --waiting"), "\(shown)")
        for command in ["ls --waiting", "ls --all", "ls list:Work", "ls -l Work", "search later"] {
            let asked = try Pty.run(todo, command + " --no-color", columns: 100)
            #expect(asked.contains("Later") && !asked.contains("cannot start yet"), "\(command): \(asked)")
        }
        // The output for scripts does not change.
        #expect(Set(try todo.titles("ls")) == ["Now", "Later"])
        #expect(try todo("ls", "--json").json()["total"] == 2)
    }

    @Test("a list of what is done says when, and the agenda what only starts", .enabled(if: Pty.isPossible))
    func dates() throws {
        try todo("done", try todo.add("Ended", "--due", "2026-11-30"))
        let done = try Pty.run(todo, "list --done --no-color", columns: 80)
        #expect(done.contains("completed") && done.contains("today") && !done.contains("30 Nov"), "\(done)")
        try todo("add", "Begins", "--start", "2026-11-21")
        try todo("add", "Begun", "--start", "2026-11-21", "--due", "2026-12-24")
        let agenda = try Pty.run(todo, "--no-color", columns: 80)
        #expect(agenda.contains("starts") && agenda.contains("starts, due Thu 24 Dec"), "\(agenda)")
    }
}
