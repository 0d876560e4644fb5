import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("The text of settings")
struct SettingsFileTests {
    private let text = """
        # Mine.
        [list]
        sort = due,-priority
        ; not yet
        columns=id, title

        # How I write dates.
        [dates]
        \tmorning = 8:30
        later = what a later version has # and this is no comment

        """

    @Test("lines are settings, sections and comments")
    func reading() throws {
        let file = try SettingsFile(text)
        #expect(file.problems.isEmpty)
        #expect(file.settings.map(\.name) == ["list.sort", "list.columns", "dates.morning", "dates.later"])
        #expect(file.settings.map(\.line) == [3, 5, 9, 10])
        #expect(file["list.columns"] == "id, title")
        #expect(file["dates.later"] == "what a later version has # and this is no comment")
        #expect(file["list.later"] == nil)
        #expect(file.text == text)
        #expect(SettingsFile().text.isEmpty)
    }

    @Test("a setting is changed, added or removed in its place, and nothing else is touched")
    func setting() throws {
        func changed(_ name: String, _ value: String?, in text: String? = nil) throws -> String {
            var file = try SettingsFile(text ?? self.text)
            try file.set(name, to: value)
            return file.text
        }
        #expect(try changed("dates.morning", " 9 ") == text.replacing("\tmorning = 8:30", with: "\tmorning = 9"))
        #expect(try changed("list.columns", nil) == text.replacing("columns=id, title\n", with: ""))
        #expect(try changed("list.view", nil) == text)
        #expect(
            try changed("list.view", "@work")
                == text.replacing("columns=id, title\n", with: "columns=id, title\nview = @work\n"))
        #expect(try changed("aliases.wk", "list @work") == text + "\n[aliases]\nwk = list @work\n")
        #expect(try changed("a.b", "c", in: "") == "[a]\nb = c\n")
        #expect(try changed("a.b", "c", in: "[a]") == "[a]\nb = c\n")
        #expect(try changed("a.b", "c", in: "[a]\r\n# d\r\n[e]\r\n") == "[a]\r\nb = c\r\n# d\r\n[e]\r\n")
        #expect(try changed("a.b", "c", in: "\u{FEFF}[a]\nb = x\n") == "\u{FEFF}[a]\nb = c\n")
        // A section that comes again is the same section.
        #expect(try changed("a.c", "2", in: "[a]\nb=1\n[d]\n[a]\nb=3") == "[a]\nb=1\n[d]\n[a]\nc = 2\nb=3")
    }

    @Test("what is wrong is named with its line, and spoils no other line")
    func problems() throws {
        let file = try SettingsFile(
            """
            early = 1
            [list
            [list]
            no sign
            Sort = due
            sort =
            view = @a
            view = @b
            tab\u{7}= 1
            columns = id
            """)
        #expect(file.problems.map(\.line) == [1, 2, 4, 5, 6, 8, 9])
        #expect(file.problems.map(\.name) == [nil, nil, nil, nil, "list.sort", "list.view", nil])
        #expect(file.problems.allSatisfy { $0.reason.hasSuffix(".") })
        #expect(file.settings.map(\.name) == ["list.view", "list.columns"])
        #expect(file["list.view"] == "@a")
        #expect(file.problems[5].reason == "list.view stands in line 7 already, and that counts.")
    }

    @Test("names and values that no line can have are refused, and change nothing")
    func refusals() throws {
        var file = try SettingsFile(text)
        for name in ["", "list", "list.", ".sort", "List.sort", "list.so rt", "list.sort.x", "ä.b"] {
            expectTodoError(.badSetting) { try file.set(name, to: "x") }
        }
        for value in ["", " ", "a\nb", "\u{1B}[31m"] {
            expectTodoError(.badSetting) { try file.set("list.sort", to: value) }
        }
        #expect(file.text == text)
        expectTodoError(.badSetting) { try SettingsFile(String(repeating: "#", count: SettingsFile.longestText + 1)) }
    }

    @Test("any text stays as it is, whatever is set in it")
    func random() throws {
        let parts = [
            "[", "]", "[a]", "\n", "\r\n", "\r", "=", "b = 1", "#", ";", " ", "\t", "a", "é", "\u{0}", "\u{FEFF}",
        ]
        try fuzz("settings", rounds: 500) { generator, seed in
            let text =
                (0..<Int.random(in: 0...30, using: &generator)).map { _ in
                    generator.chance(0.9) ? generator.pick(parts) : generator.hostileText(upTo: 5)
                }.joined()
            var file = try SettingsFile(text)
            #expect(file.text.utf8.elementsEqual(text.utf8), "seed \(seed)")
            #expect(file == (try SettingsFile(text)), "seed \(seed)")
            let before = file
            let (name, value) = (
                generator.pick(["a.b", "a.c", "d.b"]), generator.pick(["1", "x = [y] # z", "=", "é"])
            )
            try file.set(name, to: value)
            #expect(file[name] == value, "seed \(seed)")
            // All other settings are still there, in their order.
            let others = before.settings.filter { $0.name != name }.map(\.value)
            #expect(file.settings.filter { $0.name != name }.map(\.value) == others, "seed \(seed)")
            let kept = file.text.split(separator: "\n", omittingEmptySubsequences: false)
            let old = text.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(kept.count >= old.count, "seed \(seed)")
            #expect(file.problems.count == before.problems.count, "seed \(seed)")
            try file.set(name, to: nil)
            if before[name] == nil {
                #expect(file.settings.map(\.value) == before.settings.map(\.value), "seed \(seed)")
            }
        }
    }
}
