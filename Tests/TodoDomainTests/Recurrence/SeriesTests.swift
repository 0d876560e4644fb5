import Foundation
import JSON
import Testing
import TodoDomain

@Suite("Where a series stands, and what settling writes")
struct SeriesTests {
    @Test("a late completion settles what was missed, and the next is the first date after it")
    func every() throws {
        let series = try series("FREQ=WEEKLY", .every, from: "2026-11-02")
        #expect(series.current?.key == (try day("2026-11-02")))
        let settlement = try #require(series.settling(today: try day("2026-11-20")))
        #expect(settlement.occurrence == Occurrence(stretch: 0, key: try day("2026-11-16")))
        #expect(try settlement.due == .day(day("2026-11-16")) && settlement.recurrence == nil)
        let next = try self.series("FREQ=WEEKLY", .every, from: "2026-11-02", settled: ["2026-11-16"])
        #expect(try next.current?.key == day("2026-11-23") && next.current?.number == 4)
        // Before its day, a completion settles the occurrence that is shown.
        #expect(next.settling(today: try day("2026-11-20"))?.occurrence.key == (try day("2026-11-23")))
    }

    @Test("catching up never goes beyond COUNT and UNTIL")
    func catchingUp() throws {
        for rule in ["FREQ=DAILY;COUNT=3", "FREQ=DAILY;UNTIL=20261104"] {
            let series = try series(rule, .every, from: "2026-11-02")
            let key = try day("2026-11-04")
            #expect(series.settling(today: try day("2026-11-20"))?.occurrence.key == key)
            #expect(try self.series(rule, .every, from: "2026-11-02", settled: ["2026-11-04"]).current == nil)
        }
    }

    @Test("of two offline completions of different days the later one stands, and nothing is due twice")
    func concurrent() throws {
        let series = try series("FREQ=DAILY", .every, from: "2026-11-02", settled: ["2026-11-03", "2026-11-05"])
        #expect(series.current?.key == (try day("2026-11-06")))
    }

    @Test("where each is owed, the oldest comes first and none is lost")
    func each() throws {
        let rule = "FREQ=MONTHLY;BYMONTHDAY=1"
        let series = try series(rule, .each, from: "2026-09-01", settled: ["2026-09-01", "2026-11-01"])
        #expect(try series.current?.key == day("2026-10-01") && series.current?.number == 2)
        #expect(series.settling(today: try day("2026-11-20"))?.occurrence.key == (try day("2026-10-01")))
        let paid = try self.series(
            rule, .each, from: "2026-09-01", settled: ["2026-09-01", "2026-10-01", "2026-11-01"])
        #expect(paid.current?.key == (try day("2026-12-01")))
        let known = Series(paid.recurrence, settled: paid.settled, frontier: try day("2026-11-01"))
        #expect(known.current == paid.current)
    }

    @Test("what counts from the completion is due so long after the day on which it was done")
    func fromCompletion() throws {
        let first = try series("FREQ=DAILY;INTERVAL=10", .everyFromCompletion, from: "2026-11-02")
        #expect(first.current?.key == (try day("2026-11-02")))
        let today = try day("2026-11-05")
        #expect(first.settling(today: today)?.occurrence.key == today)
        let next = try series(
            "FREQ=DAILY;INTERVAL=10", .everyFromCompletion, from: "2026-11-02", settled: ["2026-11-05"])
        #expect(next.current?.key == (try day("2026-11-15")))
        #expect(next.settling(today: today) == nil, "the same day again does nothing")
        #expect(next.settling(.skipped, today: try day("2026-11-08"))?.occurrence.key == (try day("2026-11-15")))
        // A day before that of another completion begins a stretch that counts from it.
        let earlier = try #require(next.settling(today: try day("2026-11-04")))
        let stretch = try #require(earlier.recurrence)
        #expect(earlier.occurrence == Occurrence(stretch: 1, key: try day("2026-11-04")))
        let after = Series(
            stretch, settled: SettledSet([Occurrence(stretch: 0, key: today), earlier.occurrence]))
        #expect(after.current?.key == (try day("2026-11-14")))
    }

    @Test("a month after the 31st is the last day of a shorter one, where it counts from the completion")
    func clamp() throws {
        let series = try series("FREQ=MONTHLY", .everyFromCompletion, from: "2026-12-01", settled: ["2027-01-31"])
        #expect(series.current?.key == (try day("2027-02-28")))
        #expect(series.upcoming().prefix(2).map(\.description) == ["2027-03-28", "2027-04-28"])
    }

