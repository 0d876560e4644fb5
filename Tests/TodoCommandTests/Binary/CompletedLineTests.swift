import Foundation
import TestSupport
import Testing

/// Lines that do not begin with a command, or not with its name: what the scripts for completion make of them.
@Suite("The command: completion of aliases, and after options")
struct CompletedLineTests {
    private let todo: TodoProcess
    private let id: String

    /// An alias, a view, and a database beside the usual one with a tag of its own.
    init() throws {
        var todo = try TodoProcess()
        todo.environment["TODO_CONFIG"] = todo.folder.appending(path: "config").path
        todo.environment["HOME"] = todo.folder.path
        id = String(try #require(try todo("add", "Milk", "-t", "home").output.split(separator: "\t").first))
        try todo("view", "add", "shelf", "tag:home")
        try todo("config", "set", "aliases.shopping", "list tag:home")
        try todo("--db", "other.db", "add", "Eggs", "-t", "hotel")
        self.todo = todo
    }

    @Test(
        "the words of a line are told as the program reads them, the command first",
        arguments: [
            ([], []), (["--json"], []), (["--db", "other.db", "--color=always"], []), (["--db"], ["agenda", "--db"]),
            (["ls", "--sort"], ["list", "--sort"]), (["--json", "e", "x"], ["edit", "--json", "x"]),
            (["shopping", "x"], ["list", "tag:home", "x"]), (["-q", "shelf"], ["list", "-q", "@shelf"]),
            (["--db", "other.db", "shelf"], ["shelf"]), (["--days", "3"], ["agenda", "--days", "3"]),
            (["--db=other.db", "tag", "merge"], ["tag", "merge", "--db=other.db"]),
            (["--json", "tag"], ["tag"]), (["--json", "tag", "--db"], ["tag", "list", "--json", "--db"]),
            (["--json", "comment", "3f"], ["comment", "add", "--json", "3f"]), (["--json", "comment"], ["comment"]),
            (["--json", "help", "add"], ["help", "add"]), (["list", "--color=never", "x"], ["list", "x"]),
            (["tag", "add", "--color=never"], ["tag", "add", "--color=never"]), (["unknown", "x"], ["unknown", "x"]),
        ] as [([String], [String])])
    func line(words: [String], meant: [String]) throws {
        let result = try todo.run(["---line"] + words)
        #expect(result.lines == meant && result.status == 0 && result.error.isEmpty)
    }

    @Test("aliases and views stand in place of a command, and of nothing else")
    func names() throws {
        let all = ["shopping\tlist tag:home", "shelf\ttag:home"]
        #expect(try todo("---names", "").lines == all)
        #expect(try todo("---names", "--json", "--color=always", "sh").lines == all)
        #expect(try todo("---names", "shop").lines == [all[0]])
        #expect(try todo("---names", "--db", "other.db", "sh").lines == [all[0]])
        #expect(try todo("---names", "list", "sh").lines.isEmpty)
    }

    @Test("bash completes aliases, and after options before the command, with names from the database of the line")
    func bash() throws {
        func completed(_ words: String..., replacing part: String) throws -> [String] {
            try todo.completed(words.joined(separator: " "), words, replacing: part)
        }
        #expect(try completed("todo", "sho", replacing: "sho").sorted() == ["shopping", "show"])
        #expect(try completed("todo", "shopping", "--so", replacing: "--so") == ["--sort"])
        #expect(try completed("todo", "--db", "other.db", "add", "--tag", "h", replacing: "h") == ["hotel"])
        #expect(try completed("todo", "--db", "other.db", "ls", "tag:ho", replacing: "tag:ho") == ["tag:hotel"])
        #expect(try completed("todo", "--db", "other.db", "sho", replacing: "sho").sorted() == ["shopping", "show"])
        #expect(try completed("todo", "--db", "other.db", "tag", "me", replacing: "me") == ["merge"])
        #expect(try completed("todo", "--json", "--d", replacing: "--d") == ["--days", "--db"])
        #expect(try completed("todo", "--db", "oth", replacing: "oth") == ["other.db"])
        // bash takes words apart at = too.
        func split(_ line: String, _ words: String..., replacing part: String) throws -> [String] {
            try todo.completed(line, words, replacing: part)
        }
        let path = ["todo", "--db", "=", "other.db", "add", "--tag", "h"]
        #expect(try todo.completed("todo --db=other.db add --tag h", path, replacing: "h") == ["hotel"])
        #expect(
            try split("todo --color=always e ", "todo", "--color", "=", "always", "e", "", replacing: "") == [id])
        #expect(try split("todo --color=a", "todo", "--color", "=", "a", replacing: "a") == ["always", "auto"])
        #expect(try split("todo --db=oth", "todo", "--db", "=", "oth", replacing: "oth") == ["other.db"])
    }

