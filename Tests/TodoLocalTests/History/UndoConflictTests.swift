import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// Undoing a step when another device has since changed the same records.
@Suite("Undo after a sync")
struct UndoConflictTests {
    private let fixture: TestStore
    private let history: HistoryDAO
    private let id = Todo.ID(stored: "a")

    init() throws {
        fixture = try TestStore()
        history = HistoryDAO(fixture.stack)
    }

    @Test("a field that another device has changed since refuses the step, and says which, where and when")
    func refusal() async throws {
        try await fixture.todos.createOne(.sample("a", "secret title"))
        try await fixture.todos.updateOne(Todo.Update(id: id, title: "mine", priority: .set(.high)))
        try await theirs { $0.registers["title"] = .init("theirs", $1) }
        let before = try fixture.stack.dump()
        let error = await #expect(throws: TodoError.self) { try await history.undo(1, isForced: false) }
        #expect(error?.code == .undoConflict)
        let expected = "the title of the to-do a was changed on another device (0000007) at 2026-11-21T12:00:30Z"
        #expect(error?.message.contains(expected) == true, "\(error?.message ?? "")")
        #expect(error?.message.contains("theirs") == false)
        let conflicts = try #require(error?.underlying as? UndoConflicts).conflicts
        #expect(conflicts.map(\.field) == ["title"])
        #expect(conflicts.map(\.key) == [RecordKey(id)])
        #expect(try fixture.stack.dump() == before)
    }

    @Test("force undoes the rest and leaves that field; redo gives the rest back")
    func force() async throws {
        try await fixture.todos.createOne(.sample("a", "first"))
        try await fixture.todos.updateOne(Todo.Update(id: id, title: "mine", priority: .set(.high)))
        try await theirs { $0.registers["title"] = .init("theirs", $1) }
        let report = try await history.undo(1, isForced: true)
        #expect(report.left.map(\.field) == ["title"])
        #expect(try await fixture.todos.find(id).priority == nil)
        #expect(try await fixture.todos.find(id).title == "theirs")
        #expect(try await history.redo(1, isForced: false).left.isEmpty)
        #expect(try await fixture.todos.find(id).priority == .high)
        #expect(try await fixture.todos.find(id).title == "theirs")
    }

    @Test("a forced undo of which nothing is left to be done says so, and goes on to the step before")
    func nothingLeft() async throws {
        try await fixture.todos.createOne(.sample("a", "first"))
        try await fixture.todos.updateOne(Todo.Update(id: id, notes: "mine"))
        try await fixture.todos.updateOne(Todo.Update(id: id, title: "mine"))
        try await theirs { $0.registers["title"] = .init("theirs", $1) }
        let report = try await history.undo(1, isForced: true)
        #expect(report.steps.isEmpty)
        #expect(report.passed.map(\.action) == ["edit"])
        #expect(report.left.map(\.field) == ["title"])
        let next = try await history.undo(1, isForced: false)
        #expect(next.steps.count == 1 && next.passed.isEmpty)
        #expect(try await fixture.todos.find(id).notes.isEmpty)
        #expect(try await fixture.todos.find(id).title == "theirs")
    }

    @Test("an undo that was passed over cannot be redone, nor a redo that was passed over undone")
    func passedOver() async throws {
        try await fixture.todos.createOne(.sample("a", "first"))
        try await fixture.todos.updateOne(Todo.Update(id: id, title: "mine"))
        try await fixture.todos.updateOne(Todo.Update(id: id, notes: "mine"))
        _ = try await history.undo(1, isForced: false)
        try await theirs {
            $0.registers["title"] = .init("theirs", $1)
            $0.registers["notes"] = .init("theirs", $1)
        }
        let redone = try await history.redo(1, isForced: true)
        #expect(redone.steps.isEmpty && redone.passed.count == 1)
        #expect(try await history.undoable(limit: 9).map(\.action) == ["edit", "add"])
        let undone = try await history.undo(1, isForced: true)
        #expect(undone.steps.isEmpty && undone.passed.count == 1 && undone.left.map(\.field) == ["title"])
        #expect(try await history.undoable(limit: 9).map(\.action) == ["add"])
        #expect(try await history.redoable(limit: 9).isEmpty)
        #expect(await errorCode { try await history.redo(1, isForced: true) } == .nothingToUndo)
        #expect(try await fixture.todos.find(id).title == "theirs")
    }