    @Test("COUNT is reached by what is settled, in every mode")
    func count() throws {
        for mode in Recurrence.Mode.allCases {
            let keys = ["2026-11-02", "2026-11-03", "2026-11-04"]
            #expect(try series("FREQ=DAILY;COUNT=4", mode, from: "2026-11-02", settled: keys).current?.number == 4)
            #expect(try series("FREQ=DAILY;COUNT=3", mode, from: "2026-11-02", settled: keys).current == nil)
        }
    }

    @Test("a front end that shows what is settled meanwhile settles nothing more", arguments: Recurrence.Mode.allCases)
    func doubleTap(mode: Recurrence.Mode) throws {
        let today = try day("2026-11-02")
        let shown = try series("FREQ=DAILY", mode, from: "2026-11-02")
        let first = try #require(shown.settling(today: today, shown: shown.current?.key))
        let then = try series("FREQ=DAILY", mode, from: "2026-11-02", settled: [first.occurrence.key.description])
        #expect(then.settling(today: today, shown: shown.current?.key) == nil)
    }

    @Test("an edited date is a new anchor, and goes on from there")
    func anchored() throws {
        let series = try series("FREQ=MONTHLY;COUNT=5", .every, from: "2026-09-05", settled: ["2026-10-05"])
        let moved = try series.anchored(at: .day(day("2026-11-07")))
        #expect(try moved.stretch == 1 && moved.number == 3 && moved.after == day("2026-10-05"))
        let next = Series(moved, settled: series.settled)
        #expect(next.current?.due == .day(try day("2026-11-07")))
        #expect(next.upcoming().map(\.description) == ["2026-12-07", "2027-01-07"])
        // Moved back to its old date, settled occurrences stay settled.
        let back = try next.anchored(at: .day(day("2026-10-05")))
        #expect(Series(back, settled: series.settled).current?.key == (try day("2026-10-05")))
        expectTodoError(.usage) {
            try self.series("FREQ=DAILY;UNTIL=20261130", .every, from: "2026-11-02").anchored(
                at: .day(day("2026-12-01")))
        }
    }

    @Test("a date that is moved once leaves the others where they are")
    func once() throws {
        let series = try series("FREQ=WEEKLY", .every, from: "2026-11-02", settled: ["2026-11-02"])
        let moved = Series(try series.moved(once: .day(day("2026-11-11"))), settled: series.settled)
        #expect(try moved.current?.key == day("2026-11-09") && moved.current?.due == .day(day("2026-11-11")))
        #expect(moved.current?.number == 2)
        #expect(moved.upcoming().prefix(2).map(\.description) == ["2026-11-16", "2026-11-23"])
        let key = try #require(moved.settling(today: try day("2026-11-11"))).occurrence.key
        let next = Series(
            moved.recurrence,
            settled: SettledSet([.init(stretch: 0, key: try day("2026-11-02")), .init(stretch: 0, key: key)]))
        #expect(next.current?.due == .day(try day("2026-11-16")))
    }

    @Test("what another device settled in the stretch before settles the first of the new one, and no more")
    func older() throws {
        for mode in [Recurrence.Mode.every, .each] {
            let series = try series("FREQ=DAILY", mode, from: "2026-11-02")
            let moved = try series.anchored(at: .day(day("2026-11-04")))
            let keys = SettledSet([Occurrence(stretch: 0, key: try day("2026-11-02"))])
            let next = Series(moved, settled: keys)
            #expect(next.current?.key == (try day("2026-11-05")))
            #expect(try next.settling(on: day("2026-11-04")) == nil)
        }
    }

    @Test("a stretch whose anchor is lost or undone still counts what it settled")
    func undoneAnchor() throws {
        let recurrence = try series("FREQ=DAILY", .every, from: "2026-11-02").recurrence
        let later = SettledSet([Occurrence(stretch: 1, key: try day("2026-11-06"))])
        #expect(Series(recurrence, settled: later).current?.key == (try day("2026-11-07")))
    }