    @Test("a path is what the shell would make of it", arguments: ["~/other.db", "'other.db'", "oth\\er.db"])
    func path(typed: String) throws {
        let words = ["todo", "--db", typed, "add", "--tag", ""]
        #expect(try todo.run(["---completion", "add", "--", "--tag", "5", "0"] + words).lines == ["hotel"])
    }

    @Test("the scripts for zsh and fish ask what a line stands for, and what there is in place of a command")
    func scripts() throws {
        for shell in ["zsh", "fish"] {
            let script = try todo("completions", shell).output
            for question in [" ---line ", " ---names "] {
                #expect(script.ranges(of: question).count == 1, "\(shell):\(question)")
            }
        }
        let fish = try todo("completions", "fish").output
        #expect(!fish.contains("unparsed_tokens (__todo_tokens -pc)"))
        #expect(fish.contains("\"todo\" db' -l 'db'"), "options of all commands are offered before one too")
    }

    @Test("zsh completes aliases, and after options", .enabled(if: isInstalled("zsh"), "zsh is not installed"))
    func zsh() throws {
        try todo("completions", "zsh").output.write(
            to: todo.folder.appending(path: "todo.zsh"), atomically: true, encoding: .utf8)
        /// What zsh's own functions, which only work while a key is pressed, are asked for.
        func asked(_ words: String...) throws -> [String] {
            let ask = """
                compdef() { :; }
                . ./todo.zsh
                _arguments() {
                    if [[ "${funcstack[2]}" != _todo ]]; then print -r -- "${funcstack[2]} ${words[2,-1]}"
                    elif ((CURRENT == 2)); then state=command
                    else state=arg; shift words; ((CURRENT--)); fi
                }
                _describe() { print -rl -- "${(@P)@[-1]}"; }
                words=(\(words.map { "'\($0)'" }.joined(separator: " "))); CURRENT=\(words.count)
                _todo
                """
            try ask.write(to: todo.folder.appending(path: "ask.zsh"), atomically: true, encoding: .utf8)
            let result = try todo.shell("zsh -f ask.zsh")
            #expect(result.error.isEmpty, "\(result.error)")
            return result.lines
        }
        #expect(try asked("todo", "shopping", "--so") == ["_todo_list tag:home --so"])
        #expect(try asked("todo", "shelf", "--so") == ["_todo_list @shelf --so"])
        #expect(try asked("todo", "e", "") == ["_todo_edit "])
        #expect(try asked("todo", "--db", "other.db", "ls", "x") == ["_todo_list --db other.db x"])
        #expect(try asked("todo", "--json", "--d") == ["_todo_agenda --d"])
        let first = try asked("todo", "--json", "sho")
        #expect(first.contains("shopping:list tag:home") && first.contains("show:Show everything about to-dos."))
    }

    @Test("fish completes aliases, and after options", .enabled(if: isInstalled("fish"), "fish is not installed"))
    func fish() throws {
        try todo("completions", "fish").output.write(
            to: todo.folder.appending(path: "todo.fish"), atomically: true, encoding: .utf8)
        func completed(_ line: String) throws -> [String] {
            // fish knows the position of the cursor only while a key is pressed.
            let ask = """
                source todo.fish
                function commandline
                    if contains -- -tC $argv
                        string length -- (builtin commandline -t)
                    else
                        builtin commandline $argv
                    end
                end
                complete -C '\(line)'
                """
            try ask.write(to: todo.folder.appending(path: "ask.fish"), atomically: true, encoding: .utf8)
            let result = try todo.shell("fish --no-config ask.fish")
            #expect(result.error.isEmpty, "\(result.error)")
            return result.lines.compactMap { $0.split(separator: "\t").first.map { String($0) } }
        }
        #expect(try completed("todo sho") == ["shopping", "show"])
        #expect(try completed("todo shopping --so") == ["--sort"])
        #expect(try completed("todo shelf --so") == ["--sort"])
        #expect(try completed("todo e ") == [id])
        #expect(try completed("todo --db other.db add --tag h") == ["hotel"])
        #expect(try completed("todo --json --d") == ["--days", "--db"])
    }

    /// Whether a shell is where `TodoProcess` looks for programs.
    private static func isInstalled(_ shell: String) -> Bool {
        ["/usr/bin/", "/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + shell) }
    }
}
