import Basics
import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoFormats
import TodoKit
import TodoLocal

/// When what repeats can be begun, as a front end sees it.
@Suite("The start of what repeats, in the store")
struct SeriesStartStoreTests {
    private let test: TestStore
    private var store: TodoStore { test.store }

    /// The clock stands on 2026-11-21.
    init() throws { test = try TestStore() }

    /// Rent, due on the 25th of each month, which can be begun on the 20th.
    private func rent(_ words: String = "every month", start: Due? = nil) async throws -> Todo.ID {
        let recurrence = try RepeatPhrase.parse(words, now: test.clock.now, timeZone: .gmt)
            .recurrence(now: test.clock.now, timeZone: .gmt, due: .day(2026, 11, 25))
        return try await store.add("Rent", start: start ?? .day(2026, 11, 20), recurrence: recurrence).id
    }

    private func start(of id: Todo.ID) async throws -> String? {
        #expect(try test.stack.inconsistency() == nil)
        return try await store.todos.find(id).start?.day.description
    }

    private func register(of id: Todo.ID) async throws -> Due? {
        try await test.stack.read { try $0.liveRecord(TodoEntity.self, id: id.rawValue).content.todo.start }
    }

    private func ready() async throws -> [String] {
        try await store.todos.fetch(.ready(on: test.clock.now, in: .gmt), source: .local).items.map(\.title)
    }

    @Test("it goes on with each completion, waits until then, and comes back with undo")
    func completed() async throws {
        let id = try await rent()
        #expect(try await ready() == ["Rent"])
        try await store.complete([id], .only)
        #expect(try await start(of: id) == "2026-12-20")
        #expect(try await ready().isEmpty, "it waits")
        try await store.skip([id])
        #expect(try await start(of: id) == "2027-01-20")
        try await store.undo(2)
        #expect(try await start(of: id) == "2026-11-20")
        try await store.redo()
        #expect(try await start(of: id) == "2026-12-20")
        #expect(try await register(of: id) == .day(2026, 11, 20), "nothing is rolled forward")
    }

