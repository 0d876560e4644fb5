import Foundation
import TestSupport
import Testing

/// What a shell asks for when somebody presses the tabulator key.
@Suite("The command: completion")
struct CompletionTests {
    private let todo: TodoProcess

    init() throws {
        todo = try TodoProcess()
        try todo("add", "Milk: two", "-t", "home", "-t", "two words", "-l", "Work/Reports")
        try todo("location", "add", "Migros", "--latitude", "47", "--longitude", "8")
        try todo("view", "add", "my-work", "list:Work")
    }

    /// What is offered for the last word, in the way in which the scripts ask.
    private func offered(_ words: String..., asking argument: String, in shell: String = "bash") throws -> [String] {
        var todo = todo
        todo.environment["SAP_SHELL"] = shell
        todo.environment["SAP_SHELL_VERSION"] = "5"
        let command = words.prefix { !$0.hasPrefix("-") && !$0.isEmpty }
        let path = command.prefix(["tag", "view", "lists", "location"].contains(command.first) ? 2 : 1)
        let last = words.count
        let result = try todo.run(
            ["---completion"] + path + ["--", argument, "\(last)", "\(words.last?.count ?? 0)", "todo"] + words)
        #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
        // With a line of one space the zsh script knows the end.
        return result.lines.filter { $0 != " " }
    }

    @Test("tags, lists, places and views are completed by name")
    func names() throws {
        #expect(try offered("add", "--tag", "", asking: "--tag") == ["home", "two words"])
        #expect(try offered("add", "--tag", "HO", asking: "--tag") == ["home"])
        #expect(try offered("add", "--list", "W", asking: "--list").sorted() == ["Work", "Work/Reports"])
        #expect(try offered("add", "--location", "M", asking: "--location") == ["Migros"])
        #expect(try offered("view", "delete", "", asking: "positional@0") == ["my-work"])
    }

    @Test("ids have their titles where a shell shows them")
    func ids() throws {
        let id = try #require(try todo("list").output.split(separator: "\t").first)
        #expect(try offered("done", "", asking: "positional@0") == [String(id)])
        #expect(try offered("done", "", asking: "positional@0", in: "fish") == ["\(id)\tMilk: two"])
        #expect(try offered("done", String(id.prefix(2)), asking: "positional@0", in: "zsh") == ["\(id):Milk: two"])
        #expect(try offered("done", "zz", asking: "positional@0") == [])
    }

    @Test("conditions are completed as words, and after the colon that bash takes for a word of its own")
    func conditions() throws {
        #expect(try offered("list", "tag:h", asking: "positional@0", in: "fish") == ["tag:home"])
        #expect(try offered("list", "tag:h", asking: "positional@0", in: "zsh") == ["tag\\:home"])
        #expect(try offered("list", "@", asking: "positional@0", in: "fish") == ["@my-work\tlist:Work"])
        #expect(try offered("list", "is", asking: "positional@0", in: "fish").contains("is:overdue"))
        #expect(try offered("list", "tag", ":", "h", asking: "positional@0") == ["home"])
        #expect(try offered("list", "tag:two", asking: "positional@0", in: "fish") == ["tag:\"two words\""])
        #expect(try offered("list", "due:tod", asking: "positional@0", in: "fish") == ["due:today"])
    }

    @Test("bash runs nothing that stands in a name, and takes marks for what they are")
    func hostileNames() throws {
        let names = ["$(touch pwned)", "`touch pwned`", "it's", "{a,b}", "\"q\"", "~", "two words"]
        for name in names { try todo("tag", "add", name) }
        let script = try todo("completions", "bash").output
        try script.write(to: todo.folder.appending(path: "todo.bash"), atomically: true, encoding: .utf8)
        let ask = """
            . ./todo.bash; COMP_WORDS=(todo add --tag ''); COMP_CWORD=3; COMP_LINE='todo add --tag '; COMP_POINT=15
            _todo todo '' --tag 2> /dev/null; printf '%s\\n' "${COMPREPLY[@]}"
            """
        try ask.write(to: todo.folder.appending(path: "ask.bash"), atomically: true, encoding: .utf8)
        let offered = try todo.shell("bash ask.bash").lines
        #expect(Set(names).isSubset(of: offered), "\(offered)")
        #expect(!FileManager.default.fileExists(atPath: todo.folder.appending(path: "pwned").path))
    }

    @Test("without a database there is nothing to complete, and none is made")
    func nothing() throws {
        let todo = try TodoProcess()
        let result = try todo.run(["---completion", "add", "--", "--tag", "2", "0", "todo", "add", "--tag", ""])
        #expect(result.lines.isEmpty && !FileManager.default.fileExists(atPath: todo.database.path))
    }
}
