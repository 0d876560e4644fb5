import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("The agenda")
struct AgendaTests {
    private let zurich: TimeZone
    private let now: Date

    init() throws {
        zurich = try zone("Europe/Zurich")
        // Saturday, 23:30 in Zurich.
        now = try moment("2026-11-21T22:30:00Z")
    }

    private func agenda(_ items: [PlannedTodo], days: Int = Agenda.usualDays) -> Agenda {
        Agenda(items, now: now, zone: zurich, days: days)
    }

    private func instant(_ text: String) throws -> Due { .instant(try moment(text), zurich) }

    @Test("days and instants come into the section of the day that it is here")
    func sections() throws {
        let agenda = agenda([
            planned("yesterday", due: try .day(2026, 11, 20)), planned("today", due: try .day(2026, 11, 21)),
            planned("passed", due: try instant("2026-11-21T22:29:59Z")),
            planned("soon", due: try instant("2026-11-21T22:59:59Z")),
            planned("after midnight", due: try instant("2026-11-21T23:00:00Z")),
            planned("tomorrow", due: try .day(2026, 11, 22)), planned("last", due: try .day(2026, 11, 28)),
            planned("later", due: try .day(2026, 11, 29)), planned("never"),
        ])
        #expect(agenda.overdue.map(\.todo.title) == ["yesterday", "passed"])
        #expect(agenda.today.map(\.todo.title) == ["soon", "today"])
        #expect(agenda.next.map(\.day.description) == ["2026-11-22", "2026-11-28"])
        #expect(agenda.next.map { $0.entries.map(\.todo.title) } == [["after midnight", "tomorrow"], ["last"]])
        #expect(agenda.started.isEmpty)
        #expect(agenda.counts == Agenda.Counts(overdue: 2, today: 2, next: 3))
        #expect(agenda.day.description == "2026-11-21")
        #expect(self.agenda([planned("never")]).isEmpty)
    }

    @Test("a start counts where the due date does not, and what was started has a section for the rest")
    func starts() throws {
        let today = Due.day(try Day(year: 2026, month: 11, day: 21))
        let agenda = agenda([
            planned("begins", start: today), planned("due first", due: try .day(2026, 11, 23), start: today),
            planned("due later", due: try .day(2027, 1, 1), start: try .day(2026, 11, 24)),
            planned("began", start: try .day(2026, 11, 20)),
            planned("started", start: try .day(2026, 11, 20), startedAt: now),
            planned("overdue", due: try .day(2026, 11, 1), start: today, startedAt: now),
            planned("started before", startedAt: now - 60),
        ])
        #expect(agenda.today.map(\.todo.title) == ["begins"])
        #expect(agenda.today.map(\.isStart) == [true])
        #expect(agenda.next.map { $0.entries.map(\.todo.title) } == [["due first"], ["due later"]])
        #expect(agenda.next.map { $0.entries.map(\.isStart) } == [[false], [true]])
        #expect(agenda.overdue.map(\.todo.title) == ["overdue"])
        #expect(agenda.started.map(\.todo.title) == ["started", "started before"])
        #expect(agenda.started.map(\.date) == [nil, nil])
    }

    @Test("what is ready comes first, then the deadline, the priority, the age and the id")
    func order() throws {
        let today = try Due.day(2026, 11, 21)
        let agenda = agenda([
            planned("f", due: today, priority: .high, isReady: false),
            planned("d", due: today, createdAt: now - 10), planned("e", due: today, createdAt: now - 5),
            planned("c", due: today, createdAt: now - 10), planned("b", due: today, priority: .low),
            planned("a", due: try instant("2026-11-21T22:45:00Z")),
        ])
        #expect(agenda.today.map(\.todo.title) == ["a", "b", "c", "d", "e", "f"])
    }

    @Test("done ones are not on it, and a number of days below 0 has only today")
    func limits() throws {
        var done = planned("done", due: try .day(2026, 11, 21))
        done.todo.completedAt = now
        let tomorrow = planned("tomorrow", due: try .day(2026, 11, 22))
        #expect(agenda([done]).isEmpty)
        #expect(agenda([tomorrow], days: -3).isEmpty)
        #expect(agenda([tomorrow], days: 1).counts.all == 1)
        #expect(agenda([tomorrow], days: .max).counts.all == 1)
    }

