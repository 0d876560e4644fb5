import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal

/// What stands below a to-do that repeats, as a person completes it.
@Suite("The subtasks of what repeats, in the store")
struct SeriesTreeTests {
    private let test: TestStore
    private let rent: Todo.ID
    private var store: TodoStore { test.store }

    /// `Rent` twice, from today on, above `a`, which is above `b`, and above `c`.
    init() async throws {
        test = try TestStore()
        let phrase = try RepeatPhrase.parse("each day for 2 times", now: test.clock.now, timeZone: .gmt)
        rent = try await test.store.add("Rent", recurrence: phrase.recurrence(now: test.clock.now, timeZone: .gmt)).id
        let part = try await test.store.add("a", placement: .below(rent)).id
        try await test.store.add("b", placement: .below(part))
        try await test.store.add("c", placement: .below(rent))
    }

    private func open() async throws -> String {
        #expect(try test.stack.inconsistency() == nil)
        return try await store.todos.fetch(.all.open).items.map(\.title).sorted().joined(separator: " ")
    }

    private func complete(_ titles: String...) async throws {
        for title in titles { try await store.complete([id(title)], .only) }
        test.clock.advance(by: 60)
    }

    private func id(_ title: String) async throws -> Todo.ID {
        let all = try await store.todos.fetch(.all, source: .local).items
        return try #require(all.first { $0.title == title && $0.occurrence == nil }).id
    }

    @Test("they are done with each occurrence and come again, but not after the last one, and one undo takes that back")
    func lastOccurrence() async throws {
        #expect(try await store.complete([rent], .subtasks).subtasks[rent]?.count == 3)
        #expect(try await open() == "Rent a b c", "all of them come again")
        test.clock.advance(by: 60)
        try await complete("a", "b")
        let edit = try await store.complete([rent], .subtasks)
        #expect(edit.todos[0].isDone && edit.todos[0].subtasks == TodoCount(open: 0, done: 2))
        #expect(try await edit.subtasks == [rent: [id("c")]], "the others were done before")
        #expect(try await open() == "")
        try await store.undo()
        #expect(try await open() == "Rent c")
        try await store.redo()
        #expect(try await open() == "")
    }

    @Test("after the last occurrence alone, what was done for it stays done and the others stay open")
    func only() async throws {
        try await complete("Rent", "a")
        try await store.complete([rent], .only)
        #expect(try await open() == "b c")
        try await store.undo()
        #expect(try await open() == "Rent b c")
        try await store.skip([rent])
        #expect(try await open() == "b c")
    }

    @Test("they are done with the last occurrence by its day too, if anything was left to settle on it")
    func onADay() async throws {
        let days = try ["2026-11-21", "2026-11-22"].map { try #require(Day($0)) }
        try await store.complete([rent], on: days[0])
        #expect(try await open() == "Rent a b c")
        #expect(try await store.complete([rent], on: days[0]).subtasks.isEmpty, "settled already")
        #expect(try await open() == "Rent a b c")
        test.clock.advance(by: 60)
        #expect(try await store.complete([rent], on: days[1]).subtasks[rent]?.count == 3)
        #expect(try await open() == "")
    }

    @Test("a second tap completes none of the subtasks of the next occurrence")
    func doubleTap() async throws {
        let shown = [rent: try #require(try await store.todos.find(rent).current?.key)]
        for _ in 0..<2 { try await store.complete([rent], .subtasks, shown: shown) }
        #expect(try await open() == "Rent a b c")
    }

    @Test("an undo leaves them as they were before the step, also if all of them are open again after each occurrence")
    func undone() async throws {
        let water = try await store.add(
            "Water",
            recurrence: .init(
                rule: "FREQ=DAILY", mode: .each, zone: "UTC", base: Day(containing: test.clock.now, in: .gmt),
                key: Day(containing: test.clock.now, in: .gmt), due: .day(Day(containing: test.clock.now, in: .gmt)))
        ).id
        try await store.add("can", placement: .below(water))
        // Twice at the same moment too: each time is one completion more.
        for step in [0.0, 0, 60] {
            test.clock.advance(by: step)
            #expect(try await store.complete([water], .subtasks).subtasks[water]?.count == 1)
        }
        for _ in 0..<3 {
            #expect(try await open().contains("can"))
            try await store.undo()
        }
        #expect(try await open() == "Rent Water a b c can")
    }

    @Test("a redo opens them again as the step did, also one that was named itself; so does completing it once more")
    func redone() async throws {
        let part = try await id("c")
        for ids in [[rent], [rent, part], [part, rent]] {
            try await store.complete(ids, .subtasks)
            #expect(try await open() == "Rent a b c")
            for _ in 0..<2 {
                try await store.undo()
                #expect(try await open() == "Rent a b c")
                try await store.redo()
                #expect(try await open() == "Rent a b c")
            }
            try await store.undo()
            #expect(try await open() == "Rent a b c")
        }
    }

    @Test("once it comes again by another rule, they are open again")
    func anotherRule() async throws {
        for _ in 0..<2 {
            try await store.complete([rent], .subtasks)
            test.clock.advance(by: 60)
        }
        #expect(try await open() == "")
        let phrase = try RepeatPhrase.parse("every week", now: test.clock.now, timeZone: .gmt)
        try await store.edit([rent], TodoChanges(repetition: .set(phrase)))
        #expect(try await open() == "Rent a b c")
    }
}
