import Foundation
import JSON
import TestSupport
import Testing

@Suite("Import and export")
struct ImportExportTests {
    /// The folder of files written by other programs.
    private static let samples = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../TodoFormatsTests/Fixtures").standardized

    private func sample(_ name: String) -> String { Self.samples.appending(path: name).path }

    private static let names =
        (try? FileManager.default.contentsOfDirectory(atPath: Self.samples.path))?.sorted() ?? ["no file"]

    /// How many records of each file are taken, not taken, and taken with a note.
    private static let counts: [String: (taken: Int64, skipped: Int64, noted: Int64)] = [
        "done.txt": (1, 0, 0), "googletasks.json": (3, 1, 0), "markdown.md": (7, 1, 0), "mstodo.json": (5, 0, 1),
        "omnifocus.csv": (4, 1, 0), "org.org": (5, 0, 0), "outlook.csv": (3, 0, 0), "reminders.json": (2, 0, 0),
        "superproductivity.json": (3, 0, 1), "tasksorg.json": (2, 1, 0), "taskwarrior-2.6.2.json": (28, 4, 0),
        "things.csv": (3, 1, 0), "ticktick.csv": (3, 0, 0), "todo.txt": (6, 0, 0), "todoist.csv": (5, 0, 1),
        "todoist.json": (4, 1, 1), "todoman-4.1.0.ics": (3, 0, 0), "trello.json": (5, 0, 1), "zip.zip": (44, 2, 0),
    ]

    @Test("a file of another program is taken whole, and taken again changes nothing", arguments: names)
    func counted(name: String) throws {
        let todo = try TodoProcess()
        let (count, skipped, noted) = try #require(Self.counts[name], "each file has its numbers here")
        let first = try todo("import", sample(name), "--json").json()
        #expect(first["added"] == .integer(count) && first["skippedCount"] == .integer(skipped))
        #expect(first["notedCount"] == .integer(noted))
        let format = try #require(first["format"]?.string)
        #expect(try todo("import", "--help").output.contains(format), "the help lists the format")
        #expect(try todo("list", "--all", "--json").json()["total"] == .integer(count))
        let before = try todo("export").output
        let second = try todo("import", sample(name), "--json").json()
        #expect(second["added"] == 0 && second["updated"] == 0 && second["unchanged"] == .integer(count))
        #expect(try todo("export").output == before)
    }

    @Test("what was imported is found, tagged and dated")
    func importedContent() throws {
        let todo = try TodoProcess()
        try todo("import", sample("taskwarrior-2.6.2.json"))
        #expect(try todo.titles("search", "creme") == ["Crème brûlée for Zoë's birthday"])
        #expect(try todo.titles("search", "αθηνα") == ["Αγορά εισιτηρίων για την Αθήνα"])
        #expect(try todo.titles("search", "istanbul") == ["İstanbul'daki arkadaşa mektup yaz"])
        #expect(try todo.titles("search", "STRASSE") == ["Über die Straße gehen: Schlüssel nachmachen"])
        #expect(try todo.titles("search", "買い物") == ["牛乳を買う"])
        let bread = try #require(try todo("search", "milk eggs", "--json").json()["items"]?.elements?.first)
        #expect(bread["id"] == "a00093ae-c1cf-4b76-855b-dc4933cc2880")
        #expect(bread["due"] == ["day": "2026-11-21"])
        #expect(bread["priority"] == "medium")
        #expect(bread["updatedAt"] == "2026-11-20T16:41:48.000Z")
        #expect(bread["tags"]?.elements?.map { $0["title"] } == ["home", "shop"])
    }

