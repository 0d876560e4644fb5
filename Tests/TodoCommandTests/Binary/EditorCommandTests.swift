import Foundation
import JSON
import TestSupport
import Testing

/// `todo edit ID` in an editor, `--append` and `--notes-from`.
@Suite("The command: an editor", .enabled(if: Pty.isPossible))
struct EditorCommandTests {
    private var todo: TodoProcess
    private let id: String

    init() throws {
        todo = try TodoProcess()
        id =
            try todo(
                "add", "Buy milk", "-t", "home", "-t", "a, b", "-d", "2026-11-22 18:00", "-l", "Work", "-n",
                "# Two\n\nlitres",
                "--json"
            ).json()["id"]?.string ?? ""
        try todo("add", "Other")
    }

    /// Makes an editor of a script, which has the file as `$1`.
    private func edited(_ script: String, _ arguments: String) throws -> String {
        var todo = todo
        let editor = todo.folder.appending(path: "editor")
        try "#!/bin/sh\n\(script)\n".write(to: editor, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: editor.path)
        todo.environment["EDITOR"] = editor.path
        return try Pty.run(todo, arguments, columns: 100)
    }

    private func shown() throws -> JSONValue { try todo("show", id, "--json").json() }

    @Test("each field is a line; what is changed is written, and nothing else")
    func fields() throws {
        let before = try shown()
        #expect(try edited("cp \"$1\" seen", "edit \(id)").contains("Nothing was changed"))
        let text = try String(contentsOf: todo.folder.appending(path: "seen"), encoding: .utf8)
        let part = text.split(separator: "\n", omittingEmptySubsequences: false).drop { !$0.hasPrefix("---") }
            .dropFirst()
        #expect(
            part.joined(separator: "\n") == """
                title: Buy milk
                due: 2026-11-22 18:00
                start:
                repeat:
                reminders:
                priority:
                estimate:
                tags: "a, b", home
                list: Work
                place:
                notes:
                # Two

                litres

                """)
        #expect(try shown() == before)
        let script = #"""
            sed -i -e 's/^title:.*/title: Oat milk/' -e 's/^due:.*/due: tomorrow, all day/' -e 's/^priority:.*/priority: high/' \
              -e 's/^tags:.*/tags: home, shop/' -e 's/^list:.*/list:/' "$1"
            echo more >> "$1"
            """#
        #expect(try edited(script, "edit \(id)").contains("Changed 1 to-do"))
        let after = try shown()
        #expect(after["title"] == "Oat milk" && after["due"] == ["day": "2026-11-22"] && after["priority"] == "high")
        #expect(after["tags"]?.elements?.compactMap { $0["title"]?.string }.sorted() == ["home", "shop"])
        #expect(after["list"] == .null && after["notes"] == "# Two\n\nlitres\nmore")
        try todo("undo")
        #expect(try shown()["title"] == "Buy milk")
    }

    @Test("reminders are words in a line: what is new rings, what is gone does not, and what stays is what it was")
    func reminders() throws {
        func words() throws -> [String] {
            (try shown()["reminders"]?.elements ?? []).compactMap { $0["words"]?.string }.sorted()
        }
        func line() throws -> String? {
            let text = try String(contentsOf: todo.folder.appending(path: "seen"), encoding: .utf8)
            return text.split(separator: "\n").first { $0.hasPrefix("reminders:") }.map(String.init)
        }
        _ = try edited("sed -i -e 's/^reminders:.*/reminders: 10m, 18:00, arriving/' \"$1\"", "edit \(id)")
        #expect(try words() == ["10 minutes before", "18:00 on the day", "arriving"])
        let before = try shown()
        #expect(try edited("cp \"$1\" seen", "edit \(id)").contains("Nothing was changed"))
        let seen = try #require(try line())
        for word in try words() { #expect(seen.contains(word)) }
        _ = try edited("sed -i -e 's/10 minutes before/2h/' \"$1\"", "edit \(id)")
        #expect(try words() == ["18:00 on the day", "2 hours before", "arriving"])
        func kept(_ item: JSONValue) -> [JSONValue] {
            (item["reminders"]?.elements ?? []).filter { $0["words"]?.string?.contains("before") == false }
        }
        #expect(try kept(shown()) == kept(before))
        let wrong = try edited("sed -i -e 's/^reminders:.*/reminders: 2 hours before, soonish/' \"$1\"", "edit \(id)")
        #expect(wrong.contains("soonish") && wrong.contains("Line 9"), "\(wrong)")
        #expect(try words().count == 3)
        _ = try edited("sed -i -e 's/^reminders:.*/reminders:/' \"$1\"", "edit \(id)")
        #expect(try words().isEmpty)
        try todo("undo")
        #expect(try words().count == 3)
    }

    @Test("what is deleted while the editor is open is left out, and of what is gone altogether the text is kept")
    func deletedMeanwhile() throws {
        let delete = "\(TodoProcess.executable.path) delete \(id) >/dev/null 2>&1; "
        let rename = "sed -i -e 's/^title: \\(.*\\)/title: My \\1/' \"$1\""
        let shown = try edited(delete + rename, "edit is:open")
        #expect(shown.contains("1 to-do that you edited is gone") && shown.contains("Changed 1 to-do."), "\(shown)")
        #expect(try todo.titles("list") == ["My Other"])
        try todo("undo")
        try todo("undo")
        let lost = try edited(delete + rename, "edit \(id)")
        #expect(lost.contains("nothing left to edit") && lost.contains("The text is in"), "\(lost)")
        #expect(try todo.titles("list") == ["Other"])
    }

    @Test("a mistake opens it again with what is wrong, and nothing is written before all is right")
    func mistakes() throws {
        let script = #"""
            if grep -q '^# ! ' "$1"; then cp "$1" seen; sed -i -e 's/^due:.*/due: friday, all day/' "$1"
            else sed -i -e 's/^title:.*/title: New/' -e 's/^due:.*/due: soonish/' "$1"; fi
            """#
        _ = try edited(script, "edit \(id)")
        let text = try String(contentsOf: todo.folder.appending(path: "seen"), encoding: .utf8)
        #expect(text.contains("# ! ") && text.contains("soonish"))
        let after = try shown()
        #expect(after["title"] == "New" && after["due"] == ["day": "2026-11-27"])
    }

    @Test("whoever leaves a mistake as it is, or whose editor fails, has changed nothing")
    func givenUp() throws {
        let before = try shown()
        let shown = try edited("sed -i -e 's/^title:.*/title:/' \"$1\"", "edit \(id)")
        #expect(shown.contains("Line 5") && shown.contains("The text is in"), "\(shown)")
        #expect(try edited("sed -i -e 's/^title:.*/title: x/' \"$1\"; exit 3", "edit \(id)").contains("status 3"))
        #expect(try self.shown() == before)
    }

    @Test("of an editor that fails, the text is kept where it was changed, also before a mistake was shown")
    func failing() throws {
        let once = "if grep -q '^# ! ' \"$1\"; then exit 3; fi; sed -i -e 's/^title:.*/title: Oat/' "
        for script in [
            "sed -i -e 's/^title:.*/title: Oat/' \"$1\"; exit 3", once + "-e 's/^due:.*/due: soonish/' \"$1\"",
        ] {
            let shown = try edited(script, "edit \(id)")
            #expect(shown.contains("status 3") && shown.contains("Nothing was changed."), "\(shown)")
            let path = try #require(shown.firstMatch(of: /The text is in (\S+edit\.todo)/)?.output.1, "\(shown)")
            let kept = URL(filePath: String(path))
            defer { try? FileManager.default.removeItem(at: kept.deletingLastPathComponent()) }
            #expect(try String(contentsOf: kept, encoding: .utf8).contains("title: Oat\n"))
        }
        #expect(try !edited("exit 3", "edit \(id)").contains("The text is in"))
    }

    @Test("an editor that leaves no file, or a folder in its place, is told from one that writes no text")
    func noFile() throws {
        for script in ["rm \"$1\"", "rm \"$1\"; mkdir \"$1\"; : > \"$1/x\""] {
            let shown = try edited("printf %s \"$1\" > seen; " + script, "edit \(id)")
            #expect(shown.contains("The editor left no file to read. Nothing was changed."), "\(shown)")
            let path = try String(contentsOf: todo.folder.appending(path: "seen"), encoding: .utf8)
            let folder = URL(filePath: path).deletingLastPathComponent().path
            #expect(path.hasSuffix("/edit.todo") && !FileManager.default.fileExists(atPath: folder))
        }
        let shown = try edited("printf %s \"$1\" > seen; printf '\\377' > \"$1\"", "edit \(id)")
        #expect(shown.contains("did not write a text in UTF-8") && shown.contains("The text is in"), "\(shown)")
        let path = try String(contentsOf: todo.folder.appending(path: "seen"), encoding: .utf8)
        try FileManager.default.removeItem(at: URL(filePath: path).deletingLastPathComponent())
    }

    @Test(
        "no signal is blocked in an editor, so that it notices when its window grows",
        .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status")))
    func signals() throws {
        var todo = todo
        // In place of the shell, which unblocks them in what it starts.
        todo.environment["EDITOR"] = "exec sed -n s/^SigBlk:.//p /proc/self/status > blocked #"
        #expect(try Pty.run(todo, "edit \(id)", columns: 100).contains("Nothing was changed"))
        let blocked = try String(contentsOf: todo.folder.appending(path: "blocked"), encoding: .utf8)
        #expect(blocked == "0000000000000000\n")
    }

    @Test("several are one text and one step")
    func several() throws {
        let shown = try edited("sed -i -e 's/^title: \\(.*\\)/title: My \\1/' \"$1\"", "edit is:open")
        #expect(shown.contains("Changed 2 to-dos"), "\(shown)")
        #expect(try todo.titles("list").sorted() == ["My Buy milk", "My Other"])
        try todo("undo")
        #expect(try todo.titles("list").sorted() == ["Buy milk", "Other"])
    }

    @Test("without a terminal it is a mistake, as before")
    func pipe() throws {
        #expect(try todo("edit", id, "--json").failure() == ("usage", 64))
    }

    @Test("text is added below the notes, and notes come from a file or the standard input")
    func append() throws {
        try todo("edit", id, "--append", "Called")
        #expect(try shown()["notes"] == "# Two\n\nlitres\nCalled")
        try todo("edit", id, "--append", "-", input: "from\na pipe\n")
        #expect(try shown()["notes"] == "# Two\n\nlitres\nCalled\nfrom\na pipe")
        try todo("edit", id, "--notes-from", "-", input: "all new\n")
        #expect(try shown()["notes"] == "all new")
        #expect(try todo("add", "x", "--notes-from", "-", "--json", input: "piped").json()["notes"] == "piped")
        #expect(try todo("edit", id, "--notes-from", "none-such", "--json").failure() == ("bad-input", 65))
        #expect(try todo("edit", id, "--notes", "a", "--append", "b", "--json").failure() == ("usage", 64))
        let long = String(repeating: "x", count: 262_144)
        #expect(try todo("edit", id, "--append", "-", "--json", input: long).failure().status == 64)
    }

    @Test("a text that is longer than notes may be is refused, and never cut")
    func tooLong() throws {
        let full = String(repeating: "x", count: 262_144)
        let texts = [
            // Line breaks where it would be cut are not its end, and it may be cut within a character.
            String(full.dropLast(4)) + String(repeating: "\n", count: 7) + "THE END",
            full + String(repeating: "\n", count: 9000) + "THE END", String(repeating: "é", count: 140_000),
        ]
        for text in texts {
            for option in ["--notes-from", "--append"] {
                let refused = try todo("edit", id, option, "-", "--json", input: text)
                #expect(try refused.failure() == ("notes-too-long", 64), "\(option): \(text.suffix(9))")
            }
        }
        #expect(try shown()["notes"] == "# Two\n\nlitres")
        // Line breaks at the end do not count.
        try todo("edit", id, "--notes-from", "-", input: full + String(repeating: "\n", count: 9))
        #expect(try shown()["notes"]?.string?.utf8.count == 262_144)
    }
}
