import Foundation
import JSON
import TestSupport
import Testing

/// `--repeat`, `done`, `skip` and `edit --once` on to-dos that repeat.
@Suite("The command: to-dos that repeat")
struct RepeatCommandTests {
    private let todo: TodoProcess

    init() throws {
        var todo = try TodoProcess()
        todo.environment["TODO_NOW"] = "2026-11-21T10:00:00Z"
        todo.environment["TZ"] = "Europe/Zurich"
        self.todo = todo
    }

    private func at(_ time: String) -> TodoProcess {
        var later = todo
        later.environment["TODO_NOW"] = time
        return later
    }

    private func due(_ item: JSONValue) -> String? { item["due"]?["day"]?.string }

    @Test("what is added or edited to start later does not come before that")
    func startsLater() throws {
        let tax = try todo("add", "Pay tax", "--start", "tomorrow", "--repeat", "weekly", "--json").json()
        #expect(due(tax) == "2026-11-22" && tax["recurrence"]?["words"] == "every week")
        let rent = try todo.add("Rent", "--start", "2026-11-25")
        #expect(try due(todo("edit", rent, "--repeat", "daily", "--json").json()) == "2026-11-25")
        #expect(try due(todo("edit", rent, "--repeat", "every 2 days", "--json").json()) == "2026-11-25")
        let moved = try todo("edit", rent, "--start", "2026-11-28", "--repeat", "every week", "--json").json()
        #expect(due(moved) == "2026-11-28")
    }

    @Test("a rule is said in words, kept with its next dates, and done settles one date after the other")
    func words() throws {
        let rent = try todo("add", "Pay the rent", "--repeat", "each 1st", "-t", "home", "--json").json()
        #expect(rent["recurrence"]?["words"] == "each 1st" && rent["recurrence"]?["mode"] == "each")
        #expect(rent["recurrence"]?["next"] == ["2026-12-01", "2027-01-01", "2027-02-01"])
        #expect(rent["recurrence"]?["computed"] == true && due(rent) == "2026-12-01")
        #expect(rent["series"] == .null && rent["occurrence"] == .null && rent["skipped"] == false)
        let id = try #require(rent["id"]?.string)
        let done = try at("2026-12-03T10:00:00Z")("done", id, "--json").json()
        #expect(due(done) == "2027-01-01" && done["completedAt"] == .null)
        let settled = try #require(done["settled"]?.string)
        let one = try todo("show", settled, "--json").json()
        #expect(one["series"]?.string == id && one["occurrence"] == "2026-12-01" && one["title"] == "Pay the rent")
        #expect(one["completedAt"]?.string?.hasPrefix("2026-12-03") == true)
        #expect(try todo.titles("list") == ["Pay the rent"])
        #expect(try todo.titles("list", "--done") == ["Pay the rent"])
        #expect(try todo("show", id).output.contains("each 1st"))
        try todo("undo")
        #expect(due(try todo("show", id, "--json").json()) == "2026-12-01")
        #expect(try todo.titles("list", "--done").isEmpty)
    }

    @Test("what repeats no more is not reopened, and the refusal says what makes it come again")
    func reopened() throws {
        let id = try todo.add("Hair", "--repeat", "every 10 days")
        try todo("edit", id, "--repeat", "end")
        let refused = try todo("reopen", id)
        #expect(refused.status == 64 && refused.error.contains("`todo edit --repeat` makes it come again."))
        try todo("edit", id, "--repeat", "every 10 days")
        #expect(try todo.titles("list") == ["Hair"])
    }

    @Test("a later occurrence settles those before it, and says how many; with each it does not")
    func laterDate() throws {
        let id = try todo.add("Standup", "--repeat", "every day 9am", "--due", "2026-11-23")
        let skipped = try todo("skip", id, "--date", "2026-12-01")
        #expect(skipped.error.contains("8 occurrences of “Standup” from 2026-11-23 on will not come again"))
        #expect(try todo("skip", id, "--date", "2026-12-02").error.contains("Before that") == false)
        let rent = try todo.add("Rent", "--repeat", "each 1st")
        #expect(try todo("done", rent, "--date", "2027-02-01").error.contains("Before that") == false)
        #expect(due(try todo("show", rent, "--json").json()) == "2026-12-01")
    }

