import Foundation
import JSON
import TestSupport
import Testing

@Suite("What an import says")
struct ImportReportTests {
    @Test("a reason has one line with those that it is about, and columns that were kept have one")
    func reasons() throws {
        let todo = try TodoProcess()
        let rows = (1...5).map { _ in ",n,1" }.joined(separator: "\n")
        try Data("title,notes,Effort\na,,1\nb,,2\n\(rows)\n".utf8).write(to: todo.folder.appending(path: "list.csv"))
        #expect(
            try todo("import", "list.csv").error == """
                Imported: 2 new, 0 changed, 0 as they were, 5 not taken.
                  line 4, line 5, line 6 and 2 more: A record without a title is not a to-do.
                  Columns kept as extras: Effort (2 records).

                """)
        #expect(
            try todo("import", "list.csv", "--verbose").error == """
                Imported: 0 new, 0 changed, 2 as they were, 5 not taken.
                  line 4, line 5, line 6, line 7, line 8: A record without a title is not a to-do.
                  Columns kept as extras: Effort (2 records).

                """)
        let report = try todo("import", "list.csv", "--json").json()
        #expect(report["kept"] == ["Effort": 2] && report["skipped"]?.elements?.count == 5)
        #expect(report["unchanged"] == 2 && report["notedCount"] == 0)
    }

    @Test("what was done here is counted, and --revive opens it again")
    func template() throws {
        let todo = try TodoProcess()
        let list = "Passport\nTickets\n"
        let take = ["import", "-", "--format", "todotxt"]
        #expect(try todo.run(take, input: Data(list.utf8)).status == 0)
        #expect(try todo("done", "is:open").status == 0)
        #expect(
            try todo.run(take, input: Data(list.utf8)).error == """
                Imported: 0 new, 0 changed, 0 as they were, 2 done here, 0 not taken.
                2 of the file were done here since, and stay so; import with --revive opens them again.

                """)
        let revived = try todo.run(take + ["--revive", "--json"], input: Data(list.utf8)).json()
        #expect(revived["updated"] == 2 && revived["doneHere"] == 0)
        #expect(try todo.titles("list", "--sort", "title") == ["Passport", "Tickets"])
        try todo("undo")
        #expect(try todo("list", "--json").json()["total"] == 0)
    }

    @Test("what was deleted here is counted, and --revive brings it back")
    func revived() throws {
        let todo = try TodoProcess()
        let id = try #require(try todo("add", "Call", "--json").json()["id"]?.string)
        try todo.shell("todo export > backup.json")
        try todo("delete", id)
        #expect(
            try todo("import", "backup.json").error == """
                Imported: 0 new, 0 changed, 0 as they were, 1 deleted here, 0 not taken.
                1 of the file was deleted here since, and stays so; import with --revive brings it back.

                """)
        #expect(try todo("list", "--json").json()["total"] == 0)
        let revived = try todo("import", "--revive", "backup.json", "--json").json()
        #expect(revived["updated"] == 1 && revived["deletedHere"] == 0)
        #expect(try todo.titles("list") == ["Call"])
        try todo("undo")
        #expect(try todo("list", "--json").json()["total"] == 0)
    }
}
