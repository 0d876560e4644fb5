import Foundation
import JSON
import TestSupport
import Testing

/// `todo move`, `todo order`, `--sort manual` and `todo lists move`.
@Suite("The command: the manual order")
struct MoveCommandTests {
    private let todo: TodoProcess
    private let ids: [String]

    init() throws {
        todo = try TodoProcess()
        var (ids, seconds) = ([String](), 10)
        for title in ["Apples", "Bread", "Cheese", "Dates"] {
            var later = todo
            later.environment["TODO_NOW"] = "2026-11-21T10:00:\(seconds)Z"
            seconds += 1
            ids.append(try later.add(title, "--list", "Shop", "--create"))
        }
        self.ids = ids
    }

    private func shown() throws -> [String] { try todo.titles("list", "--list", "Shop", "--sort", "manual") }

    @Test(
        "to-dos are moved next to others, to an end, into a list and below a to-do, and each move is undone as one step"
    )
    func moves() throws {
        #expect(try shown() == ["Apples", "Bread", "Cheese", "Dates"])
        try todo("move", ids[3], "--first")
        try todo("move", ids[0], ids[1], "--after", ids[2])
        #expect(try shown() == ["Dates", "Cheese", "Apples", "Bread"])
        #expect(try todo.titles("tree", "--list", "shop") == ["Dates", "Cheese", "Apples", "Bread"])
        #expect(try todo("list", "--list", "Shop", "--sort", "manual", "--reverse").lines.count == 4)
        let moved = try todo("move", ids[2], "--list", "Home/Kitchen", "--create", "--json").json()
        #expect(moved["list"]?["path"] == "Home/Kitchen" && moved["position"]?.string != nil)
        let both = try todo("move", ids[0], ids[1], "--before", ids[2], "--json").json()
        #expect(both.elements?.compactMap { $0["list"]?["title"]?.string } == ["Kitchen", "Kitchen"])
        #expect(try todo.titles("tree", "--list", "home") == ["Apples", "Bread", "Cheese"])
        try todo("undo")
        #expect(try todo.titles("tree", "--list", "home") == ["Cheese"])
        try todo("move", ids[0], ids[1], "--parent", ids[2], "--first")
        #expect(try todo.titles("tree", ids[2]) == ["Cheese", "Apples", "Bread"])
        #expect(try todo("move", ids[2], "--before", ids[0], "--json").failure() == ("would-circle", 64))
        try todo("move", ids[0], "--parent", "none")
        #expect(try todo.titles("tree", "--list", "home") == ["Cheese", "Bread", "Apples"])
        #expect(try todo.titles("list", "--sort", "updated").count == 4)
    }

    @Test(
        "subtasks that are named leave their parent for their own list, several as one does; those of a filter stay",
        arguments: ["move", "edit"])
    func ownList(command: String) throws {
        let whole = ["Cheese", "Dates", "Apples", "Bread"]
        try todo("edit", ids[0], ids[1], "--parent", ids[3], "--tag", "basket")
        #expect(try todo.titles("tree", "--list", "shop") == whole)
        func parents() throws -> [JSONValue?] {
            try ids[0...1].map { try todo("show", $0, "--json").json()["parent"] }
        }
        try todo(command, "tag:basket", "--list", "Shop")
        #expect(try todo.titles("tree", "--list", "shop") == whole)
        try todo(command, ids[0], ids[1], "--list", "Shop")
        #expect(try parents() == [.null, .null])
        try todo("undo")
        #expect(try todo.titles("tree", "--list", "shop") == whole)
        try todo(command, ids[0], "--list", "Shop")
        #expect(try parents() == [.null, .string(ids[3])])
    }

