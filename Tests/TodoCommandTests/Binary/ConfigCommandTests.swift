import Foundation
import JSON
import TestSupport
import Testing

@Suite("The command: settings")
struct ConfigCommandTests {
    private let todo: TodoProcess
    private let file: URL

    init() throws {
        var todo = try TodoProcess()
        file = todo.folder.appending(path: "settings/todo/config")
        todo.environment["XDG_CONFIG_HOME"] = todo.folder.appending(path: "settings").path
        self.todo = todo
    }

    @Test("a setting is set, printed and taken back; the rest of the file stays as it is")
    func setAndUnset() throws {
        #expect(try todo("config", "get", "dates.morning").output == "09:00\n")
        #expect(try todo("config", "set", "dates.morning", "8:30").status == 0)
        #expect(try todo("config", "get", "dates.morning").output == "08:30\n")
        let text = "# mine\n" + (try String(contentsOf: file, encoding: .utf8))
        try text.write(to: file, atomically: true, encoding: .utf8)
        try todo("config", "set", "list.sort", "due,-priority")
        #expect(try String(contentsOf: file, encoding: .utf8).hasPrefix(text))
        let all = try todo("config", "--json").json()
        #expect(all["settings"]?["list.sort"] == "due,-priority" && all["settings"]?["dates.slashes"] == .null)
        #expect(all["problems"] == [] && all["file"] == .string(file.path))
        try todo("config", "unset", "list.sort")
        #expect(try todo("config", "get", "list.sort", "--json").json()["value"] == .null)
        #expect(try todo("config").lines.contains("dates.morning\t08:30"))
    }

    @Test(
        "what there is not is refused",
        arguments: [
            (["set", "dates.mornin", "8"], "bad-setting"), (["set", "dates.morning", "late"], "bad-setting"),
            (["set", "list.columns", "idd"], "bad-setting"),
            (["get", "nothing"], "bad-setting"), (["set", "remind.mail", "two words"], "bad-setting"),
            (["unset", "nothing.here"], "bad-setting"), (["set", "aliases.list", "done"], "bad-setting"),
        ])
    func refused(arguments: [String], code: String) throws {
        #expect(try todo.run(["config"] + arguments + ["--json"]).failure() == (code, 64))
        #expect(!FileManager.default.fileExists(atPath: file.path))
    }

    @Test("what a setting names and is not here is said when it is set, and it counts nevertheless")
    func missing() throws {
        // Without a database nothing is known of views and tags, and none is made.
        #expect(try todo("config", "set", "list.view", "nope").error.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: todo.database.path))
        try todo("add", "Milk", "-t", "shop")
        for (name, value, sentence) in [
            ("list.view", "nope", "There is no view “nope”"), ("colors.red", "tag:gone", "There is no tag “gone”"),
            ("remind.mail-program", "/nonexistent/mailer", "There is no program “/nonexistent/mailer” here."),
            ("remind.ntfy-token-file", "/nonexistent/token", "There is no file “/nonexistent/token” here"),
            ("remind.ntfy", "https://example.org/my-topic", "A credential file cannot be read"),
        ] {
            let set = try todo("config", "set", name, value)
            #expect(set.status == 0 && set.error.hasPrefix("The setting \(name): \(sentence)"), "\(set.error)")
        }
        #expect(try todo("config", "get", "remind.mail-program").output == "/nonexistent/mailer\n")
        for (name, value) in [("colors.red", "tag:shop"), ("remind.mail-program", "sh"), ("list.sort", "due")] {
            #expect(try todo("config", "set", name, value).error.isEmpty)
        }
    }

    @Test("a folder is neither a program nor a file that can be read")
    func folders() throws {
        var todo = todo
        let folder = todo.folder.appending(path: "bin/mailer")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        todo.environment["PATH"] = todo.folder.appending(path: "bin").path + ":/usr/bin:/bin"
        for program in ["bin/mailer", "mailer"] {
            let set = try todo("config", "set", "remind.mail-program", program)
            #expect(set.status == 0 && set.error.contains("There is no program “\(program)” here."), "\(set.error)")
        }
        let set = try todo("config", "set", "remind.ntfy-token-file", "bin/mailer")
        #expect(set.status == 0 && set.error.contains("There is no file “bin/mailer” here"), "\(set.error)")
    }

