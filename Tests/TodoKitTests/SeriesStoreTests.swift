import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal

/// To-dos that repeat, as a front end acts on them.
@Suite("What repeats, in the store")
struct SeriesStoreTests {
    private let test: TestStore
    private var store: TodoStore { test.store }
    /// The day on which the clock stands.
    private static let today = "2026-11-21"

    init() throws { test = try TestStore() }

    private func add(_ words: String, due: Due? = nil) async throws -> Todo {
        try await store.add("Rent", recurrence: phrase(words).recurrence(now: test.clock.now, timeZone: .gmt, due: due))
    }

    private func phrase(_ words: String) throws -> RepeatPhrase {
        try RepeatPhrase.parse(words, now: test.clock.now, timeZone: .gmt)
    }

    private func settled() async throws -> [String] {
        try await store.todos.fetch(.all.filter(.isDone(true)), source: .local).items.compactMap(\.occurrence)
            .map { "\($0.stretch)/\($0.key)" }.sorted()
    }

    private func due(_ todo: Todo) async throws -> String? {
        try await store.todos.find(todo.id).due?.day.description
    }

    @Test("a double tap settles one occurrence, done or skipped: a front end passes the key that it showed")
    func doubleTap() async throws {
        for words in ["each day", "every day", "every! 3 days"] {
            for skips in [false, true] {
                let rent = try await SeriesStoreTests().tapTwice(words, skips: skips)
                #expect(rent == 1, "\(words)")
            }
        }
    }

