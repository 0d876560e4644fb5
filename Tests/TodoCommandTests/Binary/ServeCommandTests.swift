import Foundation
import JSON
import TestSupport
import Testing

/// `todo serve --stdio`, spoken to as a program in another language does.
@Suite("The line protocol")
struct ServeCommandTests {
    private typealias Client = LineClient

    @Test("what it looks at in its own file costs neither it nor another program an edit")
    func examining() throws {
        let todo = try TodoProcess()
        try todo("add", "First")
        let client = try Client(todo)
        _ = try client.line()
        _ = try client.ask(#"{"id":1,"run":["list"]}"#)
        _ = try client.ask(#"{"id":2,"run":["doctor"]}"#)
        for number in 1...3 {
            try todo("add", "Elsewhere \(number)")
            _ = try client.ask(#"{"id":3,"run":["add","Here \#(number)"]}"#)
        }
        #expect(try todo("list", "--json").json()["items"]?.elements?.count == 7)
        #expect(try client.end() == 0)
        #expect(try todo("list", "--json").json()["items"]?.elements?.count == 7)
    }

    @Test("it says who it is; commands answer with what they print with --json, in their order")
    func commands() throws {
        let todo = try TodoProcess()
        let client = try Client(todo)
        let greeting = try client.line()
        #expect(greeting["serve"] == 1 && greeting["database"] == .string(todo.database.path))
        let added = try client.ask(#"{"id":1,"run":["add","Crème brûlée","--tag","home"]}"#)
        #expect(added["id"] == 1 && added["result"]?["title"] == "Crème brûlée")
        let found = try client.ask(#"{"id":"two","run":["list","tag:home","creme"]}"#)
        #expect(found["id"] == "two" && found["result"]?["total"] == 1)
        #expect(found["result"] == (try todo("list", "tag:home", "creme", "--json").json()))
        #expect(try client.ask(#"{"id":3,"run":["undo"]}"#)["result"]?["undone"] != nil)
        #expect(try client.ask(#"{"id":4,"run":["list"]}"#)["result"]?["total"] == 0)
        #expect(try client.end() == 0)
    }

    @Test("what fails has the code and the status of the command, and changes nothing")
    func errors() throws {
        let client = try Client(try TodoProcess())
        _ = try client.line()
        let cases: [(String, String, Int64)] = [
            (#"["list","due:soonish"]"#, "bad-filter", 64), (#"["show","ffff"]"#, "not-found", 1),
            (#"["lisst"]"#, "usage", 64), (#"["list","--nonsense"]"#, "usage", 64), (#"["--help"]"#, "usage", 64),
            (#"["serve","--stdio"]"#, "usage", 64), (#"["sync","--watch"]"#, "usage", 64),
            (#"["completions","bash"]"#, "usage", 64), (#"["restore","x"]"#, "usage", 64),
            (#"["list","--db","/elsewhere"]"#, "usage", 64),
            (#"["add"]"#, "usage", 64), (#"["remote","login"]"#, "no-remote", 78),
            (#"["import","-","--format","csv"]"#, "bad-input", 65),
        ]
        for (words, code, status) in cases {
            let answer = try client.ask(#"{"id":7,"run":\#(words)}"#)
            #expect(answer["error"]?["code"] == .string(code), "\(words): \(answer)")
            #expect(answer["status"] == .integer(status) && answer["id"] == 7, "\(words): \(answer)")
        }
        for line in [
            "nonsense", "[]", "{}", #"{"id":1}"#, #"{"id":1.5,"run":[]}"#, #"{"id":1,"run":[1]}"#,
            #"{"id":1,"run":["a"],"observe":["b"]}"#, #"{"id":1,"run":["a\u0000"]}"#,
            String(repeating: "x", count: 5 << 20),
        ] {
            let answer = try client.ask(line)
            #expect(answer["error"]?["code"] == "bad-input" && answer["status"] == 65, "\(line.prefix(60)): \(answer)")
        }
        #expect(try client.ask(#"{"id":9,"run":["stats"]}"#)["error"] == nil)
    }

    @Test("an observation answers again when anybody changes its result, and only then")
    func observing() throws {
        let todo = try TodoProcess()
        try todo("tag", "add", "shop")
        let client = try Client(todo)
        _ = try client.line()
        #expect(try client.ask(#"{"id":1,"observe":["list","tag:shop"]}"#)["result"]?["total"] == 0)
        #expect(try client.ask(#"{"id":1,"observe":["list"]}"#)["error"]?["code"] == "already-exists")
        // Another process makes the change, after an edit that does not touch the result.
        try todo("add", "Call Bob")
        try todo("add", "Buy milk", "--tag", "shop")
        let changed = try client.line()
        #expect(changed["id"] == 1 && changed["result"]?["total"] == 1)
        // The client's own edit shows in the observation too, and all come in the order in which they happen.
        try client.send(#"{"id":2,"run":["done","\#(changed["result"]?["items"]?.elements?[0]["id"]?.string ?? "")"]}"#)
        var answers = [try client.line(), try client.line()]
        answers.sort { ($0["id"]?.integer ?? 0) < ($1["id"]?.integer ?? 0) }
        #expect(answers[0]["result"]?["total"] == 0 && answers[1]["error"] == nil)
        try client.send(#"{"id":3,"cancel":1}"#)
        #expect(try client.line() == ["id": 1, "end": true])
        #expect(try client.line() == ["id": 3, "result": .null])
        #expect(try client.ask(#"{"id":4,"cancel":1}"#)["error"]?["code"] == "not-found")
        let edit = try client.ask(#"{"id":5,"observe":["add","x"]}"#)
        #expect(edit["error"]?["code"] == "usage")
        #expect(try client.end() == 0)
    }

    @Test("the example in Python shows what others write, and edits")
    func python() throws {
        let todo = try TodoProcess()
        try todo("add", "Buy milk", "--tag", "shop")
        let example = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../Examples/Python/board.py").standardized.path
        let board = try Client(
            URL(filePath: "/usr/bin/env"), ["python3", example, TodoProcess.executable.path, "tag:shop", "sort:title"],
            todo)
        func show(_ frame: [String]) throws {
            for line in frame { #expect(try board.text() == line) }
        }
        try show(["== 1 of 1 ==", "1. Buy milk #shop", ""])
        try board.send("add 'Call Bob' --tag shop")
        try show(["== 2 of 2 ==", "1. Buy milk #shop", "2. Call Bob #shop", ""])
        try board.send("nonsense")
        #expect(try board.text().hasPrefix("! There is no command “nonsense”"))
        try board.send("done 1")
        try show(["== 1 of 1 ==", "1. Call Bob #shop", ""])
        try todo("undo")
        try show(["== 2 of 2 =="])
        #expect(try board.end() == 0)
    }

    /// Puts a database with one other to-do in the place of the one that is open, as a sync program does.
    private func exchange(_ todo: TodoProcess) throws {
        let other = todo.folder.appending(path: "other.db").path
        try todo("add", "Theirs", "--db", other)
        #expect(rename(other, todo.database.path) == 0)
    }

    private func titles(_ todo: TodoProcess, _ database: String) throws -> Set<String> {
        let report = try todo.run(["doctor", "--json", "--db", database]).output
        let checks = try JSONValue(parsing: Array(report.utf8))["checks"]?.elements ?? []
        #expect(checks.contains { $0["name"] == "integrity" && $0["status"] == "ok" })
        let items = try todo("list", "--json", "--db", database).json()["items"]?.elements ?? []
        return Set(items.compactMap { $0["title"]?.string })
    }

    @Test("another file in the place of its own: it writes to neither, and names the copy of what was confirmed")
    func exchanged() throws {
        let todo = try TodoProcess()
        let client = try Client(todo)
        _ = try client.line()
        #expect(try client.ask(#"{"id":1,"run":["add","Mine"]}"#)["error"] == nil)
        try exchange(todo)
        var messages: Set<String> = []
        for words in [#"["add","Lost"]"#, #"["list"]"#, #"["add","Lost, too"]"#] {
            let answer = try client.ask(#"{"id":2,"run":\#(words)}"#)
            #expect(answer["error"]?["code"] == "database-replaced" && answer["status"] == 74, "\(answer)")
            messages.insert(answer["error"]?["message"]?.string ?? "")
        }
        let copy = todo.database.path + ".replaced-20261121T100000.000Z"
        #expect(messages.count == 1 && messages.first?.contains("todo export --db \(copy)") == true, "\(messages)")
        // Another process meanwhile has the new file, and nothing of the log of the former one.
        #expect(try titles(todo, todo.database.path) == ["Theirs"])
        _ = try client.end()
        #expect(try titles(todo, copy) == ["Mine"])
        #expect(try titles(todo, todo.database.path) == ["Theirs"])
        try todo.shell("todo export --db \(copy) | todo import - --format json")
        #expect(try titles(todo, todo.database.path) == ["Mine", "Theirs"])
    }

    @Test("the log that it leaves when it is killed is not applied to another file, and where it is now is said once")
    func killed() throws {
        let todo = try TodoProcess()
        let client = try Client(todo)
        _ = try client.line()
        #expect(try client.ask(#"{"id":1,"run":["add","Mine"]}"#)["error"] == nil)
        kill(client.process.processIdentifier, SIGKILL)
        client.process.waitUntilExit()
        try exchange(todo)
        let first = try todo("list")
        #expect(first.status == 0 && first.error.contains("\(todo.database.path).foreign-wal"), "\(first.error)")
        #expect(try todo("list").error.isEmpty)
        #expect(try titles(todo, todo.database.path) == ["Theirs"])
    }

    @Test("syncing does not hold up other commands")
    func syncing() throws {
        var todo = try TodoProcess()
        let folder = try TemporaryFolder()
        let server = try ServerProcess(database: folder.file("server.db"))
        todo.environment["TOKEN"] = "any"
        try todo("remote", "set", server.url, "--user", "ada", "--token-variable", "TOKEN")
        let client = try Client(todo)
        _ = try client.line()
        try client.send(#"{"id":1,"run":["add","Buy milk"]}"#)
        try client.send(#"{"id":2,"run":["sync"]}"#)
        try client.send(#"{"id":3,"run":["list"]}"#)
        let answers = try (0..<3).map { _ in try client.line() }
        #expect(Set(answers.compactMap { $0["id"]?.integer }) == [1, 2, 3])
        #expect(answers.first { $0["id"] == 2 }?["result"]?["pushed"] != nil)
        // What is running when the input ends is still finished.
        try client.send(#"{"id":4,"run":["sync"]}"#)
        #expect(try client.end() == 0)
    }
}
