import Foundation
import JSON
import TestSupport
import Testing

/// `todo view`, and views where filters are.
@Suite("The command: views")
struct ViewCommandTests {
    private let todo: TodoProcess

    init() throws {
        var todo = try TodoProcess()
        todo.environment["XDG_CONFIG_HOME"] = todo.folder.appending(path: "settings").path
        self.todo = todo
        try todo("add", "Report", "-t", "work", "-d", "today", "-l", "Work", "--create")
        try todo("add", "Letter", "-t", "work", "-l", "Office", "--create")
        try todo("add", "Milk", "-t", "shop", "-d", "tomorrow")
    }

    @Test("a view is made, used, edited, renamed and deleted")
    func everyday() throws {
        let made = try todo("view", "add", "today-work", "tag:work", "due:..today", "sort:due", "--json").json()
        #expect(
            made.members?.keys.sorted() == [
                "columns", "createdAt", "filter", "grouping", "id", "name", "problem", "text", "updatedAt",
            ])
        #expect(made["name"] == "today-work" && made["text"] == "tag:work due:..today sort:due")
        #expect(try todo.titles("list", "@today-work") == ["Report"])
        #expect(try todo.titles("today-work") == ["Report"])
        #expect(try todo.titles("Today-Work", "priority:high") == [])
        #expect(try todo("--json", "today-work").json()["total"] == 1)
        #expect(try todo.titles("list", "--where", "-@today-work").sorted() == ["Letter", "Milk"])
        try todo("tag", "rename", "work", "job")
        #expect(try todo.titles("today-work") == ["Report"])
        #expect(try todo("view").output == "today-work\ttag:job due:..today sort:due\t\n")
        try todo("view", "edit", "today-work", "tag:job", "--group", "list")
        #expect(try todo("view", "list").output == "today-work\ttag:job\tby list\n")
        #expect(try todo.titles("list", "@today-work").sorted() == ["Letter", "Report"])
        try todo("view", "edit", "today-work", "--group", "none", "--columns", "id,title")
        try todo("view", "rename", "today-work", "mine")
        #expect(try todo("view").output == "mine\ttag:job\tid,title\n")
        #expect(try todo("view", "delete", "mine", "--json").json()["deleted"]?.elements?.count == 1)
        #expect(try todo("mine", "--json").failure() == ("usage", 64))
        try todo("undo")
        #expect(try todo.titles("mine").count == 2)
        #expect(try todo.run(["done", "@mine"]).error.contains("2 to-dos"))
        #expect(try todo("history").output.contains("“mine”"))
    }

    @Test("a command is always the command; a view that later versions may shadow is announced")
    func commands() throws {
        #expect(try todo("view", "add", "list", "tag:shop").error.contains("is a command"))
        #expect(try todo.titles("list").count == 3)
        #expect(try todo.titles("list", "@list") == ["Milk"])
        #expect(try todo("view", "add", "shop", "tag:shop").error.contains("scripts should write @shop"))
        #expect(try todo.titles("shop") == ["Milk"])
        #expect(try todo("view", "add", "to-shop", "tag:shop").error.isEmpty)
        try todo("config", "set", "aliases.shop", "list", "tag:work")
        #expect(try todo.titles("shop").count == 2)
    }

    @Test(
        "what cannot be kept is refused",
        arguments: [
            (["add", "x", "tag:none-such"], "not-found", Int32(1)), (["add", "x", "due:neverday"], "bad-filter", 64),
            (["add", "two words", "milk"], "bad-view-name", 64), (["add", "x", "milk", "@y"], "bad-filter", 64),
            (["add", "x"], "usage", 64), (["add", "x", "milk", "--columns", "titel"], "usage", 64),
            (["add", "x", "milk", "--group", "colour"], "usage", 64), (["edit", "none-such", "milk"], "not-found", 1),
            (["delete", "none-such"], "not-found", 1), (["add", "x", "-tag:shop"], "usage", 64),
        ])
    func refused(arguments: [String], code: String, status: Int32) throws {
        #expect(try todo.run(["view"] + arguments + ["--json"]).failure() == (code, status))
        #expect(try todo("view").output.isEmpty)
    }

    @Test("one that has become invalid fails alone, and is listed with the reason")
    func invalid() throws {
        try todo("view", "add", "my-work", "tag:work")
        try todo("view", "add", "my-shop", "tag:shop")
        try todo("tag", "delete", "work")
        #expect(try todo("list", "@my-work", "--json").failure() == ("not-found", 1))
        #expect(try todo.titles("my-shop") == ["Milk"])
        let items = try todo("view", "--json").json()["items"]?.elements
        #expect(items?.map { $0["problem"]?.string == nil } == [true, false])
    }

    @Test(
        "columns, grouping, the usual view and colours are those of a terminal alone",
        .enabled(if: Pty.isPossible))
    func look() throws {
        try todo("view", "add", "by-list", "is:open", "sort:title", "--columns", "title,tags", "--group", "list")
        try todo("config", "set", "list.view", "@by-list")
        #expect(try todo.titles("list").count == 3)
        let shown = try Pty.run(todo, "list --no-color", columns: 60).split(whereSeparator: \.isNewline).map {
            $0.trimmingCharacters(in: .whitespaces)
        }
        #expect(
            shown.prefix(7) == [
                "title   tags", "Office", "Letter  #work", "Work", "Report  #work", "none", "Milk    #shop",
            ], "\(shown)")
        try todo("config", "set", "list.columns", "title")
        try todo("config", "set", "colors.bold-blue", "tag:shop")
        try todo("config", "set", "list.view", "@none-such")
        let colored = try Pty.run(todo, "list", columns: 60)
        #expect(colored.contains("\u{1B}[1;34mMilk") && colored.contains("There is no view"), "\(colored)")
        #expect(!colored.contains("#shop"))
        #expect(try todo("config").lines.contains("colors.bold-blue\ttag:shop"))
    }
}
