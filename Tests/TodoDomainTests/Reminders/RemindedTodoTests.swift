import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("When the alarms of a to-do ring")
struct RemindedTodoTests {
    private func todo(_ due: Due?, start: Due? = nil, _ triggers: Alarm.Trigger...) throws -> RemindedTodo {
        RemindedTodo(id: try #require(Todo.ID("t")), due: due, start: start, alarms: triggers.map { Alarm($0) })
    }

    private func settings(_ name: String = zurich) throws -> ReminderSettings {
        ReminderSettings(timeZone: try zone(name))
    }

    private func times(_ todo: RemindedTodo, _ settings: ReminderSettings) -> [String] {
        todo.rings(settings).map(\.at.rfc3339)
    }

    private func before(_ text: String, _ anchor: Alarm.Anchor = .either) throws -> Alarm.Trigger {
        .before(try #require(Alarm.Lead(text)), of: anchor)
    }

    private func day(_ text: String) throws -> Due { .day(try #require(Day(text))) }

    @Test("so long before a date, and before a day from the default hour of the user's zone")
    func leads() throws {
        let noon = Due.instant(try moment("2026-11-21T11:00:00Z"), try zone(zurich))
        let todo = try todo(noon, before("PT10M"), before("P1D"), before("PT0S", .due), before("-PT1H", .due))
        #expect(
            times(todo, try settings()) == [
                "2026-11-20T11:00:00.000Z", "2026-11-21T10:50:00.000Z", "2026-11-21T11:00:00.000Z",
                "2026-11-21T12:00:00.000Z",
            ])
        let allDay = try self.todo(day("2026-11-21"), before("PT10M"), before("P1D"))
        #expect(times(allDay, try settings()) == ["2026-11-20T08:00:00.000Z", "2026-11-21T07:50:00.000Z"])
        #expect(times(allDay, try settings("Asia/Tokyo")) == ["2026-11-20T00:00:00.000Z", "2026-11-20T23:50:00.000Z"])
        var early = try settings()
        early.allDayTime = .hour(6)
        #expect(times(allDay, early) == ["2026-11-20T05:00:00.000Z", "2026-11-21T04:50:00.000Z"])
    }

    @Test("a day before is the same local time, 24 hours before are not, where clocks are changed")
    func clockChanges() throws {
        // Clocks in Zurich go back on 25 October 2026 at 03:00.
        let noon = Due.instant(try moment("2026-10-25T11:00:00Z"), try zone(zurich))
        #expect(
            times(try todo(noon, before("P1D"), before("PT24H")), try settings("UTC")) == [
                "2026-10-24T10:00:00.000Z", "2026-10-24T11:00:00.000Z",
            ])
        // 02:30 comes twice, and the first one counts. On 29 March it does not come at all, and is an hour later.
        let trigger = Alarm.Trigger.time(try ClockTime(hour: 2, minute: 30), daysBefore: 0, of: .due)
        #expect(times(try todo(day("2026-10-25"), trigger), try settings()) == ["2026-10-25T00:30:00.000Z"])
        #expect(times(try todo(day("2026-03-29"), trigger), try settings()) == ["2026-03-29T01:30:00.000Z"])
        // A due date at the second of two equal times rings at the second.
        let second = Due.instant(try moment("2026-10-25T01:30:00Z"), try zone(zurich))
        #expect(times(try todo(second, before("PT0S")), try settings()) == ["2026-10-25T01:30:00.000Z"])
    }

    @Test("at a time on the day of a date, which is that of its own zone")
    func timesOfDay() throws {
        let evening = Alarm.Trigger.time(.hour(18), daysBefore: 0, of: .due)
        let dayBefore = Alarm.Trigger.time(.hour(18), daysBefore: 1, of: .due)
        #expect(
            times(try todo(day("2026-11-21"), evening, dayBefore), try settings()) == [
                "2026-11-20T17:00:00.000Z", "2026-11-21T17:00:00.000Z",
            ])
        let tokyo = Due.instant(try moment("2026-11-20T20:00:00Z"), try zone("Asia/Tokyo"))
        #expect(times(try todo(tokyo, evening), try settings()) == ["2026-11-21T09:00:00.000Z"])
    }

    @Test("what has no date does not ring, what has no due date rings by its start")
    func anchors() throws {
        let triggers = (try before("PT1H", .due), try before("PT1H", .start), try before("PT1H"))
        #expect(try times(todo(nil, triggers.0, triggers.1, triggers.2), settings()).isEmpty)
        let start = try day("2026-11-20")
        #expect(
            try times(todo(nil, start: start, triggers.0, triggers.2), settings()) == ["2026-11-20T07:00:00.000Z"])
        let both = try todo(day("2026-11-21"), start: start, triggers.2)
        #expect(try times(both, settings()) == ["2026-11-21T07:00:00.000Z"])
        // Nothing rings before the calendar begins, and nothing traps.
        let first = try todo(day("0001-01-01"), before("P36525D"), .time(.hour(0), daysBefore: .min, of: .due))
        #expect(try first.rings(settings("Pacific/Kiritimati")).allSatisfy { Limits.time.contains($0.at.milliseconds) })
    }

