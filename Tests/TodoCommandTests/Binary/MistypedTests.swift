import Foundation
import JSON
import TestSupport
import Testing

@Suite("What is mistyped")
struct MistypedTests {
    private let todo: TodoProcess

    init() throws { todo = try TodoProcess() }

    @Test(
        "a command that is nearly one is suggested",
        arguments: [
            (["lsit"], "list"), (["serach", "milk"], "search"), (["DELET", "3f2a"], "delete"), (["ad", "x"], "add"),
            (["comp", "bash"], "completions"), (["tag", "ranme", "a", "b"], "rename"), (["remote", "stats"], "status"),
            (["help", "lsit"], "list"), (["help", "tag", "lsit"], "list"),
        ])
    func suggestions(arguments: [String], meant: String) throws {
        let result = try todo.run(arguments)
        #expect(result.status == 64)
        #expect(result.error.contains("did you mean “\(meant)”?"), "\(result.error)")
        #expect(!FileManager.default.fileExists(atPath: todo.database.path))
    }

    @Test(
        "an id before the command, as Taskwarrior has it, is answered with our order",
        arguments: [(["3f2a", "done"], "done"), (["12", "modify", "due:friday"], "edit"), (["x", "ls"], "list")])
    func commandFirst(arguments: [String], meant: String) throws {
        let result = try todo.run(arguments)
        #expect(result.status == 64)
        #expect(result.error.contains("the command comes first: `todo \(meant) …`."), "\(result.error)")
    }

    @Test(
        "a command that is like none is only refused",
        arguments: ["frobnicate", "x", String(repeating: "list", count: 9)])
    func noSuggestion(word: String) throws {
        #expect(try !todo(word).error.contains("did you mean"))
    }

    @Test(
        "what was typed is repeated in the refusal, with the option that it was given to",
        arguments: [
            (["add", "x", "--due", "someday"], "--due “someday”: "),
            (["list", "--due", "whenever"], "--due “whenever”: "),
            (["add", "x", "--priority", "urgent"], "--priority “urgent”: "),
            (["list", "--sort", "colour"], "“colour”"),
            (["list", "--after", "nonsense"], "--after “nonsense”: "),
            (["list", "--within", "5", "--near", "1,2"], "“5”"),
            (["list", "--at", "one day"], "--at “one day”: "), (["history", "--after", "x"], "--after “x”: "),
            (["list", "--priority", "urgent"], "--priority “urgent”: "), (["completions", "tcsh"], "“tcsh”"),
            (["location", "add", "x", "--latitude", "north", "--longitude", "0"], "“north”"),
            (["show", "nosuchid"], "“nosuchid”"),
        ])
    func repeated(arguments: [String], words: String) throws {
        let result = try todo.run(arguments)
        #expect(result.status != 0)
        #expect(result.error.contains(words), "\(result.error)")
    }

    /// Commands that refuse a word, wherever it stands.
    private static func refused(_ word: String) -> [[String]] {
        [
            [word], ["list", "tag:\"\(word)\""], ["list", word + ":"], ["done", "tag:" + word],
            ["list", "(", word], ["list", "--" + word], ["-" + word], ["list", "--page", word], ["help", word],
            ["add", "x", "--due", word], ["show", word], ["list", "--tag", word], ["list", "--sort", word],
            ["import", "x", "--format", word], ["tag", "rename", word, "x"], ["history", "--after", word],
            ["list", "--near", word], ["list", "--db", word], ["restore", word], ["import", word],
            ["tag", word], ["backup", "/" + word], ["export", "--output", "/" + word + "/x"],
            ["sync", "retry", word],
        ]
    }

