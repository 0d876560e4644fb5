import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoKitTesting

/// Agenda, score, calendar and report of a store.
@Suite("What to do now, and what was done, of a store")
struct PlanningTests {
    private let fixture: TestStore
    private let store: TodoStore
    private let today: Day

    init() throws {
        fixture = try TestStore()
        store = fixture.store
        today = Day(containing: fixture.clock.now, in: TodoEnvironment.testing().timeZone)
    }

    private func add(_ title: String, due days: Int? = nil, _ priority: Priority? = nil, tags: [String] = [])
        async throws
        -> Todo
    {
        try await store.add(title, tags: tags, due: days.map { .day(today.adding(days: $0)) }, priority: priority)
    }

    private func wait(_ todo: Todo, for other: Todo) async throws {
        var changes = TodoChanges()
        changes.dependencies = Todo.DependencyChange(add: [other.id])
        try await store.edit([todo.id], changes)
    }

    @Test("the agenda has what is due, begins or was started, with all that the to-dos show")
    func agenda() async throws {
        let blocked = try await add("Blocked", due: 0)
        let (late, soon, begun) = (
            try await add("Late", due: -3), try await add("Soon", due: 2), try await add("Begun")
        )
        _ = try await (add("Today", due: 0, tags: ["home"]), add("Far", due: 30), add("Never"))
        try await store.start([begun.id, late.id])
        try await wait(blocked, for: soon)
        try await store.add("Begins", start: .day(today.adding(days: 1)))
        try await store.complete([try await add("Done", due: 0).id])
        let agenda = try await store.agenda()
        func titles(_ entries: [Agenda.Entry]) -> [String] { entries.map(\.todo.title) }
        #expect(titles(agenda.overdue) == ["Late"] && titles(agenda.started) == ["Begun"])
        #expect(titles(agenda.today) == ["Today", "Blocked"], "what is ready comes first")
        #expect(titles(agenda.next.flatMap(\.entries)) == ["Begins", "Soon"])
        #expect(agenda.today[0].todo.tags.map(\.title) == ["home"])
        let small = try await store.agenda(rows: 4)
        #expect(small.shown.all == 2 && small.counts == agenda.counts)
        #expect(try await store.agenda(days: 1).next.flatMap(\.entries).count == 1)
    }

    @Test("an agenda of few rows is the beginning of the whole, whatever is overdue")
    func fewRows() async throws {
        var random = SeededGenerator(seed: 7)
        let other = try await add("Other")
        for number in 0..<60 {
            let day = today.adding(days: Int.random(in: -6...1, using: &random))
            let hour = Int.random(in: 0..<24, using: &random)
            let date = Due.instant(
                day.start(in: .zurich).addingTimeInterval(Double(hour) * 3600 + 1800), zone: TimeZone.zurich.identifier)
            let todo = try await store.add(
                "Number \(number)", due: Bool.random(using: &random) ? date : .day(day),
                priority: [nil, .low, .high].randomElement(using: &random) ?? nil)
            if number % 5 == 0 { try await wait(todo, for: other) }
            if number % 7 == 0 { try await store.start([todo.id]) }
        }
        let whole = try await store.agenda()
        #expect(whole.overdue.count > 30)
        for rows in [-1, 0, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 1000] {
            #expect(try await store.agenda(rows: rows) == whole.fitting(rows: rows), "\(rows) rows")
        }
    }

    @Test("what is next is what can be done now, by its score, which counts what waits for it")
    func next() async throws {
        let first = try await add("First")
        let second = try await add("Second")
        try await wait(second, for: first)
        _ = try await (add("High", .high, tags: ["home"]), add("Low", .low))
        let ranked = try await store.next(10)
        #expect(ranked.map(\.item.todo.title) == ["High", "Low", "First"])
        #expect(ranked[0].item.todo.tags.count == 1 && ranked[2].score.terms.map(\.name) == [.blocking])
        #expect(try await store.next(1).map(\.item.todo.title) == ["High"])
        #expect(try await store.next(0).isEmpty)
    }

