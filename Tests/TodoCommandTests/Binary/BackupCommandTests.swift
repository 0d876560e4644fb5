import Foundation
import JSON
import TestSupport
import Testing

@Suite("Backup, restore and doctor")
struct BackupCommandTests {
    @Test("a backup is made, reported, and restored; what was there is kept and named")
    func roundTrip() throws {
        let todo = try TodoProcess()
        try todo("add", "One", "--tag", "home")
        let backup = try todo("backup", "b.db", "--json").json()
        #expect(backup["open"] == 1 && backup["done"] == 0)
        #expect(backup["file"]?.string?.hasSuffix("/b.db") == true && backup["bytes"]?.integer ?? 0 > 4096)
        try todo("add", "Two")
        #expect(try todo("backup", "b2.db").error.hasPrefix("Backed up 2 to-dos to b2.db ("))
        let restored = try todo("restore", "b.db", "--json").json()
        #expect(restored["open"] == 1 && restored["changes"]?.isNull == true && restored["file"] == "b.db")
        #expect(try todo.titles("list", "--tag", "home") == ["One"])
        let kept = try #require(restored["previous"]?.string)
        let words = try todo("restore", kept).error
        #expect(words.contains("Restored 2 to-dos; what was there is in "))
        #expect(!words.contains("next sync"), "there is no other device")
        #expect(Set(try todo.titles("list")) == ["One", "Two"])
        let everywhere = try todo("restore", "b.db", "--everywhere", "--json").json()
        #expect(everywhere["changes"] == ["added": 0, "changed": 0, "deleted": 1] && everywhere["open"] == 1)
        #expect(try todo.titles("list") == ["One"])
    }

    @Test("where a remote is set up, a restore says that newer edits come back")
    func restoredBesideOthers() throws {
        let todo = try TodoProcess()
        try todo("add", "One")
        try todo("remote", "set", "http://127.0.0.1:9", "--user", "ada", "--emulator")
        try todo("backup", "b.db")
        #expect(try todo("restore", "b.db").error.contains("at the next sync; --everywhere makes this state win."))
    }

    @Test("what cannot be done has its code and status, and makes no file")
    func refusals() throws {
        let todo = try TodoProcess()
        #expect(try todo("backup", "b.db", "--json").failure() == ("not-found", 1))
        #expect(try todo("doctor", "--json").failure() == ("not-found", 1))
        #expect(try todo("restore", "nowhere.db", "--json").failure() == ("bad-input", 65))
        #expect(try todo("backup", "-", "--json").failure() == ("usage", 64))
        #expect(try todo.shell("ls").output.isEmpty)
        try todo("add", "One")
        try todo.shell("echo letter > letter; mkfifo pipe")
        #expect(try todo("backup", "letter", "--json").failure() == ("already-exists", 64))
        #expect(try todo("backup", "", "--json").failure() == ("usage", 64))
        #expect(try todo("backup", "").error == "todo: Give the path of the backup file; it is empty.\n")
        #expect(try todo("backup", "pipe", "--json").failure() == ("usage", 64))
        #expect(try todo("backup", "/dev/null", "--json").failure() == ("usage", 64))
        #expect(try todo("backup", ".", "--json").failure() == ("usage", 64))
        #expect(try todo("backup", "todo.db", "--json").failure() == ("usage", 64))
        #expect(try todo("restore", "letter", "--json").failure() == ("bad-input", 65))
        #expect(try todo("restore", "pipe", "--json").failure() == ("bad-input", 65))
        #expect(try todo("restore", "todo.db", "--json").failure() == ("usage", 64))
        #expect(try todo.titles("list") == ["One"])
        #expect(try todo.shell("ls").output == "letter\npipe\ntodo.db\n")
    }

    @Test("while another process adds to-dos, every backup is sound and later ones hold no less")
    func underLoad() throws {
        let todo = try TodoProcess()
        try todo("add", "The first")
        let writer = try todo.startShell("for n in $(seq 60); do todo add \"Number $n\" || exit 1; done")
        var counts: [Int64] = []
        while writer.isRunning {
            counts.append(try #require(try todo("backup", "b.db", "--json").json()["open"]?.integer))
            #expect(try todo.shell("sqlite3 b.db 'PRAGMA integrity_check'").output == "ok\n")
            #expect(
                try todo.shell("sqlite3 b.db 'SELECT count(*) FROM todo'").output == "\(counts[counts.count - 1])\n")
        }
        writer.waitUntilExit()
        #expect(writer.terminationStatus == 0 && counts == counts.sorted() && counts.count > 1)
        #expect(try todo("stats", "--json").json()["open"] == 61)
    }