    @Test("a field that several steps, or several edits of one step, have written is told once")
    func toldOnce() async throws {
        try await fixture.todos.createOne(.sample("a", "first"))
        let step = try await fixture.stack.write("edit") { [id] transaction in
            try transaction.update(Todo.Update(id: id, title: "mine"))
            return transaction.historyStep
        }
        _ = try await fixture.stack.write("edit", group: step) { [id] in
            try $0.update(Todo.Update(id: id, title: "mine again"))
        }
        try await fixture.todos.updateOne(Todo.Update(id: id, title: "still mine"))
        try await theirs { $0.registers["title"] = .init("theirs", $1) }
        let report = try await history.undo(2, isForced: true)
        #expect(report.passed.count == 2 && report.left.map(\.field) == ["title"])

        let next = try await fixture.stack.write("edit") { [id] transaction in
            try transaction.update(Todo.Update(id: id, priority: .set(.high)))
            return transaction.historyStep
        }
        _ = try await fixture.stack.write("edit", group: next) { [id] in
            try $0.update(Todo.Update(id: id, priority: .set(.low)))
        }
        try await theirs(after: 120) { $0.registers["priority"] = .init("medium", $1) }
        let error = await #expect(throws: TodoError.self) { try await history.undo(1, isForced: false) }
        let conflicts = try #require(error?.underlying as? UndoConflicts).conflicts
        #expect(conflicts.map(\.field) == ["priority"])
    }

    @Test("fields that nobody else has touched are undone beside what another device has written")
    func untouched() async throws {
        try await fixture.todos.createOne(.sample("a", "first"))
        try await fixture.todos.updateOne(Todo.Update(id: id, title: "mine"))
        try await theirs { $0.registers["notes"] = .init("theirs", $1) }
        _ = try await history.undo(1, isForced: false)
        #expect(try await fixture.todos.find(id).title == "first")
        #expect(try await fixture.todos.find(id).notes == "theirs")
    }

    @Test("the same value from another device is that device's: it is not taken back")
    func sameValue() async throws {
        try await fixture.todos.createOne(.sample("a"))
        try await fixture.todos.updateOne(Todo.Update(id: id, priority: .set(.high)))
        try await theirs { $0.registers["priority"] = .init("high", $1) }
        #expect(await errorCode { try await history.undo(1, isForced: false) } == .undoConflict)
    }

    @Test("a to-do that another device has edited is not taken away by undoing that it was added")
    func creation() async throws {
        try await fixture.todos.createOne(.sample("a", "first"))
        try await theirs { $0.registers["title"] = .init("theirs", $1) }
        try await fixture.todos.updateOne(Todo.Update(id: id, title: "mine"))
        // Undoing the edit writes their title with this device's stamp, but the title still counts as theirs.
        _ = try await history.undo(1, isForced: false)
        #expect(await errorCode { try await history.undo(1, isForced: false) } == .undoConflict)
        #expect(try await history.undo(1, isForced: true).left.map(\.field) == ["title"])
        #expect(try await fixture.todos.find(id).title == "theirs")
    }

    @Test("a to-do that was brought back and that another device has edited then is not taken away again")
    func revival() async throws {
        try await fixture.todos.createOne(.sample("a", "first"))
        try await fixture.todos.deleteOne(id)
        try await fixture.todos.createOne(.sample("a", "second"))
        try await theirs { $0.registers["notes"] = .init("theirs", $1) }
        try await fixture.todos.updateOne(Todo.Update(id: id, priority: .set(.low)))
        _ = try await history.undo(1, isForced: false)
        #expect(await errorCode { try await history.undo(1, isForced: false) } == .undoConflict)
        #expect(try await history.undo(1, isForced: true).left.map(\.field) == ["notes"])
        #expect(try await fixture.todos.find(id).notes == "theirs")
    }