    @Test("the calendar and the report count what is due, made, done and deleted")
    func counts() async throws {
        let (done, gone) = (try await add("Done", due: 0), try await add("Gone"))
        _ = try await (add("Open", due: 0), add("Open too"))
        try await store.complete([done.id])
        try await store.delete([gone.id])
        let cells = try await store.calendar(of: today).weeks.flatMap(\.days).compactMap(\.self)
        let cell = try #require(cells.first { $0.day == today })
        #expect(cell.due == 1 && cell.done == 1 && cells.reduce(0) { $0 + $1.due + $1.done } == 2)
        #expect(cell.todos.isEmpty)
        let report = try await store.report(from: today.adding(days: -2), through: today)
        #expect((report.created, report.done, report.open) == (4, 1, 2))
        #expect(try await store.todos.fetch(store.done(on: today)).items.map(\.id) == [done.id])
        #expect(try await store.todos.count(store.done(on: today.adding(days: -1))) == 0)
    }

    @Test("the report counts nothing that was undone, and what was deleted only if somebody deleted it")
    func undone() async throws {
        func counts(of query: Query<Todo>? = nil) async throws -> [Int] {
            let report = try await store.report(of: query, from: today, through: today)
            return [report.created, report.done, report.open]
        }
        // A to-do that is undone, redone and undone again, then two that are undone at once.
        _ = try await add("Undone")
        try await store.undo()
        #expect(try await counts() == [0, 0, 0])
        try await store.redo()
        #expect(try await counts() == [1, 0, 1])
        try await store.undo()
        try await store.add(each: [TodoChanges(title: "One"), TodoChanges(title: "Two")])
        try await store.undo()
        #expect(try await counts() == [0, 0, 0])
        // Completions that are undone: of a to-do, and of an occurrence of a series.
        let (once, daily) = (try await add("Once"), try await store.add("Daily", due: .day(today)))
        let phrase = try RepeatPhrase.parse(
            "daily", now: fixture.clock.now, timeZone: TodoEnvironment.testing().timeZone)
        try await store.edit([daily.id], TodoChanges(repetition: .set(phrase)))
        for id in [once.id, daily.id] {
            try await store.complete([id])
            try await store.undo()
        }
        #expect(try await counts() == [2, 0, 2])
        try await store.complete([daily.id])
        #expect(try await counts()[1] == 1)
        // A deletion for good: done once more after it was undone.
        try await store.delete([once.id])
        #expect(try await counts()[2] == 1)
        try await store.undo()
        try await store.redo()
        let deleted = try await counts()
        #expect(deleted[0] == 3 && deleted[2] == 1, "it was made")
        #expect(try await counts(of: .all.done) == [1, 1, 0])
        #expect(try await counts(of: .all.title(.equals("Once"))) == [0, 0, 0])
    }

    @Test("a calendar comes with as many to-dos of each day as were asked for, those with a time by it")
    func calendarWithTodos() async throws {
        let zone = TodoEnvironment.testing().timeZone
        func add(_ title: String, at hour: Int) async throws {
            let date = today.start(in: zone).addingTimeInterval(Double(hour) * 3600)
            try await store.add(title, due: .instant(date, zone: zone.identifier))
        }
        try await add("Evening", at: 20)
        try await add("Morning", at: 8)
        _ = try await (self.add("All day", due: 0), self.add("Tomorrow", due: 1))
        func titles(_ shown: Int) async throws -> [[String]] {
            let cells = try await store.calendar(of: today, shown: shown).weeks.flatMap(\.days).compactMap(\.self)
            return [today, today.adding(days: 1)].map { day in
                cells.first { $0.day == day }?.todos.map(\.title) ?? []
            }
        }
        #expect(try await titles(9) == [["All day", "Morning", "Evening"], ["Tomorrow"]])
        #expect(try await titles(2) == [["All day", "Morning"], ["Tomorrow"]])
        #expect(try await titles(0) == [[], []])
    }
}
