import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal

/// Records of an app are like to-dos: stamped, in the history, undone and observed.
@Suite("Records of an app")
struct AppRecordTests {
    private let fixture: TestStore
    private var store: TodoStore { fixture.store }
    private var moods: AppRecords<Mood> { store.records(of: Mood.self) }

    init() throws { fixture = try TestStore(.pool) }

    @Test("are made, found, edited and deleted, each step undone by itself")
    func life() async throws {
        var mood = Mood("m", 4, title: "Fine")
        mood.todo = Todo.ID("t")
        mood.at = fixture.clock.now
        try await moods.create(mood)
        #expect(try await moods.find(mood.id) == mood)
        var better = mood
        better.value = 5
        better.title = nil
        try await moods.update(better, from: mood)
        #expect(try await moods.find(mood.id) == better)
        try await moods.delete(mood.id)
        #expect(await errorCode { try await moods.find(mood.id) } == .notFound)
        #expect(try await moods.count() == 0)

        let steps = try await store.recentHistory(limit: 5)
        #expect(steps.map(\.action) == ["delete record", "edit record", "add record"])
        #expect(steps[1].changes.map(\.field).sorted() == ["extras.title", "extras.value"])
        let text = try await store.historyText(naming: Set(steps.flatMap(\.mentioned)))
        #expect(text.action(steps[1]) == "edit record “org.example.moody.mood” (title, value)")

        try await store.undo()
        #expect(try await moods.find(mood.id) == better)
        try await store.undo()
        #expect(try await moods.find(mood.id) == mood)
        try await store.undo()
        #expect(try await moods.fetch().items.isEmpty)
        try await store.redo()
        #expect(try await moods.fetch().items == [mood])
        #expect(try await moods.history(of: mood.id).count == 7)
    }

    @Test("an edit writes what differs, and an overwritten one everything, but not what a later version has written")
    func edits() async throws {
        let later = store.records(of: LaterMood.self)
        let made = LaterMood(id: .init(stored: "m"), value: 3, color: "red", faces: ["a", "b"])
        try await later.create(made)
        let read = try await moods.find(.init(stored: "m"))
        var mine = read
        mine.title = "Mine"
        var theirs = made
        theirs.value = 9
        try await later.update(theirs, from: made)
        try await moods.update(mine, from: read)
        #expect(try await moods.find(read.id) == Mood("m", 9, title: "Mine"))
        try await moods.update(mine)
        #expect(try await moods.find(read.id).value == 3)
        try await moods.create(Mood("m", 1))
        #expect(try await moods.find(read.id) == Mood("m", 1))
        #expect(try await later.find(made.id) == LaterMood(id: made.id, value: 1, color: "red", faces: ["a", "b"]))
    }

    @Test("a record that this version cannot read is left out, and stays")
    func unreadable() async throws {
        try await moods.create([Mood("a", 1), Mood("b", 2)])
        try await store.appRecordDAO.updateOne(AppRecord.Update(id: .init(stored: "a"), registers: ["value": "much"]))
        let page = try await moods.fetch(.all.countingTotal())
        #expect(page.items == [Mood("b", 2)] && page.total == 2)
        #expect(await errorCode { try await moods.find(.init(stored: "a")) } == .badRecord)
        try await moods.update(Mood("b", 3))
        #expect(try await store.appRecordDAO.find(.init(stored: "a")).registers == ["value": "much"])
    }

