import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// To-dos that repeat, in the database.
@Suite("To-dos that repeat")
struct SeriesTests {
    private let fixture: TestStore
    private var todos: TodoDAO { fixture.todos }
    /// The day on which the clock stands.
    private static let today = Day("2026-11-21")

    init() async throws { fixture = try TestStore() }

    private func add(
        _ rule: String, _ mode: Recurrence.Mode = .every, from day: String = "2026-11-21", id: String = "rent"
    ) async throws {
        let first = try #require(Day(day))
        var todo = Todo.sample(id, "Pay the rent", createdAt: fixture.clock.now)
        todo.tags = [.sample("home")]
        todo.recurrence = Recurrence(
            rule: rule, mode: mode, zone: "Europe/Zurich", base: first, key: first, due: .day(first))
        try await todos.createOne(todo)
        try await check()
    }

    private func check() async throws { #expect(try fixture.stack.inconsistency() == nil) }

    private func rent() async throws -> Todo { try await todos.find(.init(stored: "rent")) }

    /// When it is due, and the days of what was settled.
    private func state() async throws -> String {
        let rent = try await rent()
        let settled = try await todos.findMany(.all.filter(.isDone(true)).page(0, size: 100)).items
            .filter { $0.series == rent.id }
        let days = settled.map { "\($0.isSkipped ? "-" : "")\($0.occurrence?.key.description ?? "?")" }
        return
            "\(rent.isDone ? "ended" : rent.due?.day.description ?? "none") [\(days.sorted().joined(separator: " "))]"
    }

    private func complete(_ date: String? = nil) async throws {
        let at = date.flatMap { Date(rfc3339: $0) } ?? fixture.clock.now
        try await todos.updateOne(Todo.Update(id: .init(stored: "rent"), completedAt: .set(at)))
        try await check()
    }

    private func undo(_ count: Int = 1) async throws {
        _ = try await HistoryDAO(fixture.stack).undo(count, isForced: false)
        try await check()
    }

    @Test("one that is brought back by completing its last occurrence is counted as done")
    func revivedByCompletion() async throws {
        try await add("FREQ=WEEKLY;COUNT=2", .everyFromCompletion)
        try await complete("2026-11-23T12:00:00Z")
        try await todos.deleteOne(.init(stored: "rent"))
        _ = try await fixture.stack.write("edit") { transaction in
            let rent = try #require(try transaction.reading.record(TodoEntity.self, id: "rent"))
            try transaction.settle(rent, at: fixture.clock.now)
        }
        try await check()
        let state = try await state()
        #expect(state.hasPrefix("ended"), "\(state)")
    }

    @Test("completing one settles its occurrence, which is a to-do of its own, and shows the next")
    func completing() async throws {
        try await add("FREQ=WEEKLY")
        #expect(try await state() == "2026-11-21 []")
        try await complete()
        #expect(try await state() == "2026-11-28 [2026-11-21]")
        let settled = try #require(try await todos.findMany(.all.filter(.isDone(true))).items.first)
        let occurrence = Occurrence(stretch: 0, key: try #require(Self.today))
        #expect(settled.id == occurrence.id(in: .init(stored: "rent")))
        #expect(settled.title == "Pay the rent" && settled.tags.map(\.id.rawValue) == ["home"])
        #expect(settled.due == .day(occurrence.key) && settled.completedAt == fixture.clock.now)
        #expect(try await todos.count(.all.filter(.isDone(false))) == 1)
        try await todos.createOne(try await rent())
        try await check()
        #expect(try await state() == "2026-11-28 [2026-11-21]", "replaced by itself")
        // The scratch of a screen that shows the former date.
        var edited = try await rent()
        let shown = edited
        edited.title = "Rent"
        try await todos.updateOne(edited, from: shown)
        #expect(try await state() == "2026-11-28 [2026-11-21]")
    }

    @Test("in one page, the only settling is taken back and what waited for the series waits for it no more")
    func takenBackInOnePage() async throws {
        try await add("FREQ=WEEKLY")
        try await todos.createOne(.sample("wait", createdAt: fixture.clock.now))
        let rent = Todo.ID(stored: "rent")
        try await todos.updateOne(Todo.Update(id: .init(stored: "wait"), dependencies: .add([rent])))
        try await complete()
        let later = Stamp(
            milliseconds: fixture.clock.milliseconds + 60_000, counter: 0, device: DeviceID(rawValue: 5))
        try await fixture.stack.write("sync", author: .sync) { transaction in
            for row in try transaction.reading.entities(TodoEntity.self, where: "occurrence IS NOT NULL") {
                var record = row.asRecord
                record.registers[TodoRegister.occurrence.rawValue] = .init(.null, later)
                _ = try transaction.merge(TodoEntity.self, record)
            }
            for row in try transaction.reading.entities(TodoEntity.self, where: "id = 'wait'") {
                var record = row.asRecord
                record.elements[TodoElement.dependency("rent").key] = .init(isPresent: false, stamp: later)
                _ = try transaction.merge(TodoEntity.self, record)
            }
        }
        try await check()
    }

    @Test("a late completion settles what was missed, except where each one is owed")
    func late() async throws {
        try await add("FREQ=DAILY")
        fixture.clock.advance(by: 3 * 86_400)
        try await complete()
        #expect(try await state() == "2026-11-25 [2026-11-24]")
        let each = try SeriesTests.make()
        try await each.add("FREQ=DAILY", .each)
        each.fixture.clock.advance(by: 3 * 86_400)
        try await each.complete()
        #expect(try await each.state() == "2026-11-22 [2026-11-21]")
        let after = try SeriesTests.make()
        try await after.add("FREQ=DAILY;INTERVAL=10", .everyFromCompletion)
        after.fixture.clock.advance(by: 3 * 86_400)
        try await after.complete()
        #expect(try await after.state() == "2026-12-04 [2026-11-24]")
        try await after.complete()
        #expect(try await after.state() == "2026-12-04 [2026-11-24]", "once a day")
    }

    private static func make() throws -> SeriesTests { try SeriesTests(TestStore()) }
    private init(_ fixture: TestStore) { self.fixture = fixture }

    @Test("an undone completion comes again, also once more; deleting what was settled does not bring it back")
    func undoing() async throws {
        try await add("FREQ=WEEKLY", .each)
        try await complete()
        try await undo()
        #expect(try await state() == "2026-11-21 []")
        _ = try await HistoryDAO(fixture.stack).redo(1, isForced: false)
        try await check()
        #expect(try await state() == "2026-11-28 [2026-11-21]")
        try await undo()
        fixture.clock.advance(by: 60)
        try await complete()
        #expect(try await state() == "2026-11-28 [2026-11-21]")
        try await complete()
        #expect(try await state() == "2026-12-05 [2026-11-21 2026-11-28]")
        let settled = try await todos.findMany(.all.filter(.isDone(true))).items.map(\.id)
        try await todos.deleteMany(settled)
        try await check()
        #expect(try await state() == "2026-12-05 []")
        try await undo(2)
        #expect(try await state() == "2026-11-28 [2026-11-21]")
    }

    @Test("one that is reopened is a to-do of its own, and its series does not move")
    func reopening() async throws {
        try await add("FREQ=WEEKLY")
        try await complete()
        let settled = try #require(try await todos.findMany(.all.filter(.isDone(true))).items.first)
        try await todos.updateOne(Todo.Update(id: settled.id, completedAt: .clear))
        try await check()
        #expect(try await state() == "2026-11-28 []")
        #expect(try await todos.count(.all.filter(.isDone(false))) == 2)
    }

    @Test("another due date moves the rule, one for once does not; a rule of its own begins where it says")
    func editing() async throws {
        try await add("FREQ=WEEKLY")
        let id = Todo.ID(stored: "rent")
        try await todos.updateOne(Todo.Update(id: id, due: .set(.day(2026, 11, 24))))
        try await check()
        #expect(try await state() == "2026-11-24 []")
        fixture.clock.advance(by: 3 * 86_400)
        try await complete()
        #expect(try await state() == "2026-12-01 [2026-11-24]")
        try await todos.updateOne(Todo.Update(id: id, dueOnce: .day(2026, 12, 3)))
        try await check()
        #expect(try await state() == "2026-12-03 [2026-11-24]")
        try await complete("2026-12-03T12:00:00Z")
        #expect(try await state() == "2026-12-08 [2026-11-24 2026-12-01]")
        try await undo(2)
        #expect(try await state() == "2026-12-01 [2026-11-24]")
        var recurrence = try #require(try await rent().recurrence)
        recurrence.rule = "FREQ=DAILY;COUNT=2"
        recurrence.base = try #require(Day("2026-12-05"))
        recurrence.key = recurrence.base
        recurrence.due = .day(recurrence.base)
        try await todos.updateOne(Todo.Update(id: id, recurrence: .set(recurrence)))
        try await check()
        #expect(try await state() == "2026-12-05 [2026-11-24]")
        for day in 5...6 { try await complete("2026-12-0\(day)T12:00:00Z") }
        #expect(try await state() == "ended [2026-11-24 2026-12-05 2026-12-06]")
        #expect(try await todos.count(.all.filter(.isDone(false))) == 0)
        try await complete("2026-12-07T12:00:00Z")
        #expect(try await state() == "ended [2026-11-24 2026-12-05 2026-12-06]")
        try await undo()
        await #expect(throws: TodoError.self) { try await todos.updateOne(Todo.Update(id: id, due: .clear)) }
        #expect(try await state() == "2026-12-06 [2026-11-24 2026-12-05]")
        try await todos.updateOne(Todo.Update(id: id, recurrence: .clear))
        try await check()
        let plain = try await rent()
        #expect(try plain.due == .day(2026, 12, 6) && plain.recurrence == nil && !plain.isDone)
        try await todos.updateOne(Todo.Update(id: id, recurrence: .set(recurrence)))
        #expect(try await rent().recurrence?.stretch == 3)
    }

    @Test("a completion by a version that knows no occurrences settles one, the same on every device")
    func older() async throws {
        let others = [try TestStore(seed: 2), try TestStore(seed: 3)]
        try await add("FREQ=WEEKLY")
        let whole = try await record("rent", in: fixture.stack)
        let now = fixture.clock.now
        var completed = whole
        let stamp = Stamp(milliseconds: now.milliseconds + 5, counter: 7, device: DeviceID(rawValue: 9))
        completed.registers["completion"] = Record.Register(.completion(now), stamp)
        for other in others {
            other.clock.advance(by: 3600)
            try await other.stack.merge(completed)
            // Once the pull is complete.
            try await other.stack.write("pull", author: .sync) { try $0.answerCompletions() }
            #expect(try other.stack.inconsistency() == nil)
        }
        let settled = Occurrence(stretch: 0, key: try #require(Self.today)).id(in: .init(stored: "rent")).rawValue
        for id in ["rent", settled] {
            let (one, other) = (
                try await record(id, in: others[0].stack), try await record(id, in: others[1].stack)
            )
            #expect(one == other)
            if id == "rent" {
                let answered = one.registers["completion"]
                #expect(answered?.value == .null)
                #expect(answered?.stamp == Stamp(milliseconds: stamp.milliseconds, counter: 8, device: .shared))
            }
        }
        let shown = try await others[0].todos.find(.init(stored: "rent"))
        #expect(try shown.due == .day(2026, 11, 28) && !shown.isDone)
    }

    @Test("a due date that such a version has written is the new anchor")
    func olderDue() async throws {
        try await add("FREQ=WEEKLY")
        var moved = try await record("rent", in: fixture.stack)
        let later = Stamp(milliseconds: fixture.clock.now.milliseconds + 5, counter: 0, device: DeviceID(rawValue: 9))
        moved.registers["due"] = Record.Register(.due(try .day(2026, 11, 25)), later)
        try await fixture.stack.merge(moved)
        try await check()
        #expect(try await state() == "2026-11-25 []")
        fixture.clock.advance(by: 4 * 86_400)
        try await complete()
        #expect(try await state() == "2026-12-02 [2026-11-25]")
    }

    @Test("the past shows what was due then")
    func past() async throws {
        try await add("FREQ=WEEKLY")
        let before = fixture.clock.now
        fixture.clock.advance(by: 3600)
        try await complete()
        let past = try await HistoryDAO(fixture.stack).past(at: before).todos
        #expect(past.map(\.due) == [try .day(2026, 11, 21)])
        let now = try await HistoryDAO(fixture.stack).past(at: fixture.clock.now).todos
        #expect(Set(now.map(\.due)) == [try .day(2026, 11, 21), try .day(2026, 11, 28)])
        let overview = try await HistoryDAO(fixture.stack).pastOverview(at: before, limit: 10)
        #expect(overview.items.map(\.due) == [try .day(2026, 11, 21)])
        #expect(overview.counts == TodoCount(open: 1, done: 0))
        let today = try await HistoryDAO(fixture.stack).pastOverview(at: fixture.clock.now, limit: 10)
        #expect(today.items.map(\.due) == [try .day(2026, 11, 28)])
        #expect(today.counts == TodoCount(open: 1, done: 1))
    }

    @Test("its subtasks start anew with each settling; one that was done later stays done")
    func subtasks() async throws {
        try await add("FREQ=WEEKLY")
        var part = Todo.sample("part", "Transfer", createdAt: fixture.clock.now)
        part.parent = .init(stored: "rent")
        try await todos.createOne(part)
        var deeper = Todo.sample("deeper", "Sign in", createdAt: fixture.clock.now)
        deeper.parent = .init(stored: "part")
        try await todos.createOne(deeper)
        try await check()
        func done() async throws -> String {
            try await todos.findMany(.all.filter(.isDone(true)).ascending(\.title)).items
                .filter { $0.occurrence == nil }.map(\.id.rawValue).joined(separator: " ")
        }
        func finish(_ id: String) async throws {
            fixture.clock.advance(by: 60)
            try await todos.updateOne(Todo.Update(id: .init(stored: id), completedAt: .set(fixture.clock.now)))
            try await check()
        }
        try await finish("part")
        try await finish("deeper")
        #expect(try await done() == "deeper part")
        #expect(try await rent().subtasks == TodoCount(open: 0, done: 1))
        fixture.clock.advance(by: 60)
        try await complete()
        #expect(try await done() == "")
        #expect(try await rent().subtasks == TodoCount(open: 1, done: 0))
        try await finish("deeper")
        #expect(try await done() == "deeper")
        try await undo(2)
        #expect(try await done() == "deeper part")
        _ = try await HistoryDAO(fixture.stack).redo(2, isForced: false)
        try await check()
        #expect(try await done() == "deeper")
        // A deleted one is below nothing.
        try await todos.deleteMany([.init(stored: "part")])
        try await check()
        try await undo()
        try await todos.updateOne(Todo.Update(id: .init(stored: "deeper"), standing: Standing()))
        try await todos.updateOne(Todo.Update(id: .init(stored: "part"), standing: Standing()))
        try await check()
        #expect(try await done() == "deeper part", "below nothing that repeats, it is done as it was")
    }

    @Test("a redo writes its values into what to-dos are by then, not into what they were before the step")
    func redoneInTurn() async throws {
        try await add("FREQ=WEEKLY", .each)
        let (rent, id) = (Todo.ID(stored: "rent"), Todo.ID(stored: "part"))
        var part = Todo.sample("part", "Transfer", createdAt: fixture.clock.now)
        part.parent = rent
        try await todos.createOne(part)
        try await todos.updateOne(Todo.Update(id: id, completedAt: .set(fixture.clock.now)))
        fixture.clock.advance(by: 60)
        try await complete()
        fixture.clock.advance(by: 60)
        let now = fixture.clock.now
        try await fixture.stack.write("done") { transaction in
            for id in [rent, id] { try transaction.update(Todo.Update(id: id, completedAt: .set(now))) }
        }
        try await check()
        try await undo()
        _ = try await HistoryDAO(fixture.stack).redo(1, isForced: false)
        try await check()
        #expect(try await record("part", in: fixture.stack).registers["completion"]?.value == .null)
        #expect(try await self.rent().subtasks == TodoCount(open: 1, done: 0))
    }

    @Test("what waits for one that repeats waits for its next settling, one that repeats for each")
    func dependencies() async throws {
        try await add("FREQ=DAILY", .each)
        try await add("FREQ=DAILY", .each, id: "weekly")
        try await todos.createOne(.sample("plain", createdAt: fixture.clock.now))
        func blocked() async throws -> String {
            try await todos.findMany(.all.filter(.isBlocked(true)).ascending(\.title)).items.map(\.id.rawValue)
                .sorted().joined(separator: " ")
        }
        func settle(_ id: String) async throws {
            fixture.clock.advance(by: 60)
            try await todos.updateOne(Todo.Update(id: .init(stored: id), completedAt: .set(fixture.clock.now)))
            try await check()
        }
        for id in ["plain", "weekly"] {
            try await todos.updateOne(Todo.Update(id: .init(stored: id), dependencies: .add([.init(stored: "rent")])))
            try await check()
        }
        #expect(try await blocked() == "plain weekly")
        try await settle("rent")
        #expect(try await blocked() == "")
        try await settle("weekly")
        #expect(try await blocked() == "weekly")
        try await undo()
        #expect(try await blocked() == "")
        try await undo()
        #expect(try await blocked() == "plain weekly")
    }

    private func record(_ id: String, in stack: LocalStack) async throws -> Record {
        try await stack.read { try #require(try $0.record(TodoEntity.self, id: id)).asRecord.normalized() }
    }
}
