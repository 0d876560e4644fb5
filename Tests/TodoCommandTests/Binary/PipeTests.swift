import Foundation
import JSON
import TestSupport
import Testing

@Suite("What a pipe gets")
struct PipeTests {
    private let todo: TodoProcess

    init() throws { todo = try TodoProcess() }

    private func importTodos(_ count: Int, notes: String = "") throws {
        let lines = (0..<count).map { number in
            #"{"id":"n\#(1000 + number)","title":"Number \#(number)","notes":"\#(notes)","tags":[{"title":"junk"}]}"#
        }
        let report = try todo("import", "-", "--format", "ndjson", "--json", input: lines.joined(separator: "\n"))
            .json()
        try #require(report["added"] == .integer(Int64(count)))
    }

    @Test("everything, plain and as JSON, however it is asked for", arguments: [["list"], ["search", "number"]])
    func everything(command: [String]) throws {
        try importTodos(130)
        for options in [[], ["--sort", "title"], ["--tag", "junk", "--all", "--sort", "completed"]] as [[String]] {
            #expect(try todo.run(command + options).lines.count == 130)
            let whole = try todo.run(command + options + ["--json"]).json()
            #expect(whole["items"]?.elements?.count == 130)
            #expect(whole["page"] == 0 && whole["pageSize"] == 130 && whole["total"] == 130)
            #expect(whole["nextCursor"] == .null)
            let page = try todo.run(command + options + ["--json", "--page-size", "200"]).json()
            #expect(page["items"] == whole["items"])
        }
        #expect(try todo.run(command + ["--json", "--no-total"]).json()["total"] == .null)
        #expect(try todo.run(command + ["--at", "now", "--json"]).json()["items"]?.elements?.count == 130)
        let none = try todo.run(command + ["--priority", "high", "--json"]).json()
        #expect(none == ["items": [], "page": 0, "pageSize": 0, "total": 0, "nextCursor": .null])
        #expect(try todo.run(command + ["--priority", "high"]).output.isEmpty)
    }

    @Test("a page where one is asked for")
    func pages() throws {
        try importTodos(50)
        #expect(try todo("list", "--page-size", "20").lines.count == 20)
        #expect(try todo("list", "--page", "2").lines.count == 10)
        let first = try todo("list", "--json", "--page", "0").json()
        #expect(first["items"]?.elements?.count == 20 && first["total"] == 50)
        let cursor = try #require(first["nextCursor"]?.string)
        #expect(try todo("list", "--after", cursor).lines.count == 20)
    }

    @Test("a terminal gets a page", .enabled(if: Pty.isPossible))
    func terminal() throws {
        try importTodos(50)
        let shown = try Pty.run(todo, "list --no-color", columns: 100)
        #expect(shown.contains("20 of 50 · next page: todo list --page 1"))
        #expect(shown.matches(of: /Number \d/).count == 20)
    }

    @Test(
        "what comes next is said as it can be typed: a name with spaces stays one argument",
        .enabled(if: Pty.isPossible))
    func nextPage() throws {
        for title in ["Mop", "Wax"] { try todo("add", title, "--list", "Kitchen floor", "--create") }
        let arguments = #"list list:"Kitchen floor" is:open --page-size 1 --no-color"#
        let shown = try Pty.run(todo, arguments, columns: 100)
        #expect(
            shown.contains("next page: todo list 'list:Kitchen floor' is:open --page-size 1 --page 1"), "\(shown)")
    }

    @Test("the recipe in the help of delete deletes all that it names")
    func recipe() throws {
        try importTodos(50)
        let recipe = try #require(
            try todo("delete", "--help").lines.map { $0.trimmingCharacters(in: .whitespaces) }
                .first { $0.hasSuffix("| xargs todo delete") })
        #expect(recipe.hasPrefix("todo list --tag junk --json | jq -r '.items[].id'"))
        // The same without jq, which may not be installed.
        let ids = try #require(try todo("list", "--tag", "junk", "--json").json()["items"]?.elements)
        #expect(try todo.run(["delete"] + ids.compactMap { $0["id"]?.string }).status == 0)
        #expect(try todo("list", "--json").json()["total"] == 0)
    }

    @Test("a history that goes on is said to go on")
    func history() throws {
        for number in 0..<3 { try todo("add", "Number \(number)") }
        for options in [[], ["--json"]] as [[String]] {
            let cut = try todo.run(["history", "--page-size", "2"] + options)
            #expect(cut.error == "next page: todo history --page-size 2 --after 2\n")
            #expect(try todo.run(["history", "--page-size", "3"] + options).error.isEmpty)
        }
        #expect(try todo("history", "--page-size", "2", "--quiet").error.isEmpty)
    }

    #if os(Linux)
        @Test("any number of to-dos goes through the same memory")
        func memory() throws {
            try importTodos(4000, notes: String(repeating: "x", count: 5000))
            try todo.shell("mkfifo out")
            for options in ["--json", "--all --sort completed"] {
                let process = try todo.startShell("exec todo list \(options) > out")
                let reader = try #require(FileHandle(forReadingAtPath: todo.folder.appending(path: "out").path))
                var (bytes, peak) = (0, 0)
                while let chunk = try reader.read(upToCount: 1 << 16), !chunk.isEmpty {
                    bytes += chunk.count
                    let status = try? String(
                        contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
                    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
                    let peakNow = line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
                    peak = max(peak, peakNow ?? 0)
                }
                process.waitUntilExit()
                #expect(process.terminationStatus == 0)
                #expect(options == "--json" ? bytes > 20_000_000 : bytes > 80_000)
                #expect(peak > 0 && peak < 60_000, "kB at most, with \(options)")
            }
        }
    #endif

    @Test("--color=always writes into a pipe what a terminal gets, and tags still have colours of their own")
    func color() throws {
        let todo = try TodoProcess()
        try todo("add", "Milk", "--priority", "high")
        #expect(try todo("list", "--color=always").output.contains("\u{1B}[1mMilk"))
        #expect(try todo("--color=always", "list").output.contains("\u{1B}[1mMilk"))
        #expect(try !todo("list", "--color=auto").output.contains("\u{1B}"))
        #expect(try !todo("list", "--color=never").output.contains("\u{1B}"))
        #expect(try todo("tag", "add", "x", "--color=red", "--json").json()["color"] == "red")
        #expect(try todo("tag", "add", "y", "--color=always").error.contains("“always” is not a colour"))
        #expect(try todo("list", "--color=sometimes").status == 64)
    }
}
