import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("What is to be delivered and withdrawn")
struct RingerTests {
    private let now = Date(timeIntervalSince1970: 1_795_300_000)

    private func ring(_ name: String, _ seconds: Double, alarm id: String = "a") throws -> Ring {
        let alarm = try #require(Alarm.ID(id))
        let todo = try #require(Todo.ID(name))
        return Ring(Ring.ID(todo: todo, key: AlarmState.Key(alarm)), at: now.addingTimeInterval(seconds))
    }

    /// Plans, and carries everything out.
    private func run(_ ringer: inout Ringer, _ rings: [Ring], after seconds: Double = 0) -> [Ringer.Event] {
        let events = ringer.plan(for: rings, at: now.addingTimeInterval(seconds))
        for event in events { ringer.note(event) }
        return events
    }

    private func ids(_ events: [Ringer.Event]) -> [String] {
        events.map { event in
            switch event {
            case .ring(let notification): "+" + notification.id
            case .withdraw(let id): "-" + id
            }
        }
    }

    @Test("what has come rings once, and is withdrawn when it is acknowledged")
    func once() throws {
        var ringer = Ringer()
        let rings = [try ring("t1", -10), try ring("t2", 60)]
        #expect(ids(run(&ringer, rings)) == ["+t1/a"])
        #expect(ringer.hasDelivered(rings[0]) && !ringer.hasDelivered(rings[1]))
        #expect(run(&ringer, rings, after: 1).isEmpty)
        #expect(ids(run(&ringer, rings, after: 60)) == ["+t2/a"])
        #expect(ids(run(&ringer, [rings[1]], after: 61)) == ["-t1/a"])
        #expect(run(&ringer, [rings[1]], after: 62).isEmpty)
    }

    @Test("what was missed within the last day rings together, what is older does not")
    func missed() throws {
        var ringer = Ringer()
        let rings = [try ring("t1", -100_000), try ring("t2", -7200), try ring("t3", -3600), try ring("t4", -1)]
        let events = run(&ringer, rings)
        #expect(ids(events) == ["+late/\(rings[1].at.milliseconds)/t2/a", "+t4/a"])
        guard case .ring(let group)? = events.first else { return }
        #expect(group.rings == Array(rings[1...2]))
        // The notification is withdrawn once none of its reminders rings.
        #expect(run(&ringer, Array(rings[2...])).isEmpty)
        #expect(ids(run(&ringer, [rings[3]])) == ["-" + group.id])
        // One alone is no group.
        var other = Ringer()
        #expect(ids(run(&other, Array(rings[..<2]))) == ["+t2/a"])
    }

    @Test("of one to-do, what comes at one moment rings once, and is withdrawn when nothing of it rings")
    func together() throws {
        var ringer = Ringer()
        let rings = try [ring("t1", -1), ring("t1", -1, alarm: "b"), ring("t1", -2, alarm: "c"), ring("t2", -1)]
        let events = run(&ringer, rings)
        #expect(ids(events) == ["+t1/c", "+late/\(rings[0].at.milliseconds)/t1/a", "+t2/a"])
        guard case .ring(let pair)? = events.dropFirst().first else { return }
        #expect(pair.rings == Array(rings[..<2]))
        #expect(run(&ringer, Array(rings[1...])).isEmpty)
        #expect(ids(run(&ringer, Array(rings[2...]))) == ["-" + pair.id])
    }

    @Test("another time of the same alarm rings again, in place of the first, also an earlier one")
    func edited() throws {
        var ringer = Ringer()
        #expect(ids(run(&ringer, [try ring("t", 0)])) == ["+t/a"])
        #expect(ids(run(&ringer, [try ring("t", 600)], after: 1)) == ["-t/a"])
        #expect(ids(run(&ringer, [try ring("t", 600)], after: 600)) == ["+t/a"])
        #expect(ids(run(&ringer, [try ring("t", -60)], after: 601)) == ["+t/a"])
        // A reminder that has rung does not ring again, whichever clock goes back.
        #expect(ids(run(&ringer, [try ring("t", 600)], after: 602)) == ["-t/a"])
    }

