import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain

@Suite("What was done about an alarm")
struct AlarmStateTests {
    private func at(_ seconds: Int) -> Date { Date(timeIntervalSince1970: Double(seconds)) }

    @Test("what is acknowledged is silent, what comes later rings")
    func acknowledging() {
        let state = AlarmState()
        #expect(state.rings(at: at(100)))
        let acknowledged = state.acknowledging(at(100))
        #expect(!acknowledged.rings(at: at(100)) && acknowledged.rings(at: at(101)))
        #expect(acknowledged.acknowledged == at(100))
    }

    @Test("a snooze rings later, until that is acknowledged")
    func snoozing() {
        let snoozed = AlarmState().snoozing(at(100), until: at(700))
        #expect(snoozed.snoozed == at(700) && !snoozed.rings(at: at(100)) && snoozed.rings(at: at(700)))
        let done = snoozed.acknowledging(at(700))
        #expect(done.snoozed == nil && !done.rings(at: at(700)))
        // On a clock that was set back, it still rings.
        let back = AlarmState().snoozing(at(100), until: at(50))
        #expect(back.snoozed.map(back.rings) == true)
    }

    @Test("the later of two acts stands, whoever hears of them in which order")
    func acts() {
        let snoozed = AlarmState().snoozing(at(100), until: at(700))
        #expect(snoozed.merged(with: AlarmState().acknowledging(at(100))) == snoozed)
        // A snooze that is shortened or cancelled before it ends.
        for act in [snoozed.snoozing(at(100), until: at(300)), snoozed.acknowledging(at(100))] {
            #expect(act.merged(with: snoozed) == act && snoozed.merged(with: act) == act)
        }
    }

    @Test("a snooze that has not ended may end sooner or later, and the last word stands, whoever hears of it when")
    func movedSnooze() throws {
        var state = AlarmState().snoozing(at(100), until: at(3700))
        for until in [400, 7000, 200] {
            let end = try #require(state.snoozed)
            let moved = try state.snoozing(end, until: at(until), at: at(160))
            #expect(moved.snoozed == at(until) && moved.rings(at: at(until)) && !moved.rings(at: at(100)))
            #expect(moved.merged(with: state) == moved && state.merged(with: moved) == moved)
            state = moved
        }
        // Other programs write a snooze without an acknowledgement.
        let foreign = AlarmState(snoozed: at(3700))
        let moved = try foreign.snoozing(at(3700), until: at(400), at: at(160))
        #expect(foreign < moved && moved.snoozed == at(400) && moved.rings(at: at(400)))
    }

    @Test("what has not rung is put off, and not brought forward")
    func broughtForward() throws {
        let state = AlarmState()
        expectTodoError(.usage) { try state.snoozing(at(1000), until: at(500), at: at(100)) }
        let later = try state.snoozing(at(1000), until: at(2000), at: at(100))
        #expect(later == state.snoozing(at(1000), until: at(2000)))
        expectTodoError(.usage) { try later.snoozing(at(2000), until: at(500), at: at(100)) }
        #expect(try later.snoozing(at(2000), until: at(1500), at: at(100)).snoozed == at(1500))
        // A reminder that has rung stays as it is.
        #expect(try state.snoozing(at(1000), until: at(500), at: at(1000)) == state.snoozing(at(1000), until: at(500)))
    }

    @Test("merging depends on no order", arguments: 1...20 as ClosedRange<UInt64>)
    func laws(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        func state() -> AlarmState {
            let extra = JSONValue.integer(.random(in: 0...2, using: &generator))
            var state = AlarmState(extras: generator.chance(0.2) ? ["x": extra] : [:])
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                let (moment, until) = (
                    at(.random(in: 0...5, using: &generator)), at(.random(in: 0...9, using: &generator))
                )
                state = generator.chance(0.5) ? state.acknowledging(moment) : state.snoozing(moment, until: until)
            }
            return state
        }
        for _ in 0..<200 {
            let (one, two, three) = (state(), state(), state())
            #expect(one.merged(with: one) == one)
            #expect(one.merged(with: two) == two.merged(with: one))
            #expect(one.merged(with: two).merged(with: three) == one.merged(with: two.merged(with: three)))
            let moment = at(.random(in: 0...9, using: &generator))
            // If either state has silenced a reminder, it is silent, unless a snooze asks for it.
            #expect(one.merged(with: two).rings(at: moment) == (one.rings(at: moment) && two.rings(at: moment)))
            #expect(one < one.acknowledging(moment) && one < one.snoozing(moment, until: moment))
            #expect(AlarmState(json: one.json) == one)
        }
    }

    @Test("its JSON keeps what is unknown, and numbers beyond the limits are none")
    func json() throws {
        let text = #"{"ack":100000,"snooze":700000,"x":[1]}"#
        let state = try #require(AlarmState(json: try JSONValue(parsing: text)))
        #expect(state.acknowledged == at(100) && state.snoozed == at(700))
        #expect(state.json.canonicalJSON == text)
        let hostile = try JSONValue(parsing: #"{"ack":9223372036854775807,"snooze":1e300}"#)
        #expect(AlarmState(json: hostile) == AlarmState())
        #expect(AlarmState(json: .null) == nil)
        let last = Date(milliseconds: .max)
        let end = AlarmState().acknowledging(last).snoozing(last, until: last)
        #expect(AlarmState(json: end.json) == end)
    }

    @Test("it belongs to an alarm and an occurrence, as text too")
    func keys() throws {
        let alarm = try #require(Alarm.ID("a_1"))
        let keys = [
            AlarmState.Key(alarm), AlarmState.Key(alarm, Occurrence(stretch: 3, key: try #require(Day("2026-11-21")))),
        ]
        #expect(keys.map(\.description) == ["a_1", "a_1/3/2026-11-21"])
        for key in keys {
            #expect(AlarmState.Key(key.description) == key)
            let ring = Ring.ID(todo: try #require(Todo.ID("t")), key: key)
            #expect(Ring.ID(ring.description) == ring)
            #expect(try recoded([ring]) == [ring])
        }
        for text in ["", "/", "a/1", "a/01/2026-11-21", "a/-1/2026-11-21", "a/1/2026-02-30", "a/1/2026-11-21/", "ä"] {
            #expect(AlarmState.Key(text) == nil, "\(text)")
        }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Ring.ID].self, from: Data(#"["x"]"#.utf8)) }
    }
}