    @Test("what cannot be understood is refused before anything is opened")
    func refusals() throws {
        for arguments in [
            [], ["--first", "--last"], ["--before", ids[1], "--after", ids[2]], ["--before", ids[1], "--list", "Shop"],
            ["--list", "Shop", "--parent", ids[1]], ["--before", ids[0]],
        ] {
            #expect(try todo.run(["move", ids[0], "--json"] + arguments).failure() == ("usage", 64))
        }
        #expect(try todo("order", "--json").failure() == ("usage", 64))
        #expect(try todo("lists", "move", "Shop", "--json").failure() == ("usage", 64))
        #expect(
            try todo("lists", "move", "Shop", "--parent", "none", "--before", "x", "--json").failure() == ("usage", 64))
        #expect(try todo("move", ids[0], "--after", "zzzz", "--json").failure() == ("not-found", 1))
    }

    @Test("the order of lists; respacing says how many it wrote")
    func lists() throws {
        try todo("lists", "add", "Home")
        try todo("lists", "add", "Work")
        try todo("lists", "move", "Work", "--first")
        func titles() throws -> [String] {
            try todo("lists", "--json").json()["items"]?.elements?.compactMap { $0["title"]?.string } ?? []
        }
        #expect(try titles().first == "Work")
        try todo("lists", "move", "Home", "--before", "Work")
        #expect(try titles().prefix(2) == ["Home", "Work"])
        try todo("lists", "move", "Shop", "Work", "--parent", "Home", "--first")
        #expect(try titles() == ["Home", "Shop", "Work"])
        try todo("move", ids[0], "--last")
        #expect(try todo("order", "--respace", "--list", "Home/Shop", "--json").json() == ["respaced": 4])
        #expect(try todo("order", "--respace", "--json").json()["respaced"]?.integer ?? 0 > 0)
        #expect(try todo("order", "--respace").lines == [])
    }

    @Test("a terminal shows a list in its manual order, with subtasks below", .enabled(if: Pty.isPossible))
    func terminal() throws {
        try todo("move", ids[3], "--first")
        try todo("move", ids[1], "--parent", ids[3])
        let shown = try Pty.run(todo, "list --list Shop --no-color", columns: 100)
        let order = ["Dates", "  Bread", "Apples", "Cheese"].map { shown.range(of: $0)?.lowerBound }
        #expect(order.compactMap(\.self).count == 4)
        #expect(
            zip(order, order.dropFirst()).allSatisfy { one, other in one.map { $0 < other ?? $0 } ?? false }, "\(shown)"
        )
        let page = try Pty.run(todo, "list --list Shop --page 1 --page-size 1 --no-color", columns: 100)
        #expect(
            page.contains("Bread") && page.contains("next page: todo list --list Shop --page-size 1 --page 2"),
            "\(page)")
        try todo("done", ids[3], "--only")
        #expect(try Pty.run(todo, "list --list Shop --no-color", columns: 100).contains("Dates › Bread"))
    }

    @Test(
        "in every other order a subtask is one row, with what is above it before its title; lines are as they were",
        .enabled(if: Pty.isPossible),
        arguments: [
            "list --sort title", "list --list Shop --sort due", "search bread", "search rye --sort manual", "@loaves",
            "next",
            "agenda", "list --at now",
        ])
    func paths(command: String) throws {
        try todo("move", ids[1], "--parent", ids[3])
        try todo("add", "Rye bread", "--parent", ids[1], "--due", "today")
        try todo("view", "add", "loaves", "rye")
        let shown = try Pty.run(todo, command + " --no-color", columns: 100)
        #expect(shown.contains("Dates › Bread › Rye bread"), "\(shown)")
        let narrow = try Pty.run(todo, command + " --no-color", columns: 30)
        #expect(narrow.contains("Rye bread") && narrow.contains("…"), "\(narrow)")
        let lines = try todo.run(command.split(separator: " ").map(String.init)).output.split(separator: "\n")
        let fields = lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
        #expect(fields.contains { $0[4] == "Rye bread" }, "\(lines)")
    }

    @Test("a subtask that is named or was edited is shown with its path too", .enabled(if: Pty.isPossible))
    func namedSubtasks() throws {
        try todo("move", ids[1], "--parent", ids[3])
        let rye = try todo.add("Rye", "--parent", ids[1])
        let shown = try Pty.run(todo, "tree \(ids[1]) --no-color", columns: 100)
        #expect(shown.contains("Dates › Bread") && shown.contains("  Rye") && !shown.contains("› Rye"), "\(shown)")
        #expect(try Pty.run(todo, "start \(rye) --no-color", columns: 100).contains("Dates › Bread › Rye"))
    }
}