    @Test("a completion by who did not know that it repeats settles what was due by that day, on all devices alike")
    func unknowingCompletion() throws {
        let series = try series("FREQ=DAILY", .every, from: "2026-11-02", zone: "Asia/Tokyo")
        let stamp = Stamp(milliseconds: 5, counter: 7, device: DeviceID(rawValue: 3))
        let date = try moment("2026-11-05T20:00:00Z")
        let (settlement, next) = try #require(series.answering(completion: date, stamp: stamp))
        #expect(settlement.occurrence.key == (try day("2026-11-06")), "it is the next day in Tokyo")
        #expect(next == Stamp(milliseconds: 5, counter: 8, device: .shared))
        let full = Stamp(milliseconds: 5, counter: .max, device: DeviceID(rawValue: 3))
        #expect(try #require(series.answering(completion: date, stamp: full)).stamp > full)
        let early = try moment("2026-10-01T20:00:00Z")
        #expect(series.answering(completion: early, stamp: stamp)?.settlement.occurrence.key == (try day("2026-11-02")))
        let ended = try self.series("FREQ=DAILY;COUNT=1", .every, from: "2026-11-02", settled: ["2026-11-02"])
        #expect(ended.answering(completion: date, stamp: stamp) == nil, "a completion of what has ended is left alone")
    }

    @Test("an edit of the date by who did not know that it repeats is a new anchor")
    func unknowingEdit() throws {
        let recurrence = try series("FREQ=DAILY;COUNT=9", .every, from: "2026-11-02").recurrence
        let settled = SettledSet([Occurrence(stretch: 0, key: try day("2026-11-04"))])
        let edited = Series(recurrence, dueIfLater: .day(try day("2026-11-03")), settled: settled)
        #expect(try edited.current?.key == day("2026-11-03") && edited.current?.number == 2)
        #expect(edited.recurrence.stretch == 1)
        #expect(Series(recurrence, dueIfLater: recurrence.due, settled: settled).recurrence == recurrence)
    }

    @Test("another rule begins anew, and counts from there")
    func anotherRule() throws {
        let series = try series("FREQ=DAILY", .every, from: "2026-11-02", settled: ["2026-11-04"])
        let next = series.repeating(
            by: "FREQ=WEEKLY;COUNT=2", mode: .every, zone: "UTC", first: .day(try day("2026-11-09")))
        #expect(Series(next, settled: series.settled).upcoming().map(\.description) == ["2026-11-16"])
        let foreign = series.repeating(by: "FREQ=HOURLY", mode: .every, zone: "UTC", first: .day(try day("2026-11-09")))
        #expect(foreign.rule == "FREQ=HOURLY")
    }

    @Test("an end is before the current one")
    func end() throws {
        let series = try series("FREQ=DAILY;COUNT=9", .every, from: "2026-11-02", settled: ["2026-11-04"])
        let ended = try series.ended()
        #expect(ended.rule == "FREQ=DAILY;UNTIL=20261104")
        #expect(Series(ended, settled: series.settled).current == nil)
        expectTodoError(.usage) { try Series(ended, settled: series.settled).ended() }
        expectTodoError(.usage) { try Series(ended, settled: series.settled).anchored(at: .day(day("2026-11-03"))) }
    }

    @Test("a rule that is not computed has the one occurrence, and is never rewritten")
    func notComputed() throws {
        let series = try series("FREQ=HOURLY;X-ODD=1", .every, from: "2026-11-02")
        #expect(try !series.isComputed && series.current?.key == day("2026-11-02"))
        #expect(Array(series.upcoming()).isEmpty)
        let settlement = try #require(series.settling(today: try day("2026-12-24")))
        #expect(settlement.occurrence.key == (try day("2026-11-02")))
        #expect(Series(series.recurrence, settled: SettledSet([settlement.occurrence])).current == nil)
        #expect(try series.anchored(at: .day(day("2026-11-05"))).rule == "FREQ=HOURLY;X-ODD=1")
        expectTodoError(.recurrenceNotComputed) { try series.ended() }
    }

    @Test("a day without an occurrence is refused, one that is settled does nothing")
    func onADay() throws {
        let series = try series("FREQ=WEEKLY", .each, from: "2026-11-02", settled: ["2026-11-09"])
        #expect(try series.settling(on: day("2026-11-16"))?.occurrence.key == (try day("2026-11-16")))
        #expect(try series.settling(on: day("2026-11-09")) == nil)
        for other in ["2026-11-10", "2026-10-26"] { expectTodoError(.usage) { try series.settling(on: day(other)) } }
    }