    @Test("exported and imported into an empty store, everything is as it was", arguments: ["json", "ndjson"])
    func roundTrip(format: String) throws {
        let (here, there) = (try TodoProcess(), try TodoProcess())
        for name in ["taskwarrior-2.6.2.json", "todo.txt", "todoman-4.1.0.ics"] { try here("import", sample(name)) }
        try here("location", "add", "Migros", "--latitude", "47.3769", "--longitude", "8.5417", "--altitude", "408")
        try here(
            "add", "Local", "--location", "Migros", "--notes", "a\tb\n\"c\" 🌱", "--due", "friday 9am", "--tag", "new")
        try here("tag", "add", "unused", "--color", "green")
        try here("done", try here.add("Done"))
        let exported = try here("export", "--format", format).output
        try Data(exported.utf8).write(to: there.folder.appending(path: "all"))
        try there("import", "all", "--format", format)
        #expect(try there("export", "--format", format).output == exported)
        #expect(
            try there("list", "--all", "--page-size", "100", "--json").output
                == here("list", "--all", "--page-size", "100", "--json").output)
        #expect(try there("tag", "list").output == here("tag", "list").output)
        #expect(try there("location", "list").output == here("location", "list").output)
    }

    @Test(
        "a format gives back what it brought",
        arguments: [
            ("taskwarrior-2.6.2.json", "taskwarrior"), ("todo.txt", "todotxt"), ("todoman-4.1.0.ics", "ics"),
        ])
    func foreignRoundTrip(name: String, format: String) throws {
        let (here, there) = (try TodoProcess(), try TodoProcess())
        try here("import", sample(name))
        let exported = try here("export", "--format", format).output
        try Data(exported.utf8).write(to: there.folder.appending(path: "all"))
        try there("import", "all", "--format", format)
        #expect(
            try there("list", "--all", "--page-size", "100", "--json").output
                == here("list", "--all", "--page-size", "100", "--json").output)
    }

    @Test("the standard input is a file too")
    func standardInput() throws {
        let todo = try TodoProcess()
        let report = try todo("import", "-", "--format", "todotxt", "--json", input: "(A) one @x\ntwo\n").json()
        #expect(report["added"] == 2 && report["format"] == "todotxt")
        #expect(try todo.titles("list", "--priority", "high") == ["one"])
    }

    @Test("a file with an error far into it is refused before anything is written")
    func nothingOfABadFile() throws {
        let todo = try TodoProcess()
        let good = (0..<7000).map { #"{"title":"Number \#($0)"}"# }.joined(separator: "\n")
        let failure = try todo.run(
            ["import", "-", "--format", "ndjson", "--json"], input: Data((good + "\n{\"title\": 7}\n").utf8)
        ).failure()
        #expect(failure == ("bad-input", 65))
        #expect(try todo("stats", "--json").json()["open"] == 0)
        #expect(try todo("import", "nowhere.json", "--json").failure() == ("bad-input", 65))
        #expect(try todo("import", ".", "--format", "json", "--json").failure() == ("bad-input", 65))
    }

    @Test("an import older than a local edit loses to it, field by field; a newer one wins")
    func mergesByTime() throws {
        var todo = try TodoProcess()
        func line(_ title: String, _ priority: String, _ time: String) -> String {
            """
            {"kind":"todo","id":"one","title":"\(title)","priority":"\(priority)","createdAt":"2026-01-01T00:00:00Z","updatedAt":"\(time)"}
            """
        }
        func take(_ line: String) throws { try todo("import", "-", "--format", "ndjson", input: line) }
        try take(line("First", "low", "2026-11-01T00:00:00Z"))
        try todo("edit", "one", "--title", "Edited here")
        try take(line("Older than the edit", "high", "2026-11-10T00:00:00Z"))
        #expect(try todo.titles("list", "--priority", "high") == ["Edited here"])
        todo.environment["TODO_NOW"] = "2026-12-01T00:00:00Z"
        try take(line("Newer than the edit", "high", "2026-11-30T00:00:00Z"))
        #expect(try todo.titles("list") == ["Newer than the edit"])
    }

    @Test("killed in the middle, the same import completes it")
    func killedImport() throws {
        let todo = try TodoProcess()
        let lines = (0..<20_000).map { #"{"id":"n\#($0)","title":"Number \#($0)","updatedAt":"2026-11-01T00:00:00Z"}"# }
        try Data(lines.joined(separator: "\n").utf8).write(to: todo.folder.appending(path: "many.ndjson"))
        var interrupted = false
        for delay in [400_000, 800_000, 1_200_000, 1_600_000] as [UInt32] where !interrupted {
            let process = try todo.startShell("exec todo import many.ndjson")
            usleep(delay)
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let open = try todo("stats", "--json").json()["open"]?.integer ?? 0
            interrupted = open > 0 && open < 20_000
        }
        let report = try todo("import", "many.ndjson", "--json").json()
        #expect((report["added"]?.integer ?? 0) + (report["unchanged"]?.integer ?? 0) == 20_000)
        #expect(try todo("stats", "--json").json()["open"] == 20_000)
        #expect(try todo("search", "Number 19999", "--json").json()["total"] == 1)
    }

    /// Writes a file to the test's folder.
    private func write(_ text: String, to name: String, of todo: TodoProcess) throws {
        let url = todo.folder.appending(path: name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    @Test("a dry run says what an import does, and writes nothing, not even a database")
    func dryRun() throws {
        let todo = try TodoProcess()
        try write(
            """
            {"kind":"todo","id":"a","title":"One","tags":["x"],"updatedAt":"2026-11-02T00:00:00Z"}
            {"kind":"todo","id":"b","title":"Two","updatedAt":"2026-11-02T00:00:00Z"}
            {"kind":"todo","id":"b","title":"Two again","updatedAt":"2026-11-03T00:00:00Z"}
            {"kind":"todo","id":"c","title":"Three","updatedAt":"2026-11-02T00:00:00Z"}
            """, to: "new.ndjson", of: todo)
        let empty = try todo("import", "--dry-run", "new.ndjson", "--json").json()
        #expect(empty["dryRun"] == true && empty["added"] == 3 && empty["updated"] == 1)
        #expect(try todo.shell("ls").output == "new.ndjson\n")

        let old = """
            {"kind":"todo","id":"a","title":"Old","updatedAt":"2026-11-01T00:00:00Z"}
            {"kind":"todo","id":"c","title":"Three","updatedAt":"2026-11-02T00:00:00Z"}
            """
        try todo("import", "-", "--format", "ndjson", input: old)
        let before = (try todo("export").output, try todo("history", "--json").output, try todo("tag", "list").output)
        let tried = try todo("import", "--dry-run", "new.ndjson", "--json").json()
        #expect(tried["added"] == 1 && tried["updated"] == 2 && tried["unchanged"] == 1)
        #expect(
            try todo("import", "--dry-run", "new.ndjson").error
                == "Would be imported: 1 new, 2 changed, 1 as they were, 0 not taken; nothing was written.\n")
        #expect(
            (try todo("export").output, try todo("history", "--json").output, try todo("tag", "list").output) == before)

        let done = try todo("import", "new.ndjson", "--json").json()
        #expect(done["dryRun"] == false)
        for name in ["added", "updated", "unchanged", "skippedCount"] { #expect(done[name] == tried[name]) }
    }

    @Test("several files are one import: each is reported, one undo takes all back, and one that is bad stops all")
    func severalFiles() throws {
        let todo = try TodoProcess()
        try write("(A) One\n", to: "one.txt", of: todo)
        try write("title\nTwo\nThree\n", to: "two.csv", of: todo)
        try write("{\"title\":\"Four\"}\n{\"title\":4}\n", to: "bad.ndjson", of: todo)
        let refused = try todo("import", "one.txt", "bad.ndjson", "two.csv")
        #expect(refused.status == 65)
        #expect(refused.error == "todo: bad.ndjson: Line 2: the field \"title\" must be a text or null.\n")
        #expect(try todo("stats", "--json").json()["open"] == 0)
        #expect(try todo("import", "one.txt", "nowhere.csv", "--json").failure() == ("bad-input", 65))
        #expect(try todo("import", "one.txt", "--json", "todo.db").failure() == ("usage", 64))

        #expect(
            try todo("import", "one.txt", "two.csv").error == """
                one.txt: 1 new, 0 changed, 0 as they were, 0 not taken.
                two.csv: 2 new, 0 changed, 0 as they were, 0 not taken.
                Imported: 3 new, 0 changed, 0 as they were, 0 not taken.

                """)
        #expect(try todo("stats", "--json").json()["open"] == 3)
        try todo("undo")
        #expect(try todo("stats", "--json").json()["open"] == 0)
        try todo("redo")
        let report = try todo("import", "two.csv", "one.txt", "--json").json()
        #expect(report["unchanged"] == 3 && report["format"] == .null)
        #expect(report["files"]?.elements?.map { $0["file"] } == ["two.csv", "one.txt"])
        #expect(report["files"]?.elements?.map { $0["format"] } == ["csv", "todotxt"])
        #expect(report["files"]?.elements?.map { $0["unchanged"] } == [2, 1])
    }

    @Test("of a folder the files whose format is known are taken, and the others named")
    func folder() throws {
        let todo = try TodoProcess()
        let event = "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:%@\nSUMMARY:%@\nEND:VTODO\nEND:VCALENDAR\n"
        for name in ["b", "a"] { try write(event.replacing("%@", with: name), to: "tasks/\(name).ics", of: todo) }
        try write("title\nc\n", to: "tasks/c.csv", of: todo)
        try write("# none", to: "tasks/README.md", of: todo)
        try write("title\nhidden\n", to: "tasks/.hidden.csv", of: todo)
        try write("title\nwithin\n", to: "tasks/within/d.csv", of: todo)
        try write("none", to: "other/README.md", of: todo)
        let report = try todo("import", "tasks", "--json").json()
        #expect(report["files"]?.elements?.map { $0["file"] } == ["tasks/a.ics", "tasks/b.ics", "tasks/c.csv"])
        #expect(report["passedOver"] == ["tasks/README.md"] && report["added"] == 3)
        #expect(try todo.titles("list", "--sort", "title") == ["a", "b", "c"])
        let again = try todo("import", "tasks/", "--format", "csv")
        #expect(again.error.hasSuffix("Skipped: tasks/README.md, tasks/a.ics, tasks/b.ics.\n"))
        #expect(
            try todo("import", "other").error == "todo: other holds no file of a format that is known.\n")
        #expect(try todo("import", "other", "--json").failure() == ("bad-input", 65))
        #expect(try todo("import", "other", "--format", "ics", "--json").failure() == ("bad-input", 65))
    }

    @Test("a folder of calendars is a list for each of them, by its displayname or else by the name of its folder")
    func calendars() throws {
        let todo = try TodoProcess()
        func put(_ path: String, _ component: String, _ lines: String...) throws {
            let uid = path.split(separator: "/").last?.prefix { $0 != "." } ?? ""
            let body = ["BEGIN:\(component)", "UID:\(uid)", "SUMMARY:\(uid)"] + lines + ["END:\(component)"]
            let file = ["BEGIN:VCALENDAR"] + body + ["END:VCALENDAR", ""]
            try write(file.joined(separator: "\r\n"), to: path, of: todo)
        }
        try put("cal/4f1c/dig.ics", "VTODO")
        try put("cal/4f1c/seeds.ics", "VTODO", "RELATED-TO:dig")
        try write("Home / garden\n", to: "cal/4f1c/displayname", of: todo)
        try write("#ff0000", to: "cal/4f1c/color", of: todo)
        try put("cal/work/call.ics", "VTODO")
        for name in ["party", "talk"] { try put("cal/work/\(name).ics", "VEVENT") }
        try put("cal/work/deep/lost.ics", "VTODO")
        try put("cal/.hidden/lost.ics", "VTODO")
        try write("# none", to: "cal/notes/README.md", of: todo)
        try put("cal/loose.ics", "VTODO")
        #expect(
            try todo("import", "cal").error == """
                cal/4f1c: 2 new, 0 changed, 0 as they were, 0 not taken.
                cal: 1 new, 0 changed, 0 as they were, 0 not taken.
                cal/work: 1 new, 0 changed, 0 as they were, 2 not taken.
                  party.ics, line 2, talk.ics, line 2: A VEVENT is not a to-do.
                Imported: 4 new, 0 changed, 0 as they were, 2 not taken.
                Skipped: cal/4f1c/color.

                """)
        func paths(_ title: String) throws -> JSONValue? {
            let items = try todo("list", "--all", "--json").json()["items"]?.elements
            return items?.first { $0["title"] == .string(title) }?["list"]?["path"]
        }
        #expect(try paths("dig") == "Home - garden" && paths("call") == "work" && paths("loose") == nil)
        #expect(try todo.titles("list", "--list", "Home - garden") == ["dig", "seeds"])
        let again = try todo("import", "cal", "--json").json()
        #expect(again["unchanged"] == 4 && again["files"]?.elements?.count == 6)
        // One calendar alone has its name too, and another format leaves calendars alone.
        let other = try TodoProcess()
        try other.shell("cp -r \(todo.folder.appending(path: "cal").path) .")
        #expect(try other("import", "cal/4f1c", "--json").json()["added"] == 2)
        #expect(try other.titles("list", "--list", "Home - garden") == ["dig", "seeds"])
        #expect(try other("import", "cal", "--format", "csv", "--json").failure() == ("bad-input", 65))
    }

    @Test("a backup of Todoist is a list for each of its files")
    func projects() throws {
        let todo = try TodoProcess()
        let rows = "TYPE,CONTENT,PRIORITY,INDENT\ntask,Call,4,1\n"
        for name in ["Home [12]", "Work [34]", "Inbox [56]"] { try write(rows, to: "backup/\(name).csv", of: todo) }
        #expect(try todo("import", "backup", "--json").json()["added"] == 3)
        #expect(try todo.titles("list", "list:Home") == ["Call"])
        #expect(try todo.titles("list", "list:Work") == ["Call"])
        #expect(try todo("import", "backup", "--json").json()["unchanged"] == 3)
    }

    @Test("random text with the name of a to-do list is no to-do list, unless it is said to be one")
    func randomText() throws {
        let todo = try TodoProcess()
        let lines = (0..<2000).map { "zqx\($0 * 7919 % 2000)k" }.joined(separator: "\n")
        try write(lines, to: "random.txt", of: todo)
        try todo.shell("head -c 100000 /dev/urandom > bytes.txt")
        let refused = try todo("import", "random.txt")
        #expect(refused.status == 65)
        #expect(refused.error.hasSuffix("not taken for todo.txt. If it is, say so with --format todotxt.\n"))
        #expect(try todo("import", "bytes.txt").status == 65)
        #expect(try todo("stats", "--json").json()["open"] == 0)
        #expect(try todo("import", "random.txt", "--format", "todotxt", "--json").json()["added"] == 2000)
    }

    @Test("a device that never ends is not read, and an empty one has nothing")
    func devices() throws {
        let todo = try TodoProcess()
        let endless = try todo.run(["import", "/dev/zero", "--json"])
        #expect(try endless.failure() == ("bad-input", 65))
        #expect(try todo("import", "/dev/zero").error.contains("/dev/zero is a device and not a file"))
        #expect(try todo("import", "/dev/null", "--format", "todotxt", "--json").json()["added"] == 0)
    }

    @Test("an export says what of which to-dos the format has no place for, and nothing where it has one for all")
    func omissions() throws {
        var todo = try TodoProcess()
        todo.environment["TODO_NOW"] = "2026-11-21T10:00:00.250Z"
        var ids: [String] = []
        for index in 0..<7 { ids.append(try todo.add("Number \(index)")) }
        try todo("edit", ids[2], "--notes", "Two litres")
        #expect(try todo("export", "--output", "all.json").error == "Exported 7 to-dos.\n")
        #expect(try todo("export", "--output", "all.csv").error == "Exported 7 to-dos.\n")
        let lines = try todo("export", "--output", "all.txt").error.split(separator: "\n").map(String.init)
        #expect(lines.prefix(2) == ["Exported 7 to-dos.", "Left out, which todotxt has no place for:"])
        let row = try #require(try todo("list").lines.first { $0.contains("Number 2") })
        let short = row.prefix { $0 != "\t" }
        #expect(lines.contains("  the notes of 1 to-do: \(short)"))
        let times = try #require(lines.first { $0.hasPrefix("  the exact times") })
        #expect(times.contains("of 7 to-dos: ") && times.hasSuffix(", …") && times.split(separator: ",").count == 7)
        #expect(
            try todo("export", "--format", "ics").error.hasSuffix(
                "\n  fractions of a second of 7 to-dos: "
                    + times.split(separator: ": ")[1] + "\n"))
        #expect(try todo("export", "--format", "ics", "--quiet").error.isEmpty)
    }

    @Test("an export to a file is whole or not there")
    func exportToFile() throws {
        let todo = try TodoProcess()
        try todo("add", "One")
        #expect(try todo("export", "--output", "out.ndjson").status == 0)
        #expect(try todo.shell("wc -l < out.ndjson").output.trimmingCharacters(in: .whitespacesAndNewlines) == "1")
        #expect(try todo("export", "--output", "nowhere/out.json", "--json").failure().status == 74)
        #expect(try todo("export", "--output", "", "--json").failure() == ("usage", 64))
        #expect(try todo("export", "-o", "").error == "todo: Give the path of the file to export to; it is empty.\n")
        #expect(try todo("import", "", "--json").failure() == ("bad-input", 65))
        #expect(try todo("import", "").error == "todo: Give the path of the file to import; it is empty.\n")
        #expect(try todo.shell("ls").output == "out.ndjson\ntodo.db\n")
    }

    @Test("an export to a pipe or to the standard output is written there, and the pipe stays one")
    func exportToPipe() throws {
        let todo = try TodoProcess()
        try todo("add", "One")
        let exported = try todo("export").output
        #expect(try todo("export", "--output", "-").output == exported)
        let piped = try todo.shell("mkfifo pipe; todo export --quiet --output pipe & cat pipe; wait; test -p pipe")
        #expect(piped.status == 0 && piped.output == exported)
    }
}
