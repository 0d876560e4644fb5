import DavSimulation
import Foundation
import Testing
import TodoDomain
import TodoFormats
import TodoKit
import TodoKitTesting
import TodoLocal

@testable import DavMerge

@Suite("What clients of calendars do to what repeats")
struct SeriesMergeTests {
    /// 2026-11-21, a Saturday: the day of the clock.
    private let first = Day(daysSince1970: 20_778)

    private func series(
        _ stage: MergeStage, _ rule: String = "FREQ=DAILY", _ mode: Recurrence.Mode = .every
    ) async throws -> Todo {
        let recurrence = Recurrence(
            rule: rule, mode: mode, zone: "Europe/Zurich", base: first, key: first, due: .day(first))
        return try await stage.store.add("water", recurrence: recurrence)
    }

    private func due(_ days: Int) -> String { "DUE;VALUE=DATE:" + "\(first.adding(days: days))".filter { $0 != "-" } }

    private func key(_ stage: MergeStage, _ todo: Todo) async throws -> Int? {
        try await stage.todo(todo.id).current.map { $0.key.daysSince1970 - first.daysSince1970 }
    }

    @Test("an object of a series has its shown date, its rule, and no exceptions")
    func served() async throws {
        let stage = try MergeStage()
        let todo = try await series(stage)
        _ = try await stage.store.todos.update(.init(id: todo.id, dueOnce: .day(first.adding(days: 3))))
        let seen = try await stage.read(todo.id)
        #expect(seen.line("DUE") == due(3) && seen.line("RRULE") == "RRULE:FREQ=DAILY")
        #expect(seen.line("RECURRENCE-ID") == nil)
    }

    @Test("a tick settles the occurrence that was shown, and a second one of the same does nothing")
    func ticks() async throws {
        let stage = try MergeStage()
        let todo = try await series(stage)
        let (one, other) = (try await stage.read(todo.id), try await stage.read(todo.id, by: MergeStage.home))
        stage.clock.advance(by: 60)
        let done = ["STATUS:COMPLETED", "COMPLETED:20261121T120100Z"]
        try await stage.put(one.with(done[0], done[1]), matching: one.etag)
        try await stage.put(other.with(done[0], done[1]), by: MergeStage.home, matching: other.etag)
        #expect(try await key(stage, todo) == 1)
        #expect(try await stage.settled(todo.id).count == 1)
        let seen = try await stage.read(todo.id)
        #expect(seen.line("STATUS") == "STATUS:NEEDS-ACTION" && seen.line("DUE") == due(1))
    }

    @Test("two PUTs of one tick are one settlement")
    func twoPuts() async throws {
        let stage = try MergeStage()
        let todo = try await series(stage)
        let seen = try await stage.read(todo.id, by: MergeStage.home)
        stage.clock.advance(by: 60)
        let done = seen.with("STATUS:COMPLETED").only("SUMMARY", "STATUS", "DUE")
        try await stage.put(done, by: MergeStage.home)
        try await stage.put(done, by: MergeStage.home)
        #expect(try await stage.settled(todo.id).count == 1)
    }

    @Test("a date on the rule that is later settles those before it", arguments: [(1, 1), (3, 3)])
    func advances(_ days: Int, _ count: Int) async throws {
        let stage = try MergeStage()
        let todo = try await series(stage, "FREQ=DAILY", .each)
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(seen.with(due(days)), matching: seen.etag)
        #expect(try await key(stage, todo) == days)
        #expect(try await stage.settled(todo.id).count == count)
    }

    @Test("the date that was settled last, sent again by the same client, opens it again")
    func undoes() async throws {
        let stage = try MergeStage()
        let todo = try await series(stage)
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(seen.with(due(1)), matching: seen.etag)
        let next = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(next.with(due(0)), matching: next.etag)
        #expect(try await key(stage, todo) == 0)
        #expect(try await stage.settled(todo.id).isEmpty)
    }

    @Test("a date before the next one is for once")
    func once() async throws {
        let stage = try MergeStage()
        let todo = try await series(stage, "FREQ=WEEKLY")
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(seen.with(due(2)), matching: seen.etag)
        #expect(try await key(stage, todo) == 0)
        #expect(try await stage.todo(todo.id).due == .day(first.adding(days: 2)))
        #expect(try await stage.settled(todo.id).isEmpty)
    }

    @Test("one that repeats from its completion is settled today")
    func fromCompletion() async throws {
        let stage = try MergeStage()
        let todo = try await series(stage, "FREQ=DAILY;INTERVAL=3", .everyFromCompletion)
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(seen.with(due(5)), matching: seen.etag)
        #expect(try await stage.settled(todo.id).count == 1)
        #expect(try await key(stage, todo) == 3)
    }

    @Test("who is late changes nothing")
    func late() async throws {
        let stage = try MergeStage()
        let todo = try await series(stage)
        let (one, other) = (try await stage.read(todo.id), try await stage.read(todo.id, by: MergeStage.home))
        stage.clock.advance(by: 60)
        try await stage.put(one.with(due(2)), matching: one.etag)
        try await stage.put(other.with(due(1)), by: MergeStage.home, matching: other.etag)
        #expect(try await key(stage, todo) == 2)
    }

