import TestSupport
import Testing
import TodoDomain
import TodoKit

/// Edits of to-dos that include their subtasks.
@Suite("Edits of trees")
struct TreeTests {
    private let store: TodoStore
    private let fixture: TestStore

    /// `a` above `b` above `c`, with `d` below `a` too; `e` is alone.
    init() async throws {
        fixture = try TestStore()
        store = fixture.store
        try await store.todos.create(["a", "b", "c", "d", "e"].map { .sample($0, $0) })
        for (id, parent) in [("b", "a"), ("c", "b"), ("d", "a")] {
            try await store.edit([.init(stored: id)], TodoChanges(placement: .below(.init(stored: parent))))
        }
    }

    private func ids(_ names: String...) -> [Todo.ID] { names.map { .init(stored: $0) } }

    private func open() async throws -> [String] {
        try await store.todos.fetch(.all.open.sorted(by: SortTerm(.title))).items.map(\.title)
    }

    @Test("each subtask belongs to the nearest to-do above it that was named, and is changed once")
    func nearest() async throws {
        let edit = try await store.complete(ids("a", "b", "e"), .subtasks)
        #expect(edit.subtasks == [ids("a")[0]: ids("d"), ids("b")[0]: ids("c")])
        #expect(edit.todos.map(\.title) == ["a", "b", "e"] && edit.todos[0].subtasks == TodoCount(open: 0, done: 2))
        #expect(try await open() == [])
        try await store.undo(1)
        #expect(try await open() == ["a", "b", "c", "d", "e"], "one step")
    }

    @Test(
        "of to-dos that are put into a list together, one below another stays there; all of it is one step",
        arguments: [false, true])
    func movedTogether(isEdit: Bool) async throws {
        func put(_ names: String..., into placement: Placement, byFilter: Bool = false) async throws {
            let ids = names.map { Todo.ID(stored: $0) }
            if byFilter, isEdit {
                _ = try await store.editDependencies(ids, TodoChanges(placement: placement), keepingTrees: true)
            } else if byFilter {
                _ = try await store.move(ids, to: .last(in: placement), keepingTrees: true)
            } else if isEdit {
                try await store.edit(ids, TodoChanges(placement: placement))
            } else {
                try await store.move(ids, to: .last(in: placement))
            }
        }
        func shown() async throws -> [String] {
            try await store.todos.fetch(.all.sorted(by: SortTerm(.title)), source: .local).items.map { todo in
                ([todo.list?.path ?? "inbox"] + todo.ancestors.map(\.title) + [todo.title]).joined(separator: "/")
            }
        }
        let whole = ["Work/a", "Work/a/b", "Work/a/b/c", "Work/a/d", "Work/e"]
        try await put("c", "a", "d", "e", into: .path("Work"))
        #expect(try await shown() == whole)
        try await store.undo()
        #expect(try await shown() == ["inbox/a", "inbox/a/b", "inbox/a/b/c", "inbox/a/d", "inbox/e"])
        try await store.redo()
        // Its parent is not among them, but in the list.
        try await put("d", "e", into: .path("Work"), byFilter: true)
        #expect(try await shown() == whole)
        try await put("d", "c", "b", into: .path("Work"))
        let named = ["Work/a", "Work/b", "Work/b/c", "Work/d", "Work/e"]
        #expect(try await shown() == named, "those that are named are taken out, with what is below them")
        try await store.undo()
        #expect(try await shown() == whole)
        try await put("d", into: .path("Work"))
        #expect(try await shown()[3] == "Work/d", "alone it is taken out")
        try await put("b", "e", into: .path("Home"))
        #expect(try await shown() == ["Work/a", "Home/b", "Home/b/c", "Work/d", "Home/e"], "not in that list before")
        try await put("b", "c", into: .root)
        #expect(try await shown()[2] == "Home/c", "no parent was asked for")
        #expect(try fixture.stack.inconsistency() == nil)
    }

    @Test("an open subtask below one that is done is included")
    func belowDone() async throws {
        try await store.complete(ids("b"), .only)
        #expect(try await store.complete(ids("a"), .subtasks).subtasks == [ids("a")[0]: ids("c", "d")])
    }

    @Test("deleting a to-do deletes its open subtasks, and no others")
    func deletes() async throws {
        try await store.complete(ids("b"), .only)
        #expect(try await store.delete(ids("a")) == ids("a", "c", "d"))
        #expect(try await store.todos.find(ids("b")[0]).parent == nil)
        try await store.undo(1)
        #expect(try await store.todos.find(ids("c")[0]).ancestors.map(\.title) == ["a", "b"])
        #expect(try await store.delete(ids("a"), .only) == ids("a"))
        #expect(try await open() == ["c", "d", "e"])
        #expect(await errorCode { try await store.delete(ids("a", "e")) } == .notFound)
        #expect(try await open() == ["c", "d", "e"])
    }
}
