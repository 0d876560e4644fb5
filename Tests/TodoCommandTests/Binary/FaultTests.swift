import Foundation
import JSON
import TestSupport
import Testing

@Suite("Faults of the machine")
struct FaultTests {
    @Test("killed at any moment, nothing acknowledged is lost and the file is sound")
    func killed() throws {
        let todo = try TodoProcess()
        var random = SeededGenerator(seed: 7)
        // At moments up to twice as long as a run takes on this machine: a process killed too late is killed sooner
        // next time.
        var latest: UInt32 = 60_000
        var acknowledged: Set<String> = []
        var (number, killed) = (0, 0)
        while number < 40 || acknowledged.isEmpty || killed == 0 {
            number += 1
            let output = todo.folder.appending(path: "out")
            let script = "exec todo add --json 'Number \(number)' > out"
            let process = try todo.startShell(script)
            usleep(UInt32.random(in: 1000..<latest, using: &random))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let isKilled = process.terminationReason == .uncaughtSignal
            if isKilled { killed += 1 }
            latest = isKilled ? min(latest + latest / 10, 600_000_000) : max(latest - latest / 10, 2000)
            let printed = try? JSONValue(parsing: Data(contentsOf: output))
            if let title = printed?["title"]?.string { acknowledged.insert(title) }
        }
        let titles = Set(try todo.titles("list"))
        #expect(acknowledged.isSubset(of: titles))
        #expect(try todo.shell("sqlite3 todo.db 'PRAGMA integrity_check; PRAGMA foreign_key_check'").output == "ok\n")
    }

    @Test("two processes that write at once lose nothing and wait for one another")
    func twoWriters() throws {
        let todo = try TodoProcess()
        let writers = try (0..<2).map { writer in
            try todo.startShell("for n in $(seq 25); do todo add \"\(writer) $n\" || exit 1; done")
        }
        for writer in writers { writer.waitUntilExit() }
        #expect(writers.map(\.terminationStatus) == [0, 0])
        #expect(try todo("stats", "--json").json()["open"] == 50)
        #expect(Set(try todo.titles("list", "--page-size", "100")).count == 50)
    }

    @Test("a full disk is said so, and what was there before is there after", .enabled(if: Mount.isPossible))
    func fullDisk() throws {
        var todo = try TodoProcess()
        let mount = try Mount(size: "2m", at: todo.folder.appending(path: "disk"))
        defer { mount.detach() }
        todo.environment["TODO_DB"] = mount.path + "/todo.db"
        var titles: [String] = []
        var failure: (code: String, status: Int32)?
        let notes = String(repeating: "note ", count: 4000)
        for number in 0..<60 where failure == nil {
            let result = try todo("add", "Number \(number)", "--notes", notes, "--json")
            if result.status == 0 { titles.append("Number \(number)") } else { failure = try result.failure() }
        }
        #expect(failure?.code == "disk-full" && failure?.status == 74)
        #expect(!titles.isEmpty)
        #expect(Set(try todo.titles("list", "--page-size", "100")) == Set(titles))
    }

    @Test(
        "on a disk that has no byte left all can be looked at, and only writing says so", .enabled(if: Mount.isPossible)
    )
    func readingOnFullDisk() throws {
        var todo = try TodoProcess()
        let mount = try Mount(size: "2m", at: todo.folder.appending(path: "disk"))
        defer { mount.detach() }
        todo.environment["TODO_DB"] = mount.path + "/todo.db"
        try todo("add", "Buy milk", "--tag", "shop", "--location", "1,2")
        let id = try #require(try todo("list", "--json").json()["items"]?.elements?.first?["id"]?.string)
        let rest = try mount.fill()
        for arguments in [
            ["list"], ["search", "milk"], ["show", id], ["tag", "list"], ["location", "list"], ["history"], ["stats"],
            ["export"], ["list", "--at", "now"], ["list", "--recent"], ["sync", "conflicts"],
            ["backup", todo.folder.appending(path: "backup.db").path],
        ] {
            let result = try todo.run(arguments)
            #expect(result.status == 0, "\(arguments): \(result.error)")
        }
        #expect(try todo("list").output.contains("Buy milk"))
        #expect(try todo("add", "Two", "--json").failure() == ("disk-full", 74))
        // They would keep all others out, even after there is room again.
        for command in [["remind"], ["serve", "--stdio"]] {
            let result = try todo.run(command + ["--json"])
            #expect(result.status == 74 && result.error.contains("The disk is full"), "\(result.error)")
        }
        #expect(try todo("doctor").output.contains("low-space"))
        try FileManager.default.removeItem(atPath: rest)
        try todo("add", "Two")
        #expect(try todo.titles("list").count == 2)
    }

