import JSON
import TestSupport
import Testing

/// `--list`, `--parent`, `--start`, `todo start` and `todo stop`.
@Suite("The command: where to-dos stand, and when they begin")
struct StandingCommandTests {
    @Test("a to-do is put into a list and below another one, listed there, and its list is shown with its path")
    func lists() throws {
        let todo = try TodoProcess()
        let report = try todo("add", "Report", "--list", "Work/Reports", "--create", "--json").json()
        #expect(report["list"]?["path"] == "Work/Reports" && report["parent"] == .null)
        let id = try #require(report["id"]?.string)
        let part = try todo("add", "Figures", "--parent", id, "--json").json()
        #expect(part["list"]?["path"] == "Work/Reports" && part["parent"] == .string(id))
        try todo("add", "Milk")
        #expect(try todo.titles("list", "--list", "work").sorted() == ["Figures", "Report"])
        #expect(try todo.titles("list", "--list", "inbox") == ["Milk"])
        #expect(try todo("show", id, "--json").json()["subtasks"] == ["open": 1, "done": 0])
        #expect(try todo("lists", "--json").json()["items"]?.elements?.last?["open"] == 2)
        try todo("edit", id, "--list", "none")
        #expect(try todo.titles("list", "--list", "inbox").sorted() == ["Figures", "Milk", "Report"])
        try todo("undo")
        let figures = try #require(part["id"]?.string)
        #expect(try todo("edit", id, "--parent", figures, "--json").failure() == ("would-circle", 64))
        #expect(try todo("edit", id, "--parent", id, "--list", "Work", "--json").failure() == ("usage", 64))
        try todo("edit", figures, "--parent", "none")
        #expect(try todo("show", figures, "--json").json()["list"]?["path"] == "Work/Reports")
        #expect(try todo("list", "--list", "Reports", "--json").failure() == ("not-found", 1))
    }

    /// Adds a to-do with a subtask, which has one itself that is open and one that is done.
    private func tree(_ todo: TodoProcess) throws -> (root: String, below: [String], done: String) {
        let root = try todo.add("Party", "--list", "Home", "--create")
        let cake = try todo.add("Cake", "--parent", root)
        let eggs = try todo.add("Eggs", "--parent", cake)
        let flour = try todo.add("Flour", "--parent", cake)
        try todo("done", flour)
        return (root, [cake, eggs], flour)
    }

    @Test("a tree is printed before the next, each to-do before its subtasks; done ones if something below is open")
    func trees() throws {
        let todo = try TodoProcess()
        let (root, below, done) = try tree(todo)
        let leaf = try todo.add("Leaf")
        try todo("add", "Branch", "--parent", leaf)
        // All were created in the same millisecond.
        let whole = [["Party", "Cake", "Eggs", "Leaf", "Branch"], ["Leaf", "Branch", "Party", "Cake", "Eggs"]]
        #expect(whole.contains(try todo.titles("tree")))
        #expect(try todo.titles("tree", "--all").sorted() == ["Branch", "Cake", "Eggs", "Flour", "Leaf", "Party"])
        #expect(try todo.titles("tree", "--list", "home") == ["Party", "Cake", "Eggs"])
        #expect(try todo.titles("tree", "--list", "inbox") == ["Leaf", "Branch"])
        #expect(whole.contains(try todo.titles("tree", leaf, below[0], root)))
        #expect(try todo.titles("tree", done) == [])
        let lines = try todo.run(["tree"]).output.split(separator: "\n").map { $0.split(separator: "\t") }
        #expect(whole.contains(lines.compactMap { $0.last.map(String.init) }))
        try todo("done", root, "--only")
        #expect(try todo.titles("tree", "--list", "home") == ["Party", "Cake", "Eggs"], "something below is open")
        try todo("done", below[1])
        try todo("done", below[0])
        #expect(try todo.titles("tree") == ["Leaf", "Branch"])
        #expect(try todo("tree", leaf, "--list", "home", "--json").failure() == ("usage", 64))
    }

    @Test("a terminal shows how many subtasks are done, a line does not", .enabled(if: Pty.isPossible))
    func progress() throws {
        let todo = try TodoProcess()
        _ = try tree(todo)
        for command in ["tree", "list", "list --list Home"] {
            let shown = try Pty.run(todo, command + " --no-color", columns: 80).split(whereSeparator: \.isNewline)
            #expect(shown.contains { $0.contains("Cake") && $0.contains(" 1/2") }, "\(shown)")
            #expect(shown.contains { $0.contains("Party") && $0.contains(" 0/1") }, "\(shown)")
        }
        #expect(try !todo("tree").output.contains("1/2"))
        try todo("view", "add", "bare", "is:open", "--columns", "title")
        #expect(try !Pty.run(todo, "@bare --no-color", columns: 80).contains("1/2"))
    }

