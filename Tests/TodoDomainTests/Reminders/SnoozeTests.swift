import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("Snoozing")
struct SnoozeTests {
    private let settings = ReminderSettings(timeZone: .zurich, allDayTime: .hour(9))
    /// 2026-03-28, 12:00 in Zürich; the clocks go forward in the night.
    private let now = Date(milliseconds: 1_774_695_600_000)

    private func end(_ text: String) throws -> String? {
        let phrase = try ReminderPhrase.parse(text, now: now, settings)
        return phrase.endOfSnooze(from: now, settings).map {
            $0.ISO8601Format(.init(timeZone: TimeZone.zurich))
        }
    }

    @Test(
        "a length, a time of day or a moment to come says until when",
        arguments: [
            ("10m", "2026-03-28T12:10:00+0100"), ("1h", "2026-03-28T13:00:00+0100"),
            ("18:00", "2026-03-28T18:00:00+0100"), ("11:00", "2026-03-29T11:00:00+0200"),
            ("tomorrow", "2026-03-29T09:00:00+0200"), ("tomorrow 7:30", "2026-03-29T07:30:00+0200"),
        ])
    func ends(text: String, end: String) throws { #expect(try self.end(text) == end) }

    @Test("what is past, or no time, does not", arguments: ["yesterday 9am", "0m", "arriving", "none"])
    func none(text: String) throws { #expect(try end(text) == nil) }

    @Test("at hand is what has rung, and else the next")
    func atHand() {
        let (todo, other) = (Todo.ID(UUID()), Todo.ID(UUID()))
        func ring(_ todo: Todo.ID, _ alarm: String, _ minutes: Double) -> Ring {
            Ring(
                Ring.ID(todo: todo, key: AlarmState.Key(Alarm.ID(alarm)!, nil)),
                at: now.addingTimeInterval(minutes * 60))
        }
        let (first, second, third) = (ring(todo, "a1", -5), ring(todo, "a2", -1), ring(todo, "a3", 5))
        let rings = [third, ring(other, "b1", -2), second, first, ring(todo, "a4", 9)]
        #expect(rings.atHand(of: todo, at: now) == [first, second])
        #expect(rings.atHand(of: todo, at: now.addingTimeInterval(-3600)) == [first])
        #expect([third].atHand(of: other, at: now).isEmpty)
    }

    @Test("at hand is also what is snoozed and has not rung again, and not the next one in its place")
    func snoozedAtHand() throws {
        let leads = try [1800, 300].map { seconds in try #require(Alarm.Lead(seconds: seconds)) }
        var todo = RemindedTodo(
            id: .init(UUID()), due: .instant(now.addingTimeInterval(3600), zone: "Europe/Zurich"),
            alarms: leads.map { Alarm(.before($0, of: .due)) })
        let rung = try #require(todo.rings(settings).first)
        let until = rung.at.addingTimeInterval(3600)
        todo.states[rung.id.key] = AlarmState().snoozing(rung.at, until: until)
        let (rings, snoozed) = (todo.rings(settings), Ring(rung.id, at: until))
        #expect(rings.count == 2 && rings.last == snoozed)
        #expect(rings.atHand(of: todo, at: rung.at.addingTimeInterval(180)) == [snoozed])
        #expect(rings.atHand(of: todo, at: now.addingTimeInterval(3301)) == rings, "the other one has rung too")
    }
}