    @Test("an edit of a to-do that another device has deleted since is not undone into bringing it back")
    func deletedElsewhere() async throws {
        try await fixture.todos.createOne(.sample("a", "first"))
        try await fixture.todos.updateOne(Todo.Update(id: id, title: "mine"))
        try await theirs { $0.deletion = .init(1, $1) }
        #expect(await errorCode { try await history.undo(1, isForced: false) } == .undoConflict)
        #expect(await errorCode { try await fixture.todos.find(id) } == .notFound)
    }

    @Test("a deletion that another device has edited away is not in the way, and stays undone")
    func revivedElsewhere() async throws {
        try await fixture.todos.createOne(.sample("a", "first"))
        try await fixture.todos.deleteOne(id)
        try await theirs { $0.registers["title"] = .init("theirs", $1) }
        #expect(try await fixture.todos.find(id).title == "theirs")
        _ = try await history.undo(1, isForced: false)
        #expect(try await fixture.todos.find(id).title == "theirs")
    }

    @Test("a tag that came with a to-do stays where another device has taken to it; alone it refuses")
    func usedTag() async throws {
        try await fixture.todos.createOne(.sample("a", tags: [.sample("t")]))
        let stamp = Stamp(
            milliseconds: fixture.clock.milliseconds + 5, counter: 0, device: DeviceID(rawValue: 7))
        var other = Record(kind: .todo, id: "b", createdAt: 1, origin: stamp)
        other.registers["title"] = .init("theirs")
        other.elements["t"] = .init(isPresent: true, stamp: stamp)
        try await fixture.stack.merge(other)
        _ = try await history.undo(1, isForced: false)
        #expect(try await fixture.todos.findMany().items.map(\.id.rawValue) == ["b"])
        #expect(try await fixture.todos.find(Todo.ID(stored: "b")).tags.count == 1)

        try await fixture.tags.createOne(.sample("u"))
        other.elements["u"] = .init(isPresent: true, stamp: stamp)
        try await fixture.stack.merge(other)
        #expect(await errorCode { try await history.undo(1, isForced: false) } == .undoConflict)
    }

    @Test("of several steps one that is refused refuses all")
    func several() async throws {
        try await fixture.todos.createOne(.sample("a", "first"))
        try await fixture.todos.updateOne(Todo.Update(id: id, title: "mine"))
        try await theirs { $0.registers["title"] = .init("theirs", $1) }
        try await fixture.todos.createOne(.sample("b"))
        let before = try fixture.stack.dump()
        #expect(await errorCode { try await history.undo(2, isForced: false) } == .undoConflict)
        #expect(try fixture.stack.dump() == before)
    }

    @Test("deleted, brought back and deleted again: each is taken back, whatever the times of the deletions")
    func deletions() async throws {
        try await fixture.todos.createOne(.sample("a", "first"))
        for _ in 0..<2 {
            fixture.clock.advance(by: 5)
            try await fixture.todos.deleteOne(id)
            fixture.clock.advance(by: 5)
            try await fixture.todos.createOne(.sample("a", "again"))
        }
        fixture.clock.advance(by: 5)
        for isThere in [false, true, false, true, false] {
            _ = try await history.undo(1, isForced: false)
            #expect(try await fixture.todos.count() == (isThere ? 1 : 0))
        }
    }

    @Test("what another device did is no step of one's own")
    func notOwn() async throws {
        try await fixture.todos.createOne(.sample("a", "first"))
        try await theirs { $0.registers["notes"] = .init("theirs", $1) }
        #expect(try await history.undoable(limit: 9).map(\.action) == ["add"])
        _ = try await history.undo(1, isForced: true)
        #expect(await errorCode { try await history.undo(1, isForced: true) } == .nothingToUndo)
    }

    /// Merges what another device made of the to-do half a minute, or so many seconds, later.
    private func theirs(after seconds: Int64 = 30, _ change: (inout Record, Stamp) -> Void) async throws {
        var record = try #require(try await fixture.stack.read { try $0.record(TodoEntity.self, id: "a")?.asRecord })
        let milliseconds = ManualClock().milliseconds + seconds * 1000
        change(&record, Stamp(milliseconds: milliseconds, counter: 0, device: DeviceID(rawValue: 7)))
        try await fixture.stack.merge(record)
        fixture.clock.now = ManualClock().now + Double(seconds) * 2
    }
}
