import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoKit

/// One reader for what is typed into a field, wherever it is typed.
@Suite("Fields as they are typed")
struct TypedFieldTests {
    private let context = TypingContext(
        now: Date(timeIntervalSince1970: 1_795_255_200), timeZone: .gmt, phrases: .standard)

    private func changes(_ field: TodoForm.Field, _ text: String, clears: Bool = true) throws -> TodoChanges {
        var changes = TodoChanges()
        try changes.set(field, typed: text, in: context, clears: clears)
        return changes
    }

    @Test("each field is read, and none or nothing takes it off")
    func values() throws {
        #expect(try changes(.title, "none").title == "none")
        #expect(try changes(.notes, "none").notes == "none")
        #expect(try changes(.priority, " High ").priority == .set(.high))
        #expect(try changes(.estimate, "1h30").estimate == .set(90))
        let due = try changes(.due, "tomorrow")
        #expect(try due.due.value == .day(2026, 11, 22) && due.dueKeepsTime, "a bare day keeps the time of day")
        #expect(try changes(.start, "tomorrow, all day").startKeepsTime == false)
        #expect(try changes(.repeat, "every friday").repetition.value != nil)
        #expect(try changes(.repeat, "end").endsRepeating)
        for text in ["none", "None", ""] {
            #expect(try changes(.due, text).due == .clear)
            #expect(try changes(.start, text).start == .clear)
            #expect(try changes(.priority, text).priority == .clear)
            #expect(try changes(.estimate, text).estimate == .clear)
            #expect(try changes(.repeat, text).repetition == .clear)
        }
        for field in [TodoForm.Field.tags, .list, .place, .reminders] {
            #expect(try changes(field, "x") == TodoChanges(), "these need a store")
        }
    }

    @Test(
        "what is not understood is refused, and so is taking off where nothing is there",
        arguments: [
            (TodoForm.Field.title, ""), (.due, "whenever"), (.priority, "urgent"), (.estimate, "long"),
            (.repeat, "now and then"), (.start, "30 feb"),
        ])
    func refused(field: TodoForm.Field, text: String) {
        #expect(throws: TodoError.self) { try changes(field, text) }
        for nothing in ["none", ""] where field != .title {
            #expect(throws: TodoError.self, "\(field)") { try changes(field, nothing, clears: false) }
        }
    }
}