    @Test("a day without a year is one of this series: what is owed can be named, and what comes later is not settled")
    func owedDate() throws {
        let now = at("2026-11-25T10:00:00Z")
        let rent = try now.add("Rent", "--repeat", "each 1st", "--due", "2026-09-01")
        let done = try now("done", rent, "--date", "1 oct", "--json").json()
        #expect(due(done) == "2026-09-01")
        #expect(done["recurrence"]?["next"] == ["2026-09-01", "2026-11-01", "2026-12-01"])
        let one = try now("show", try #require(done["settled"]?.string), "--json").json()
        #expect(one["occurrence"] == "2026-10-01")
        #expect(due(try now("skip", rent, "--date", "1 sep", "--json").json()) == "2026-11-01")
        #expect(due(try now("done", rent, "--date", "1 dec", "--json").json()) == "2026-11-01")
    }

    @Test(
        "its subtasks are done with an occurrence and open again for the next one; after the last one nothing is open")
    func subtasks() throws {
        var todo = todo
        let trip = try todo.add("Trip", "--repeat", "each day for 2 times")
        try todo("add", "Pack", "--parent", trip)
        let first = try todo("done", trip)
        #expect(first.error.contains("Done with it: 1 subtask, open again for the next occurrence."))
        #expect(try todo.titles("list").sorted() == ["Pack", "Trip"])
        todo.environment["TODO_NOW"] = "2026-11-22T10:00:00Z"
        let last = try todo("done", trip)
        #expect(last.error.contains("Done with it: 1 subtask.\n"))
        #expect(try todo.titles("list").isEmpty)
        try todo("undo")
        #expect(try todo.titles("list").sorted() == ["Pack", "Trip"])
        try todo("done", trip, "--date", "2026-11-22", "--only")
        #expect(try todo.titles("list") == ["Pack"])
    }

    @Test("what was skipped counts as done neither today nor in a report nor in the calendar")
    func skippedIsNotDone() throws {
        let id = try todo.add("Water the plants", "--repeat", "every 2 days")
        try todo("skip", id)
        #expect(try todo("done", "--json").json()["items"] == [])
        let report = { try self.todo("report", "--from", "today", "--json").json() }
        #expect(try report()["done"] == 0)
        try todo("done", id)
        #expect(try todo.titles("done") == ["Water the plants"])
        #expect(try report()["done"] == 1)
    }

    @Test("one date is skipped, done by its day or moved for once; a rule is replaced and taken off")
    func dates() throws {
        let id = try todo.add("Water the plants", "--repeat", "every 2 days")
        let skipped = try todo("skip", id, "--json").json()
        #expect(due(skipped) == "2026-11-23")
        let one = try todo("show", try #require(skipped["settled"]?.string), "--json").json()
        #expect(one["skipped"] == true && one["occurrence"] == "2026-11-21")
        #expect(due(try todo("edit", id, "--due", "2026-11-24", "--once", "--json").json()) == "2026-11-24")
        #expect(due(try todo("done", id, "--date", "2026-11-23", "--json").json()) == "2026-11-25")
        #expect(try todo("done", id, "--date", "2026-11-26", "--json").failure() == ("usage", 64))
        #expect(try todo("done", id, "--date", "2026-11-23", "--json").json()["settled"] == .null, "settled already")
        let weekly = try todo("edit", id, "--repeat", "every friday", "--json").json()
        #expect(weekly["recurrence"]?["next"] == ["2026-11-27", "2026-12-04", "2026-12-11"])
        #expect(due(try todo("edit", id, "--due", "2026-12-01", "--json").json()) == "2026-12-01")
        let plain = try todo("edit", id, "--repeat", "none", "--json").json()
        #expect(plain["recurrence"] == .null && due(plain) == "2026-12-01")
        #expect(try todo("done", id, "--json").json()["settled"] == .null)
        #expect(try todo.titles("list").isEmpty)
    }

    @Test("another rule begins today, and not again what is settled today; `end` ends it")
    func anew() throws {
        let now = at("2026-11-24T10:00:00Z")
        let id = try #require(try now("add", "Pay the rent", "--repeat", "each 1st", "--json").json()["id"]?.string)
        #expect(due(try now("edit", id, "--repeat", "every day", "--json").json()) == "2026-11-24")
        #expect(due(try now("edit", id, "--repeat", "every day until 30 nov", "--json").json()) == "2026-11-24")
        try now("done", id)
        #expect(due(try now("edit", id, "--repeat", "each day", "--json").json()) == "2026-11-25")
        let ended = try now("edit", id, "--repeat", "end", "--json").json()
        #expect(ended["completedAt"] != .null && ended["recurrence"]?["next"] == [])
        #expect(try now.titles("list").isEmpty)
        try now("undo")
        #expect(due(try now("show", id, "--json").json()) == "2026-11-25")
        #expect(try now("add", "X", "--repeat", "end", "--json").failure() == ("bad-recurrence", 64))
        let plain = try now.add("Call")
        #expect(try now("edit", plain, "--repeat", "end", "--json").failure() == ("usage", 64))
    }

    @Test("a subtask repeats by itself, and starts anew with what it is below")
    func subtask() throws {
        let trip = try todo.add("Trip", "--repeat", "each week")
        let part = try todo("add", "Water", "--parent", trip, "--repeat", "each day", "--json").json()
        let id = try #require(part["id"]?.string)
        #expect(part["parent"]?.string == trip && part["recurrence"]?["words"] == "each day")
        let done = try todo("done", id, "--json").json()
        let settled = try todo("show", try #require(done["settled"]?.string), "--json").json()
        #expect(due(done) == "2026-11-22" && settled["parent"]?.string == trip)
        #expect(
            due(try todo("edit", id, "--repeat", "every 2 days", "--parent", "none", "--json").json()) == "2026-11-23")
        #expect(try todo("show", id, "--json").json()["parent"] == .null)
        #expect(due(try todo("edit", id, "--parent", trip, "--json").json()) == "2026-11-23")
        try todo("done", trip, "--only")
        #expect(due(try todo("show", id, "--json").json()) == "2026-11-23", "it has dates of its own")
    }

    @Test("a date that a rule cannot follow is for once, and the command says so")
    func keptRule() throws {
        let id = try todo.add("Water the plants", "--repeat", "every mon and thu")
        let moved = try todo("edit", id, "--due", "2026-11-24")
        #expect(moved.error.contains("“Water the plants” goes on every Monday and Thursday"))
        let rent = try todo.add("Rent", "--due", "2026-12-15", "--repeat", "every month")
        let followed = try todo("edit", rent, "--due", "2026-12-31", "--json")
        #expect(try followed.error.isEmpty && followed.json()["recurrence"]?["words"] == "every 31st")
    }

    @Test("what cannot be understood is refused and changes nothing")
    func refusals() throws {
        let id = try todo.add("Call")
        for arguments in [
            ["edit", id, "--once"], ["edit", id, "--due", "friday", "--once"], ["skip", id],
            ["done", id, "--date", "friday"],
            ["skip"],
        ] {
            #expect(try todo.run(arguments + ["--json"]).failure() == ("usage", 64), "\(arguments)")
        }
        #expect(try todo("add", "X", "--repeat", "every blue moon", "--json").failure() == ("bad-recurrence", 64))
        #expect(
            try todo("add", "X", "--repeat", "FREQ=HOURLY", "--json").failure() == ("recurrence-not-computed", 64))
        #expect(try todo.titles("list", "--all") == ["Call"])
    }

    @Test("quick add repeats, and an export to JSON comes back as it was")
    func formats() throws {
        let quick = try todo("quick", "Call Bob every friday 5pm", "--json").json()
        #expect(quick["title"] == "Call Bob" && quick["recurrence"]?["words"] == "every Friday")
        let id = try #require(quick["id"]?.string)
        try todo("done", id)
        let rent = try todo.add("Pay the rent", "--repeat", "each 1st", "--start", "2026-11-25")
        try todo("done", rent)
        let far = try todo.add("Walk", "--repeat", "every day")
        try todo("done", far)
        #expect(try todo("edit", far, "--start", "2026-11-10", "--json").json()["start"] == ["day": "2026-11-10"])
        let moved = try todo.add("Water the plants", "--repeat", "each 2 days")
        try todo("edit", moved, "--due", "2026-11-22", "--once")
        let timed = try todo.add("Feed the cat", "--repeat", "each day 9am")
        let once = try todo("edit", timed, "--due", "2026-11-22 15:00", "--once", "--json").json()
        #expect(once["recurrence"]?["usual"]?["at"] == "2026-11-22T08:00:00.000Z")
        for format in ["json", "ndjson", "ics"] {
            var other = try TodoProcess()
            other.environment["TZ"] = "Europe/Zurich"
            let exported = try todo("export", "--format", format).output
            try Data(exported.utf8).write(to: other.folder.appending(path: "all.\(format)"))
            try other("import", "all.\(format)")
            func shown(_ process: TodoProcess) throws -> [String] {
                try #require(try process("list", "--all", "--sort", "created", "--json").json()["items"]?.elements).map
                {
                    item in
                    ["title", "due", "start", "recurrence", "series", "occurrence"].map {
                        (item[$0] ?? .null).canonicalJSON
                    }
                    .joined(separator: " ")
                }.sorted()
            }
            #expect(try shown(other) == shown(todo), "\(format)")
        }
    }
}
