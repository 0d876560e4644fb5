import Foundation
import JSON
import TestSupport
import Testing

@Suite("What is refused, with its code and its exit status")
struct RefusalTests {
    @Test(
        "a value that cannot be is a usage error and makes no file",
        arguments: [
            (["add", ""], "empty-title"), (["add", "   "], "empty-title"),
            (["add", String(repeating: "x", count: 4097)], "title-too-long"),
            (["add", "two\nlines"], "title-not-one-line"),
            (["add", "x", "--tag", " "], "empty-tag-title"),
            (["add", "x", "--tag", String(repeating: "é", count: 129)], "tag-title-too-long"),
            (["add", "x", "--due", "2026-02-30"], "impossible-day"), (["add", "x", "--due", "someday"], "usage"),
            (["add", "x", "--priority", "urgent"], "usage"),
            (["add", "x", "--location", "91,0"], "impossible-latitude"),
            (["location", "add", "x", "--latitude", "91", "--longitude", "0"], "impossible-latitude"),
            (["location", "add", "x", "--latitude", "0", "--longitude", "-181"], "impossible-longitude"),
            (
                ["location", "add", "x", "--latitude", "0", "--longitude", "0", "--altitude", "1000000000000"],
                "impossible-altitude"
            ),
            (["location", "add", "x", "--latitude", "north", "--longitude", "0"], "usage"),
            (["list", "--page", "-1"], "bad-page"), (["list", "--page-size", "0"], "bad-page"),
            (["list", "--page", "9223372036854775807", "--page-size", "9223372036854775807"], "bad-page"),
            (["list", "--after", "nonsense"], "bad-cursor"), (["list", "--page", "1", "--after", "x"], "usage"),
            (["list", "--done", "--all"], "usage"), (["list", "--sort", "colour"], "usage"),
            (["list", "--within", "5m"], "usage"), (["list", "--near", "1,2", "--within", "five"], "bad-distance"),
            (["list", "--due", "whenever"], "usage"), (["search"], "usage"), (["search", "  "], "usage"),
            (["edit", "abcd"], "usage"), (["frobnicate"], "usage"), (["add"], "usage"), (["list", "--frob"], "usage"),
            (["import", "x", "--format", "docx"], "usage"), (["completions", "tcsh"], "usage"),
            (["help", "frobnicate"], "usage"), (["help", "tag", "frobnicate"], "usage"),
            (["frobnicate", "--help"], "usage"), (["tag", "frobnicate", "-h"], "usage"),
        ])
    func usageErrors(arguments: [String], code: String) throws {
        let todo = try TodoProcess()
        let failure = try todo.run(arguments + ["--json"]).failure()
        if arguments.first != "completions" { #expect(failure.code == code) }
        #expect(failure.status == 64)
        #expect(!FileManager.default.fileExists(atPath: todo.database.path))
    }

    @Test(
        "where there is no database yet, what only reads shows nothing and makes none",
        arguments: [
            [], ["list"], ["search", "x"], ["agenda"], ["next"], ["tree"], ["stats"], ["export"], ["history"],
            ["lists"],
            ["tag", "list"], ["remind", "--list"], ["sync", "status"], ["undo", "--show"], ["view", "list"],
            ["calendar"],
        ])
    func nothingYet(arguments: [String]) throws {
        let todo = try TodoProcess()
        let folder = todo.database.deletingLastPathComponent().path
        let before = try FileManager.default.contentsOfDirectory(atPath: folder)
        _ = try todo.run(arguments + ["--json"]).json()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == before)
        #expect(try todo("add", "Buy milk").status == 0)
    }

    @Test("for a person the message goes to the standard error, and nothing to the standard output")
    func plainMessage() throws {
        let result = try TodoProcess()("add", "x", "--due", "2026-02-30")
        #expect(result.error == "todo: There is no day 2026-02-30.\n")
        #expect(result.output.isEmpty)
        #expect(result.status == 64)
        for options in [[], ["--json"]] as [[String]] {
            #expect(try TodoProcess().run(["frobnicate"] + options).error.contains("There is no command “frobnicate”"))
        }
    }

    @Test("what is not there is told apart from what is ambiguous")
    func notFoundAndAmbiguous() throws {
        let todo = try TodoProcess()
        try todo("add", "One", "--tag", "home")
        for arguments in [
            ["show", "zzzz"], ["done", "not an id"], ["list", "--tag", "nope"], ["list", "--location", "nope"],
            ["add", "x", "--location", "nope"], ["tag", "rename", "nope", "x"], ["tag", "delete", "nope"],
            ["location", "delete", "nope"], ["list", "--near", "nope"],
        ] {
            let failure = try todo.run(arguments + ["--json"]).failure()
            #expect(failure == ("not-found", 1), "\(arguments)")
        }
        let ids = try (0..<17).map { try todo.add("Number \($0)") }
        let shared = try #require(
            Dictionary(grouping: ids, by: { $0.prefix(1) }).first { $0.value.count > 1 }?.key, "17 ids, 16 first digits"
        )
        let ambiguous = try todo("done", String(shared))
        #expect(ambiguous.status == 1)
        #expect(ambiguous.error.contains("Number "))
        #expect(try todo("list", "--done", "--json").json()["total"] == 0)
    }

    @Test("a command on several to-dos of which one is not there changes none")
    func allOrNone() throws {
        let todo = try TodoProcess()
        let id = try todo.add("One")
        #expect(try todo("done", id, "zzzz").status == 1)
        #expect(try todo("show", id, "--json").json()["completedAt"] == .null)
    }

    @Test("a cursor of a list in another order is refused")
    func foreignCursor() throws {
        let todo = try TodoProcess()
        for title in ["a", "b"] { try todo("add", title) }
        let cursor = try #require(try todo("list", "--json", "--page-size", "1").json()["nextCursor"]?.string)
        let failure = try todo("list", "--sort", "title", "--after", cursor, "--json").failure()
        #expect(failure == ("bad-cursor", 64))
    }

    @Test("-- ends the options")
    func endOfOptions() throws {
        let todo = try TodoProcess()
        #expect(try todo("add", "--json", "--", "--done is a title").json()["title"] == "--done is a title")
    }
}
