import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal

/// Putting to-dos off, as a front end does it. The clock shows 2026-11-21.
@Suite("To-dos that are put off")
struct DeferTests {
    private let test: TestStore
    private var store: TodoStore { test.store }

    init() throws { test = try TestStore() }

    private func recurrence(_ words: String) throws -> Recurrence {
        try RepeatPhrase.parse(words, now: test.clock.now, timeZone: .gmt)
            .recurrence(now: test.clock.now, timeZone: .gmt, due: .day(2026, 11, 25))
    }

    @Test("due and start move by the same span, several to-dos as one step, and undo takes all of it back")
    func plain() async throws {
        let report = try await store.add("Report", due: .day(2026, 11, 25), start: .day(2026, 11, 23))
        let idea = try await store.add("Idea", start: .day(2026, 11, 22))
        let steps = try await store.undoableSteps().count
        let moved = try await store.defer([report.id, idea.id], by: .days(3))
        #expect(try moved.map(\.due) == [.day(2026, 11, 28), nil])
        #expect(try moved.map(\.start) == [.day(2026, 11, 26), .day(2026, 11, 25)])
        #expect(try await store.undoableSteps().count == steps + 1)
        #expect(try await store.recentHistory(limit: 1).map(\.action) == ["defer"])
        try await store.undo()
        #expect(try await store.todos.find(report.id).due == report.due)
        #expect(try await store.todos.find(report.id).start == report.start)
        #expect(try await store.todos.find(idea.id).start == idea.start)
        try await store.redo()
        #expect(try await store.todos.find(report.id).due == .day(2026, 11, 28))
        #expect(try test.stack.inconsistency() == nil)
    }

    @Test("all or none: one that has no date, or is gone, keeps the others where they are")
    func allOrNone() async throws {
        let report = try await store.add("Report", due: .day(2026, 11, 25))
        let idea = try await store.add("Idea")
        let error = await #expect(throws: TodoError.self) { try await store.defer([report.id, idea.id]) }
        #expect(error?.code == .usage && error?.message.contains("“Idea”") == true)
        try await store.delete([idea.id])
        let gone = await #expect(throws: TodoError.self) { try await store.defer([report.id, idea.id]) }
        #expect(gone?.code == .notFound)
        #expect(try await store.todos.find(report.id).due == report.due)
    }

    @Test("of what repeats only the current occurrence moves, and the later ones keep their days and their starts")
    func occurrence() async throws {
        let rent = try await store.add("Rent", start: .day(2026, 11, 20), recurrence: recurrence("every month"))
        let moved = try #require(try await store.defer([rent.id], by: .days(2)).first)
        #expect(try moved.due == .day(2026, 11, 27) && moved.start == .day(2026, 11, 20))
        #expect(moved.current?.key == rent.current?.key)
        try await store.complete([rent.id])
        let next = try await store.todos.find(rent.id)
        #expect(try next.due == .day(2026, 12, 25) && next.start == .day(2026, 12, 20))
        try await store.undo(2)
        #expect(try await store.todos.find(rent.id).due == rent.due)
        #expect(try test.stack.inconsistency() == nil)
    }

    @Test("what counts from its completion moves as a whole, with its lead")
    func fromCompletion() async throws {
        let hair = try await store.add("Hair", start: .day(2026, 11, 20), recurrence: recurrence("every! 10 days"))
        let moved = try #require(try await store.defer([hair.id], by: .days(2)).first)
        #expect(try moved.due == .day(2026, 11, 27) && moved.start == .day(2026, 11, 22))
        try await store.complete([hair.id])
        let next = try await store.todos.find(hair.id)
        #expect(try next.due == .day(2026, 12, 1) && next.start == .day(2026, 11, 26))
    }

    @Test("reminders that depend on a date ring as much later, those at a moment do not move")
    func reminders() async throws {
        let settings = store.reminderSettings()
        let due = test.clock.now.addingTimeInterval(3600)
        let lead = ReminderPhrase.trigger(.before(try #require(Alarm.Lead(seconds: 600)), of: .either))
        let moment = ReminderPhrase.trigger(.moment(test.clock.now.addingTimeInterval(60), zone: "Etc/UTC"))
        let call = try await store.add("Call", due: .instant(due, zone: "Etc/UTC"), reminders: [lead, moment])
        let before = try await store.rings(settings).map(\.at)
        try await store.defer([call.id])
        let after = try await store.rings(settings).map(\.at)
        #expect(after == [before[0], before[1].addingTimeInterval(86_400)])
    }
}
