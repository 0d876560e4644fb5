import Foundation
import JSON
import TestSupport
import Testing

@Suite("Import and export")
struct ImportExportTests {
    /// The folder of files that real programs made.
    private static let samples = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../TodoFormatsTests/Fixtures").standardized

    private func sample(_ name: String) -> String { Self.samples.appending(path: name).path }

    @Test(
        "a file of a real program is taken whole, and taken again changes nothing",
        arguments: [
            ("taskwarrior-2.6.2.json", 31, 1), ("todo.txt", 6, 0), ("todoman-4.1.0.ics", 3, 0), ("done.txt", 1, 0),
        ])
    func samples(name: String, count: Int, skipped: Int) throws {
        let todo = try TodoProcess()
        let first = try todo("import", sample(name), "--json").json()
        #expect(first["added"] == .integer(Int64(count)) && first["skippedCount"] == .integer(Int64(skipped)))
        #expect(try todo("list", "--all", "--json").json()["total"] == .integer(Int64(count)))
        let before = try todo("export").output
        let second = try todo("import", sample(name), "--json").json()
        #expect(second["added"] == 0 && second["updated"] == 0 && second["unchanged"] == .integer(Int64(count)))
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
            {"id":"one","title":"\(title)","priority":"\(priority)","createdAt":"2026-01-01T00:00:00Z","updatedAt":"\(time)"}
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

    @Test("an export to a file is whole or not there")
    func exportToFile() throws {
        let todo = try TodoProcess()
        try todo("add", "One")
        #expect(try todo("export", "--output", "out.ndjson").status == 0)
        #expect(try todo.shell("wc -l < out.ndjson").output.trimmingCharacters(in: .whitespacesAndNewlines) == "1")
        #expect(try todo("export", "--output", "nowhere/out.json", "--json").failure().status == 74)
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
