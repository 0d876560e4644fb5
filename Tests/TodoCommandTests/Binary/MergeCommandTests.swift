import Foundation
import JSON
import TestSupport
import Testing

@Suite("Importing another database")
struct MergeCommandTests {
    @Test("a conflict copy is merged: what both have written is listed, and one undo takes all back")
    func conflictCopy() throws {
        let todo = try TodoProcess()
        try todo("add", "Call")
        try todo("add", "Read")
        let copy = todo.folder.appending(path: "todo.sync-conflict-20261121-100000.db").path
        try todo.shell("todo backup \(copy)")
        var later = todo
        later.environment["TODO_NOW"] = "2026-11-21T11:00:00Z"
        let items = try #require(try todo("list", "--json").json()["items"]?.elements)
        let call = try #require(items.first { $0["title"] == "Call" }?["id"]?.string)
        try todo("edit", call, "--title", "Call Bob")
        var there = later
        there.environment["TODO_DB"] = copy
        try there("edit", call, "--title", "Call Ann", "--notes", "Soon")
        try there("add", "Write")
        let trial = try later("import", "--dry-run", copy)
        #expect(trial.error.hasPrefix("Would be merged: 1 new, 1 changed, 1 as they were; nothing was written.\n"))
        #expect(try todo.titles("list").sorted() == ["Call Bob", "Read"])
        let report = try later("import", copy)
        #expect(
            report.error.hasPrefix(
                """
                Merged: 1 new, 1 changed, 1 as they were.
                1 field was written in both: the later edit stands. “todo sync conflicts” lists it and takes the other one back.
                1  Call Ann: title
                     lost  “Call Bob”
                """))
        #expect(try todo.titles("list").sorted() == ["Call Ann", "Read", "Write"])
        let again = try later("import", copy, "--json").json()
        #expect(again["updated"] == 0 && again["unchanged"] == 3 && again["conflicts"] == [])
        try todo("undo")
        #expect(try todo.titles("list").sorted() == ["Call Bob", "Read"])
    }

    @Test("what cannot be merged is refused in one sentence, and nothing is changed")
    func refused() throws {
        let todo = try TodoProcess()
        try todo("add", "Call")
        try Data("Dear Zoë".utf8).write(to: todo.folder.appending(path: "letter.db"))
        try Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 * 31 + 7) }).write(
            to: todo.folder.appending(path: "secret.db"))
        try todo.shell("todo export > a.json; todo backup copy.db")
        let before = try todo("export").output
        for (arguments, sentence) in [
            (["letter.db"], "letter.db is not a database, or it is damaged or encrypted."),
            (["secret.db"], "secret.db is not a database, or it is damaged or encrypted."),
            (["todo.db"], "todo.db is the database itself; name another file."),
            (["copy.db", "a.json"], "copy.db is a database and a.json is not; import one after the other."),
            (
                ["copy.db", "--revive"],
                "--revive is for files of other kinds; a database is merged by the times of its edits."
            ),
        ] {
            let result = try todo.run(["import"] + arguments)
            #expect(result.status != 0 && result.error.contains(sentence), "\(arguments): \(result.error)")
        }
        #expect(try todo("export").output == before)
    }
}
