import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// The stamps that an edit leaves.
@Suite("Stamps of edits")
struct StampTests {
    let fixture: TestStore
    private let id = Todo.ID(stored: "a")

    init() async throws {
        fixture = try TestStore()
        try await fixture.todos.createOne(
            .sample("a", notes: "notes", due: try .day(2026, 11, 21), priority: .low, tags: [.sample("t")]))
    }

    @Test("an insert writes one stamp for the whole row")
    func insert() async throws {
        let row = try await row()
        #expect(row.stamps.isEmpty && row.revision == 1 && row.isDirty)
        #expect(row.stamp.milliseconds == fixture.clock.milliseconds)
        #expect(row.updatedAt == row.stamp.milliseconds)
        #expect(try fixture.stack.integer("SELECT count(*) FROM todo WHERE stamps IS NULL") == 1)
    }

    @Test("an edit stamps only what differs, later than it was, and the row's revision grows")
    func edit() async throws {
        try fixture.stack.execute("UPDATE todo SET isDirty = 0")
        fixture.clock.advance(by: 5)
        let before = try await row()
        try await fixture.todos.updateOne(Todo.Update(id: id, title: "Buy milk", notes: "new", priority: .set(.low)))
        let after = try await row()
        #expect(after.stamps.keys.sorted() == ["notes"])
        #expect(try #require(after.stamps["notes"]) > before.stamp)
        #expect(after.stamp == before.stamp && after.revision == 2 && after.isDirty)
        #expect(after.updatedAt == before.updatedAt + 5000)
    }

    @Test("an edit that changes nothing leaves every byte as it is", arguments: [0, 1, 2, 3])
    func noOp(kind: Int) async throws {
        let todo = try await fixture.todos.find(id)
        fixture.clock.advance(by: 5)
        let before = try fixture.stack.dump()
        switch kind {
        case 0: try await fixture.todos.updateOne(Todo.Update(id: id))
        case 1:
            try await fixture.todos.updateOne(
                Todo.Update(from: Todo.sample("a", "other"), to: Todo.sample("a", "other")))
        case 2: try await fixture.todos.createOne(todo)
        default:
            try await fixture.todos.updateOne(Todo.Update(id: id, title: todo.title, tags: .set([Tag.ID(stored: "t")])))
        }
        #expect(try fixture.stack.dump() == before)
    }

    @Test("all that one transaction writes bears one stamp, in however many rows")
    func oneStamp() async throws {
        fixture.clock.advance(by: 1)
        try await fixture.todos.updateMany([
            Todo.Update(id: id, title: "one", notes: "", due: .clear, tags: .set([]))
        ])
        try await fixture.todos.createMany([.sample("b", tags: [.sample("u")]), .sample("c")])
        let row = try await row()
        let edited = Set(row.stamps.values)
        #expect(row.stamps.keys.sorted() == ["due", "notes", "title"] && edited.count == 1)
        let element = try await fixture.stack.store(for: TodoMapping()).fetchEntity(.id(id))?.elements["t"]
        #expect(element == Record.Element(isPresent: false, stamp: try #require(edited.first)))
        #expect(
            try fixture.stack.rows("SELECT DISTINCT stamp FROM (SELECT * FROM todo WHERE id <> 'a')")
                == (try fixture.stack.rows("SELECT stamp FROM tag WHERE id = 'u'")))
    }

    @Test("a stale screen writes what it changed, never what it did not")
    func stale() async throws {
        let read = try await fixture.todos.find(id)
        try await fixture.todos.updateOne(Todo.Update(id: id, notes: "newer", tags: .set([])))
        var edited = read
        edited.title = "Buy oat milk"
        let result = try await fixture.todos.updateOne(edited, from: read)
        #expect(result.title == "Buy oat milk" && result.notes == "newer" && result.tags.isEmpty)
    }

    @Test("a deletion is one stamp later than all content, and the content stays")
    func deletion() async throws {
        try await fixture.todos.deleteOne(id)
        let texts = try fixture.stack.rows("SELECT title, notes, isDeleted, revision, deletedAt FROM todo")
        #expect(texts == ["Buy milk|notes|1|2|\(fixture.clock.milliseconds)"])
        let record = try #require(try await deleted()).asRecord
        #expect(try #require(record.deletion?.stamp) > record.contentStamp)
        #expect(record.registers.values.allSatisfy { $0.stamp == nil })
    }

    @Test("edited and deleted in one transaction, it is deleted; deleted and made again, it is there")
    func bothAtOnce() async throws {
        try await fixture.stack.write("both") { transaction in
            try transaction.update(Todo.Update(id: id, title: "edited"))
            try transaction.delete(TodoEntity.self, id: id.rawValue)
        }
        #expect(try await fixture.todos.count() == 0)
        try await fixture.stack.write("back") { transaction in
            try transaction.create(Todo.sample("a"))
            try transaction.delete(TodoEntity.self, id: id.rawValue)
            try transaction.create(Todo.sample("a", "back"))
        }
        #expect(try await fixture.todos.find(id).title == "back")
    }

    @Test("whole replacement empties what the new model does not have, and keeps the time of creation")
    func replacement() async throws {
        fixture.clock.advance(by: 60)
        let replaced = try await fixture.todos.createOne(.sample("a", "only a title", createdAt: fixture.clock.now))
        #expect(replaced.notes.isEmpty && replaced.due == nil && replaced.priority == nil && replaced.tags.isEmpty)
        #expect(replaced.createdAt == ManualClock().now && replaced.updatedAt == fixture.clock.now)
    }

    private func row() async throws -> RecordColumns {
        try #require(try await fixture.stack.store(for: TodoMapping()).fetchEntity(.id(id))).record
    }

    private func deleted() async throws -> TodoEntity? {
        try await fixture.stack.read { try $0.record(TodoEntity.self, id: id.rawValue) }
    }
}
