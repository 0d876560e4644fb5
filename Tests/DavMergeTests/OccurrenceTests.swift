import DavSimulation
import Foundation
import Testing
import TodoDomain
import TodoFormats
import TodoKit
import TodoKitTesting
import TodoLocal

@testable import DavMerge

@Suite("Single occurrences of a series, and their alarms")
struct OccurrenceTests {
    /// 2026-11-21, a Saturday: the day of the clock.
    private let first = Day(daysSince1970: 20_778)

    /// A series due at half past midnight in Zurich, which is the day before in UTC.
    private func nightly(
        _ stage: MergeStage, _ rule: String = "FREQ=DAILY", _ mode: Recurrence.Mode = .each
    ) async throws -> Todo {
        let due = Due.instant(first.start(in: .zurich).addingTimeInterval(1800), .zurich)
        let recurrence = Recurrence(rule: rule, mode: mode, zone: "Europe/Zurich", base: first, key: first, due: due)
        return try await stage.store.add("pills", recurrence: recurrence)
    }

    private func weekly(_ stage: MergeStage) async throws -> Todo {
        let recurrence = Recurrence(
            rule: "FREQ=WEEKLY", mode: .each, zone: "Europe/Zurich", base: first, key: first, due: .day(first))
        return try await stage.store.add("water", recurrence: recurrence)
    }

    /// `20261120T233000Z`: the date of the nightly series, some days later.
    private func utc(_ days: Int) -> String {
        first.adding(days: days).start(in: .zurich).addingTimeInterval(1800).iso8601Basic
    }

    private func day(_ days: Int) -> String { first.adding(days: days).iso8601Basic }

    private func key(_ stage: MergeStage, _ todo: Todo) async throws -> Int? {
        try await stage.todo(todo.id).current.map { $0.key.daysSince1970 - first.daysSince1970 }
    }

    /// An object with another component for one occurrence.
    private func with(_ seen: SeenTodo, _ lines: String...) -> SeenTodo {
        var body = seen
        body.lines += ["END:VTODO", "BEGIN:VTODO", seen.line("UID") ?? ""] + lines
        return body
    }

    @Test("a date that a client has converted to UTC, where it is on another day, is a tick and no postponement")
    func universalTick() async throws {
        let stage = try MergeStage()
        let todo = try await nightly(stage)
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(seen.with("DUE:\(utc(1))"), matching: seen.etag)
        #expect(try await stage.settled(todo.id).count == 1)
        #expect(try await key(stage, todo) == 1)
        let next = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(next.with("DUE:\(utc(0))"), matching: next.etag)
        #expect(try await key(stage, todo) == 0, "the same client takes it back")
    }

    @Test("an occurrence that is named in UTC is settled on its day")
    func universalName() async throws {
        let stage = try MergeStage()
        let todo = try await nightly(stage)
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(
            with(seen, "RECURRENCE-ID:\(utc(0))", "SUMMARY:pills", "STATUS:COMPLETED"), matching: seen.etag)
        #expect(try await stage.settled(todo.id).count == 1)
        #expect(try await key(stage, todo) == 1)
        #expect(try await stage.conflicts().isEmpty)
    }

    @Test("one that was moved is named by the date that is shown, and those after it by dates that are as much later")
    func movedOnce() async throws {
        let stage = try MergeStage()
        let todo = try await weekly(stage)
        _ = try await stage.store.todos.update(.init(id: todo.id, dueOnce: .day(first.adding(days: 2))))
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(
            with(seen, "RECURRENCE-ID;VALUE=DATE:\(day(9))", "STATUS:CANCELLED"), matching: seen.etag)
        #expect(try await stage.settled(todo.id).map(\.isSkipped) == [true])
        #expect(try await key(stage, todo) == 0)
        let again = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(
            with(again, "RECURRENCE-ID;VALUE=DATE:\(day(2))", "STATUS:COMPLETED"), matching: again.etag)
        #expect(try await stage.settled(todo.id).count == 2)
        #expect(try await key(stage, todo) == 14)
        #expect(try await stage.conflicts().isEmpty)
    }

    @Test(
        "a day that is not on the rule, a date for a later occurrence, and a title of its own are recorded, and change nothing",
        arguments: [
            ("RECURRENCE-ID;VALUE=DATE:20261124", "STATUS:COMPLETED", "due"),
            ("RECURRENCE-ID;VALUE=DATE:20261128", "DUE;VALUE=DATE:20261129", "due"),
            ("RECURRENCE-ID;VALUE=DATE:20261121", "SUMMARY:much water", "title"),
        ])
    func refused(_ name: String, _ line: String, _ register: String) async throws {
        let stage = try MergeStage()
        let todo = try await weekly(stage)
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(with(seen, name, line), matching: seen.etag)
        #expect(try await stage.settled(todo.id).isEmpty)
        #expect(try await key(stage, todo) == 0)
        let now = try await stage.todo(todo.id)
        #expect(now.title == "water" && now.due == .day(first))
        #expect(try await stage.conflicts().map(\.conflict.register) == [register])
    }

    @Test("an occurrence that a client takes out of the series is skipped")
    func takenOut() async throws {
        let stage = try MergeStage()
        let todo = try await weekly(stage)
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(seen.with("EXDATE;VALUE=DATE:\(day(0)),\(day(7))"), matching: seen.etag)
        #expect(try await stage.settled(todo.id).map(\.isSkipped) == [true, true])
        #expect(try await key(stage, todo) == 14)
        #expect(try await stage.read(todo.id).line("EXDATE") == nil)
    }