    @Test("each to-do is there once, in any order of the input, and its query finds all of them")
    func random() {
        fuzz("agendas", rounds: 300) { generator, seed in
            let items = generator.plannedTodos(upTo: 40)
            let (zone, days) = (generator.pick(RandomWorld.zones), Int.random(in: 0...9, using: &generator))
            let now = generator.moment()
            let agenda = Agenda(items, now: now, zone: zone, days: days)
            #expect(agenda == Agenda(items.shuffled(using: &generator), now: now, zone: zone, days: days))
            let entries = agenda.overdue + agenda.today + agenda.next.flatMap(\.entries) + agenda.started
            #expect(Set(entries.map(\.id)).count == entries.count, "seed \(seed)")
            #expect(agenda.counts.all == entries.count && agenda.counts == agenda.shown, "seed \(seed)")
            let query = Agenda.query(now: now, zone: zone, days: days)
            let found = Set(items.map(\.todo).filter(query.predicate.isMet).map(\.id))
            #expect(found.isSuperset(of: entries.map(\.id)), "seed \(seed)")
            #expect(Agenda(items.filter { found.contains($0.id) }, now: now, zone: zone, days: days) == agenda)
            let today = Day(containing: now, in: zone)
            for item in items where !item.todo.isDone && !entries.contains(where: { $0.id == item.id }) {
                #expect(!item.todo.isStarted && item.todo.due?.isOverdue(at: now, in: zone) != true, "seed \(seed)")
                #expect(item.todo.due.map { !DueWindow.on(today, in: zone).contains($0) } ?? true, "seed \(seed)")
            }
            for section in [agenda.overdue, agenda.today] + agenda.next.map(\.entries) {
                #expect(section.firstIndex { !$0.item.isReady } ?? section.count == section.count { $0.item.isReady })
            }
        }
    }
}

@Suite("The agenda in a screen")
struct AgendaFittingTests {
    @Test("sections share the rows, and a heading takes one")
    func shares() throws {
        let items =
            (0..<10).map { planned("o\($0)", due: try? .day(2026, 11, 1)) }
            + (0..<2).map { planned("t\($0)", due: try? .day(2026, 11, 21)) }
            + (0..<4).map { planned("n\($0)", due: try? .day(2026, 11, 22 + $0 / 2)) }
            + (0..<3).map { planned("s\($0)", startedAt: RandomWorld.now) }
        let agenda = Agenda(items, now: RandomWorld.now, zone: .gmt)
        func shown(_ rows: Int) -> [Int] {
            let shown = agenda.fitting(rows: rows).shown
            return [shown.overdue, shown.today, shown.started, shown.next]
        }
        #expect(shown(1) == [0, 0, 0, 0])
        #expect(shown(3) == [1, 0, 0, 0])
        #expect(shown(8) == [1, 1, 1, 1])
        #expect(shown(12) == [2, 2, 2, 2])
        // The next day needs a heading and a row, and only one row is left.
        #expect(shown(15) == [3, 2, 3, 2])
        #expect(shown(16) == [3, 2, 3, 3])
        #expect(shown(agenda.rows) == [10, 2, 3, 4])
        #expect(agenda.fitting(rows: 16).next.map(\.entries.count) == [2, 1])
        #expect(agenda.fitting(rows: 3).counts == agenda.counts)
        #expect(agenda.fitting(rows: .max) == agenda)
        #expect(agenda.fitting(rows: .min).rows == 0)
    }

    @Test("it fits, shows more in a larger screen, and cuts no section while another has two more")
    func random() {
        fuzz("agendas in screens", rounds: 200) { generator, seed in
            let agenda = Agenda(
                generator.plannedTodos(upTo: 40), now: RandomWorld.now, zone: .gmt,
                days: Int.random(in: 0...9, using: &generator))
            var before = agenda.fitting(rows: 0)
            #expect(before.shown.all == 0)
            for rows in 1...agenda.rows + 1 {
                let fitting = agenda.fitting(rows: rows)
                #expect(fitting.rows <= rows, "seed \(seed)")
                #expect(Set(ids(fitting)).isSuperset(of: ids(before)), "seed \(seed)")
                let counts = zip(sections(fitting.shown), sections(agenda.counts))
                let cut = counts.filter { $0 < $1 }.map(\.0)
                let most = counts.map(\.0).max() ?? 0
                #expect(cut.allSatisfy { $0 >= most - 1 }, "seed \(seed)")
                before = fitting
            }
            #expect(before == agenda, "seed \(seed)")
        }
    }

    private func ids(_ agenda: Agenda) -> [Todo.ID] {
        (agenda.overdue + agenda.today + agenda.next.flatMap(\.entries) + agenda.started).map(\.id)
    }

    private func sections(_ counts: Agenda.Counts) -> [Int] {
        [counts.overdue, counts.today, counts.next, counts.started]
    }
}