    @Test("a date keeps its microseconds, and one of whole milliseconds is a whole number")
    func microseconds() async throws {
        var mood = Mood("m", 1)
        for (seconds, register) in [
            (1_795_262_400.123_456, JSONValue.double(1_795_262_400_123.456)), (1_795_262_400.123, 1_795_262_400_123),
            (-1.5, -1500), (-0.000_001, .double(-0.001)),
        ] {
            mood.at = Date(timeIntervalSince1970: seconds)
            try await moods.create(mood)
            let found = try #require(try await moods.find(mood.id).at)
            #expect(abs(found.timeIntervalSince1970 - seconds) < 0.000_000_5, "\(seconds)")
            #expect(try await store.appRecordDAO.find(.init(stored: "m")).registers["at"] == register)
            // Writing back what was read is not an edit.
            let steps = try await store.recentHistory(limit: 100).count
            try await moods.update(try await moods.find(mood.id), from: mood)
            #expect(try await store.recentHistory(limit: 100).count == steps)
        }
        mood.at = Date(timeIntervalSince1970: .infinity)
        let endless = mood
        #expect(await errorCode { try await moods.create(endless) } == .badRecord)
    }

    @Test("a whole number that no register holds is refused, and not rounded")
    func largeNumbers() async throws {
        let counters = store.records(of: Counter.self)
        #expect(await errorCode { try await counters.create(Counter(id: .init(UUID()), value: .max)) } == .badRecord)
        let largest = Counter(id: .init(UUID()), value: UInt64(Int64.max))
        try await counters.create(largest)
        #expect(try await counters.find(largest.id) == largest)
    }

