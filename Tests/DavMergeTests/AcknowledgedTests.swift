import DavSimulation
import Foundation
import GRDB
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoKitTesting
import TodoLocal

@testable import DavMerge

@Suite("What is acknowledged to a client of calendars is stored, and rings")
struct AcknowledgedTests {
    /// Lets each commit of a store fail, as on a disk that is full at that moment.
    private final class FailingCommit: TransactionObserver {
        struct Failure: Error {}
        func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { true }
        func databaseDidChange(with event: DatabaseEvent) {}
        func databaseWillCommit() throws { throw Failure() }
        func databaseDidCommit(_ db: Database) {}
        func databaseDidRollback(_ db: Database) {}
    }

    @Test("a PUT that could not be stored is not remembered, so that its repetition is stored")
    func failedCommit() async throws {
        let stage = try MergeStage()
        let todo = try await stage.store.add("one")
        let seen = try await stage.read(todo.id).with("SUMMARY:two")
        let failing = FailingCommit()
        stage.store.stack.database.add(transactionObserver: failing)
        await #expect(throws: (any Error).self) { try await stage.put(seen, matching: seen.etag) }
        stage.store.stack.database.remove(transactionObserver: failing)
        #expect(try await stage.todo(todo.id).title == "one")
        #expect(try await stage.put(seen, matching: seen.etag) == .updated)
        #expect(try await stage.todo(todo.id).title == "two")
    }

    @Test("an alarm that counts from a start equal to the due date counts from the due date", arguments: [false, true])
    func alarmFromStart(repeats: Bool) async throws {
        let stage = try MergeStage()
        let lines = [
            "UID:a1", "SUMMARY:Call", "DTSTART:20270105T090000Z", "DUE:20270105T090000Z",
            "BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:Call", "TRIGGER:-PT15M", "END:VALARM",
        ]
        let new = SeenTodo(repeats ? lines + ["RRULE:FREQ=DAILY"] : lines)
        #expect(try await stage.put(new, isNew: true) == .created)
        let todo = try #require(try await stage.store.todos.fetch(.all).items.first)
        #expect(todo.alarms.map(\.trigger) == [.before(try #require(Alarm.Lead(seconds: 900)), of: .due)])
    }

    @Test("a snooze of a client is stored and served, and its dismissal ends it")
    func snoozes() async throws {
        let stage = try MergeStage()
        let due = stage.clock.now.addingTimeInterval(-600)
        let todo = try await stage.store.add("Call", due: .instant(due, .zurich))
        var update = Todo.Update(id: todo.id)
        let alarm = Alarm(.before(.zero, of: .due))
        update.alarms[alarm.id] = .set(alarm)
        try await stage.store.todos.update(update)
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        let until = stage.clock.now.addingTimeInterval(3600).iso8601Basic
        try await stage.put(seen.with("X-MOZ-SNOOZE-TIME:\(until)"), matching: seen.etag)
        let snoozed = try await stage.read(todo.id)
        #expect(snoozed.line("X-MOZ-SNOOZE-TIME") == "X-MOZ-SNOOZE-TIME:\(until)")
        stage.clock.advance(by: 60)
        let now = stage.clock.now.iso8601Basic
        let dismissed = snoozed.with("X-MOZ-LASTACK:\(now)").without("X-MOZ-SNOOZE-TIME")
        try await stage.put(dismissed, matching: snoozed.etag)
        #expect(try await stage.read(todo.id).line("X-MOZ-SNOOZE-TIME") == nil)
    }

    @Test("a to-do that left the window comes back under the name that its client gives it")
    func longDone() async throws {
        let stage = try MergeStage()
        let todo = try await stage.store.add("one")
        let seen = try await stage.read(todo.id)
        _ = try await stage.store.complete([todo.id])
        stage.clock.advance(by: 70 * 86_400)
        #expect(try await stage.item(todo.id) == nil)
        var again = seen.with("SUMMARY:one more time")
        again.todo = nil
        try await stage.put(again)
        let stored = try await stage.todo(todo.id)
        #expect(stored.title == "one more time")
    }
}