    /// Sets something, and returns its text.
    private func value(_ name: String, from arguments: String...) throws -> String {
        let set = try todo.run(["config", "set", name] + arguments)
        #expect(set.status == 0 && set.error.isEmpty, "\(set.error)")
        return try todo("config", "get", name).output.trimmingCharacters(in: .newlines)
    }

    @Test("quotation marks that the shell takes off a filter are put back")
    func quotedFilter() throws {
        // Without a database, nobody knows which lists had a colour.
        #expect(try value("colors.red", from: "list:Kitchen floor") == "list:Kitchen floor")
        try todo("add", "Mop", "--list", "Kitchen floor", "--create")
        let floor = #"list:"Kitchen floor""#
        #expect(try value("colors.red", from: "list:Kitchen floor") == floor)
        #expect(try value("colors.red", from: floor) == floor)
        #expect(try value("colors.red", from: "list:Kitchen floor", "or", "is:overdue") == floor + " or is:overdue")
        #expect(try value("colors.red", from: "is:overdue mop") == "is:overdue mop")
    }

    @Test("several arguments are the words of an alias or of a command, with spaces in them; one is the whole text")
    func quotedWords() throws {
        try todo("add", "Mop", "--list", "Kitchen floor", "--create")
        let filter = #"list:"Kitchen floor" or is:overdue"#
        let alias = #"list --where "list:\"Kitchen floor\" or is:overdue""#
        #expect(try value("aliases.floor", from: "list", "--where", filter) == alias)
        #expect(try todo.titles("floor") == ["Mop"])
        #expect(try value("aliases.floor", from: alias) == alias)
        let command = "cat > 'a b'"
        #expect(try value("remind.command", from: command) == command)
        #expect(try value("remind.command", from: "sh", "-c", command) == #"sh -c 'cat > '\''a b'\'''"#)
        #expect(try value("remind.command", from: "cat", ">>", "$HOME/log") == "cat >> $HOME/log")
    }

    @Test("settings say how dates are read, everywhere")
    func dates() throws {
        #expect(try todo("add", "x", "--due", "1/2", "--json").failure().status == 64)
        try todo("config", "set", "dates.slashes", "day-first")
        try todo("config", "set", "dates.morning", "8:30")
        #expect(try todo("add", "x", "--due", "1/2/2027", "--json").json()["due"] == ["day": "2027-02-01"])
        let due = try todo("quick", "Call tomorrow morning", "--json").json()["due"]
        #expect(due?["at"] == "2026-11-22T08:30:00.000Z")
        #expect(try todo.titles("list", "due:1/2/2027") == ["x"])
    }

    @Test(
        "the order of a list is that of a person's terminal; pipes and --json have the usual one",
        .enabled(if: Pty.isPossible))
    func order() throws {
        for title in ["b", "a", "c"] { try todo("add", title) }
        let usual = try todo.titles("list")
        #expect(try todo("config", "set", "list.sort", "-title").status == 0)
        #expect(try todo.titles("list") == usual)
        let shown = try Pty.run(todo, "list --no-color", columns: 80).split(whereSeparator: \.isNewline)
        #expect(shown.dropFirst().prefix(3).compactMap(\.last) == ["c", "b", "a"], "\(shown)")
    }

    @Test("an alias stands for a command; a mistake in the file spoils nothing else")
    func alias() throws {
        try todo("add", "Milk", "-t", "shop")
        try todo("add", "Other")
        try todo("config", "set", "aliases.shopping", "list", "tag:shop")
        #expect(try todo.titles("shopping") == ["Milk"])
        #expect(try todo("--json", "shopping").json()["items"]?.elements?.count == 1)
        #expect(try todo("shoping", "--json").failure().status == 64)
        let text = try String(contentsOf: file, encoding: .utf8) + "nonsense\n"
        try text.write(to: file, atomically: true, encoding: .utf8)
        #expect(try todo.titles("shopping") == ["Milk"])
        #expect(try todo("config").error.contains("line"))
        #expect(try todo("config", "--json").json()["problems"]?.elements?.count == 1)
    }
}