    @Test(
        "a tick of a rule that has changed since is merged, with what else was changed",
        arguments: [Recurrence.Mode.every, .each])
    func staleRule(_ mode: Recurrence.Mode) async throws {
        let stage = try MergeStage()
        let todo = try await series(stage, "FREQ=DAILY", mode)
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        var next = Recurrence(
            rule: "FREQ=WEEKLY;BYDAY=MO", mode: mode, zone: "Europe/Zurich", base: first, key: first, due: .day(first))
        next.stretch = 1
        var update = Todo.Update(id: todo.id)
        update.recurrence = .set(next)
        try await stage.store.todos.update(update)
        stage.clock.advance(by: 60)
        try await stage.put(seen.with("SUMMARY:more water", due(1)), matching: seen.etag)
        let now = try await stage.todo(todo.id)
        #expect(now.title == "more water")
        // The next Monday is two days later; the occurrence was not moved to the day of the former rule.
        #expect(try await stage.settled(todo.id).count == 1)
        #expect(try await key(stage, todo) == 2 && now.due == .day(first.adding(days: 2)))
    }

    @Test("an earlier date that cannot be is recorded, and ours is served")
    func tooEarly() async throws {
        let stage = try MergeStage()
        let todo = try await series(stage)
        let (one, other) = (try await stage.read(todo.id), try await stage.read(todo.id, by: MergeStage.home))
        stage.clock.advance(by: 60)
        try await stage.put(one.with(due(2)), matching: one.etag)
        try await stage.put(other.with(due(-1)), by: MergeStage.home, matching: other.etag)
        #expect(try await key(stage, todo) == 2)
        #expect(try await stage.conflicts().map(\.conflict.register) == ["due"])
    }

    @Test("an object with more occurrences than anybody changes at once is refused, and changes nothing")
    func manyExceptions() async throws {
        let stage = try MergeStage()
        let todo = try await series(stage, "FREQ=DAILY", .each)
        let seen = try await stage.read(todo.id)
        var body = seen
        for day in 0...DavPutRun.mostExceptions {
            body.lines += [
                "END:VTODO", "BEGIN:VTODO", seen.line("UID") ?? "", "RECURRENCE-ID\(due(day).dropFirst("DUE".count))",
                "STATUS:COMPLETED",
            ]
        }
        let many = body
        await #expect(throws: DavRefusal.self) { try await stage.put(many, matching: seen.etag) }
        #expect(try await stage.settled(todo.id).isEmpty)
    }

    @Test("an occurrence that is named is settled or skipped")
    func exceptions() async throws {
        let stage = try MergeStage()
        let todo = try await series(stage, "FREQ=DAILY", .each)
        for (days, status) in [(0, "COMPLETED"), (1, "CANCELLED")] {
            let seen = try await stage.read(todo.id)
            stage.clock.advance(by: 60)
            let day = due(days).dropFirst("DUE".count)
            let uid = seen.line("UID") ?? ""
            var body = seen
            body.lines += [
                "END:VTODO", "BEGIN:VTODO", uid, "RECURRENCE-ID\(day)", "SUMMARY:water", "STATUS:\(status)",
            ]
            try await stage.put(body, matching: seen.etag)
        }
        let settled = try await stage.settled(todo.id)
        #expect(settled.count == 2 && settled.filter(\.isSkipped).count == 1)
        #expect(try await key(stage, todo) == 2)
    }

    @Test("a cancelled one is skipped")
    func cancelled() async throws {
        let stage = try MergeStage()
        let todo = try await series(stage)
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(seen.with("STATUS:CANCELLED"), matching: seen.etag)
        #expect(try await stage.settled(todo.id).map(\.isSkipped) == [true])
    }

    @Test("a rule that is missing ends the series only where the client knows rules")
    func ruleGone() async throws {
        let stage = try MergeStage()
        let todo = try await series(stage)
        let seen = try await stage.read(todo.id, by: MergeStage.home)
        stage.clock.advance(by: 60)
        try await stage.put(seen.only("SUMMARY", "DUE", "STATUS"), by: MergeStage.home)
        #expect(try await stage.todo(todo.id).isRepeating)
        let known = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(known.without("RRULE"), matching: known.etag)
        let now = try await stage.todo(todo.id)
        #expect(!now.isRepeating && now.due == .day(first) && !now.isDone)
    }

    @Test("another rule begins anew, and a COUNT that went down with the date does not")
    func rules() async throws {
        let stage = try MergeStage()
        let todo = try await series(stage, "FREQ=DAILY;COUNT=5")
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(seen.with("RRULE:FREQ=DAILY;COUNT=4", due(1)), matching: seen.etag)
        #expect(try await stage.read(todo.id).line("RRULE") == "RRULE:FREQ=DAILY;COUNT=4")
        #expect(try await stage.settled(todo.id).count == 1)
        let next = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(next.with("RRULE:FREQ=WEEKLY"), matching: next.etag)
        #expect(try await stage.read(todo.id).line("RRULE") == "RRULE:FREQ=WEEKLY")
        #expect(try await stage.settled(todo.id).count == 1)
    }

    @Test("the copy that a client makes of what it has done is what settled the occurrence")
    func copies() async throws {
        let stage = try MergeStage()
        let todo = try await series(stage)
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.put(seen.with(due(1)), matching: seen.etag)
        stage.clock.advance(by: 5)
        let copy = SeenTodo(["UID:copy-1", "SUMMARY:water", due(0), "STATUS:COMPLETED", "COMPLETED:20261121T120100Z"])
        try await stage.put(copy, isNew: true)
        #expect(try await stage.store.todos.fetch(.all.limit(100)).items.count == 2)
        stage.clock.advance(by: 600)
        try await stage.put(SeenTodo(["UID:copy-2", "SUMMARY:water", due(0), "STATUS:COMPLETED"]), isNew: true)
        #expect(try await stage.store.todos.fetch(.all.limit(100)).items.count == 3)
    }
}
