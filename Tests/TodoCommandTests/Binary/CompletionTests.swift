import Foundation
import TestSupport
import Testing
import TodoKit

/// What a shell asks for when somebody presses the tabulator key.
@Suite("The command: completion")
struct CompletionTests {
    private let todo: TodoProcess

    init() throws {
        todo = try TodoProcess()
        try todo("add", "Milk: two", "-t", "home", "-t", "two words", "-l", "Work/Reports", "--create")
        try todo("location", "add", "Migros", "--latitude", "47", "--longitude", "8")
        try todo("view", "add", "my-work", "list:Work")
    }

    /// What is offered for the last word, in the way in which the scripts ask.
    private func offered(_ words: String..., asking argument: String, in shell: String = "bash") throws -> [String] {
        var todo = todo
        todo.environment["SAP_SHELL"] = shell
        todo.environment["SAP_SHELL_VERSION"] = "5"
        let command = words.prefix { !$0.hasPrefix("-") && !$0.isEmpty }
        let groups = ["tag", "view", "lists", "location", "config", "comment"]
        let path = command.prefix(groups.contains(command.first ?? "") ? 2 : 1)
        let last = words.count
        let result = try todo.run(
            ["---completion"] + path + ["--", argument, "\(last)", "\(words.last?.count ?? 0)", "todo"] + words)
        #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
        // The zsh script takes a line of one space for the end.
        return result.lines.filter { $0 != " " }
    }

    @Test("tags, lists, places and views are completed by name")
    func names() throws {
        #expect(try offered("add", "--tag", "", asking: "--tag") == ["home", "two words"])
        #expect(try offered("add", "--tag", "HO", asking: "--tag") == ["home"])
        #expect(try offered("add", "--list", "W", asking: "--list").sorted() == ["Work", "Work/Reports"])
        #expect(try offered("add", "--location", "M", asking: "--location") == ["Migros"])
        // The meaning of a view is beside its name.
        #expect(try offered("view", "delete", "", asking: "positional@0") == ["'my-work\tlist:Work'"])
    }

    @Test("ids have their titles where a shell shows them")
    func ids() throws {
        let id = try #require(try todo("list").output.split(separator: "\t").first)
        #expect(try offered("done", "", asking: "positional@0") == ["'\(id)\tMilk: two'"])
        #expect(try offered("done", "", asking: "positional@0", in: "fish") == ["\(id)\tMilk: two"])
        #expect(try offered("done", String(id.prefix(2)), asking: "positional@0", in: "zsh") == ["\(id):Milk: two"])
        #expect(try offered("done", "zz", asking: "positional@0") == [])
    }

    @Test("after the first to-do that is put off, how far is offered too")
    func deferrals() throws {
        let id = try #require(try todo("list").output.split(separator: "\t").first.map(String.init))
        #expect(try offered("defer", "", asking: "positional@0", in: "fish") == ["\(id)\tMilk: two"])
        #expect(try offered("defer", id, "to", asking: "positional@0") == ["today", "tonight", "tomorrow"])
        #expect(try offered("defer", "tag:home", "1", asking: "positional@0", in: "fish") == ["1d", "1w", "1mo"])
        #expect(try offered("done", id, "to", asking: "positional@0") == [])
    }

    @Test("conditions are completed as words")
    func conditions() throws {
        #expect(try offered("list", "tag:h", asking: "positional@0", in: "fish") == ["tag:home"])
        #expect(try offered("list", "tag:h", asking: "positional@0", in: "zsh") == ["tag\\:home"])
        #expect(try offered("list", "@", asking: "positional@0", in: "fish") == ["@my-work\tlist:Work"])
        #expect(try offered("list", "is", asking: "positional@0", in: "fish").contains("is:overdue"))
        #expect(try offered("list", "tag:two", asking: "positional@0", in: "fish") == ["tag:\"two words\""])
        #expect(try offered("list", "due:tod", asking: "positional@0", in: "fish") == ["due:today"])
    }

