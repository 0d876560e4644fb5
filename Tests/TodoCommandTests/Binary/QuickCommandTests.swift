import Foundation
import JSON
import TestSupport
import Testing

/// `todo quick`, and the short forms of `add`.
@Suite("The command: quick add")
struct QuickCommandTests {
    private let todo: TodoProcess

    init() throws {
        todo = try TodoProcess()
        try todo("lists", "add", "Work/Reports")
        try todo("location", "add", "Migros", "--latitude", "47.3", "--longitude", "8.5")
    }

    @Test("what a line says is stored, and what was understood is said with its place")
    func understood() throws {
        let line = "Zürich: call Bob +work @Migros /Work/Reports p1 tomorrow 5pm"
        let added = try todo("quick", line, "--json").json()
        #expect(added["title"] == "Zürich: call Bob" && added["priority"] == "high")
        #expect(added["due"]?["at"] == "2026-11-22T17:00:00.000Z")
        #expect(added["tags"]?.elements?.first?["title"] == "work")
        #expect(added["list"]?["path"] == "Work/Reports" && added["location"]?["placeName"] == "Migros")
        let parts = try #require(added["understood"]?.elements)
        #expect(parts.map { $0["kind"] } == ["tag", "place", "list", "priority", "due"])
        #expect(parts.first == ["kind": "tag", "text": "+work", "utf8": [18, 23], "utf16": [17, 22]])
        let id = try #require(added["id"]?.string)
        var stored = try #require(try todo("show", id, "--json").json().members)
        stored["understood"] = added["understood"]
        stored["hints"] = []
        #expect(.object(stored) == added, "the bare to-do, with two members more")
        #expect(try todo("q", "Part ^\(id.prefix(6))", "--json").json()["parent"] == .string(id))
    }

    @Test("a title that add stores as it is has the hints of quick add, on which nothing is done")
    func hintsOfAdd() throws {
        let added = try todo("add", "Zürich: call Bob tomorrow 5pm", "--json").json()
        #expect(added["title"] == "Zürich: call Bob tomorrow 5pm" && added["due"] == .null)
        let hints = try #require(added["hints"]?.elements)
        #expect(hints.map { $0["kind"] } == ["in-title"] && hints.map { $0["text"] } == ["tomorrow 5pm"])
        #expect(hints[0]["utf8"] == [18, 30] && hints[0]["fix"] == #"-d "tomorrow 5pm""#)
        #expect(try todo("add", "Buy milk", "--json").json()["hints"] == [])
    }

    @Test("people are told what was understood; words of the shell are one line")
    func said() throws {
        let result = try todo("q", "Call", "Bob", "+work", "due:next friday")
        #expect(result.lines.count == 1 && result.lines[0].contains("\t2026-11-27\tCall Bob\twork"))
        #expect(result.error == "Understood: “+work” (tag), “due:\"next friday\"” (due).\n")
        let plain = try todo("q", "Beethoven's 9th")
        #expect(plain.lines[0].contains("Beethoven's 9th") && plain.error.isEmpty)
    }

    @Test("with - each line of the standard input is a to-do; all are added or none")
    func pipe() throws {
        let lines = "Milk +shop\n\n  - [ ] call home tomorrow\n"
        let added = try todo("q", "-", "--json", input: lines).json().elements ?? []
        #expect(added.map { $0["title"] } == ["Milk", "- [ ] call home"])
        #expect(added.map { $0["parent"] } == [.null, .null] && added[1]["due"]?["day"] == "2026-11-22")
        #expect(added[0]["understood"]?.elements?.count == 1 && added[1]["hints"] == [])
        let said = try todo("q", "-", input: "Bread #shop\nEggs\n")
        #expect(said.lines.count == 2 && said.error.contains("“#shop”") && said.error.hasSuffix("Added 2 to-dos.\n"))
        #expect(try todo("q", "-", "--dry-run", input: "A\nB").lines == ["-\t-\t\t\tA\t\t", "-\t-\t\t\tB\t\t"])
        let refused = try todo("q", "-", "--json", input: "Rice\nTea due:soonish\n")
        #expect(refused.status == 64 && refused.error.contains("Line 2: "))
        let empty = try todo("q", "-", input: "\n")
        #expect(empty.status == 0 && empty.output.isEmpty && empty.error == "There was no line to add.\n")
        #expect(try todo("q", "-", "--json", input: "").json() == [])
        #expect(try Set(todo.titles("list")) == ["Milk", "- [ ] call home", "Bread #shop", "Eggs"])
    }