    @Test("those in an interval, the next, and what rang within the last day")
    func asking() throws {
        let noon = Due.instant(try moment("2026-11-21T12:00:00Z"), try zone("UTC"))
        var todo = try todo(noon, before("PT0S"), before("PT1H"), before("P2D"))
        let settings = try settings()
        let interval = DateInterval(start: try moment("2026-11-21T11:00:00Z"), end: try moment("2026-11-21T12:00:00Z"))
        #expect(todo.alarms(in: interval, settings).map(\.at) == [interval.start])
        #expect(todo.nextAlarm(after: interval.start, settings)?.at == interval.end)
        #expect(todo.nextAlarm(after: interval.end, settings) == nil)
        let rings = todo.rings(settings)
        #expect(rings.ringing(at: interval.end).map(\.at) == [interval.start, interval.end])
        #expect(rings.ringing(at: try moment("2026-11-22T11:30:00Z")).map(\.at) == [interval.end])
        todo.isOpen = false
        #expect(todo.rings(settings).isEmpty)
    }

    @Test("what is acknowledged or snoozed is so for one occurrence")
    func states() throws {
        var todo = try todo(.instant(moment("2026-11-21T12:00:00Z"), zone: "UTC"), before("PT0S"))
        let settings = try settings()
        todo.occurrence = Occurrence(stretch: 0, key: try #require(Day("2026-11-21")))
        let ring = try #require(todo.rings(settings).first)
        todo.states[ring.id.key] = AlarmState().snoozing(ring.at, until: try moment("2026-11-21T12:10:00Z"))
        #expect(times(todo, settings) == ["2026-11-21T12:10:00.000Z"])
        #expect(todo.rings(settings).first?.id == ring.id)
        todo.states[ring.id.key] = todo.states[ring.id.key]?.acknowledging(try moment("2026-11-21T12:10:00Z"))
        #expect(times(todo, settings).isEmpty)
        todo.occurrence = Occurrence(stretch: 0, key: try #require(Day("2026-11-22")))
        todo.due = .instant(try moment("2026-11-22T12:00:00Z"), zone: "UTC")
        #expect(times(todo, settings) == ["2026-11-22T12:00:00.000Z"])
    }

    @Test("an alarm at a place rings when somebody passes its edge, and is snoozed as any")
    func places() throws {
        var todo = try todo(nil, .place(.arrive, nil, radius: 100))
        let settings = try settings()
        #expect(todo.rings(settings).isEmpty)
        let id = Ring.ID(todo: todo.id, key: AlarmState.Key(todo.alarms[0].id))
        let arrival = try moment("2026-11-21T12:00:00Z")
        #expect(todo.rings(settings, passages: [id: arrival]) == [Ring(id, at: arrival)])
        todo.states[id.key] = AlarmState().snoozing(arrival, until: arrival.addingTimeInterval(600))
        #expect(todo.rings(settings, passages: [id: arrival]) == [Ring(id, at: arrival.addingTimeInterval(600))])
        // A passage from a time when the trigger was another one does not count.
        todo.alarms[0].trigger = try before("PT1H")
        todo.states = [:]
        #expect(todo.rings(settings, passages: [id: arrival]).isEmpty)
    }
}