    @Test("done includes open subtasks at any depth in one step, and says which and how many")
    func doneWithSubtasks() throws {
        let todo = try TodoProcess()
        let (root, below, done) = try tree(todo)
        let leaf = try todo.add("Leaf")
        let only = try todo("done", root, "--only", "--json").json()
        #expect(only["also"] == [] && only["subtasks"] == ["open": 1, "done": 0])
        try todo("undo")
        let said = try todo.run(["done", root])
        #expect(said.error.contains("2 subtasks"))
        #expect(try todo.titles("list") == ["Leaf"])
        try todo("undo")
        #expect(try todo.titles("list").sorted() == ["Cake", "Eggs", "Leaf", "Party"])
        #expect(try todo("show", done, "--json").json()["completedAt"] != .null, "was done before")
        let both = try todo("done", root, leaf, "--json").json().elements ?? []
        #expect(both.map { $0["also"]?.elements?.count } == [2, 0])
        #expect(both[0]["also"] == .array(below.map(JSONValue.string)))
        #expect(both[0]["subtasks"] == ["open": 0, "done": 1])
        #expect(try todo("reopen", root, "--json").json()["also"] == nil)
    }

    @Test("delete includes open subtasks; the others stay in the list of their tree")
    func deleteWithSubtasks() throws {
        let todo = try TodoProcess()
        let (root, below, done) = try tree(todo)
        let all = JSONValue.array(([root] + below).map(JSONValue.string))
        #expect(try todo("delete", root, "--json").json() == ["deleted": all])
        #expect(try todo.titles("list", "--all", "--list", "home") == ["Flour"])
        #expect(try todo("show", done, "--json").json()["parent"] == .null)
        try todo("undo")
        #expect(try todo("show", done, "--json").json()["parent"] == .string(below[0]))
        #expect(try todo.run(["delete", root]).error.contains("Deleted 1 to-do and 2 subtasks."))
        try todo("undo")
        #expect(try todo("delete", root, "--only", "--json").json() == ["deleted": [.string(root)]])
        #expect(try todo.titles("list", "--list", "home").sorted() == ["Cake", "Eggs"])
        #expect(try todo("show", below[0], "--json").json()["parent"] == .null)
        #expect(try todo("show", below[1], "--json").json()["parent"] == .string(below[0]))
    }

    @Test("a list is deleted with its to-dos, but not with the lists below it, as one step")
    func deletedLists() throws {
        let todo = try TodoProcess()
        let report = try todo.add("Report", "--list", "Work", "--create")
        let figures = try todo.add("Figures", "--parent", report)
        try todo("add", "Slides", "--list", "Work/Talks", "--create")
        let deleted = try todo("lists", "delete", "Work", "--with-todos", "--json").json()
        #expect(Set(deleted["todos"]?.elements ?? []) == [.string(report), .string(figures)])
        #expect(deleted["deleted"]?.elements?.count == 1)
        #expect(try todo.titles("list", "--list", "Talks") == ["Slides"])
        #expect(try todo.titles("list") == ["Slides"])
        try todo("undo")
        #expect(try todo.titles("list", "--list", "Work").sorted() == ["Figures", "Report", "Slides"])
        #expect(try todo.run(["lists", "delete", "Work", "--with-todos"]).error.contains("1 list and 2 to-dos"))
        try todo("undo")
        #expect(try todo("lists", "delete", "Work", "--json").json()["todos"] == nil)
        #expect(try todo.titles("list", "--list", "inbox").sorted() == ["Figures", "Report"])
    }

    @Test("what cannot be begun yet is waiting, and what was begun is started")
    func starts() throws {
        let todo = try TodoProcess()
        let id = try todo.add("Later", "--start", "tomorrow")
        try todo("add", "Now")
        #expect(try todo("show", id, "--json").json()["start"] == ["day": "2026-11-22"])
        #expect(try todo.titles("list").sorted() == ["Later", "Now"])
        #expect(try todo.titles("list", "--waiting") == ["Later"])
        let started = try todo("start", id, "--json").json()
        #expect(started["startedAt"] == "2026-11-21T10:00:00.000Z")
        #expect(try todo.titles("list", "--started") == ["Later"])
        #expect(try todo("stop", id, "--json").json()["startedAt"] == .null)
        #expect(try todo("edit", id, "--start", "none", "--json").json()["start"] == .null)
    }
}
