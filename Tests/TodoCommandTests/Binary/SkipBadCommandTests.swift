import Foundation
import JSON
import TestSupport
import Testing

@Suite("Import of other programs' CSV, and without what cannot be read")
struct SkipBadCommandTests {
    @Test(
        "a file of another program is taken whole, and taken again changes nothing",
        arguments: [("todoist", 5), ("ticktick", 3), ("omnifocus", 4), ("outlook", 3), ("things", 3)])
    func layouts(name: String, count: Int) throws {
        let todo = try TodoProcess()
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../TodoFormatsTests/Fixtures/\(name).csv").standardized.path
        #expect(try todo("import", file, "--json").json()["added"] == .integer(Int64(count)))
        let before = try todo("export").output
        let second = try todo("import", file, "--json").json()
        #expect(second["added"] == 0 && second["updated"] == 0)
        #expect(try todo("export").output == before)
    }

    @Test("blank rows of a spreadsheet are passed over")
    func blankRows() throws {
        let todo = try TodoProcess()
        try Data("title,due,notes\na,,\n,,\n\"\",,\nb,,\n,,\n".utf8)
            .write(to: todo.folder.appending(path: "list.csv"))
        let report = try todo("import", "list.csv", "--json").json()
        #expect(report["added"] == 2 && report["skippedCount"] == 0)
        #expect(try todo.titles("list", "--sort", "title") == ["a", "b"])
    }

    @Test("--skip-bad takes the rest as one step, and says line and reason")
    func skipBad() throws {
        let todo = try TodoProcess()
        let file = todo.folder.appending(path: "list.csv")
        try Data("TYPE,CONTENT,PRIORITY,INDENT,DATE\ntask,a,1,1,\ntask,b,1,1,1/2/2027\ntask,c,9,1,\ntask,d,1,1,\n".utf8)
            .write(to: file)
        #expect(try todo("import", file.path).status == 65)
        #expect(try todo("list", "--json").json()["total"] == 0)
        let result = try todo("import", file.path, "--skip-bad", "--json").json()
        #expect(result["added"] == 2 && result["skippedCount"] == 2)
        let skipped = try #require(result["skipped"]?.elements)
        #expect(skipped.map { $0["line"] } == [3, 4] && skipped.allSatisfy { $0["code"] == "bad-input" })
        #expect(skipped[1]["message"] == "The field \"PRIORITY\" must be 1, 2, 3 or 4.")
        try todo("undo")
        #expect(try todo("list", "--json").json()["total"] == 0)
    }

    @Test("a repetition that is not understood is said by its line, and its to-do is taken")
    func repetition() throws {
        let todo = try TodoProcess()
        let text = "TYPE,CONTENT,PRIORITY,INDENT,DATE\ntask,a,4,1,every hour\ntask,b,4,1,after 3 days\n"
        try Data(text.utf8).write(to: todo.folder.appending(path: "list.csv"))
        let reason = #""every hour" in the column DATE is not understood, and is kept as csv.DATE."#
        #expect(
            try todo("import", "--dry-run", "list.csv").error == """
                Would be imported: 2 new, 0 changed, 0 as they were, 0 not taken, 1 taken with a note; nothing was written.
                  line 2: \(reason)

                """)
        let report = try todo("import", "list.csv", "--json").json()
        #expect(report["added"] == 2 && report["skippedCount"] == 0 && report["notedCount"] == 1)
        #expect(report["noted"] == [["position": "line 2", "reason": .string(reason)]])
    }

    @Test("a person sees twenty of them on the standard error, and how many more there are")
    func many() throws {
        let todo = try TodoProcess()
        let file = todo.folder.appending(path: "list.csv")
        let rows = (1...30).map { "a\($0),never\n" }.joined()
        try Data("title,due\n\(rows)b,\n".utf8).write(to: file)
        let result = try todo("import", file.path, "--skip-bad")
        #expect(result.output.isEmpty)
        #expect(result.error.contains("1 new") && result.error.contains("  line 21: "))
        #expect(!result.error.contains("line 22:") && result.error.contains("  … and 10 more."))
    }
}
