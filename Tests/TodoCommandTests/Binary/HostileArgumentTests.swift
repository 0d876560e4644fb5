import Foundation
import JSON
import TestSupport
import Testing

@Suite("Hostile input on the command line")
struct HostileArgumentTests {
    /// 78: no remote is set up.
    private static let statuses: Set<Int32> = [0, 1, 64, 65, 74, 78]
    private static let words = [
        "add", "list", "search", "show", "edit", "done", "reopen", "delete", "tag", "location", "import", "export",
        "stats", "completions", "rename", "merge", "undo", "redo", "history", "doctor", "backup", "restore", "sync",
        "remote", "status", "conflicts", "retry", "discard", "help", "--help", "--at", "--show", "--force", "--full",
        "--verify", "--watch", "--limit", "--everywhere", "yesterday", "2 hours ago", "--tag", "--due", "--priority",
        "--location", "--near", "--within", "--where", "--explain", "--yes", "tag:x", "is:open", "-is:done", "@x", "(",
        "or",
        "--page", "--page-size", "--after", "--sort", "--reverse", "--done", "--all", "--recent", "--title", "--notes",
        "--untag", "--no-tags", "--into", "--latitude", "--longitude", "--altitude", "--format", "--json", "--", "-",
        "-q", "--db", "today", "high", "due", "-1", "0", "1e309", "nan", "9223372036854775808", "47.3,8.5", "500m",
        "%", "_", "'", "\"", "*", "NEAR(a b)", "a OR b", ");DROP TABLE todo;--", "\u{1B}[2J", "🌱", "e\u{301}", "",
        " ", "\u{202E}gnirts", "../nowhere/file", "$(reboot)", "{}", "[]",
    ]

    @Test(
        "no arguments make it crash, hang or fail without a word",
        arguments: 1...Dose.of(2, whole: 4) as ClosedRange<UInt64>)
    func neverCrashes(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let todo = try TodoProcess()
        try todo("add", "One", "--tag", "x")
        for _ in 0..<Dose.of(25, whole: 50) {
            var arguments = (0..<Int.random(in: 1...7, using: &random)).map { _ in
                random.chance(0.15) ? random.hostileText(upTo: 30) : random.pick(Self.words)
            }
            // The shell cannot pass NUL, and the last --db counts: no other file is touched.
            arguments = arguments.map { String($0.prefix(2000)).replacingOccurrences(of: "\0", with: "") }
            let result = try todo.run(["--db", todo.database.path] + arguments)
            #expect(Self.statuses.contains(result.status), "\(arguments)")
            #expect((result.status == 0) || !result.error.isEmpty, "\(arguments)")
            #expect(!result.error.contains("Fatal error"), "\(arguments)")
        }
        #expect(try todo("stats", "--json", "--db", todo.database.path).status == 0)
    }

    @Test("what a to-do is called never acts on the terminal", .enabled(if: Pty.isPossible))
    func noControlSequences() throws {
        let todo = try TodoProcess()
        try todo("add", "bidi \u{202E} override", "--notes", "bell \u{07} clear \u{1B}[2J\u{9B}31m")
        let shown = try Pty.run(
            todo, "list --no-color; todo show $(todo list --json | cut -c17-20) --no-color", columns: 80)
        for scalar in shown.unicodeScalars where scalar != "\n" && scalar != "\r" {
            #expect(scalar.properties.generalCategory != .control)
            #expect(scalar != "\u{202E}")
        }
    }
}
