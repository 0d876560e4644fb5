import Foundation
import JSON
import TestSupport
import Testing

/// docs/coming-from.md: each command of ours runs, and none is much longer than theirs.
@Suite("The page for people who come from elsewhere")
struct ComingFromTests {
    /// The cells of each row of a table that has a command of ours in its last cell.
    private func rows() throws -> [[String]] {
        try Document("docs/coming-from.md").lines.filter { $0.hasPrefix("|") && !$0.hasPrefix("|-") }.map { line in
            line.replacing("\\|", with: "\u{0}").split(separator: "|", omittingEmptySubsequences: false).dropFirst()
                .dropLast().map { $0.trimmingCharacters(in: .whitespaces).replacing("\u{0}", with: "|") }
        }
    }

    private func commands(_ cell: String) -> [String] {
        let parts = cell.split(separator: "`", omittingEmptySubsequences: false)
        return stride(from: 1, to: parts.count, by: 2).map { String(parts[$0]) }
    }

    @Test("each command of ours runs as it stands there")
    func run() throws {
        var todo = try TodoProcess()
        todo.environment["XDG_CONFIG_HOME"] = todo.folder.appending(path: "settings").path
        let records = #"""
            [{"kind":"todo","id":"3f2a0000","title":"Milk","tags":["home","shop"],"due":{"day":"2026-11-20"},"list":"Work"},
             {"kind":"todo","id":"91bc0000","title":"Letter","tags":["work"]}]
            """#
        try records.write(to: todo.folder.appending(path: "start.json"), atomically: true, encoding: .utf8)
        #expect(try todo("import", "start.json").status == 0)
        try todo("lists", "add", "Work")
        var count = 0
        for row in try rows() {
            for command in commands(row.last ?? "") where command.split(separator: " ").first == "todo" {
                // The files that the page imports do not exist here.
                guard !command.hasPrefix("todo import") else { continue }
                let result = try todo.shell(command)
                #expect(result.status == 0, "\(command): \(result.error)")
                count += 1
            }
        }
        #expect(count >= 30)
    }

    @Test("what notes something works on an empty database, and leaves nothing unheard")
    func empty() throws {
        var count = 0
        for row in try rows() {
            for command in commands(row.last ?? "") where command.hasPrefix("todo q ") || command.hasPrefix("todo add ")
            {
                let todo = try TodoProcess()
                let added = try todo.shell(command + " --json").json()
                #expect(added["hints"] == [] && added["title"]?.string?.contains("/") == false, "\(command): \(added)")
                count += 1
            }
        }
        #expect(count >= 6)
    }

    @Test("the aliases do what is typed out of habit")
    func habits() throws {
        var todo = try TodoProcess()
        todo.environment["TODO_CONFIG"] = todo.folder.appending(path: "config").path
        let id = try todo.add("Milk", "--due", "2026-11-20")
        var count = 0
        for row in try rows() where row.count == 2 {
            guard let setting = commands(row[1]).first, setting.hasPrefix("todo config set ") else { continue }
            #expect(try todo.shell(setting).status == 0, "\(setting)")
            guard let habit = commands(row[0]).first, habit.hasPrefix("todo "), !habit.hasPrefix("todo rm") else {
                continue
            }
            let typed = habit.replacing("3f2a", with: id).replacing(
                "…", with: habit.contains("modify") ? "-p high" : "Called")
            #expect(try todo.shell(typed).status == 0, "\(typed)")
            count += 1
        }
        #expect(count >= 4)
        #expect(try todo("rm", id).status == 0 && todo.titles("list") == [])
        #expect(try todo("q", "Eggs /Shop", "--json").json()["list"]?["path"] == "Shop", "lists.create is set")
    }

    /// A file of each program, beside the tests of the formats.
    private static let files = [
        "Taskwarrior": "taskwarrior-2.6.2.json", "todo.txt": "todo.txt", "Todoist": "todoist.csv",
        "Google Tasks": "googletasks.json", "Trello": "trello.json", "Microsoft To Do": "mstodo.json",
        "Markdown, Obsidian Tasks": "markdown.md", "Apple Reminders": "reminders.json", "tasks.org": "tasksorg.json",
        "Todoist's programming interface": "todoist.json", "Super Productivity": "superproductivity.json",
        "org-mode": "org.org",
        "todoman, vdirsyncer": "todoman-4.1.0.ics", "TickTick, OmniFocus, Things, Microsoft To Do": "ticktick.csv",
    ]
    /// Rows whose tables have tests of their own.
    private static let tables: Set<String> = ["Asana, Jira, Linear, Notion", "any other program"]

    @Test("a file of each program that is named comes in")
    func programs() throws {
        let todo = try TodoProcess()
        let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../TodoFormatsTests/Fixtures"
        )
        .standardized.path
        let named = try rows().prefix { $0.first != "what" }.compactMap(\.first).filter { $0 != "from" }
        #expect(Set(named) == Set(Self.files.keys).union(Self.tables))
        for (program, file) in Self.files {
            let report = try todo("import", "\(fixtures)/\(file)", "--dry-run", "--json").json()
            #expect((report["added"]?.integer ?? 0) > 0, "\(program): \(report)")
        }
    }

    @Test("none is longer than 1.2 times what is typed there")
    func length() throws {
        var count = 0
        for row in try rows() where row.count == 4 {
            for other in row[1...2].flatMap(commands) where !commands(row[3]).isEmpty {
                let ours = commands(row[3])[0]
                #expect(
                    Double(ours.count) <= 1.2 * Double(other.count),
                    "\(ours) (\(ours.count)), \(other) (\(other.count))")
                count += 1
            }
        }
        #expect(count >= 40)
    }
}
