import TestSupport
import Testing
import TodoKit
import TodoKitUI

@MainActor
@Suite("What is around a list, for a view")
struct SurroundingModelTests {
    private let test: TestStore
    private var store: TodoStore { test.store }

    private nonisolated static let unknown = Todo.ID(stored: "00000000-0000-4000-8000-000000000000")

    init() throws { test = try TestStore() }

    @Test("lists and tags with how much is in them, as it changes")
    func sidebar() async throws {
        let sidebar = SidebarModel(store)
        let work = try await store.addList("Work/Reports")
        let todo = try await store.add("Write", tags: ["home"], placement: .list(work.id))
        try await until {
            sidebar.lists.map(\.path) == ["Work", "Work/Reports"] && sidebar.tags.map(\.title) == ["home"]
        }
        try await until { sidebar.listCounts[work.id] == TodoCount(open: 1) }
        #expect(sidebar.tagCounts[sidebar.tags[0].id] == TodoCount(open: 1))
        try await store.complete([todo.id])
        try await until { sidebar.listCounts[work.id] == TodoCount(done: 1) }
        #expect(sidebar.failure == nil)
    }

    @Test("undo and redo with their titles, and why they are refused")
    func undo() async throws {
        let undo = UndoModel(store)
        try await until { !undo.canUndo && !undo.canRedo }
        await undo.undo()
        #expect(undo.failure?.code == .nothingToUndo)
        try await store.add("Milk")
        try await until { undo.availability.undo?.title == "add “Milk”" }
        await undo.undo()
        #expect(undo.failure == nil)
        try await until { undo.canRedo && !undo.canUndo }
    }

    @Test("where a to-do stands between here and the remote")
    func state() async throws {
        let todo = try await store.add("Milk")
        let states = store.observeSyncState(of: [todo.id, Self.unknown])
        for try await state in states {
            #expect(Array(state.keys) == [todo.id])
            #expect(state[todo.id]?.isUnsent == true && state[todo.id]?.refusal == nil)
            #expect(try await state[todo.id]?.editor == store.device)
            break
        }
    }

    @Test("an observation gives equal values in a row once, and ends with what it throws")
    func observe() async throws {
        var counts = store.observe { try await $0.todos.count(.all.open) }.makeAsyncIterator()
        #expect(try await counts.next() == 0)
        try await store.addTag("unrelated")
        try await store.add("Milk")
        #expect(try await counts.next() == 1)
        var broken = store.observe { try await $0.todos.find(Self.unknown).title }.makeAsyncIterator()
        do {
            _ = try await broken.next()
            Issue.record("It goes on.")
        } catch let error as TodoError {
            #expect(error.code == .notFound)
        }
    }
}