    @Test("a series that a client brings with what was done of it keeps that")
    func brought() async throws {
        let stage = try MergeStage()
        let new = SeenTodo(["UID:s1", "SUMMARY:water", "DUE;VALUE=DATE:\(day(0))", "RRULE:FREQ=DAILY"])
        try await stage.put(
            with(new, "SUMMARY:water", "RECURRENCE-ID;VALUE=DATE:\(day(0))", "STATUS:COMPLETED"), isNew: true)
        let todo = try #require(try await stage.store.todos.fetch(.all).items.first { $0.isRepeating })
        #expect(try await key(stage, todo) == 1)
        #expect(try await stage.settled(todo.id).count == 1)
    }

    // MARK: Alarms

    private func alarm(_ trigger: String) -> [String] {
        ["BEGIN:VALARM", "ACTION:DISPLAY", "DESCRIPTION:pills", trigger, "END:VALARM"]
    }

    private func rings(_ stage: MergeStage, _ todo: Todo) async throws -> [Date] {
        RemindedTodo(try await stage.todo(todo.id)).rings(ReminderSettings(timeZone: .zurich)).map(\.at)
    }

    @Test("a moment in a new series rings for each occurrence, and not for those that are done")
    func moments() async throws {
        let stage = try MergeStage()
        let quarter = first.adding(days: 1).start(in: .zurich).addingTimeInterval(900)
        let new = SeenTodo(
            ["UID:s1", "SUMMARY:pills", "DUE:\(utc(1))", "RRULE:FREQ=DAILY"]
                + alarm("TRIGGER;VALUE=DATE-TIME:\(quarter.iso8601Basic)"))
        try await stage.put(new, isNew: true)
        let todo = try #require(try await stage.store.todos.fetch(.all).items.first)
        #expect(todo.alarms.map(\.trigger) == [.before(try #require(Alarm.Lead(seconds: 900)), of: .due)])
        #expect(try await rings(stage, todo) == [quarter])
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(seen.with("STATUS:COMPLETED"), matching: seen.etag)
        #expect(try await rings(stage, todo) == [quarter.addingTimeInterval(86_400)])
    }

    @Test("a moment in a series of days is a time of its day")
    func momentOfDay() async throws {
        let stage = try MergeStage()
        let eight = first.start(in: .zurich).addingTimeInterval(8 * 3600)
        let new = SeenTodo(
            ["UID:s1", "SUMMARY:pills", "DUE;VALUE=DATE:\(day(0))", "RRULE:FREQ=DAILY"]
                + alarm("TRIGGER;VALUE=DATE-TIME:\(eight.iso8601Basic)"))
        try await stage.put(new, isNew: true)
        let todo = try #require(try await stage.store.todos.fetch(.all).items.first)
        #expect(try await rings(stage, todo) == [eight])
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(seen.with("STATUS:COMPLETED"), matching: seen.etag)
        #expect(try await rings(stage, todo) == [eight.addingTimeInterval(86_400)])
    }

    @Test("a to-do that begins to repeat has the moment that it had, for each occurrence")
    func beginsToRepeat() async throws {
        let stage = try MergeStage()
        let new = SeenTodo(
            ["UID:s1", "SUMMARY:pills", "DUE:\(utc(1))"] + alarm("TRIGGER;VALUE=DATE-TIME:\(utc(1))"))
        try await stage.put(new, isNew: true)
        let todo = try #require(try await stage.store.todos.fetch(.all).items.first)
        let seen = try await stage.read(todo.id)
        #expect(seen.lines.contains("TRIGGER;VALUE=DATE-TIME:\(utc(1))"))
        stage.clock.advance(by: 60)
        try await stage.put(seen.with("RRULE:FREQ=DAILY"), matching: seen.etag)
        let now = try await stage.todo(todo.id)
        #expect(now.isRepeating && now.alarms.map(\.trigger) == [.before(.zero, of: .due)])
    }

    @Test(
        "a client that moves a series on, with its moment or without, has not changed the alarm",
        arguments: [false, true])
    func movedOn(moves: Bool) async throws {
        let stage = try MergeStage()
        let todo = try await nightly(stage)
        let own = Alarm(.moment(first.start(in: .zurich), zone: "UTC"))
        var update = Todo.Update(id: todo.id)
        update.alarms[own.id] = .set(own)
        try await stage.store.todos.update(update)
        let seen = try await stage.read(todo.id)
        var body = seen.with("DUE:\(utc(1))")
        if moves {
            body.lines = body.lines.map { line in
                guard line.hasPrefix("TRIGGER") else { return line }
                return "TRIGGER;VALUE=DATE-TIME:\(first.adding(days: 1).start(in: .zurich).iso8601Basic)"
            }
        }
        stage.clock.advance(by: 60)
        try await stage.put(body, matching: seen.etag)
        #expect(try await stage.todo(todo.id).alarms.map(\.trigger) == [own.trigger])
        #expect(try await key(stage, todo) == 1)
        let next = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        var without = next
        let start = try #require(next.lines.firstIndex(of: "BEGIN:VALARM"))
        let end = try #require(next.lines.firstIndex(of: "END:VALARM"))
        without.lines.removeSubrange(start...end)
        try await stage.put(without, matching: next.etag)
        #expect(try await stage.todo(todo.id).alarms.isEmpty)
    }
}
