import JSON
import TestSupport
import Testing

@Suite("Words that begin with a dash")
struct DashedWordsTests {
    private let todo: TodoProcess

    init() throws { todo = try TodoProcess() }

    @Test(
        "are text where a text is typed and no option is meant",
        arguments: [
            (["- [ ] call home"], "- [ ] call home"), (["-", "[", "]", "call", "home"], "- [ ] call home"),
            (["Lunch", "-home"], "Lunch -home"), (["-1 degrees"], "-1 degrees"), (["--force the door"], nil),
            (["--don't forget"], nil), (["--- a/file"], nil), (["At", "-5"], "At -5"), (["-holiday", "plans"], nil),
        ])
    func text(words: [String], title: String?) throws {
        let title = JSONValue.string(title ?? words.joined(separator: " "))
        #expect(try todo.run(["add", "--json"] + words).json()["title"] == title)
        #expect(try todo.run(["q", "--json"] + words).json()["title"] == title)
        let id = try todo.add("One")
        let comment = try todo.run(["comment", id] + words + ["--json"]).json()
        #expect(comment["text"] == title)
        let edited = try todo.run(["comment", "edit", comment["id"]?.string ?? ""] + words + ["--json"])
        #expect(try edited.json()["text"] == title)
    }

    @Test("leave the options around them what they are, and values too")
    func options() throws {
        let added = try todo("add", "-q", "- [ ] call home", "-t", "home", "--notes", "-h is help", "--json").json()
        #expect(added["title"] == "- [ ] call home" && added["notes"] == "-h is help")
        #expect(added["tags"]?.elements?.map { $0["title"] } == ["home"])
    }

    @Test(
        "are never help where an h is among them",
        arguments: [
            ["add", "Lunch", "-due", "-hx"], ["add", "Lunch", "-tshop", "-nh"], ["add", "Lunch", "-qh"],
            ["add", "Lunch", "--help=me"], ["delete", "tag:shop", "-holiday"], ["done", "-home"], ["-home"],
            ["list", "-the"],
            ["ls", "milk", "-hotel"], ["show", "-hq"], ["search", "-oh"], ["tag", "add", "-home"], ["tag", "-home"],
            ["lists", "add", "-home"], ["config", "-sh"], ["history", "-h1"], ["snooze", "-H"], ["edit", "-Home"],
            ["import", "-h.json"], ["comment", "delete", "-h2"], ["view", "add", "-show", "x"], ["next", "-oh"],
        ])
    func neverHelp(arguments: [String]) throws {
        let id = try todo.add("One", "--tag", "shop")
        let result = try todo.run(arguments)
        #expect(result.status == 64, "\(result.output.prefix(60))")
        #expect(result.output.isEmpty && result.error.hasPrefix("todo: "), "\(result.error)")
        #expect(try todo("show", id, "--json").json()["title"] == "One")
    }

    @Test(
        "alone, -h and --help are help for each command",
        arguments: [["add", "x", "-h"], ["q", "--help"], ["comment", "-h"], ["delete", "tag:x", "-h"], ["-h"]])
    func help(arguments: [String]) throws {
        let result = try todo.run(arguments)
        #expect(result.status == 0 && result.output.contains("USAGE: todo"), "\(result.error)")
    }

    @Test("a bundle with an h among known letters says what help is; another says where such words go")
    func hints() throws {
        #expect(try todo("show", "x", "-qh").error == "todo: Unknown option “-qh”.\nHelp is -h or --help alone.\n")
        #expect(try todo("delete", "tag:shop", "-holiday").error.contains("goes after two: todo delete -- …"))
    }
}