    @Test("are asked for by their registers, in any order, page by page")
    func queries() async throws {
        try await moods.create((0..<10).map { Mood("m\($0)", $0 * 3 % 10, title: $0 % 2 == 0 ? "even" : nil) })
        try await store.records(of: Draft.self).create(Draft("d", "a draft"))
        let order = Query<AppRecord>.all.sorted(byRegister: "value")
        #expect(try await moods.fetch(order).items.map(\.value) == Array(0..<10))
        #expect(try await moods.fetch(order.reversed().limit(2)).items.map(\.value) == [9, 8])
        let few = order.register("value", .range(from: .integer(3), until: .integer(6)))
        #expect(try await moods.fetch(few).items.map(\.value) == [3, 4, 5])
        #expect(try await moods.count(.all.register("title", .exists(false))) == 5)
        let first = try await moods.fetch(order.limit(4))
        let next = try await moods.fetch(order.after(try #require(first.nextCursor), size: 4))
        #expect(next.items.map(\.value) == [4, 5, 6, 7])
        // The same answers as the reference.
        let all = try await store.appRecordDAO.findMany().items
        for query in [
            order, few, .all.type(Draft.recordType),
            .all.sorted(byRegister: "title", descending: true).ascending(\.createdAt),
        ] {
            #expect(try await store.appRecordDAO.findMany(query) == query.answer(from: all), "\(query)")
        }
    }

    @Test("an index on a register serves conditions and order within a type")
    func index() async throws {
        let fixture = try TestStore(migrations: [.index(onRegister: "value")])
        let query = Query<AppRecord>.all.type(Mood.recordType)
        for query in [
            query.register("value", .equals(3)).sorted(byRegister: "value"),
            query.register("value", .range(from: .integer(1), until: nil)).sorted(byRegister: "value"),
            query.sorted(byRegister: "value").limit(5),
        ] {
            let plan = try await fixture.stack.store(for: AppMapping()).plan(query.limit(5))
            #expect(plan.contains { $0.hasPrefix("SEARCH appRecord USING INDEX app_register_value") }, "\(plan)")
        }
        let plan = try await fixture.stack.store(for: AppMapping()).plan(query.limit(5))
        #expect(plan.count == 1 && plan[0].hasPrefix("SEARCH appRecord USING INDEX appRecord_type"), "\(plan)")
    }

    @Test("are observed, by those who show them and nobody else")
    func observed() async throws {
        var pages = moods.observe(.all.register("value", .range(from: .integer(3), until: nil))).makeAsyncIterator()
        #expect(try await pages.next()?.items.isEmpty == true)
        try await moods.create(Mood("a", 1))
        try await store.records(of: Draft.self).create(Draft("d", "a draft"))
        try await moods.create(Mood("b", 4))
        #expect(try await pages.next()?.items == [Mood("b", 4)])
        try await moods.update(Mood("a", 5))
        #expect(Set(try #require(try await pages.next()).items.map(\.value)) == [4, 5])
        try await moods.delete([.init(stored: "a"), .init(stored: "b")])
        #expect(try await pages.next()?.items.isEmpty == true)
    }

    @Test("a record, a to-do and a row are written in one transaction")
    func together() async throws {
        let fixture = try TestStore(
            migrations: [AppMigration("things", "CREATE TABLE app_thing (id TEXT PRIMARY KEY) STRICT")])
        let todo = try await fixture.store.add("Buy milk")
        try await fixture.store.write("feel") { transaction in
            var mood = Mood("m", 4)
            mood.todo = todo.id
            try transaction.create(mood)
            var done = todo
            done.completedAt = transaction.date
            try transaction.update(done, from: todo)
            try transaction.execute(sql: "INSERT INTO app_thing VALUES (\(.text("x")))")
            #expect(try transaction.reading.find(mood.id) == mood)
            #expect(try transaction.reading.fetch(Mood.self) == [mood] && transaction.reading.count(Draft.self) == 0)
        }
        try await fixture.store.undo()
        #expect(try await fixture.store.records(of: Mood.self).count() == 0)
        #expect(try await fixture.store.todos.find(todo.id).completedAt == nil)
    }

    @Test("what is no type, no register or too large is refused, and an id of another type")
    func refused() async throws {
        func record(_ type: String, _ registers: [String: JSONValue] = [:]) -> AppRecord {
            AppRecord(id: .init(stored: "r"), type: type, registers: registers, createdAt: fixture.clock.now)
        }
        let long = String(repeating: "x", count: 300_000)
        for record in [
            record(""), record("Mood"), record("a b"), record(String(repeating: "a", count: 65)),
            record("a", ["": 1]), record("a", ["a\nb": 1]), record("a", [String(repeating: "é", count: 65): 1]),
            record("a", ["long": .string(long)]),
        ] {
            #expect(await errorCode { try await store.appRecordDAO.createOne(record) } == .badRecord, "\(record.type)")
        }
        try await moods.create(Mood("m", 1, title: String(long.dropFirst(100_000))))
        let code = await errorCode {
            try await store.appRecordDAO.updateOne(
                AppRecord.Update(id: .init(stored: "m"), registers: ["more": .string(String(long.prefix(100_000)))]))
        }
        #expect(code == .badRecord, "together they are too large")
        let drafts = store.records(of: Draft.self)
        #expect(await errorCode { try await drafts.create(Draft("m", "x")) } == .alreadyExists)
        #expect(await errorCode { try await drafts.find(.init(stored: "m")) } == .notFound)
        #expect(await errorCode { try await drafts.delete(.init(stored: "m")) } == .notFound)
        #expect(await errorCode { try await drafts.update(Draft("m", "x")) } == .notFound)
        #expect(try await moods.count() == 1)
    }

    @Test("a backup that is restored everywhere brings records back, and leaves local ones local")
    func restored() async throws {
        let folder = try TemporaryFolder()
        try await moods.create(Mood("m", 1))
        try await store.records(of: Draft.self).create([Draft("d", "a"), Draft("e", "b")])
        try await store.stack.backUp(to: folder.file("copy.db"))
        try await moods.update(Mood("m", 2))
        try await store.records(of: Draft.self).delete(.init(stored: "e"))
        try await moods.create(Mood("n", 3))
        try await store.stack.restoreEverywhere(from: folder.file("copy.db"))
        #expect(try await moods.fetch().items == [Mood("m", 1)])
        #expect(try await store.records(of: Draft.self).count() == 2)
        #expect(
            try await ReplicationDAO(store.stack).pendingRecords(limit: 10, excluding: []).map(\.key.id).sorted() == [
                "m", "n",
            ])
    }
}
