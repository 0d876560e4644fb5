import Foundation
import JSON
import TestSupport
import Testing

@Suite("What an earlier version imported without a field for it")
struct FormerImportTests {
    private let todo: TodoProcess

    init() throws {
        todo = try TodoProcess()
        let fixture = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../Fixtures/imports-4.db.gz")
        #expect(try todo.shell("gzip -dc '\(fixture.path)' > todo.db && chmod 600 todo.db").status == 0)
    }

    private func todos() throws -> [JSONValue] {
        try (todo("list", "--all", "--sort", "created", "--json").json()["items"]?.elements ?? []).map { item in
            var members = item.members ?? [:]
            members["updatedAt"] = nil
            return .object(members)
        }
    }

    private func only(_ title: String) throws -> JSONValue {
        let found = try todos().filter { $0["title"]?.string == title }
        #expect(found.count == 1)
        return try #require(found.first)
    }

    @Test("it is in its field when the database is opened")
    func fields() throws {
        let all = try todos()
        let expected = [
            "Prepare slides: \"Local-first software\" talk": "Office/Talks", "Deploy v2.4.1 to staging": "Office",
            "Book flight ZRH → ATH": "Trips/Greece", "Schedule Goodwill pickup": "GarageSale",
        ]
        for (title, path) in expected {
            let found = all.filter { $0["title"]?.string == title }
            #expect(found.map { $0["list"]?["path"]?.string } == [path], "\(title)")
        }
        #expect(try only("Review pull request #4821")["start"] == ["day": "2026-11-23"])
        #expect(try only("Paint wall")["start"] == ["day": "2026-12-01"])
        #expect(try only("Paint wall")["extras"] == ["csv.project": "Kitchen floor"])
        #expect(try only("안경 찾기")["startedAt"]?.string == "2026-11-20T16:41:48.000Z")
        #expect(
            try only("Deploy v2.4.1 to staging")["dependsOn"] == ["21c8b5b9-fbbb-409f-a621-d14f03bf561a"])
        let report = try only("Write the quarterly report")
        #expect(report["list"]?["path"]?.string == "Office/Reports")
        #expect(report["comments"]?.elements?.count == 2)
        let leftOver = all.flatMap { ($0["extras"]?.members ?? [:]).keys }
        for key in ["project", "depends", "scheduled", "start", "annotations"] {
            #expect(!leftOver.contains("taskwarrior." + key))
        }
        #expect(leftOver.contains("taskwarrior.estimate"))
        #expect(try todo("doctor").status == 0)
    }

    @Test("what repeats shows its current date by itself, without the occurrence that Taskwarrior made")
    func series() throws {
        for (title, words) in [
            ("Pay rent", "each month"), ("Backup photos to NAS", "each 3 months"), ("Water the plants 🌱", "each week"),
        ] {
            let series = try only(title)
            #expect(series["recurrence"]?["words"]?.string?.hasPrefix(words) == true, "\(series)")
            #expect(series["due"] != .null)
        }
    }

    @Test("it happens once, is exported to Taskwarrior as it came, and can be taken back")
    func once() throws {
        let before = try todos()
        let steps = try todo("history", "--json").json()["items"]
        #expect(try todos() == before)
        #expect(try todo("history", "--json").json()["items"] == steps)
        let tasks = try todo("export", "--format", "taskwarrior").output
        #expect(tasks.contains(#""project":"Office.Talks""#))
        #expect(tasks.contains(#""wait":"20261123T000000Z""#) || tasks.contains(#""scheduled":"20261123T000000Z""#))
        try todo("undo")
        #expect(try only("Paint wall")["start"] == .null)
        #expect(try todos().filter { $0["title"]?.string == "Pay rent" }.count == 2)
        try todo("redo")
        #expect(try todos() == before)
    }

    @Test("an older file that is imported again changes nothing of it")
    func again() throws {
        let before = try todos()
        let file = "title,project,start\nPaint wall,Kitchen floor,2026-12-01\n"
        #expect(try todo("import", "--format", "csv", "-", input: file).status == 0)
        #expect(try todos() == before)
    }
}