    @Test("a title, notes and a comment can be the standard input, but only one of them")
    func dash() throws {
        let id = try #require(try todo("add", "-", "-t", "home", "--json", input: "Buy milk\n").json()["id"]?.string)
        #expect(try todo("edit", id, "--notes", "-", "--json", input: "Two\nlitres\n").json()["notes"] == "Two\nlitres")
        #expect(try todo("edit", id, "--title", "-", "--json", input: "Oat milk\n").json()["title"] == "Oat milk")
        #expect(try todo("add", "x", "-n", "-", "--json", input: "From a pipe").json()["notes"] == "From a pipe")
        try todo("comment", id, "-", input: "Called\n")
        #expect(try todo("show", id, "--json").json()["comments"]?.elements?.first?["text"] == "Called")
        let count = try todo.titles("list").count
        for arguments in [["add", "-", "--notes", "-"], ["edit", id, "--title", "-", "--append", "-"]] {
            #expect(try todo.run(arguments + ["--json"], input: Data("x".utf8)).failure() == ("usage", 64))
        }
        #expect(try todo("add", "-", "--json", input: "One\ntwo").failure() == ("title-not-one-line", 64))
        #expect(try todo("add", "-", "--json", input: "").failure() == ("empty-title", 64))
        #expect(try todo.titles("list").count == count)
    }

    @Test("a dry run shows the same without storing it; what does not exist has no id")
    func dryRun() throws {
        try todo("tag", "add", "home")
        let shown = try todo("quick", "Milk +home +shop /Work tomorrow", "--dry-run", "--json").json()
        #expect(shown["id"] == .null && shown["title"] == "Milk" && shown["list"]?["id"]?.string != nil)
        let tags = try #require(shown["tags"]?.elements)
        #expect(tags.map { $0["title"] } == ["home", "shop"])
        #expect(tags[0]["id"]?.string != nil && tags[1]["id"] == .null)
        #expect(try todo("quick", "Milk +shop", "--dry-run").lines[0] == "-\t-\t\t\tMilk\tshop\t")
        #expect(try todo.titles("list") == [])
        let names = shown.members?.keys.sorted()
        #expect(try names == todo("quick", "Milk", "--json").json().members?.keys.sorted())
    }

    @Test(
        "what cannot be stored, or is not understood, is refused, and nothing is added",
        arguments: [
            ("Call remind:whenever", "bad-reminder"), ("Call remind:none", "bad-reminder"),
            ("Call due:whenever", "usage"), ("Call due:friday due:monday", "usage"),
        ])
    func refused(line: String, code: String) throws {
        for options in [[], ["--dry-run"]] {
            #expect(try todo.run(["quick", line, "--json"] + options).failure() == (code, 64))
        }
        #expect(try todo.titles("list") == [])
        #expect(try todo("q", "Rent \"every month\"", "--json").json()["title"] == "Rent \"every month\"")
    }

    @Test("add has short forms of its usual options")
    func shortForms() throws {
        let added = try todo(
            "add", "Call", "-t", "work", "-t", "phone", "-d", "tomorrow", "-p", "low", "-l", "Work", "--create", "-n",
            "- soon",
            "--json"
        ).json()
        #expect(added["tags"]?.elements?.count == 2 && added["priority"] == "low" && added["notes"] == "- soon")
        #expect(added["due"] == ["day": "2026-11-22"] && added["list"]?["path"] == "Work")
    }
}