    @Test("another one counts from there on, however long before its day")
    func edited() async throws {
        let id = try await rent("every day", start: .day(2026, 11, 22))
        try await store.complete([id], on: #require(Day("2026-11-26")))
        #expect(try await start(of: id) == "2026-11-24")
        try await store.edit([id], TodoChanges(start: .set(.day(2026, 11, 20))))
        #expect(try await start(of: id) == "2026-11-20", "seven days before")
        try await store.complete([id], on: #require(Day("2026-11-27")))
        #expect(try await start(of: id) == "2026-11-21")
        try await store.undo(2)
        #expect(try await start(of: id) == "2026-11-24")
        // Setting the value that is shown already is not an edit.
        let steps = try await store.undoableSteps().count
        try await store.edit([id], TodoChanges(start: .set(.day(2026, 11, 24))))
        #expect(try await store.undoableSteps().count == steps)
        try await store.edit([id], TodoChanges(start: .clear))
        #expect(try await start(of: id) == nil)
        try await store.undo()
        #expect(try await start(of: id) == "2026-11-24")
    }

    @Test("it stays where the date is moved, for once or for good, and where the rule is replaced or taken off")
    func moved() async throws {
        let phrase = try RepeatPhrase.parse("every week", now: test.clock.now, timeZone: .gmt)
        var once = TodoChanges()
        once.dueOnce = try .day(2026, 12, 28)
        let edits = [
            once, TodoChanges(due: .set(try .day(2026, 12, 28))),
            TodoChanges(due: .set(try .day(2026, 12, 26)), repetition: .set(phrase)), TodoChanges(repetition: .clear),
        ]
        for changes in edits {
            let id = try await rent()
            try await store.complete([id], .only)
            try await store.edit([id], changes)
            #expect(try await start(of: id) == "2026-12-20", "\(changes)")
            try await store.undo()
            #expect(try await start(of: id) == "2026-12-20", "\(changes)")
            try await store.redo()
            #expect(try await start(of: id) == "2026-12-20", "\(changes)")
        }
    }

    @Test("one that counts from its completion and was done before its last one keeps the lead")
    func earlierCompletion() async throws {
        let id = try await rent("every! 10 days")
        try await store.complete([id], on: #require(Day("2026-11-21")))
        #expect(try await start(of: id) == "2026-11-26", "five days before the 1st")
        try await store.complete([id], on: #require(Day("2026-11-18")))
        #expect(try await due(of: id) == "2026-11-28")
        #expect(try await start(of: id) == "2026-11-23")
        try await store.complete([id], on: #require(Day("2026-11-28")))
        #expect(try await start(of: id) == "2026-12-03")
    }

    @Test("another rule begins from today on, and what has ended goes on with the lead that it had")
    func anotherRule() async throws {
        let weekly = try RepeatPhrase.parse("every week", now: test.clock.now, timeZone: .gmt)
        let id = try await rent()
        try await store.complete([id], .only)
        try await store.edit([id], TodoChanges(repetition: .set(weekly)))
        #expect(try await due(of: id) == "2026-11-21")
        #expect(try await start(of: id) == "2026-11-16")
        let later = try await rent("every month", start: .day(2026, 11, 23))
        try await store.edit([later], TodoChanges(repetition: .set(weekly)))
        #expect(try await due(of: later) == "2026-11-21")
        #expect(try await start(of: later) == "2026-11-19")
        let delayed = try await rent("every day", start: .day(2026, 11, 25))
        try await store.edit([delayed], TodoChanges(repetition: .set(weekly)))
        #expect(try await due(of: delayed) == "2026-11-25")
        #expect(try await start(of: delayed) == "2026-11-25")
        let short = try await rent("every month for 2 times")
        for _ in 0..<2 { try await store.complete([short], .only) }
        try await store.edit([short], TodoChanges(due: .set(.day(2027, 6, 25)), repetition: .set(weekly)))
        #expect(try await start(of: short) == "2027-06-20")
    }

    @Test(
        "an own export comes in again as it was, also after another completion here, and with a start that somebody edits"
    )
    func files() async throws {
        let id = try await rent("every day", start: .day(2026, 11, 20))
        try await store.complete([id], on: #require(Day("2026-11-26")))
        let exported = try await export()
        #expect(try await take(exported).unchanged == 2)
        try await store.complete([id], on: #require(Day("2026-11-27")))
        #expect(try await take(exported).updated == 0)
        #expect(try await start(of: id) == "2026-11-23")
        let other = try SeriesStartStoreTests()
        #expect(try await other.take(exported).added == 2)
        #expect(try await other.start(of: id) == "2026-11-22")
        let edited = String(decoding: exported, as: UTF8.self).replacing(
            #""start":{"day":"2026-11-22"}"#, with: #""start":{"day":"2026-11-24"}"#)
        let third = try SeriesStartStoreTests()
        #expect(try await third.take(Array(edited.utf8)).added == 2)
        #expect(try await third.start(of: id) == "2026-11-24")
    }

    private func due(of id: Todo.ID) async throws -> String? { try await store.todos.find(id).due?.day.description }

    private func export() async throws -> [UInt8] {
        let bytes = Locked([UInt8]())
        try await store.export(as: JSONFormat(), timeZone: .gmt) { part in bytes.withLock { $0 += part } }
        return bytes.withLock { $0 }
    }

    private func take(_ bytes: [UInt8]) async throws -> ImportReport {
        test.clock.advance(by: 1)
        let now = test.clock.now
        let reports = try await store.importItems(fromEach: [
            { JSONFormat().makeReader(ByteSource(bytes), context: ImportContext(now: now, timeZone: .gmt)) }
        ])
        return reports.reduce(into: ImportReport()) { $0.add($1) }
    }

    @Test("who watches it, or what can be begun, learns of it")
    func observed() async throws {
        let id = try await rent()
        let query = Query<Todo>.all.filter(.start(.after(test.clock.now, in: .gmt)))
        var changes = store.todos.observe(query).makeAsyncIterator()
        #expect(try await changes.next()?.items.isEmpty == true)
        try await store.complete([id], .only)
        #expect(try await changes.next()?.items.map(\.id) == [id])
    }
}
