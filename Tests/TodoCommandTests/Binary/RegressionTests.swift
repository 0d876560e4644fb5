import Foundation
import JSON
import TestSupport
import Testing

/// Faults found by using and abusing the program.
@Suite("Found by use")
struct RegressionTests {
    @Test(
        "where the output cannot be written, that is said, and what was done stays done",
        arguments: ["> /dev/full", ">&-"])
    func fullOutput(redirection: String) throws {
        let todo = try TodoProcess()
        let result = try todo.shell("todo add One \(redirection)")
        #expect(result.status == 74)
        #expect(result.error.hasPrefix("todo: The output cannot be written: "))
        #expect(try todo.titles("list") == ["One"])
        #expect(try todo.shell("todo show zz 2>&-").status == 1)
    }

    @Test("an export never replaces the database, nor leaves a part behind")
    func exportOntoTheDatabase() throws {
        let todo = try TodoProcess()
        try todo("add", "One")
        for name in ["todo.db", "link.db"] {
            try todo.shell("ln -sf todo.db link.db")
            #expect(try todo("export", "--output", name, "--format", "csv", "--json").failure() == ("usage", 64))
        }
        #expect(try todo("export", "--output", ".", "--json").failure().status == 64)
        #expect(try todo.titles("list") == ["One"])
        #expect(try todo.shell("ls").output == "link.db\ntodo.db\n")
    }

    @Test("a read does not wait for another program's write")
    func readBesideAWrite() throws {
        let todo = try TodoProcess()
        let id = try todo.add("One")
        try todo.shell("mkfifo commands")
        let writer = try todo.startShell("exec sqlite3 todo.db < commands")
        defer { kill(writer.processIdentifier, SIGKILL) }
        let commands = try #require(FileHandle(forWritingAtPath: todo.folder.appending(path: "commands").path))
        try commands.write(contentsOf: Data("BEGIN IMMEDIATE;\n.shell touch locked\n".utf8))
        while !FileManager.default.fileExists(atPath: todo.folder.appending(path: "locked").path) { usleep(10_000) }
        // A process that waited would eventually fail because the database is locked.
        for command in [["show", id], ["search", "one"], ["list"]] {
            #expect(try todo.run(command).status == 0, "\(command)")
        }
        #expect(writer.isRunning)
    }

    @Test("a file whose times lie in the future changes nothing when it comes again")
    func futureTimes() throws {
        let todo = try TodoProcess()
        let line = #"{"kind":"todo","id":"one","title":"From the file","updatedAt":"2099-01-01T00:00:00Z"}"#
        try todo("import", "-", "--format", "ndjson", input: line)
        try todo("edit", "one", "--title", "Edited here")
        let report = try todo("import", "-", "--format", "ndjson", "--json", input: line).json()
        #expect(report["unchanged"] == 1)
        #expect(try todo.titles("list") == ["Edited here"])
    }

    @Test("a todo.txt line that is done today changes nothing when it comes again")
    func doneToday() throws {
        var todo = try TodoProcess()
        let file = todo.folder.appending(path: "todo.txt")
        try Data("x 2026-11-21 done today\nx no day\n".utf8).write(to: file)
        // The file's time is that of the program's clock, which does not move.
        try todo.shell("touch -d 2026-11-21T09:00:00Z todo.txt")
        for input in ["todo.txt", "- --format todotxt < todo.txt"] {
            try todo.shell("todo import \(input)")
            let ids = try #require(try todo("list", "--all", "--json").json()["items"]?.elements)
                .compactMap { $0["id"]?.string }
            for id in ids { try todo("edit", id, "--title", "Edited here", "--tag", "mine") }
            todo.environment["TODO_NOW"] = "2026-11-21T12:00:00Z"
            let report = try todo.shell("todo import \(input) --json").json()
            #expect(report["unchanged"] == 2 && report["updated"] == 0)
            #expect(try todo.titles("list", "--all", "--tag", "mine") == ["Edited here", "Edited here"])
        }
    }

    @Test(
        "what a format can only hold in part does no harm when it comes back",
        arguments: ["taskwarrior", "csv", "ics", "json"])
    func ownExport(format: String) throws {
        var todo = try TodoProcess()
        todo.environment["TODO_NOW"] = "2026-11-21T10:00:00.836Z"
        try todo("location", "add", "Migros", "--latitude", "47.3769", "--longitude", "8.5417")
        try todo("add", "One", "--tag", "a, b", "--location", "Migros", "--due", "friday 9am")
        let before = try todo("export").output
        try todo("export", "--format", format, "--output", "all")
        let report = try todo("import", "all", "--format", format, "--json").json()
        #expect(report["unchanged"] == 1 && report["updated"] == 0)
        #expect(try todo("location", "list", "--json").json()["total"] == 1)
        #expect(try todo.titles("list", "--location", "Migros", "--tag", "a, b") == ["One"])
        if format == "json" { #expect(try todo("export").output == before) }
    }

    @Test("every edit is the last edit, taking a tag off too; and nothing is edited before it was made")
    func updatedAt() throws {
        var todo = try TodoProcess()
        todo.environment["TODO_NOW"] = nil
        let added = try todo("add", "One", "--tag", "a", "--location", "1,2", "--json").json()
        #expect(added["createdAt"] == added["updatedAt"])
        let id = try #require(added["id"]?.string)
        try todo("add", "Two")
        try todo("edit", id, "--untag", "a")
        #expect(try todo.titles("list") == ["One", "Two"])
    }

    @Test("a database that can only be read can be looked at", .enabled(if: Nobody.isPossible))
    func readOnlyDatabase() throws {
        let todo = try TodoProcess()
        try todo("add", "One")
        try todo.shell("chmod 755 . && chmod 644 todo.db")
        let nobody = try Nobody()
        let listed = try nobody.run(["list", "--db", todo.database.path])
        #expect(listed.status == 0 && listed.output.contains("One"))
        #expect(try nobody.run(["add", "Two", "--json", "--db", todo.database.path]).failure() == ("read-only", 74))
    }

    @Test("what is no file is refused, and so are bytes that are no text")
    func surroundings() throws {
        let todo = try TodoProcess()
        #expect(try todo("list", "--json", "--db", "/dev/null").failure() == ("cannot-open", 74))
        try todo.shell("mkfifo pipe")
        #expect(try todo("list", "--db", todo.folder.appending(path: "pipe").path).status == 74)
        #expect(try todo.shell("todo add \"$(printf 'caf\\351')\"").status == 64)
        #expect(try todo.shell("todo import - <&-").status == 65)
    }

    @Test("a complaint about the command is one sentence, whatever the global options")
    func complaints() throws {
        let todo = try TodoProcess()
        #expect(try todo("--json", "nosuch").error.contains("nosuch"))
        #expect(try todo("delete").error.split(separator: "\n").count == 2)
        #expect(try todo("completions", "bash", "--quiet").status == 0)
    }

    @Test("tags and places tell programs too how many to-dos bear them")
    func counts() throws {
        let todo = try TodoProcess()
        try todo("add", "One", "--tag", "a", "--location", "1,2")
        for command in ["tag", "location"] {
            let item = try todo(command, "list", "--json").json()["items"]?.elements?.first
            #expect(item?["open"] == 1 && item?["done"] == 0)
        }
    }
}
