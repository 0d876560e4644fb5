import Foundation
import JSON
import TestSupport
import Testing
import manual

@Suite("A man page")
struct ManualPageTests {
    private static let frame = ManualPage.Frame(
        source: "todo 1.2.3", date: "2026-11-21", sections: ".Sh EXIT STATUS\n0\n")

    private static func option(_ names: [String], value: String?, _ abstract: String) -> JSONValue {
        [
            "kind": value == nil ? "flag" : "option", "isOptional": true, "isRepeating": false, "shouldDisplay": true,
            "names": .array(
                names.map { ["kind": $0.count > 1 ? "long" : "short", "name": .string($0)] }),
            "valueName": .string(value ?? names[0]), "abstract": .string(abstract),
        ]
    }

    private static func pages(_ command: JSONValue) throws -> [ManualPage] {
        let dump: JSONValue = ["serializationVersion": 0, "command": command]
        return ManualPage.pages(of: try CommandHelp(dump: dump.canonicalJSON.utf8), frame)
    }

    @Test("tells all that the help tells")
    func whole() throws {
        let pages = try Self.pages([
            "commandName": "todo", "abstract": "To-dos.",
            "subcommands": [
                [
                    "commandName": "list", "abstract": "List to-dos.", "aliases": ["ls"],
                    "discussion": "The open ones.\nFor now.\n\nEXAMPLES:\n  todo list -q\n  todo ls",
                    "arguments": [
                        Self.option(["quiet", "q"], value: nil, "Say less."), Self.option(["db"], value: "path", "It."),
                    ],
                ],
                ["commandName": "help", "abstract": "The parser's."],
            ],
        ])
        #expect(pages.map(\.fileName) == ["todo.1", "todo-list.1"])
        #expect(
            pages[1].text == """
                .Dd 2026-11-21
                .Dt TODO-LIST 1
                .Os todo 1.2.3
                .Sh NAME
                .Nm todo-list
                .Nd List to\\-dos
                .Sh SYNOPSIS
                .Nm todo list
                .Op Fl q , Fl \\-quiet
                .Op Fl \\-db Ar path
                .Sh DESCRIPTION
                List to\\-dos.
                .Pp
                The open ones.
                For now.
                .Pp
                It is also called \\fBls\\fP.
                .Sh OPTIONS
                .Bl -tag -width Ds
                .It Fl q , Fl \\-quiet
                Say less.
                .It Fl \\-db Ar path
                It.
                .El
                .Sh EXIT STATUS
                0
                .Sh EXAMPLES
                .Bd -literal -offset indent
                todo list \\-q
                todo ls
                .Ed
                .Sh SEE ALSO
                .Xr todo 1

                """)
    }

    @Test("shows what it is given, whatever that means to the formatter")
    func hostile() throws {
        let texts = [".Sh BAD", "'br", "a\\nb\\fBc", "No An \"quoted\" 'x'", "x ^ ~ ` \\", "Crème 牛乳", ". . .", ".. -"]
        for text in texts {
            let page = try #require(
                try Self.pages([
                    "commandName": "todo", "abstract": .string(text),
                    "discussion": .string("\(text)\n\nEXAMPLES:\n  \(text)"),
                    "arguments": [Self.option(["a"], value: "v", text)],
                ]).first)
            // The text is in four places, and no line of it is taken for a request.
            let requests: Set = ["Dd", "Dt", "Os", "Sh", "Nm", "Nd", "Op", "Pp", "Bl", "It", "El", "Bd", "Ed"]
            for line in page.text.split(separator: "\n") {
                #expect(!line.hasPrefix("'"), "\(line)")
                guard line.hasPrefix(".") else { continue }
                #expect(requests.contains(String(line.dropFirst().prefix(2))), "\(line)")
                #expect(line.firstMatch(of: /\\[^-e&(\[f]/) == nil, "\(line)")
            }
            #expect(page.text.utf8.allSatisfy { $0 < 0x80 })
            let shown = try Self.formatted(page.text)
            guard let shown else { continue }
            let words = text.split { " `".contains($0) }
            for word in words { #expect(shown.contains(word), "\(word) in \(shown)") }
        }
    }

    @Test("that of todo has the variables of the environment and the files of docs/cli.md")
    func surroundings() throws {
        let page = try Document("docs/man/todo.mdoc").lines.joined(separator: "\n")
        let reference = try Document("docs/cli.md").lines.joined(separator: "\n")
        let variable = /`\$?(TODO_[A-Z]+|XDG_[A-Z]+_HOME|NO_COLOR|VISUAL|EDITOR)[`=\/]/
        let names = Set(reference.matches(of: variable).map { String($0.output.1) })
        #expect(names.count > 6)
        for name in names { #expect(page.contains(name), "\(name)") }
        for path in ["~/.local/share/todo/todo.db", "~/.config/todo/config"] {
            #expect(reference.contains(path) && page.contains(".It Pa \(path)"))
        }
    }

    /// Returns the page as a terminal shows it; nil if there is no formatter.
    private static func formatted(_ page: String) throws -> String? {
        let todo = try TodoProcess()
        guard try todo.shell("command -v groff").status == 0 else { return nil }
        try Data(page.utf8).write(to: todo.folder.appending(path: "page.1"))
        let result = try todo.shell("groff -mandoc -Tutf8 -P-cbou -ww page.1")
        #expect(result.error.isEmpty)
        return result.output
    }
}
