import Foundation
import TestSupport
import Testing
import TodoFormats
import TodoKit

@Suite("Merging two exports field by field")
struct FieldDatesImportTests {
    private let test: TestStore

    init() throws { test = try TestStore(.serial) }

    private func export(_ store: TodoStore, as name: String) async throws -> String {
        let format = try #require(TodoFormats.writable(named: name))
        let written = Written()
        try await store.export(as: format) { written.add($0) }
        return String(decoding: written.bytes, as: UTF8.self)
    }

    @discardableResult
    private func take(_ text: String, as name: String, in store: TodoStore) async throws -> ImportReport {
        let (format, now) = (try #require(TodoFormats.writable(named: name)), test.clock.now)
        return try await store.importItems {
            format.makeReader(ByteSource(text.utf8), context: ImportContext(now: now, timeZone: .gmt))
        }
    }

    private func todos(_ store: TodoStore) async throws -> [Todo] {
        try await store.todos.fetch(.all, source: .local).items
    }

    private func replica(_ seed: UInt64) throws -> TodoStore {
        try TodoStore.inMemory(environment: .testing(clock: test.clock, seed: seed))
    }

    /// The exports of two replicas that have edited other fields of one to-do since they were the same.
    private func exports(as name: String) async throws -> (String, String) {
        let todo = try await test.store.add(
            TodoChanges(title: "Call", notes: "At noon", priority: .set(.low), addingTags: ["work", "phone"]))
        let other = try replica(9)
        try await take(export(test.store, as: name), as: name, in: other)
        test.clock.advance(by: 10)
        try await test.store.edit([todo.id], TodoChanges(title: "Call Bob"))
        test.clock.advance(by: 10)
        try await other.edit([todo.id], TodoChanges(notes: ""))
        test.clock.advance(by: 10)
        try await test.store.edit([todo.id], TodoChanges(priority: .set(.high)))
        test.clock.advance(by: 10)
        let work = try #require(todo.tags.first { $0.title == "work" })
        try await other.edit([todo.id], TodoChanges(priority: .set(.medium), removingTags: [work.id]))
        test.clock.advance(by: 10)
        try await test.store.edit([todo.id], TodoChanges(due: .set(.day(try #require(Day("2026-12-01"))))))
        return (try await export(test.store, as: name), try await export(other, as: name))
    }

    @Test("the later edit of each field wins, in both orders, and once", arguments: ["json", "ndjson"])
    func bothOrders(name: String) async throws {
        let (left, right) = try await exports(as: name)
        var merged: [[Todo]] = []
        for texts in [[left, right], [right, left]] {
            let store = try replica(20)
            for text in texts { try await take(text, as: name, in: store) }
            #expect(try await take(left, as: name, in: store).unchanged == 1)
            #expect(try await take(right, as: name, in: store).unchanged == 1)
            #expect(try store.stack.inconsistency() == nil)
            merged.append(try await todos(store))
        }
        #expect(merged[0] == merged[1])
        let todo = try #require(merged[0].first)
        #expect(merged[0].count == 1 && todo.title == "Call Bob" && todo.notes.isEmpty && todo.priority == .medium)
        #expect(todo.due == .day(try #require(Day("2026-12-01"))) && todo.tags.map(\.title) == ["phone"])
    }

    @Test("importing the other export into a replica loses nothing that it has", arguments: ["json", "ndjson"])
    func intoReplica(name: String) async throws {
        let (_, right) = try await exports(as: name)
        test.clock.advance(by: 10)
        #expect(try await take(right, as: name, in: test.store).updated == 1)
        let todo = try #require(try await todos(test.store).first)
        #expect(todo.title == "Call Bob" && todo.notes.isEmpty && todo.priority == .medium && todo.due != nil)
        #expect(todo.tags.map(\.title) == ["phone"])
    }

    @Test("an export, imported elsewhere, is the same export", arguments: ["json", "ndjson"])
    func roundTrip(name: String) async throws {
        let (left, _) = try await exports(as: name)
        #expect(left.contains("\"fieldDates\""))
        let store = try replica(20)
        try await take(left, as: name, in: store)
        #expect(try await export(store, as: name) == left)
    }

    @Test("a to-do whose line was edited by hand, with a later date, is as the line has it")
    func byHand() async throws {
        let (left, _) = try await exports(as: "ndjson")
        test.clock.advance(by: 10)
        let stored = try await todos(test.store)
        let before = try #require(stored.first).updatedAt.rfc3339
        let edited = left.replacing("\"updatedAt\":\"\(before)\"", with: "\"updatedAt\":\"\(test.clock.now.rfc3339)\"")
            .replacing("At noon", with: "At one")
        test.clock.advance(by: 10)
        #expect(try await take(edited, as: "ndjson", in: test.store).updated == 1)
        #expect(try await todos(test.store).map(\.notes) == ["At one"])
    }
}