    @Test("a date with a time is due at that time on the clock, summer or winter; its key is the day there")
    func times() throws {
        let zurich = try zone("Europe/Zurich")
        let due = Due.instant(try moment("2026-10-24T07:00:00Z"), zurich)
        let recurrence = Recurrence(
            rule: "FREQ=DAILY", mode: .every, zone: "Europe/Zurich", base: due.day, key: due.day, due: due)
        let series = Series(recurrence, settled: SettledSet([Occurrence(stretch: 0, key: due.day)]))
        #expect(series.current?.due == .instant(try moment("2026-10-25T08:00:00Z"), zurich))
    }

    @Test("the id of an occurrence follows from the series and its day")
    func ids() throws {
        let series = try #require(Todo.ID("6ba7b810-9dad-11d1-80b4-00c04fd430c8"))
        let occurrence = Occurrence(stretch: 0, key: try day("2026-11-22"))
        let namespace = try #require(UUID(uuidString: series.rawValue))
        #expect(occurrence.id(in: series) == Todo.ID(UUID(namespace: namespace, name: "0/2026-11-22")))
        let others = [
            Occurrence(stretch: 1, key: occurrence.key).id(in: series),
            occurrence.id(in: try #require(Todo.ID("rent"))),
            occurrence.id(in: try #require(Todo.ID("6BA7B810-9DAD-11D1-80B4-00C04FD430C8"))),
        ]
        #expect(Set(others + [occurrence.id(in: series)]).count == 4)
    }

    @Test("the register reads as it was written, and one of another form is none")
    func register() throws {
        var recurrence = try series("FREQ=DAILY", .everyFromCompletion, from: "2026-11-02").recurrence
        #expect(JSONValue.recurrence(recurrence).asRecurrence == recurrence)
        recurrence.after = try day("2026-11-03")
        let value = JSONValue.recurrence(recurrence)
        #expect(value.asRecurrence == recurrence)
        #expect(JSONValue.occurrence(Occurrence(stretch: 2, key: recurrence.key)).asOccurrence?.stretch == 2)
        #expect(
            JSONValue.recurrence(nil) == .null && JSONValue.null.asRecurrence == nil
                && JSONValue.null.asOccurrence == nil)
        let members = try #require(value.members)
        for (name, bad) in [
            ("g", JSONValue.integer(-1)), ("g", .integer(.max)), ("n", .integer(0)), ("n", .string("1")),
            ("mode", .string("never")), ("base", .string("2026-02-30")), ("due", .null), ("rrule", .null),
        ] {
            #expect(JSONValue.object(members.merging([name: bad]) { $1 }).asRecurrence == nil, "\(name)")
        }
    }

    @Test("the greatest numbers that a register can hold do not trap", arguments: Recurrence.Mode.allCases)
    func extremes(mode: Recurrence.Mode) throws {
        let last = try day("9999-12-31")
        var recurrence = Recurrence(
            rule: "FREQ=DAILY;COUNT=999999999", mode: mode, zone: "Nowhere", stretch: .max, base: try day("0001-01-01"),
            key: last, due: .day(last), number: .max, after: last)
        recurrence.stretch = .max
        recurrence.number = .max
        let settled = SettledSet([Occurrence(stretch: .max, key: last)])
        for series in [Series(recurrence, settled: settled), Series(recurrence, settled: SettledSet([Occurrence]()))] {
            _ = series.settling(today: last)
            _ = try? series.settling(on: last)
            _ = try? series.anchored(at: .day(last))
            _ = series.repeating(by: "FREQ=DAILY;COUNT=999999999", mode: mode, zone: "", first: .day(last))
            #expect(Array(series.upcoming()).isEmpty)
        }
    }

    private func day(_ text: String) throws -> Day { try #require(Day(text)) }

    private func series(
        _ rule: String, _ mode: Recurrence.Mode, from first: String, settled: [String] = [], zone: String = "UTC"
    ) throws -> Series {
        let first = try day(first)
        let recurrence = Recurrence(rule: rule, mode: mode, zone: zone, base: first, key: first, due: .day(first))
        return Series(recurrence, settled: SettledSet(try settled.map { Occurrence(stretch: 0, key: try day($0)) }))
    }
}
