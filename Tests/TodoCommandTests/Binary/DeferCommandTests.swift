import Foundation
import JSON
import TestSupport
import Testing

/// `todo defer`, on Saturday, 21 November 2026.
@Suite("The command: putting off")
struct DeferCommandTests {
    private let todo: TodoProcess

    init() throws {
        var todo = try TodoProcess()
        todo.environment["TODO_NOW"] = "2026-11-21T10:00:00Z"
        todo.environment["TZ"] = "Europe/Zurich"
        self.todo = todo
    }

    private func day(_ item: JSONValue, _ field: String = "due") -> String? { item[field]?["day"]?.string }

    @Test("by a day, by a length of time or to a date, with the start, and undo takes it back")
    func spans() throws {
        let id = try todo.add("Report", "--due", "2026-11-25", "--start", "2026-11-23")
        let day1 = try todo("defer", id, "--json").json()
        #expect(day(day1) == "2026-11-26" && day(day1, "start") == "2026-11-24")
        let week = try todo("defer", id, "1w", "--json").json()
        #expect(day(week) == "2026-12-03" && day(week, "start") == "2026-12-01")
        let to = try todo("defer", id, "24 dec", "--json").json()
        #expect(day(to) == "2026-12-24" && day(to, "start") == "2026-12-22")
        #expect(try todo("undo").error.contains("Undone: defer “Report”"))
        #expect(day(try todo("show", id, "--json").json()) == "2026-12-03")
    }

    @Test("what a filter matches, said in a word or with --where, and several ids as a list")
    func several() throws {
        let ids = try ["2026-11-20", "2026-11-21"].map { try todo.add("Milk", "--due", $0, "--tag", "shop") }
        let listed = try todo("defer", ids[0], ids[1], "2d", "--json").json()
        #expect(listed.elements?.map { day($0) } == ["2026-11-22", "2026-11-23"])
        let bulk = try todo("defer", "tag:shop", "friday")
        #expect(bulk.error.contains("Put off 2 to-dos."))
        #expect(try todo("list", "due:2026-11-27", "--json").json()["items"]?.elements?.count == 2)
        #expect(try todo("defer", "--where", "tag:shop", "+1w").error.contains("Put off 2 to-dos."))
        #expect(try todo("defer", "--where", "tag:shop").error.contains("Put off 2 to-dos."))
        #expect(try todo("list", "due:2026-12-05", "--json").json()["items"]?.elements?.count == 2)
        #expect(try todo("defer", "tag:shop", "milk").error.contains("Put off 2 to-dos."), "a word to search for")
    }

    @Test("what is no date, has none, or would come earlier is refused with what was typed, and nothing is put off")
    func refusals() throws {
        let id = try todo.add("Report", "--due", "2026-11-25")
        let idea = try todo.add("Idea")
        for (words, text) in [
            ([id, "fridya"], "fridya"), ([id, "5m"], "5m"), ([id, "today"], "“Report” already has a later date"),
            ([id, "+2h"], "“Report” has a day without a time"), ([id, idea], "“Idea” has no date to put off"),
        ] {
            let result = try todo.run(["defer"] + words)
            #expect(result.status == 64 && result.error.contains(text), "\(words): \(result.error)")
        }
        #expect(try todo("defer").status == 64)
        #expect(try todo("defer", "--help").output.contains("USAGE: todo defer [<id> ...] [<when>]"))
        #expect(try todo("defer", "zz", "friday").error.contains("whose id begins with"))
        #expect(day(try todo("show", id, "--json").json()) == "2026-11-25")
    }

    @Test("of what repeats only the current occurrence moves")
    func repeating() throws {
        let id = try todo.add("Rent", "--repeat", "each 1st")
        #expect(day(try todo("defer", id, "3d", "--json").json()) == "2026-12-04")
        #expect(day(try todo("done", id, "--json").json()) == "2027-01-01")
    }
}
