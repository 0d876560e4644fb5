import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("Arriving at places and leaving them")
struct PlaceMonitorTests {
    private let start = Date(timeIntervalSince1970: 1_795_300_000)
    /// A metre to the north, in degrees.
    private static let metre = 360 / (2 * Double.pi * 6_371_008.8)

    private func point(_ metres: Double) throws -> Coordinate {
        try Coordinate(latitude: 47 + metres * Self.metre, longitude: 8)
    }

    private func fence(_ proximity: Alarm.Proximity, _ name: String = "t", radius: Double = 100) throws -> Fence {
        let (todo, alarm) = (try #require(Todo.ID(name)), try #require(Alarm.ID("a")))
        return Fence(
            Ring.ID(todo: todo, key: AlarmState.Key(alarm)), Fence.Circle(try point(0), radius: radius), proximity)
    }

    /// Feeds positions: metres from the centre, accuracy, seconds after the start; returns when something was passed.
    private func passed(
        _ monitor: inout PlaceMonitor, _ fences: [Fence], _ samples: [(Double, Double, Double)]
    ) throws -> [Double] {
        try samples.flatMap { metres, accuracy, seconds in
            let sample = PlaceMonitor.Sample(
                try point(metres), accuracy: accuracy, time: start.addingTimeInterval(seconds))
            return monitor.observe(sample, fences: fences).map { $0.at.timeIntervalSince(start) }
        }
    }

    @Test("arriving is being within the radius for a minute, after having been away")
    func arriving() throws {
        var monitor = PlaceMonitor()
        let fences = [try fence(.arrive)]
        #expect(try passed(&monitor, fences, [(500, 10, 0), (90, 10, 10), (80, 10, 40)]).isEmpty)
        #expect(monitor.nextSample == start.addingTimeInterval(70))
        #expect(try passed(&monitor, fences, [(80, 10, 70)]) == [70])
        #expect(monitor.nextSample == nil && monitor.passages[fences[0].id] == start.addingTimeInterval(70))
        // It no longer rings there until the place was left.
        #expect(try passed(&monitor, fences, [(0, 10, 200), (140, 10, 300), (0, 10, 400), (0, 10, 500)]).isEmpty)
        #expect(try passed(&monitor, fences, [(160, 10, 600), (160, 10, 700), (0, 10, 800), (0, 10, 860)]) == [860])
    }

    @Test("passing by does not count")
    func passingBy() throws {
        var monitor = PlaceMonitor()
        let samples = [(500.0, 10.0, 0.0), (50, 10, 10), (120, 10, 50), (50, 10, 60), (50, 10, 119), (300, 10, 121)]
        #expect(try passed(&monitor, [fence(.arrive)], samples).isEmpty)
    }

    @Test("leaving is beyond the radius and 50 m, or the accuracy")
    func leaving() throws {
        var monitor = PlaceMonitor()
        let fences = [try fence(.leave)]
        #expect(try passed(&monitor, fences, [(0, 10, 0), (140, 10, 10), (140, 10, 100)]).isEmpty)
        #expect(try passed(&monitor, fences, [(300, 250, 200), (300, 250, 300)]).isEmpty)
        #expect(try passed(&monitor, fences, [(155, 10, 400), (155, 10, 459), (155, 10, 460)]) == [460])
    }

    @Test("whoever is there already has not arrived, unless it is opened again")
    func alreadyThere() throws {
        var monitor = PlaceMonitor()
        let fences = [try fence(.arrive)]
        #expect(try passed(&monitor, fences, [(0, 10, 0), (0, 10, 100)]).isEmpty)
        // It is done, and reopened there.
        #expect(try passed(&monitor, [], [(0, 10, 200)]).isEmpty)
        #expect(try passed(&monitor, fences, [(0, 10, 300), (0, 10, 360)]) == [360])
        // A reminder for leaving does not ring if the to-do is reopened elsewhere.
        var other = PlaceMonitor()
        let leave = [try fence(.leave)]
        #expect(try passed(&other, leave, [(0, 10, 0), (500, 10, 10), (500, 10, 70)]) == [70])
        #expect(try passed(&other, [], [(500, 10, 80)]).isEmpty)
        #expect(try passed(&other, leave, [(500, 10, 90), (500, 10, 200)]).isEmpty)
    }

    @Test("a place that is moved, a clock that is set back and a position that is none count as nothing")
    func oddities() throws {
        var monitor = PlaceMonitor()
        let fences = [try fence(.leave)]
        #expect(try passed(&monitor, fences, [(0, 10, 0), (0, .nan, 1), (0, -1, 2), (999, .infinity, 3)]).isEmpty)
        #expect(try passed(&monitor, fences, [(500, 10, 10), (500, 10, -100), (500, 10, -50)]).isEmpty)
        #expect(try passed(&monitor, fences, [(500, 10, -40)]) == [-40])
        #expect(try passed(&monitor, fences, [(0, 10, 100), (0, 10, 200)]).isEmpty)
        // The place shrinks around a position that stays. Nobody has left it.
        let smaller = [try fence(.leave, radius: 10)]
        #expect(try passed(&monitor, smaller, [(90, 10, 300), (90, 10, 400)]).isEmpty)
    }

    @Test("it can be stored")
    func stored() throws {
        var monitor = PlaceMonitor()
        let fences = [try fence(.arrive, "t1"), try fence(.leave, "t2")]
        _ = try passed(&monitor, fences, [(0, 10, 0), (500, 10, 10), (500, 10, 80), (0, 10, 90)])
        #expect(try recoded(monitor) == monitor)
    }

    @Test("a plain model agrees", arguments: 1...30 as ClosedRange<UInt64>)
    func model(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<20 {
            let proximity = generator.pick(Alarm.Proximity.allCases)
            let fence = try fence(proximity)
            var monitor = PlaceMonitor()
            // The samples: 1 within, -1 outside, 0 on the edge.
            var history: [(side: Int, time: Double)] = []
            var (side, time, expected, found) = (0, 0.0, [Double](), [Double]())
            for _ in 0..<60 {
                time += Double(Int.random(in: 1...40, using: &generator))
                let metres = Double(Int.random(in: 0...(generator.chance(0.5) ? 120 : 400), using: &generator)) + 0.5
                let accuracy = generator.chance(0.7) ? 10.0 : 200
                found += try passed(&monitor, [fence], [(metres, accuracy, time)])
                let seen = metres <= 100 ? 1 : metres > 100 + max(50, accuracy) ? -1 : 0
                history.append((seen, time))
                if side == 0 { side = seen }
                // If all samples of the last minute are on the other side, the edge was passed.
                let run = history.reversed().prefix { $0.side == -side }
                guard side != 0, let first = run.last, time - first.time >= 60 else { continue }
                side = -side
                if (side == 1) == (proximity == .arrive) { expected.append(time) }
            }
            try #require(found == expected)
        }
    }

    @Test("what is gone is remembered within bounds")
    func bounds() throws {
        var monitor = PlaceMonitor()
        for index in 0..<30 {
            let fences = try (0..<100).map { try fence(.arrive, "t\(index)-\($0)") }
            _ = try passed(&monitor, fences, [(0, 10, Double(index))])
        }
        #expect(try JSONEncoder().encode(monitor).count < 500_000)
    }

    @Test("the nearest edges come first, each place once")
    func nearest() throws {
        let circles = try (0..<30).map { Fence.Circle(try point(Double($0) * 1000), radius: 100) }
        let id = try fence(.arrive).id
        let fences = (circles + circles).map { Fence(id, $0, .arrive) }.shuffled()
        #expect(fences.nearestPlaces(to: try point(0)) == Array(circles[..<20]))
        #expect(fences.nearestPlaces(2, to: try point(5060)) == Array(circles[5...6].sorted { $0.radius > $1.radius }))
        #expect(fences.nearestPlaces(-1, to: try point(0)).isEmpty)
        // A position deep within a large place is far from its edge.
        let region = Fence(id, Fence.Circle(try point(0), radius: 100_000), .leave)
        #expect((fences + [region]).nearestPlaces(to: try point(0)).contains(region.circle) == false)
    }

    @Test("a to-do has fences while it is open, has begun, and its occurrence's day has come")
    func fences() throws {
        let home = try #require(Location.ID("home"))
        var todo = RemindedTodo(
            id: try #require(Todo.ID("t")), location: home,
            alarms: [
                Alarm(.place(.arrive, nil, radius: 100)), Alarm(.place(.leave, Location.ID("lost"), radius: 5)),
                Alarm(.before(.zero, of: .due)),
            ])
        let settings = ReminderSettings(timeZone: try zone("UTC"))
        let center = try point(0)
        func fences() -> [Fence] { todo.fences(at: start, settings) { $0 == home ? center : nil } }
        #expect(fences().map(\.circle) == [Fence.Circle(center, radius: 100)])
        #expect(fences().first?.id.key.alarm == todo.alarms[0].id)
        let tomorrow = Day(containing: start, in: settings.timeZone).adding(days: 1)
        todo.due = .day(tomorrow)
        #expect(fences().count == 1)
        todo.occurrence = Occurrence(stretch: 0, key: tomorrow)
        #expect(fences().isEmpty)
        todo.due = nil
        todo.occurrence = nil
        todo.start = .day(tomorrow)
        #expect(fences().isEmpty)
        todo.start = nil
        todo.isOpen = false
        #expect(fences().isEmpty)
    }
}