    @Test("a clock that is set back rings nothing twice, and leaves what is shown")
    func clockSetBack() throws {
        var ringer = Ringer()
        let rings = [try ring("t", 0)]
        #expect(ids(run(&ringer, rings, after: 5)) == ["+t/a"])
        #expect(run(&ringer, rings, after: -100_000).isEmpty)
        #expect(run(&ringer, rings, after: 5).isEmpty)
        #expect(ringer.notifications == ["t/a"])
    }

    @Test("what was not noted is delivered again under the same id, or withdrawn")
    func killed() throws {
        var ringer = Ringer()
        let rings = [try ring("t1", -600), try ring("t2", -500), try ring("t3", -1)]
        let events = ringer.plan(for: rings, at: now)
        var started = try recoded(ringer)
        #expect(started == ringer)
        // Hours later all of them are late, and there are more. The planned reminder keeps its notification.
        let more = rings + [try ring("t4", 60), try ring("t5", 70)]
        let again = started.plan(for: more, at: now.addingTimeInterval(7200))
        #expect(again.prefix(2) == events[...])
        #expect(ids(again).last == "+late/\(more[3].at.milliseconds)/t4/a")
        // The reminder that was acknowledged in between is withdrawn, since it may have been shown.
        let group = "late/\(more[3].at.milliseconds)/t4/a"
        let rest = started.plan(for: [rings[1]], at: now)
        #expect(ids(rest) == ["-\(group)", "-t3/a", ids(events)[0]])
    }

    @Test("what it has delivered is forgotten when it cannot recur")
    func forgetting() throws {
        var ringer = Ringer()
        let rings = try (0..<10).map { try ring("t\($0)", 0) }
        _ = run(&ringer, rings)
        _ = run(&ringer, Array(rings[..<5]))
        ringer.forget(except: rings[..<5], at: now.addingTimeInterval(20 * 86_400))
        #expect(rings.allSatisfy(ringer.hasDelivered))
        ringer.forget(except: rings[..<5], at: now.addingTimeInterval(40 * 86_400))
        #expect(rings.map(ringer.hasDelivered) == (0..<10).map { $0 < 5 })
        #expect(try JSONEncoder().encode(ringer).count < 1000)
    }

    @Test("thousands that ring at once are not compared with each other")
    func many() throws {
        var ringer = Ringer()
        let rings = try (0..<5000).map { try ring("t\($0)", 0) }
        #expect(run(&ringer, rings).count == rings.count)
        #expect(run(&ringer, []).count == rings.count)
        #expect(ringer.notifications.isEmpty)
    }

    @Test("a stored value that is damaged is an error or harmless")
    func damaged() throws {
        for text in [
            "{}", #"[{"id":"x","at":1,"isDelivered":true}]"#, #"[{"id":"t/a","at":1e300,"isDelivered":true}]"#,
        ] {
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(Ringer.self, from: Data(text.utf8)) }
        }
        let text = #"[{"id":"t/a","at":9223372036854775807,"isDelivered":true}]"#
        var ringer = try JSONDecoder().decode(Ringer.self, from: Data(text.utf8))
        #expect(run(&ringer, []).isEmpty)
    }

    @Test("thousands of clocks, edits, acknowledgements and kills", arguments: 1...40 as ClosedRange<UInt64>)
    func random(seed: UInt64) throws {
        let rounds = ProcessInfo.processInfo.environment["RINGER_WORLDS"].flatMap(Int.init) ?? Dose.of(1, whole: 5)
        for round in 0..<rounds {
            var world = try RingerWorld(seed: seed * 1000 + UInt64(round))
            for _ in 0..<120 { try world.step() }
        }
    }
}
