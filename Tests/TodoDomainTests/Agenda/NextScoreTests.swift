import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("What to do next")
struct NextScoreTests {
    private let now = RandomWorld.now
    private let day = 86_400.0

    private func score(_ item: PlannedTodo) -> NextScore { NextScore(item, now: now, zone: .gmt) }
    private func points(_ name: NextScore.Term.Name, _ item: PlannedTodo) -> Int {
        score(item).terms.first { $0.name == name }?.points ?? 0
    }

    @Test("the points are those of the table")
    func table() throws {
        func due(_ days: Double) -> Int {
            points(.due, planned("a", due: .instant(now + days * day, .gmt)))
        }
        #expect([400, 14, 13.9, 7, 1, 0].map(due) == [20, 20, 20, 60, 94, 100])
        #expect([-0.9, -1, -19.5, -20, -4000].map(due) == [100, 101, 119, 120, 120])
        // A day is due when it ends, here in twelve hours.
        #expect(points(.due, planned("a", due: try .day(2026, 11, 21))) == due(0.5))
        let priorities: [Priority?] = [nil, .low, .medium, .high]
        #expect(priorities.map { points(.priority, planned("a", priority: $0)) } == [0, 20, 40, 60])
        #expect(points(.started, planned("a", startedAt: now)) == 40)
        #expect(
            [0, 1, 5, 6, .max, -1].map { points(.blocking, planned("a", dependents: $0)) } == [0, 10, 50, 50, 50, 0])
        let ages = [-7, 6.9, 7, 139, 140, 5000].map { points(.age, planned("a", createdAt: now - $0 * day)) }
        #expect(ages == [0, 0, 1, 19, 20, 20])
        #expect(points(.start, planned("a", start: try .day(2026, 11, 21))) == 10)
        #expect(points(.start, planned("a", start: try .day(2026, 11, 22))) == 0)
    }

    @Test("the explanation has each term once, and adds up")
    func explanation() throws {
        let item = planned(
            "a", due: .instant(now - 3 * day, .gmt), start: try .day(2026, 1, 1), startedAt: now, priority: .high,
            dependents: 2, createdAt: now - 21 * day)
        let terms = score(item).terms
        #expect(terms.map(\.name) == [.due, .priority, .started, .blocking, .age, .start])
        #expect(terms.map(\.points) == [103, 60, 40, 20, 3, 10])
        #expect(score(item).points == 236)
        #expect(score(planned("a")).terms.isEmpty)
    }

    @Test("only what is ready and open is ranked, and equal scores have an order")
    func ranked() throws {
        var done = planned("done", priority: .high)
        done.todo.completedAt = now
        let items = [
            planned("c"), planned("blocked", priority: .high, isReady: false), done,
            planned("b", createdAt: now - 60), planned("far", due: try .day(2027, 6, 1)),
            planned("near", due: try .day(2027, 1, 1)), planned("low", priority: .low), planned("d"),
        ]
        let ranked = NextScore.ranked(items, now: now, zone: .gmt)
        #expect(ranked.map(\.id.rawValue) == ["near", "far", "low", "b", "c", "d"])
        #expect(ranked.map(\.score.points) == [20, 20, 20, 0, 0, 0])
        #expect(NextScore.ranked(items.reversed(), now: now, zone: .gmt) == ranked)
    }

    @Test("due sooner, higher, older, more that waits: none of these takes points off")
    func monotonic() {
        fuzz("scores", rounds: 1000) { generator, seed in
            guard let item = generator.plannedTodos(upTo: 3).first else { return }
            let (now, zone) = (generator.moment(), generator.pick(RandomWorld.zones))
            func points(_ item: PlannedTodo) -> Int { NextScore(item, now: now, zone: zone).points }
            let before = points(item)
            var better = item
            switch generator.pick([0, 1, 2, 3, 4, 5]) {
            case 0:
                let seconds = Double.random(in: 0...40 * day, using: &generator)
                switch item.todo.due {
                case .day(let day): better.todo.due = .day(day.adding(days: -Int(seconds / 86_400)))
                case .instant(let date, let zone): better.todo.due = .instant(date - seconds, zone: zone)
                case nil: better.todo.due = generator.due()
                }
            case 1:
                // An instant of a day is due before the day is.
                guard case .day(let day) = item.todo.due else { return }
                let hour = generator.pick([0.0, 1, 12, 20])
                better.todo.due = .instant(day.start(in: zone) + hour * 3600, zone)
            case 2: better.todo.priority = Priority.allCases.first { $0.rank > item.todo.priority?.rank ?? 0 } ?? .high
            case 3: better.dependents += Int.random(in: 0...3, using: &generator)
            case 4: better.todo.createdAt -= Double.random(in: 0...100 * day, using: &generator)
            default: better.todo.startedAt = item.todo.startedAt ?? now
            }
            #expect(points(better) >= before, "seed \(seed): \(item.todo) \(better.todo)")
            #expect(0...300 ~= before, "seed \(seed)")
        }
    }

    @Test("any times at all have a score")
    func extremes() throws {
        for (made, due) in [(Date.distantPast, Date.distantFuture), (.distantFuture, .distantPast)] {
            for moment in [now, .distantFuture, Date(timeIntervalSince1970: .infinity)] {
                let item = planned("a", due: .instant(due, .gmt), createdAt: made)
                #expect(NextScore(item, now: moment, zone: .gmt).points >= 20)
            }
        }
    }
}