    @Test("a column that was renamed is found by every command, and by the doctor, before anything is done")
    func renamedColumn() throws {
        let todo = try TodoProcess()
        try todo("add", "One")
        try #require(try todo.shell("sqlite3 todo.db 'ALTER TABLE todo RENAME COLUMN notes TO text'").status == 0)
        for arguments in [["list"], ["tag", "list"], ["add", "Two"], ["undo"]] {
            let result = try todo.run(arguments + ["--json"])
            #expect(try result.failure() == ("corrupt", 74) && result.error.contains("“notes”"), "\(result.error)")
        }
        #expect(try todo("doctor").output.contains("changed-schema"))
        let repaired = try JSONValue(parsing: Data(todo("doctor", "--repair", "--json").output.utf8))
        let salvaged = try #require(repaired["salvaged"]?.string)
        try todo("restore", salvaged)
        #expect(try todo.titles("list") == ["One"] && todo("doctor").status == 0)
    }

    @Test("a backup that is copied into place has a write-ahead log after the next command")
    func copiedBackup() throws {
        let todo = try TodoProcess()
        try todo("add", "One")
        try todo("backup", "backup.db")
        #expect(
            try todo.shell("rm todo.db && cp backup.db todo.db && sqlite3 todo.db 'PRAGMA journal_mode'").output
                == "delete\n")
        #expect(try todo.titles("list") == ["One"])
        #expect(try todo.shell("sqlite3 todo.db 'PRAGMA journal_mode'").output == "wal\n")
        #expect(try todo("doctor").status == 0)
    }

    @Test("a folder that cannot be written is said so", .enabled(if: Nobody.isPossible))
    func readOnlyFolder() throws {
        let todo = try TodoProcess()
        try todo("add", "One")
        let nobody = try Nobody()
        let failure = try nobody.run(["add", "Two", "--json", "--db", todo.database.path]).failure()
        #expect(failure.status == 74)
        #expect(["read-only", "cannot-open"].contains(failure.code))
        #expect(try todo.titles("list") == ["One"])
    }

    @Test("what is no database is refused and left as it is")
    func notADatabase() throws {
        let todo = try TodoProcess()
        let text = Data(
            "This is a letter, and long enough to be mistaken for a database header. Dear Zoë, ".utf8
                + Array(repeating: 0x41, count: 60))
        try text.write(to: todo.database)
        let failure = try todo("list", "--json").failure()
        #expect(failure == ("corrupt", 74))
        #expect(try Data(contentsOf: todo.database) == text)
        try todo.shell("chmod 644 todo.db")
        #expect(try todo("doctor").error == "todo: 2 faults found.\n")
        #expect(try todo("list").error.contains("If it is a damaged database, `todo doctor --repair` saves"))
    }

    @Test("a database of a newer version is refused and left as it is")
    func newerVersion() throws {
        let todo = try TodoProcess()
        try todo("add", "One")
        try #require(try todo.shell("sqlite3 todo.db 'PRAGMA user_version = 999'").status == 0)
        let before = try Data(contentsOf: todo.database)
        #expect(try todo("add", "Two", "--json").failure() == ("newer-version", 74))
        #expect(try Data(contentsOf: todo.database) == before)
    }

    @Test("the database of another program is refused and left as it is")
    func foreignDatabase() throws {
        let todo = try TodoProcess()
        try #require(try todo.shell("sqlite3 todo.db 'CREATE TABLE bookmarks (url TEXT)'").status == 0)
        let before = try Data(contentsOf: todo.database)
        #expect(try todo("add", "One", "--json").failure() == ("foreign-database", 74))
        #expect(try Data(contentsOf: todo.database) == before)
        #expect(try todo.shell("chmod 644 todo.db; todo doctor --repair; stat -c %a todo.db").output.hasSuffix("644\n"))
        #expect(try Data(contentsOf: todo.database) == before)
    }

    @Test("a damaged page is said so")
    func damagedPage() throws {
        let todo = try TodoProcess()
        for number in 0..<20 { try todo("add", "Number \(number)") }
        let handle = try FileHandle(forUpdating: todo.database)
        let size = try handle.seekToEnd()
        for offset in stride(from: UInt64(4096), to: size, by: 4096) {
            try handle.seek(toOffset: offset)
            try handle.write(contentsOf: Data(repeating: 0xA5, count: 64))
        }
        try handle.close()
        #expect(try todo("list", "--json").failure() == ("corrupt", 74))
    }

    @Test("the database and its folder are the user's alone")
    func permissions() throws {
        var todo = try TodoProcess()
        todo.environment["TODO_DB"] = todo.folder.appending(path: "deep/er/todo.db").path
        try todo("add", "One")
        func mode(_ path: String) throws -> Int? {
            try FileManager.default.attributesOfItem(atPath: todo.folder.appending(path: path).path)[.posixPermissions]
                as? Int
        }
        #expect(try mode("deep/er/todo.db") == 0o600)
        #expect(try mode("deep/er") == 0o700)
    }
}
