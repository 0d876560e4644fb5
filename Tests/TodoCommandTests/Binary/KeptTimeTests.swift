import JSON
import TestSupport
import Testing

/// `--due friday` for what is due at a time of day.
@Suite("A day for what has a time of day")
struct KeptTimeTests {
    private let todo: TodoProcess

    init() throws {
        var process = try TodoProcess()
        process.environment["TZ"] = "Europe/Zurich"
        todo = process
    }

    private func due(_ id: String) throws -> JSONValue? { try todo("show", id, "--json").json()["due"] }

    @Test("keeps the time, for many at once and for those without a time")
    func bulk() throws {
        let timed = try todo.add("Call", "--due", "2026-11-20 14:00")
        let other = try todo.add("Meet", "--due", "2026-11-20 09:30")
        let day = try todo.add("Letter", "--due", "2026-11-20")
        #expect(try todo("e", "is:overdue", "-d", "2026-11-22").status == 0)
        #expect(try todo.titles("list", "due:2026-11-22", "sort:due").count == 3)
        let table = try todo("list", "sort:due").output
        for time in ["2026-11-22T13:00:00.000Z", "2026-11-22T08:30:00.000Z"] {
            #expect(table.contains(time), "\(table)")
        }
        #expect(try due(day) == ["day": "2026-11-22"])
        try todo("e", timed, "-d", "2026-11-23, all day")
        #expect(try due(timed) == ["day": "2026-11-23"])
        try todo("e", other, "-d", "2026-11-23 18:00")
        #expect(try todo("list").output.contains("2026-11-23T17:00:00.000Z"))
        #expect(try todo("e", other, "-d", "2026-11-23 18:00, all day", "--json").failure() == ("usage", 64))
        try todo("e", other, "--start", "2026-11-20 08:15")
        try todo("e", other, "--start", "2026-11-21")
        #expect(try todo("show", other, "--json").output.contains("2026-11-21T07:15:00.000Z"))
    }

    @Test("keeps the time of what repeats, for all of it and with --once")
    func series() throws {
        let id = try todo.add("Standup", "--due", "2026-11-23 09:00", "--repeat", "every monday")
        try todo("e", id, "-d", "2026-11-24", "--once")
        #expect(try todo("list").output.contains("2026-11-24T08:00:00.000Z"))
        try todo("done", id)
        #expect(try todo("list").output.contains("2026-11-30T08:00:00.000Z"))
        try todo("e", id, "-d", "2026-12-01")
        #expect(try todo("list").output.contains("2026-12-01T08:00:00.000Z"))
    }

    @Test("is the end of a snooze at the time at which it is due")
    func snooze() throws {
        let id = try todo.add("Call", "--due", "2026-11-22 14:00", "--remind", "0m")
        try todo("snooze", id, "--until", "2026-11-23")
        #expect(try todo("show", id, "--json").output.contains("2026-11-23T13:00:00.000Z"))
    }
}