    @Test("a title in place of an id is refused, and names the to-dos that have it, or otherwise contain it")
    func titles() throws {
        let milk = try todo.add("Milk").prefix(4)
        let oats = try todo.add("Oat milk and bread").prefix(4)
        func refused(_ arguments: String...) throws -> String {
            let result = try todo.run(arguments)
            #expect(result.status == 1 && result.output.isEmpty, "\(arguments)")
            return result.error
        }
        let none = "todo: There is no to-do whose id begins with"
        for command in ["done", "show", "delete", "history"] {
            let error = try refused(command, "milk")
            #expect(error == "\(none) “milk”. By the title it may be:\n  \(milk)  Milk\n", "\(command)")
        }
        #expect(
            try refused("done", "oat", "MILK").hasSuffix("By the title it may be:\n  \(oats)  Oat milk and bread\n"))
        #expect(try refused("done", "bread").hasSuffix("\n  \(oats)  Oat milk and bread\n"))
        #expect(try refused("done", "nothing") == "\(none) “nothing”.\n")
        #expect(try refused("done", "k") == "\(none) “k”.\n", "one character is in nearly every title")
        #expect(try todo("done", "milk", "--json").failure() == ("not-found", 1))
        #expect(Set(try todo.titles("list")) == ["Milk", "Oat milk and bread"], "nothing is done by its title")
        try todo("done", String(milk))
        #expect(
            try refused("reopen", "milk").hasSuffix("it may be:\n  \(milk)  Milk\n"), "the exact title, though done")
        let again = try todo.add("Milk").prefix(4)
        #expect(try refused("done", "milk").hasSuffix("it may be:\n  \(again)  Milk\n"), "the open one of two")
        for number in 1...7 { try todo("add", "Tea \(number)") }
        let many = try refused("done", "tea")
        #expect(many.split(separator: "\n").count == 7 && many.hasSuffix("\n  …\n"), "\(many)")
    }

    @Test("nothing that was typed reaches a terminal as it is, nor makes a message long")
    func madeSafe() throws {
        let evil = "\u{1B}[31m\u{202E}\u{9B}2J\u{2066}"
        try todo("add", "One")
        for word in [evil, evil + String(repeating: "x\u{301}", count: 20_000)] {
            for (turn, arguments) in Self.refused(word).enumerated() {
                for options in [[], ["--json"]] as [[String]] {
                    // In the small dose each command is run once: long or short and with or without JSON, in turn.
                    let way = (word == evil ? 0 : 1) + (options.isEmpty ? 0 : 2)
                    guard Dose.isWhole || turn % 4 == way else { continue }
                    let result = try todo.run(arguments + options)
                    #expect(result.status != 0)
                    let isSafe = result.error.unicodeScalars.allSatisfy { scalar in
                        switch scalar.value {
                        case 0x0A: true
                        case 0..<0x20, 0x7F...0x9F, 0x2028...0x202E, 0x2066...0x206F: false
                        default: true
                        }
                    }
                    #expect(isSafe, "\(arguments.map { $0.prefix(40) })")
                    #expect(result.error.count < 2000, "\(arguments.map { $0.prefix(40) })")
                    if !options.isEmpty { _ = try result.failure() }
                }
            }
        }
    }

    @Test("what begins with a dash and may be an option is told the way out, which works")
    func dashes() throws {
        for title in ["-x", "--holiday"] {
            let refused = try todo("add", title)
            #expect(refused.status == 64 && refused.error.contains("todo add -- "), "\(refused.error)")
            #expect(try todo("add", "--json", "--", title).json()["title"] == .string(title))
        }
        #expect(try todo("list", "--pagesize", "3").error.contains("--page-size"))
    }

    @Test(
        "an option that is not known is compared with those that are near, and a value that is wrong is named",
        arguments: [
            (["list", "--foo"], "--foo", "Did you mean"), (["list", "-work"], "todo list -- …", "Did you mean"),
            (["list", "--color=sometimes"], "always, auto or never, not “sometimes”", "--no-color"),
            (["list", "--color-when=sometimes"], "'sometimes' is invalid for '--color-when'", "Did you mean"),
            (["add", "x", "--tag", "-home"], "give it as --tag=-home", "Missing value"),
            (["add", "x", "--due", "-1d"], "A value of --due does not begin with a minus, as “-1d” does", "--due=-1d"),
            (["snooze", "x", "--for", "-1h"], "A value of --for does not begin with a minus", "--for=-1h"),
            (["add", "x", "--remind", "-10m"], "A value of --remind does not begin with a minus", "give it as"),
            (["add", "x", "--due", "--json"], "Missing value", "give it as"),
            (["q", "--outside"], "todo q -- …", "todo add"),
            (
                ["comment", "list"], "“list” is not a command of `todo comment`; `todo help comment` lists them.",
                "dash"
            ),
            (["comment", "3f2a"], "<text>", "not a command of"),
            (["add", "--tag", "x"], "<title>", "begins with a dash"),
            (["add", "-t", "x", "--due=today"], "<title>", "begins with a dash"),
            (["add", "--tag", "x", "--degrees"], "such as “--degrees”", "“--tag”"),
            (["list", "--pagesize", "3"], "Did you mean '--page-size'?", "begins with a dash"),
            (["remote", "set", "foo"], "The address of the remote", "Say whose"),
        ])
    func parsed(arguments: [String], said: String, unsaid: String) throws {
        let result = try todo.run(arguments)
        #expect(result.status == 64 && result.error.contains(said), "\(result.error)")
        #expect(!result.error.contains(unsaid), "\(result.error)")
    }

    @Test("--db that names no database is an error for a command that only reads, and nothing is made")
    func missingDatabase() throws {
        for arguments in [
            ["list"], ["search", "x"], ["show", "x"], ["history"], ["export"], ["stats"], ["undo", "--show"],
            ["tag", "list"], ["tag"], ["location"], ["sync", "status"], ["remote", "status"], ["sync", "conflicts"],
            ["sync", "name"], ["backup", "b.db"],
        ] {
            #expect(
                try todo.run(arguments + ["--json", "--db", "nosuch.db"]).failure() == ("not-found", 1), "\(arguments)")
        }
        #expect(try todo("list", "--db", "nosuch.db").error == "todo: There is no database nosuch.db.\n")
        let none = try todo("list", "--db", "")
        #expect(none.status == 64 && none.error == "todo: --db needs the path of a file.\n")
        #expect(try todo.shell("ls").output.isEmpty)
        // The environment may name a database that does not exist yet.
        #expect(try todo("list", "--json").json()["total"] == 0)
        #expect(try todo("add", "One", "--db", "new.db").status == 0)
        #expect(try todo("list", "--db", "new.db").lines.count == 1)
    }

    @Test("ten thousand ids, and one of a megabyte")
    func manyIDs() throws {
        let lines = (0..<10_000).map { #"{"kind":"todo","id":"n\#($0)-","title":"Number \#($0)"}"# }
        try todo("import", "-", "--format", "ndjson", "--quiet", input: lines.joined(separator: "\n"))
        let ids = (0..<10_000).map { "n\($0)-" }
        let edited = try todo.run(
            ["edit", "--json"] + ids[..<300] + ["--tag", "x"] + ids[300...] + ["--priority", "low"])
        #expect(try edited.json().elements?.compactMap { $0["id"]?.string } == ids)
        let deleted = try todo.run(["delete", "--json", "--"] + ids)
        #expect(try deleted.json()["deleted"]?.elements?.count == 10_000)
        let huge = String(repeating: "é", count: 60_000)
        #expect(try todo("delete", huge, "--json").failure() == ("not-found", 1))
    }

    @Test("the paragraphs of the help are wrapped once: each line is as full as it can be")
    func help() throws {
        let commands = try todo("help").output.matches(of: /(?m)^  (?<name>[a-z]+) +\S/).map { String($0.output.name) }
            .filter { $0 != "todo" }
        #expect(commands.count > 15)
        for command in commands {
            let overview = try #require(todo("help", command).output.split(separator: "USAGE:").first, "\(command)")
            let paragraphs = overview.split(separator: "\n\n").filter { !$0.contains("EXAMPLES:") }
            for lines in paragraphs.map({ $0.split(separator: "\n") }) {
                for (line, next) in zip(lines, lines.dropFirst()) {
                    let word = next.prefix { $0 != " " }
                    #expect(line.count <= 80 && line.count + 1 + word.count >= 80, "\(command): \(line)")
                }
            }
        }
    }

    @Test("JSON on a terminal escapes what it would obey", .enabled(if: Pty.isPossible))
    func terminalJSON() throws {
        try todo("add", "a\u{202E}b")
        let shown = try Pty.run(todo, "list --json", columns: 80)
        #expect(!shown.contains("\u{202E}") && shown.contains(#"a\u202eb"#))
        #expect(try todo.titles("list") == ["a\u{202E}b"])
    }
}
