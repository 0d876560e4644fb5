import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal
import manual

/// What other devices and files have put into the database, and what a terminal would obey, never reaches one.
@Suite("Hostile data on the way to a terminal")
struct HostileOutputTests {
    /// Escape sequences (also of C1), BEL, CR, overrides and isolates of direction, line separators, and what is invisible.
    private static let evil =
        "\u{1B}[31m\u{1B}]0;x\u{07}\u{9B}2J\r\u{202E}txt\u{2066}\u{2069}\u{200B}\u{2028}\u{0B}\u{08}\u{7F}"
    /// What stands for it until it is in the database.
    private static let mark = "EVIL"

    private static func isSafe(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x09, 0x0A: true
            case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x206F: false
            default: true
            }
        }
    }

    /// A database with hostile data in every field of every kind of record.
    private func hostile() async throws -> TodoProcess {
        var todo = try TodoProcess()
        todo.environment["TODO_CONFIG"] = todo.folder.appending(path: "config").path
        let mark = Self.mark
        for words in [
            ["tag", "add", mark, "--color", "red"], ["lists", "add", mark, "--color", "red"],
            ["location", "add", mark, "--latitude", "47.3", "--longitude", "8.5"], ["sync", "name", mark],
            [
                "add", mark, "--notes", mark, "--tag", mark, "--list", mark, "--create", "--location", mark, "--due",
                "2026-11-21T09:00",
            ],
            ["add", "below \(mark)", "--remind", "2026-11-21T09:59"], ["view", "add", mark, mark],
        ] {
            let result = try todo.run(words)
            #expect(result.status == 0, "\(words): \(result.error)")
        }
        let file = todo.folder.appending(path: "in.json")
        try Data(#"{"todos":[{"title":"third","\#(mark)":{"\#(mark)":"\#(mark)"}}]}"#.utf8).write(to: file)
        try todo("import", file.path)
        let id = try #require(try todo("list", "--json").json()["items"]?.elements?.first?["id"]?.string)
        try todo("comment", "add", id, mark)
        // A conflict about a register that this version does not know, as a later one might send it.
        let stack = try LocalStack(StackConfiguration(storage: .onDisk(path: todo.database.path)), environment: .live)
        let stamps = (1...2).map { Stamp(milliseconds: $0, counter: 0, device: DeviceID(rawValue: UInt64($0))) }
        for register in ["title", mark, "x." + mark] {
            let conflict = RecordConflict(
                register: register, lost: .string(mark), lostStamp: stamps[0], kept: ["a": .string(mark)],
                keptStamp: stamps[1])
            _ = try await stack.write("sync", author: .sync) { try $0.note(conflict, of: RecordKey(.todo, id)) }
        }
        try stack.close()
        try overwrite(todo)
        return todo
    }

    /// Puts what is hostile in the place of each mark, past everything that would refuse it.
    private func overwrite(_ todo: TodoProcess) throws {
        let script = """
            import json, sqlite3, sys
            evil = json.loads(sys.argv[2])
            connection = sqlite3.connect(sys.argv[1])
            tables = [row[0] for row in connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%' AND name NOT LIKE 'sqlite%'")]
            for table in tables:
                if "Search" in table or "_" in table: continue
                for column in [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')]:
                    rows = connection.execute(
                        f'SELECT rowid, "{column}" FROM "{table}" WHERE typeof("{column}") = \\'text\\'').fetchall() \\
                        if "WITHOUT ROWID" not in connection.execute(
                            "SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()[0] else []
                    for rowid, value in rows:
                        if column == "color": value = "EVIL"
                        if "EVIL" not in value: continue
                        isJSON = value[:1] in "{["
                        new = value.replace("EVIL", json.dumps(evil)[1:-1] if isJSON else evil)
                        try: connection.execute(f'UPDATE "{table}" SET "{column}" = ? WHERE rowid = ?', (new, rowid))
                        except sqlite3.IntegrityError: pass
            connection.commit()
            """
        let file = todo.folder.appending(path: "overwrite.py")
        try Data(script.utf8).write(to: file)
        let evil = JSONValue.string(Self.evil).canonicalJSON
        let result = try todo.shell("python3 overwrite.py todo.db '\(evil)'")
        try #require(result.status == 0, "\(result.error)")
        let titles = try todo.shell("sqlite3 todo.db \"SELECT hex(title) FROM todo\"").output
        try #require(titles.contains("1B5B33316D"))
    }

    /// Commands that go on until they are interrupted, and the one whose output is a file with everything as it is.
    private static let others: Set<[String]> = [["serve"], ["web"], ["dav"], ["remind"], ["export"]]

    @Test("no command prints it, as text, as JSON or in colours, whatever it is asked for")
    func everyCommand() async throws {
        let todo = try await hostile()
        let program = try CommandHelp(dump: todo("--experimental-dump-help").output.utf8)
        let commands = program.all.filter { $0.subcommands.isEmpty }.map { Array($0.path.dropFirst()) }
        #expect(commands.count > 40)
        let (evil, backup) = (Self.evil, todo.folder.appending(path: "kept.db").path)
        try FileManager.default.copyItem(atPath: todo.database.path, toPath: backup)
        for (turn, command) in commands.enumerated() where !Self.others.contains(command) && !command.isEmpty {
            let ways = [[], [evil], ["--", evil], [evil, evil], ["--" + evil]]
            for (way, words) in ways.enumerated() {
                // In the small dose each command is run with two of them, in turn.
                guard Dose.isWhole || way == 0 || way == 1 + turn % 4 else { continue }
                for options in [[], ["--json"], ["--color", "always"]] where Dose.isWhole || way == 0 || options.isEmpty
                {
                    expectSafe(try todo.run(command + words + options), command + options)
                }
            }
        }
    }

    @Test("nor do those that show everything there is")
    func shown() async throws {
        let todo = try await hostile()
        let ids = try todo("list", "--all", "--json").json()["items"]?.elements?.compactMap { $0["id"]?.string } ?? []
        #expect(ids.count == 3)
        var commands = [
            ["list", "--all"], ["tag"], ["lists"], ["location"], ["view"], ["agenda"], ["next"], ["tree"], ["history"],
            ["sync", "conflicts"], ["sync", "status"], ["sync", "name"], ["remind", "--list"], ["remind", "--once"],
            ["stats"], ["undo", "--list"], ["doctor"], ["calendar"], ["report"], ["search"], ["comment", "list"],
            ["list", "@" + Self.evil], ["list", "tag:nowhere"], ["config"], ["---line", "list", ""],
            ["---line", "show", ""],
        ]
        for id in ids { commands += [["show", id], ["history", id], ["comment", "list", id], ["tree", id]] }
        for command in commands {
            for options in [[], ["--json"], ["--color", "always"]] where options.isEmpty || command[0] != "---line" {
                expectSafe(try todo.run(command + options), command + options)
            }
        }
        // The conflict is there, and is shown.
        let conflicts = try todo("sync", "conflicts")
        #expect(conflicts.output.contains("x. [31m") && conflicts.output.contains(#"\u001b[31m"#), "\(conflicts)")
        #expect(try todo("list").output.contains("\u{FFFD}"))
    }

    private func expectSafe(
        _ result: TodoProcess.Result, _ command: [String], sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let hasStyles = command.contains("always")
        for text in [result.output, result.error] {
            let plain = hasStyles ? text.replacing(/\u{1B}\[[0-9;]*m/, with: "") : text
            #expect(Self.isSafe(plain), "\(command)", sourceLocation: sourceLocation)
        }
        // The styles are our own: what is in the data selects none.
        if hasStyles { #expect(!result.output.contains("\u{1B}]"), "\(command)", sourceLocation: sourceLocation) }
    }
}