    @Test("options that name a tag, a place, a list or a to-do complete it, and settings are completed by name")
    func options() throws {
        #expect(try offered("tag", "merge", "home", "--into", "", asking: "--into") == ["home", "two words"])
        #expect(try offered("location", "merge", "x", "--into", "", asking: "--into") == ["Migros"])
        #expect(try offered("order", "--list", "Work/", asking: "--list") == ["Work/Reports"])
        let id = try #require(try todo("list").output.split(separator: "\t").first)
        for option in ["--parent", "--before", "--after"] {
            #expect(try offered("lists", "move", "x", option, "Work/", asking: option) == ["Work/Reports"])
            #expect(try offered("move", "x", option, "", asking: option, in: "fish") == ["\(id)\tMilk: two"])
        }
        #expect(try offered("history", "", asking: "positional@0", in: "fish") == ["\(id)\tMilk: two"])
        var configured = todo
        configured.environment["TODO_CONFIG"] = todo.folder.appending(path: "config").path
        try configured("config", "set", "aliases.shopping", "list")
        for command in ["get", "set", "unset"] {
            let own = try configured.run([
                "---completion", "config", command, "--", "positional@0", "3", "1", "todo", "config", command, "a",
            ])
            #expect(own.lines == ["aliases.shopping"])
        }
        let mail = ["remind.mail", "remind.mail-program"]
        #expect(try offered("config", "set", "remind.ma", asking: "positional@0") == mail)
    }

    /// What bash puts in place of the last part of a line, where it has taken the line apart into these words.
    private func completed(_ line: String, _ words: [String], replacing part: String) throws -> [String] {
        try todo.completed(line, words, replacing: part)
    }

    @Test("bash completes aliases of commands, views in place of commands, and a comment without its command")
    func commands() throws {
        let id = String(try #require(try todo("list").output.split(separator: "\t").first))
        #expect(try completed("todo ls --so", ["todo", "ls", "--so"], replacing: "--so") == ["--sort"])
        #expect(try completed("todo e ", ["todo", "e", ""], replacing: "") == [id])
        #expect(try completed("todo q --dr", ["todo", "q", "--dr"], replacing: "--dr") == ["--dry-run"])
        #expect(try completed("todo --json e ", ["todo", "--json", "e", ""], replacing: "") == [id])
        #expect(try completed("todo my", ["todo", "my"], replacing: "my") == ["my-work"])
        #expect(try completed("todo my-work --so", ["todo", "my-work", "--so"], replacing: "--so") == ["--sort"])
        #expect(try completed("todo comment ", ["todo", "comment", ""], replacing: "").contains("\(id)  Milk: two"))
        #expect(try completed("todo comment e", ["todo", "comment", "e"], replacing: "e").contains("edit"))
        let edit = ["todo", "comment", "delete", ""]
        #expect(
            try !completed("todo comment delete ", edit, replacing: "").contains { $0.hasPrefix(id) },
            "comments have ids of their own")
    }