    /// How many are settled then.
    private func tapTwice(_ words: String, skips: Bool) async throws -> Int {
        let rent = try await add(words)
        let shown = [rent.id: try #require(rent.current?.key)]
        for _ in 0..<2 {
            let edit =
                skips
                ? try await store.skip([rent.id], shown: shown)
                : try await store.complete([rent.id], .only, shown: shown)
            #expect(edit.todos.map(\.id) == [rent.id])
        }
        return try await settled().count
    }

    @Test("without the key that was shown, two taps are two occurrences where each is owed")
    func twoTaps() async throws {
        let rent = try await add("each day")
        for _ in 0..<2 { try await store.skip([rent.id]) }
        #expect(try await settled() == ["0/2026-11-21", "0/2026-11-22"])
    }

    @Test("another rule begins today, wherever the old one stood, and ends when it says")
    func begins() async throws {
        let rent = try await add("each 1st", due: .day(2026, 12, 1))
        #expect(try await due(rent) == "2026-12-01")
        try await store.edit([rent.id], TodoChanges(repetition: .set(phrase("every day"))))
        #expect(try await due(rent) == Self.today)
        try await store.edit([rent.id], TodoChanges(repetition: .set(phrase("every day until 30 nov"))))
        #expect(try await due(rent) == Self.today)
        try await store.edit([rent.id], TodoChanges(repetition: .set(phrase("every friday"))))
        #expect(try await due(rent) == "2026-11-27")
        // Given a date, it repeats from there.
        try await store.edit(
            [rent.id], TodoChanges(due: .set(.day(2026, 12, 24)), repetition: .set(phrase("every week"))))
        #expect(try await due(rent) == "2026-12-24")
    }

    @Test("what is settled today does not come again by another rule, nor does a time that has passed")
    func notTwice() async throws {
        let rent = try await add("every day")
        try await store.complete([rent.id], .only)
        for (words, first) in [
            ("each 2 days", "2026-11-23"), ("every! 10 days", "2026-12-01"), ("each day", "2026-11-22"),
        ] {
            try await store.edit([rent.id], TodoChanges(repetition: .set(phrase(words))))
            #expect(try await due(rent) == first, "\(words)")
        }
        let call = try await store.add(
            "Call", recurrence: phrase("every day 9am").recurrence(now: test.clock.now, timeZone: .gmt))
        #expect(try await due(call) == "2026-11-22", "it is noon")
        try await store.edit([call.id], TodoChanges(repetition: .set(phrase("every 2 days"))))
        #expect(try await due(call) == "2026-11-23")
    }

    @Test("words for a day mean an occurrence of each to-do by itself, in one step")
    func phrases() async throws {
        let owed = try await add("each friday", due: .day(2026, 11, 6))
        let coming = try await add("each friday", due: .day(2026, 11, 27))
        let friday = try OccurrencePhrase.parse("friday", now: test.clock.now, timeZone: .gmt)
        try await store.perform(.complete(.only, .on(friday)), on: [owed.id, coming.id])
        #expect(try await settled() == ["0/2026-11-20", "0/2026-11-27"])
        #expect(try await [due(owed), due(coming)] == ["2026-11-06", "2026-12-04"])
        try await store.undo()
        #expect(try await settled() == [])
        try await store.perform(.skip(.on(friday)), on: [owed.id, coming.id])
        #expect(try await [due(owed), due(coming)] == ["2026-11-06", "2026-12-04"])
    }

    @Test("the next dates of what is owed each time are without those that are settled already, now and in the past")
    func settledAhead() async throws {
        let rent = try await add("each day")
        func next() async throws -> [String] {
            try await store.todos.find(rent.id).nextDays(3).map(\.description)
        }
        #expect(try await next() == ["2026-11-21", "2026-11-22", "2026-11-23"])
        try await store.complete([rent.id], on: try #require(Day("2026-11-22")))
        #expect(try await next() == ["2026-11-21", "2026-11-23", "2026-11-24"])
        try await store.skip([rent.id], on: Day("2026-11-24"))
        #expect(try await next() == ["2026-11-21", "2026-11-23", "2026-11-25"])
        let then = test.clock.now
        test.clock.advance(by: 60)
        try await store.skip([rent.id])
        #expect(try await next() == ["2026-11-23", "2026-11-25", "2026-11-26"])
        let past = try #require(try await store.past(at: then).todos.first { $0.id == rent.id })
        #expect(past.nextDays(3).map(\.description) == ["2026-11-21", "2026-11-23", "2026-11-25"])
        // Another date begins anew: what was settled from there on does not count for it.
        try await store.edit([rent.id], TodoChanges(due: .set(.day(2026, 11, 22))))
        #expect(try await next() == ["2026-11-22", "2026-11-23", "2026-11-24"])
    }

    @Test("what repeats is ended before its current occurrence, and undo takes that back")
    func ends() async throws {
        let rent = try await add("each day for 9 times")
        try await store.complete([rent.id], .only)
        var changes = TodoChanges()
        changes.endsRepeating = true
        let ended = try await store.edit([rent.id], changes)[0]
        #expect(ended.isDone && ended.current == nil && ended.recurrence?.rule == "FREQ=DAILY;UNTIL=20261121")
        #expect(try await settled() == ["0/2026-11-21"])
        #expect(try await store.edit([rent.id], changes)[0].recurrence == ended.recurrence, "once")
        try await store.undo()
        let back = try await store.todos.find(rent.id)
        #expect(back.current?.number == 2 && back.recurrence?.rule == "FREQ=DAILY;COUNT=9")
        let plain = try await store.add("Plain")
        let refused = try await #require(throws: TodoError.self) { try await store.edit([plain.id], changes) }
        #expect(refused.code == .usage)
        let day = try #require(Day(Self.today))
        let hourly = Recurrence(rule: "FREQ=HOURLY", mode: .every, zone: "UTC", base: day, key: day, due: .day(day))
        let odd = try await store.add("Odd", recurrence: hourly)
        let other = try await #require(throws: TodoError.self) { try await store.edit([odd.id], changes) }
        #expect(other.code == .recurrenceNotComputed)
    }

    @Test("what repeats no more is not reopened, but refused with what makes it come again; what it has settled is")
    func reopened() async throws {
        let rent = try await add("each day for 9 times")
        let settled = try await store.complete([rent.id], .only).settled[rent.id]
        var changes = TodoChanges()
        changes.endsRepeating = true
        try await store.edit([rent.id], changes)
        let refused = try await #require(throws: TodoError.self) { try await store.reopen([rent.id]) }
        #expect(refused.code == .usage && refused.remedies == [.repeatAgain] && refused.reason.contains("“Rent”"))
        let ended = try await store.todos.find(rent.id)
        var open = ended
        open.completedAt = nil
        let edited = open
        #expect(await errorCode { try await store.todos.update(edited, from: ended) } == .usage)
        #expect(try await store.reopen([try #require(settled)])[0].isDone == false)
        let again = try await store.edit([rent.id], TodoChanges(repetition: .set(phrase("every day"))))[0]
        #expect(!again.isDone)
        #expect(try await store.reopen([rent.id])[0] == again, "it is open")
    }
}
