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
                "add", "Buy milk", "-t", "home", "-t", "a, b", "-d", "2026-11-22 18:00", "-l", "Work", "--create", "-n",
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

    @Test("what another program wrote meanwhile stays, or is said if it is replaced")
    func changedMeanwhile() throws {
        let other = "\(TodoProcess.executable.path) edit \(id) --title 'Soy milk' --tag cold >/dev/null 2>&1; "
        let notes = try edited(other + "sed -i -e 's/^litres/pints/' \"$1\"", "edit \(id)")
        #expect(!notes.contains("meanwhile"), "\(notes)")
        #expect(try shown()["title"] == "Soy milk" && shown()["notes"] == "# Two\n\npints")
        let later = other.replacing("Soy milk", with: "Rice milk")
        let title = try edited(later + "sed -i -e 's/^title:.*/title: Oat milk/' \"$1\"", "edit \(id)")
        #expect(title.contains("The title of ") && title.contains("changed meanwhile to “Rice milk”"), "\(title)")
        #expect(try shown()["title"] == "Oat milk" && shown()["tags"]?.elements?.count == 3)
        try todo("undo")
        #expect(try shown()["title"] == "Rice milk")
    }

    @Test("a script that stays wrong is opened twice, and its text is kept")
    func stuck() throws {
        let before = try shown()
        let script = #"""
            echo x >> count; sed -i -e 's/^due:.*/due: soonish/' -e 's/^title: \(.*\)/title: \1!/' "$1"
            """#
        let shown = try edited(script, "edit \(id)")
        #expect(shown.contains("Line 6") && shown.contains("Nothing was changed."), "\(shown)")
        let count = try String(contentsOf: todo.folder.appending(path: "count"), encoding: .utf8)
        #expect(count == "x\nx\n")
        let path = try #require(shown.firstMatch(of: /The text is in (\S+edit\.todo)/)?.output.1, "\(shown)")
        let kept = URL(filePath: String(path))
        defer { try? FileManager.default.removeItem(at: kept.deletingLastPathComponent()) }
        #expect(try String(contentsOf: kept, encoding: .utf8).contains("due: soonish"))
        #expect(try self.shown() == before)
        // An editor that makes another mistake each time ends too.
        try "".write(to: todo.folder.appending(path: "count"), atomically: true, encoding: .utf8)
        let other = "echo x >> count; sed -i -e \"s/^due:.*/due: soonish$(wc -l < count)/\" \"$1\""
        let last = try edited(other, "edit \(id)")
        #expect(last.contains("Nothing was changed."), "\(last)")
        if let path = last.firstMatch(of: /The text is in (\S+edit\.todo)/)?.output.1 {
            try FileManager.default.removeItem(at: URL(filePath: String(path)).deletingLastPathComponent())
        }
        #expect(try String(contentsOf: todo.folder.appending(path: "count"), encoding: .utf8).count == 20)
    }

    @Test("of two mistakes one may be mended first")
    func oneByOne() throws {
        let script = #"""
            echo x >> count
            case $(wc -l < count) in
            1) sed -i -e 's/^due:.*/due: soonish/' -e 's/^priority:.*/priority: huge/' "$1";;
            2) sed -i -e 's/^due:.*/due: friday, all day/' "$1";;
            3) sed -i -e 's/^priority:.*/priority: high/' "$1";;
            esac
            """#
        #expect(try edited(script, "edit \(id)").contains("Changed 1 to-do"))
        #expect(try shown()["priority"] == "high" && shown()["due"] == ["day": "2026-11-27"])
    }

    @Test("without ids it opens an empty text: a line for each new to-do, its subtasks indented below it")
    func newOnes() throws {
        let script = #"""
            grep -c . "$1" > before; printf 'Party tomorrow +family\n  Cake p1\n  Music #loud\n# no\nTaxes\n' >> "$1"
            """#
        let shown = try edited(script, "edit")
        #expect(
            shown.contains("Party › Cake") && shown.contains("“#loud”") && shown.contains("Added 4 to-dos."), "\(shown)"
        )
        let all = try todo("list", "--json").json()["items"]?.elements ?? []
        let party = try #require(all.first { $0["title"] == "Party" })
        #expect(party["due"]?["day"] == "2026-11-22" && party["subtasks"]?["open"] == 2)
        #expect(all.first { $0["title"] == "Cake" }?["priority"] == "high")
        #expect(all.count == 6)
        try todo("undo")
        #expect(try todo.titles("list").count == 2)
        #expect(try edited("true", "edit").contains("Nothing was added."))
    }

    @Test("a line that is refused is marked, and none of the lines is added before all can be")
    func newWithMistake() throws {
        let script = #"""
            if grep -q '^# ! ' "$1"; then cp "$1" seen; sed -i -e 's/due:soonish/due:friday/' "$1"
            else printf 'Party\nCall due:soonish\n' > "$1"; fi
            """#
        #expect(try edited(script, "edit").contains("Added 2 to-dos."))
        let text = try String(contentsOf: todo.folder.appending(path: "seen"), encoding: .utf8)
        #expect(text.hasPrefix("Party\n# ! ") && text.contains("\nCall due:soonish"))
        let stuck = try edited("printf 'Tea\nRice due:soonish\n' > \"$1\"", "edit")
        #expect(stuck.contains("Line 2: ") && stuck.contains("The text is in"), "\(stuck)")
        let path = try #require(stuck.firstMatch(of: /The text is in (\S+edit\.todo)/)?.output.1)
        try FileManager.default.removeItem(at: URL(filePath: String(path)).deletingLastPathComponent())
        #expect(try todo.titles("list").count == 4)
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
        #expect(try todo("edit", "--json").failure() == ("usage", 64))
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
            // Line breaks at the cut are not the end of the text, and the cut may be within a character.
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