    @Test("bash shows the titles beside several ids, and puts an id in place of a word of a title")
    func titles() throws {
        let id = String(try #require(try todo("list").output.split(separator: "\t").first))
        let other = String(try #require(try todo("add", "Oat milk $(touch pwned)").output.split(separator: "\t").first))
        let both = ["\(id)  Milk: two", "\(other)  Oat milk $(touch pwned)"].sorted()
        #expect(try completed("todo done ", ["todo", "done", ""], replacing: "").sorted() == both)
        #expect(try completed("todo done oat", ["todo", "done", "oat"], replacing: "oat") == [other])
        let several = try completed("todo done mil", ["todo", "done", "mil"], replacing: "mil")
        #expect(several.sorted() == [" "] + both)
        #expect(
            try completed("todo move x --before oat", ["todo", "move", "x", "--before", "oat"], replacing: "oat") == [
                other
            ])
        #expect(try completed("todo done zzz", ["todo", "done", "zzz"], replacing: "zzz").filter { !$0.isEmpty } == [])
        try todo("done", other)
        #expect(try completed("todo done oat", ["todo", "done", "oat"], replacing: "oat").filter { !$0.isEmpty } == [])
        #expect(try offered("done", "mil", asking: "positional@0", in: "fish") == ["\(id)\tMilk: two"])
        #expect(try offered("done", "mil", asking: "positional@0", in: "zsh") == ["\t\(id):Milk: two"])
        #expect(!FileManager.default.fileExists(atPath: todo.folder.appending(path: "pwned").path))
    }

    @Test("the names in a line of quick add are completed behind their marks")
    func quick() throws {
        let id = String(try #require(try todo("list").output.split(separator: "\t").first))
        for (word, expected) in [
            ("+h", ["+home"]), ("+", ["+home", "+two words"]), ("@m", ["@Migros"]), ("/work/", ["/Work/Reports"]),
            ("^", ["^\(id)\tMilk: two"]), ("mil", []), ("", []),
        ] {
            #expect(try offered("quick", "Call", word, asking: "positional@0", in: "fish") == expected, "\(word)")
        }
        #expect(try completed("todo q Call +tw", ["todo", "q", "Call", "+tw"], replacing: "+tw") == ["+two\\ words"])
        #expect(try completed("todo q Call @M", ["todo", "q", "Call", "@", "M"], replacing: "@M") == ["@Migros"])
        #expect(try todo("q", "Call", "+two words", "--json").json()["tags"]?.elements?.first?["title"] == "two words")
    }

    @Test("bash completes words that it takes apart at : and @, and gives them no backslash that they do not need")
    func wholeWords() throws {
        #expect(try completed("todo list @", ["todo", "list", "@"], replacing: "@") == ["@my-work"])
        #expect(try completed("todo list @my", ["todo", "list", "@", "my"], replacing: "@my") == ["@my-work"])
        #expect(try completed("todo ls tag:h", ["todo", "ls", "tag", ":", "h"], replacing: "h") == ["home"])
        #expect(try completed("todo ls tag:", ["todo", "ls", "tag", ":"], replacing: "").contains("home"))
        #expect(try completed("todo list pla", ["todo", "list", "pla"], replacing: "pla").contains("place:Migros"))
        let tag = ["todo", "add", "--tag", "=", "t"]
        #expect(try completed("todo add --tag=t", tag, replacing: "t") == ["two\\ words"])
        // The command gets it in one argument, in which a name needs no quotation marks.
        #expect(try completed("todo ls tag:tw", ["todo", "ls", "tag", ":", "tw"], replacing: "tw") == ["two\\ words"])
        #expect(try todo.titles("list", "tag:two words") == ["Milk: two"])
        // Within quotation marks, bash itself puts them.
        #expect(try completed("todo add -t \"tw", ["todo", "add", "-t", "\"tw"], replacing: "tw") == ["two words"])
    }

    @Test("bash runs nothing that stands in a name, and takes marks for what they are")
    func hostileNames() throws {
        let names = ["$(touch pwned)", "`touch pwned`", "it's", "{a,b}", "\"q\"", "~", "two words"]
        // A mark with an accent, or a letter that belongs to the next one, is one character for Swift and two for bash.
        let accented = ["'\u{301}$(touch pwned)", "\u{D4E}`touch pwned x\u{D4E}`"]
        for name in names + accented { try todo("tag", "add", name) }
        let script = try todo("completions", "bash").output
        try script.write(to: todo.folder.appending(path: "todo.bash"), atomically: true, encoding: .utf8)
        let ask = """
            . ./todo.bash; COMP_WORDS=(todo add --tag ''); COMP_CWORD=3; COMP_LINE='todo add --tag '; COMP_POINT=15
            _todo todo '' --tag 2> /dev/null; printf '%s\\n' "${COMPREPLY[@]}"
            """
        try ask.write(to: todo.folder.appending(path: "ask.bash"), atomically: true, encoding: .utf8)
        let offered = try todo.shell("bash ask.bash").lines
        #expect(Set(names).isSubset(of: offered), "\(offered)")
        // Each offered word is one word on the line, and means itself. The text that was typed before is not run either.
        let words = try completed("todo add --tag ", ["todo", "add", "--tag", ""], replacing: "")
        let line = "printf '%s\\n' " + words.joined(separator: " ")
        try line.write(to: todo.folder.appending(path: "line.bash"), atomically: true, encoding: .utf8)
        #expect(try Set(names).isSubset(of: todo.shell("bash line.bash").lines), "\(line)")
        _ = try completed("todo $(touch pwned) ", ["todo", "$(touch pwned)", ""], replacing: "")
        #expect(!FileManager.default.fileExists(atPath: todo.folder.appending(path: "pwned").path))
    }

    @Test("without a database there is nothing to complete, and none is made")
    func nothing() throws {
        let todo = try TodoProcess()
        let result = try todo.run(["---completion", "add", "--", "--tag", "2", "0", "todo", "add", "--tag", ""])
        #expect(result.lines.isEmpty && !FileManager.default.fileExists(atPath: todo.database.path))
    }

    /// What the scripts ask about a line that names a database, and what they should get.
    private func questions(
        _ database: String, names: [String], views: [String]
    ) -> [(asked: [String], answer: [String])] {
        let tag = ["---completion", "add", "--", "--tag", "4", "0", "todo", "add", "--db", database, "--tag", ""]
        let view = [
            "---completion", "view", "delete", "--", "positional@0", "5", "0",
            "todo", "view", "delete", "--db", database, "",
        ]
        let line = views.isEmpty ? ["my-work", "x"] : ["list", "--db", database, "@my-work", "x"]
        return [
            (tag, names), (view, views), (["---line", "--db", database, "my-work", "x"], line),
            (["---names", "--db", database, "my"], views.map { "\($0)\tlist:Work" }),
        ]
    }

    @Test("no key makes, migrates or changes a database: only one that is there and of this version is read")
    func untouched() throws {
        // Of a version before 1.0.0.
        let old = "sqlite3 todo.db 'VACUUM INTO \"old.db\"' && sqlite3 old.db 'PRAGMA user_version = 18'"
        let files = "touch empty.txt; echo none > other.txt; \(old) && chmod 600 old.db"
        #expect(try todo.shell(files).status == 0)
        let before = try todo.shell("cksum *").output
        #expect(before.contains("old.db") && before.contains("empty.txt"))
        for file in ["empty.txt", "other.txt", "old.db", "none.db", "", "."] {
            for (asked, answer) in questions(file, names: [], views: []) {
                let result = try todo.run(asked)
                #expect(result.lines == answer && result.error.isEmpty, "\(asked): \(result)")
            }
            #expect(try todo.shell("cksum *").output == before, "\(file)")
        }
        for (asked, answer) in questions("todo.db", names: ["home", "two words"], views: ["my-work"]) {
            #expect(try todo.run(asked).lines == answer, "\(asked)")
        }
        #expect(try todo.shell("cksum *").output == before)
        // A word that is neither a command nor a view does not make a database of an empty file, and neither does a command
        // that only reads.
        #expect(try todo("--db", "empty.txt", "my-work").status == 64)
        let list = try todo("list", "--db", "empty.txt")
        #expect(list.status == 0 && list.output.isEmpty)
        #expect(try todo.shell("cksum *").output == before)
    }

    @Test("what another program has just written is read from its log, of which nothing is changed")
    func openElsewhere() async throws {
        let store = try TodoStore(StackConfiguration(storage: .onDisk(path: todo.database.path)))
        try await store.addTag("written just now")
        let before = try todo.shell("cksum *").output
        #expect(before.contains("todo.db-wal") && before.contains("todo.db-shm"))
        #expect(try offered("add", "--tag", "wr", asking: "--tag", in: "zsh") == ["written just now"])
        #expect(try todo.shell("cksum *").output == before)
        withExtendedLifetime(store) {}
    }
}

extension TodoProcess {
    /// What bash puts in place of the last part of a line, where it has taken the line apart into these words.
    func completed(_ line: String, _ words: [String], replacing part: String) throws -> [String] {
        let script = folder.appending(path: "todo.bash")
        if !FileManager.default.fileExists(atPath: script.path) {
            try run(["completions", "bash"]).output.write(to: script, atomically: true, encoding: .utf8)
        }
        func quoted(_ word: String) -> String { "'" + word.replacing("'", with: #"'\''"#) + "'" }
        // `compopt` is only possible while a key is pressed.
        let ask = """
            . ./todo.bash; compopt() { :; }
            COMP_WORDS=(\(words.map(quoted).joined(separator: " "))); COMP_CWORD=\(words.count - 1)
            COMP_LINE=\(quoted(line)); COMP_POINT=${#COMP_LINE}
            __todo_complete todo \(quoted(part)) \(quoted(words.dropLast().last ?? ""))
            printf '%s\\n' "${COMPREPLY[@]}"
            """
        try ask.write(to: folder.appending(path: "ask.bash"), atomically: true, encoding: .utf8)
        let result = try shell("bash ask.bash")
        #expect(result.error.isEmpty, "\(result.error)")
        return result.lines
    }
}
