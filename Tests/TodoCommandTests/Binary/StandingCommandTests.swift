import JSON
import TestSupport
import Testing

/// `--list`, `--parent`, `--start`, `todo start` and `todo stop`.
@Suite("The command: where to-dos stand, and when they begin")
struct StandingCommandTests {
    @Test("a to-do is put into a list and below another one, listed there, and its list is shown with its path")
    func lists() throws {
        let todo = try TodoProcess()
        let report = try todo("add", "Report", "--list", "Work/Reports", "--json").json()
        #expect(report["list"]?["path"] == "Work/Reports" && report["parent"] == .null)
        let id = try #require(report["id"]?.string)
        let part = try todo("add", "Figures", "--parent", id, "--json").json()
        #expect(part["list"]?["path"] == "Work/Reports" && part["parent"] == .string(id))
        try todo("add", "Milk")
        #expect(try todo.titles("list", "--list", "work") == ["Figures", "Report"])
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
