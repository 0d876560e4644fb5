import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("Reports")
struct ReportTests {
    private func at(_ day: Int, hour: Int = 12) throws -> Date {
        try Day(year: 2026, month: 11, day: 1).start(in: .gmt) + Double(day - 1) * 86_400 + Double(hour) * 3600
    }

    private func life(_ created: Int, done: Int? = nil, deleted: Int? = nil) throws -> Report.Lifetime {
        .init(
            createdAt: try at(created), completedAt: try done.map { try at($0) },
            deletedAt: try deleted.map { try at($0) })
    }

    @Test("what was made and done each day and week, and what was open when they ended")
    func figures() throws {
        let report = try Report(
            [
                life(-40), life(-3, done: -1), life(-3, done: 3), life(2), life(3, done: 3), life(3, deleted: 9),
                life(4, done: 9, deleted: 10), life(4, deleted: 4), life(30), life(9, done: 5),
            ], from: try Day(year: 2026, month: 11, day: 1), through: try Day(year: 2026, month: 11, day: 10),
            zone: .gmt)
        #expect(report.openBefore == 2)
        #expect(report.days.map(\.created) == [0, 1, 2, 2, 0, 0, 0, 0, 1, 0])
        #expect(report.days.map(\.done) == [0, 0, 2, 0, 1, 0, 0, 0, 1, 0])
        #expect(report.days.map(\.open) == [2, 3, 3, 4, 4, 4, 4, 4, 2, 2])
        #expect(report.weeks.map(\.first.day) == [1, 2, 9])
        #expect(report.weeks.map(\.last.day) == [1, 8, 10])
        #expect(report.weeks.map(\.created) == [0, 5, 1])
        #expect(report.weeks.map(\.done) == [0, 3, 1])
        #expect(report.weeks.map(\.open) == [2, 4, 2])
        #expect((report.created, report.done, report.open) == (6, 4, 2))
        #expect(
            report.summary == """
                From 2026-11-01 to 2026-11-10, 6 to-dos were made and 4 were done. \
                The number of open ones went from 2 to 2.
                """)
    }

    @Test("centuries are refused with their days, at either end of the calendar, and ten years are not")
    func centuries() throws {
        let (first, last) = (try Day(year: 1, month: 1, day: 1), try Day(year: 9999, month: 12, day: 31))
        for (from, through) in [(first, last), (try Day(year: 2026, month: 1, day: 1), last)] {
            let error = #expect(throws: TodoError.self) { try Report([], from: from, through: through, zone: .gmt) }
            #expect(error?.code == .usage && error?.reason.contains("to 9999-12-31 are") == true)
        }
        #expect(try Report([], from: last.adding(days: -3659), through: last, zone: .gmt).days.count == 3660)
        #expect(try Report([], from: first, through: first, zone: .gmt).days.count == 1)
    }

    @Test("one to-do is one in words")
    func one() throws {
        let day = try Day(year: 2026, month: 11, day: 3)
        let report = try Report([life(3, done: 3)], from: day, through: day, zone: .gmt)
        #expect(
            report.summary == """
                From 2026-11-03 to 2026-11-03, 1 to-do was made and 1 was done. \
                The number of open ones went from 0 to 0.
                """)
    }

    @Test("days begin in the given zone, weeks on the given day")
    func zones() throws {
        let kiritimati = try zone("Pacific/Kiritimati")
        let report = try Report(
            [.init(createdAt: try at(1, hour: 9), completedAt: try at(1, hour: 11))],
            from: try Day(year: 2026, month: 11, day: 1), through: try Day(year: 2026, month: 11, day: 2),
            zone: kiritimati, firstWeekday: .sunday)
        #expect(report.days.map(\.created) == [1, 0])
        #expect(report.days.map(\.done) == [0, 1])
        #expect(report.days.map(\.open) == [1, 0])
        #expect(report.weeks.count == 1)
    }

    @Test("a report that ends before it begins or has no end is refused")
    func refusals() throws {
        let (first, second) = (try Day(year: 2026, month: 1, day: 1), try Day(year: 2026, month: 1, day: 2))
        expectTodoError(.usage) { try Report([], from: second, through: first, zone: .gmt) }
        expectTodoError(.usage) { try Report([], from: first, through: first.adding(days: 3_660), zone: .gmt) }
        #expect(try Report([], from: first, through: first.adding(days: 3_659), zone: .gmt).days.count == 3_660)
    }

    @Test("the numbers are those of counting each day anew")
    func random() throws {
        try fuzz("reports", rounds: 200) { generator, seed in
            let zone = generator.pick(RandomWorld.zones)
            let lives = (0..<Int.random(in: 0...30, using: &generator)).map { _ in
                Report.Lifetime(
                    createdAt: generator.moment(), completedAt: generator.chance(0.5) ? generator.moment() : nil,
                    deletedAt: generator.chance(0.3) ? generator.moment() : nil)
            }
            let first = generator.day()
            let last = first.adding(days: Int.random(in: 0...20, using: &generator))
            let report = try Report(
                lives, from: first, through: last, zone: zone,
                firstWeekday: generator.pick(PhraseSettings.Weekday.allCases))
            func day(_ date: Date?) -> Day? { date.map { Day(containing: $0, in: zone) } }
            for period in report.days {
                #expect(period.created == lives.count { day($0.createdAt) == period.first }, "seed \(seed)")
                #expect(period.done == lives.count { day($0.completedAt) == period.first }, "seed \(seed)")
                let open = lives.count { life in
                    let end = [day(life.completedAt), day(life.deletedAt)].compactMap(\.self).min()
                    return Day(containing: life.createdAt, in: zone) <= period.last
                        && end.map { $0 > period.last } ?? true
                }
                #expect(period.open == open, "seed \(seed)")
            }
            #expect(report.weeks.reduce(0) { $0 + $1.done } == report.done, "seed \(seed)")
            #expect(report.weeks.last?.open == report.open, "seed \(seed)")
        }
    }
}