    @Test(
        "a restore killed at any moment leaves the one state or the other, and the file sound",
        arguments: [false, true])
    func killed(everywhere: Bool) throws {
        let todo = try TodoProcess()
        var random = SeededGenerator(seed: everywhere ? 5 : 6)
        for (name, count) in [("a", 300), ("b", 200)] {
            let lines = (0..<count).map { #"{"id":"\#(name)\#($0)","title":"\#(name) \#($0)"}"# }
            var part = todo
            part.environment["TODO_DB"] = todo.folder.appending(path: "\(name)-live.db").path
            _ = try part.run(["import", "-", "--format", "ndjson"], input: Data(lines.joined(separator: "\n").utf8))
            try part("backup", todo.folder.appending(path: "\(name).db").path)
        }
        try todo("restore", "a.db")
        let option = everywhere ? " --everywhere" : ""
        var (seen, killed) = (Set<Int64>(), 0)
        var (round, latest) = (-1, 120_000 as UInt32)
        while round < 23 || killed == 0 {
            round += 1
            let process = try todo.startShell("exec todo restore \(round % 2 == 0 ? "b.db" : "a.db")\(option)")
            usleep(UInt32.random(in: 1000..<latest, using: &random))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let isKilled = process.terminationReason == .uncaughtSignal
            if isKilled { killed += 1 }
            // Up to about twice as long as a restore takes on this machine.
            latest = isKilled ? min(latest + latest / 10, 600_000_000) : max(latest - latest / 10, 2000)
            let open = try #require(try todo("stats", "--json").json()["open"]?.integer)
            #expect(open == 300 || open == 200, "round \(round)")
            seen.insert(open)
            let ids = try todo.shell(
                "sqlite3 todo.db 'SELECT DISTINCT substr(title, 1, 1) FROM todo WHERE isDeleted = 0'")
            #expect(ids.output == (open == 300 ? "a\n" : "b\n"), "round \(round)")
            #expect(try todo.shell("sqlite3 todo.db 'PRAGMA integrity_check'").output == "ok\n", "round \(round)")
        }
        try todo("restore", "b.db")
        #expect(try todo("stats", "--json").json()["open"] == 200)
        #expect(try todo("doctor").status == 0)
    }

    @Test("a restore is not undone, nor is what came before it: it is said how to go back")
    func undoAfterRestore() throws {
        let todo = try TodoProcess()
        try todo("add", "One")
        try todo("backup", "b.db")
        try todo("add", "Two")
        try todo("restore", "b.db")
        let refused = try todo("undo")
        #expect(refused.status == 1)
        let command = try #require(refused.error.split(separator: "\n").last?.split(separator: ": ").last)
        #expect(command.hasPrefix("todo restore /") && refused.error.contains("restore a backup"))
        #expect(try todo("undo", "--json").failure() == ("nothing-to-undo", 1))
        #expect(try todo("redo", "--json").failure() == ("nothing-to-undo", 1))
        #expect(try todo("undo", "--show").output.isEmpty)
        #expect(try todo.titles("list") == ["One"])
        #expect(try todo("history").lines.first?.hasSuffix("\tuser\trestore backup\t0\tof everything") == true)

        // What was done since can be undone as usual, but nothing earlier.
        try todo("add", "Three")
        #expect(try todo("undo", "5").error == "Undone: add “Three”, today 10:00.\n")
        #expect(try todo("undo").status == 1)
        #expect(try todo.titles("list") == ["One"])
        // The command that it suggests works, and so does a later one.
        #expect(try todo.shell(String(command)).status == 0)
        #expect(Set(try todo.titles("list")) == ["One", "Two"])
        #expect(try todo("undo", "--force").error == "Undone: add “Two”, today 10:00.\n")
        #expect(try todo("doctor").status == 0)
    }

    @Test("where the previous content was not kept any more, that is said")
    func undoAfterRestoreWithoutBackup() throws {
        let todo = try TodoProcess()
        try todo("add", "One")
        try todo("backup", "b.db")
        try todo("restore", "b.db")
        try todo.shell("rm -r todo.db-backups")
        #expect(try todo("undo").error.contains("the previous content was not kept"))
        try todo("restore", "b.db", "--everywhere")
        try todo("add", "Two")
        try todo("restore", "b.db", "--everywhere")
        #expect(try todo("undo").error.hasPrefix("Undone: restore “Two”"))
        #expect(Set(try todo.titles("list")) == ["One", "Two"])
    }

    @Test("doctor tells each check, finds what is wrong with status 74, and repairs it")
    func doctor() throws {
        let todo = try TodoProcess()
        try todo("add", "Crème brûlée", "--tag", "home")
        let healthy = try todo("doctor", "--json").json()
        #expect(healthy["healthy"] == true && healthy["backup"]?.isNull == true)
        #expect(healthy["checks"]?.elements?.allSatisfy { $0["status"] == "ok" } == true)
        #expect(healthy["checks"]?.elements?.count ?? 0 > 12)
        #expect(try todo("doctor").lines.allSatisfy { $0.hasPrefix("ok\t") })

        try todo.shell("sqlite3 todo.db \"DELETE FROM todoTag; UPDATE todo SET foldedTitle = 'x'\"; chmod 644 todo.db")
        let found = try todo("doctor", "--json")
        #expect(found.status == 74)
        #expect(try JSONValue(parsing: found.error)["error"]?["code"] == "faults-found")
        let document = try JSONValue(parsing: found.output)
        let codes = (document["checks"]?.elements ?? []).flatMap { $0["findings"]?.elements ?? [] }.map {
            $0["code"]?.string
        }
        #expect(codes == ["readable-by-others", "wrong-folded-text", "missing-relations", "wrong-search-index"])
        let words = try todo("doctor")
        #expect(words.status == 74)
        #expect(words.error == "todo: 4 faults found. `todo doctor --repair` repairs 4 of them.\n")
        #expect(!words.output.contains("Crème"))

        let repaired = try todo("doctor", "--repair", "--json").json()
        #expect(repaired["healthy"] == true && repaired["backup"]?.string != nil)
        #expect(try todo("doctor").status == 0)
        #expect(try todo.titles("search", "creme", "home") == ["Crème brûlée"])
    }

    @Test("doctor looks at files that no other command opens, and restore brings them back")
    func unopenable() throws {
        let todo = try TodoProcess()
        try todo("add", "One")
        try todo("backup", "b.db")
        try Data(repeating: 0x5A, count: 30_000).write(to: todo.database)
        #expect(try todo("list", "--json").failure() == ("corrupt", 74))
        let diagnosis = try todo("doctor", "--json")
        #expect(diagnosis.status == 74)
        #expect(try JSONValue(parsing: diagnosis.output)["healthy"] == false)
        #expect(try todo("restore", "b.db", "--everywhere", "--json").failure() == ("corrupt", 74))
        #expect(try todo("restore", "b.db").error.contains("damaged.db"))
        #expect(try todo.titles("list") == ["One"])
        #expect(try todo("doctor").status == 0)
    }

    @Test("a damaged file that another program has open is not replaced under its feet")
    func damagedAndOpen() throws {
        let todo = try TodoProcess()
        try todo("add", "One")
        try todo("backup", "b.db")
        try todo.shell("mkfifo commands")
        let other = try todo.startShell("exec sqlite3 todo.db < commands")
        defer { kill(other.processIdentifier, SIGKILL) }
        let commands = try #require(FileHandle(forWritingAtPath: todo.folder.appending(path: "commands").path))
        try commands.write(contentsOf: Data("SELECT count(*) FROM todo;\n.shell touch opened\n".utf8))
        while !FileManager.default.fileExists(atPath: todo.folder.appending(path: "opened").path) { usleep(10_000) }
        let file = try FileHandle(forUpdating: todo.database)
        try file.write(contentsOf: Data(repeating: 0x5A, count: 8192))
        try file.close()
        #expect(try todo("restore", "b.db", "--json").failure() == ("locked", 75))
        kill(other.processIdentifier, SIGKILL)
        other.waitUntilExit()
        #expect(try todo("restore", "b.db").status == 0)
        #expect(try todo.titles("list") == ["One"])
    }

    @Test("before many records are imported the database is backed up; where that fails nothing is imported")
    func bulkImport() throws {
        let todo = try TodoProcess()
        func lines(_ range: Range<Int>) -> String {
            range.map { #"{"id":"n\#($0)","title":"Number \#($0)"}"# }.joined(separator: "\n")
        }
        try todo("import", "-", "--format", "ndjson", input: lines(0..<150))
        #expect(try todo.shell("ls").output == "todo.db\n", "nothing to lose, no backup")
        try todo("import", "-", "--format", "ndjson", input: lines(150..<200))
        #expect(try todo.shell("ls").output == "todo.db\n", "not many")
        try todo("import", "-", "--format", "ndjson", input: lines(200..<300))
        #expect(try todo.shell("ls todo.db-backups").output == "20261121T100000.000Z-import.db\n")
        try todo("restore", "todo.db-backups/20261121T100000.000Z-import.db")
        #expect(try todo("stats", "--json").json()["open"] == 200)

        try todo.shell("rm -r todo.db-backups; touch todo.db-backups")
        let failure = try todo("import", "-", "--format", "ndjson", "--json", input: lines(300..<400)).failure()
        #expect(failure.status == 74)
        #expect(try todo("stats", "--json").json()["open"] == 200)
        try todo("import", "-", "--format", "ndjson", "--no-backup", input: lines(300..<400))
        #expect(try todo("stats", "--json").json()["open"] == 300)
    }
}
