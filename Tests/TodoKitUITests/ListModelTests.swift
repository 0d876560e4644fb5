import TestSupport
import Testing
import TodoKit
import TodoKitTesting
import TodoKitUI

@MainActor
@Suite("A list for a view")
struct ListModelTests {
    private let test: TestStore
    private var store: TodoStore { test.store }

    init() throws { test = try TestStore() }

    private func add(_ titles: String...) async throws {
        for title in titles {
            test.clock.advance(by: 1)
            try await store.add(title)
        }
    }

    @Test("shows what is there, and each change with its difference")
    func follows() async throws {
        try await add("a", "b")
        let list = TodoListModel(store.todos, .all.open)
        #expect(list.isLoading && list.items.isEmpty)
        try await until { list.items.map(\.title) == ["b", "a"] }
        #expect(list.total == 2 && !list.hasMore && !list.isLoading && list.failure == nil)
        try await add("c")
        try await until { list.items.map(\.title) == ["c", "b", "a"] }
        #expect(list.difference.inserted.map(\.index) == [0] && list.difference.removed.isEmpty)
    }

    @Test("loads as one scrolls, and what is loaded stays up to date")
    func pages() async throws {
        for number in 0..<25 { try await add("t\(number)") }
        let list = TodoListModel(store.todos, .all.open, pageSize: 10)
        try await until { list.items.count == 10 }
        #expect(list.total == 25 && list.hasMore)
        list.rowAppeared(list.items[0].id)
        #expect(!list.isLoading)
        list.rowAppeared(list.items[9].id)
        try await until { list.items.count == 20 }
        list.loadMore()
        try await until { list.items.count == 25 }
        #expect(!list.hasMore)
        try await store.todos.delete(list.items[24].id)
        try await until { list.items.count == 24 }
    }

    @Test("another query starts at its beginning; the selection survives, and what goes has a neighbour")
    func queries() async throws {
        try await add("a", "b", "c")
        let list = TodoListModel(store.todos, .all.open)
        try await until { list.items.count == 3 }
        let (first, last) = (list.items[0], list.items[2])
        list.selection = [first.id]
        #expect(list.neighbour(of: first.id) == list.items[1].id && list.neighbour(of: last.id) == list.items[1].id)
        try await store.complete([first.id])
        try await until { list.items.count == 2 }
        #expect(list.selected.isEmpty)
        list.query = .all.done
        #expect(list.isLoading && list.items.count == 2)
        try await until { list.items.map(\.title) == ["c"] }
        #expect(list.selected.map(\.id) == [first.id])
    }

    @Test("a filter as one types it; what is wrong with it is said, and the list stays")
    func filter() async throws {
        try await add("milk", "bread")
        let list = TodoListModel(store.todos)
        await list.show("milk", in: store)
        try await until { list.items.map(\.title) == ["milk"] }
        await list.show("milk due:", in: store)
        #expect(list.problem?.code == .badFilter && list.items.map(\.title) == ["milk"])
        await list.show("", in: store)
        #expect(list.problem == nil)
        try await until { list.items.count == 2 }
    }

    @Test("a query that is set while a filter is looked up counts, also the same one again", arguments: [true, false])
    func overtaken(isOther: Bool) async throws {
        let service = try FakeTodoService()
        for title in ["milk", "bread"] { try await service.store.add(title) }
        let list = TodoListModel(service.todos, .all.open)
        let query: Query<Todo> = isOther ? .all.done : .all.open
        service.beforeAnswer = { await MainActor.run { list.query = query } }
        await list.show("milk", in: service)
        #expect(list.query == query && list.problem == nil)
        service.beforeAnswer = nil
        await list.show("milk", in: service)
        try await until { list.items.map(\.title) == ["milk"] }
    }

    @Test("ends with its owner")
    func released() async throws {
        try await add("a")
        weak var gone: TodoListModel?
        do {
            let list = TodoListModel(store.todos)
            try await until { list.items.count == 1 }
            gone = list
        }
        try await until { gone == nil }
    }

    @Test("says why it is no longer followed")
    func failure() async throws {
        let list = TodoListModel(store.todos, .all.page(7, size: 5))
        try await until { !list.isLoading }
        #expect(list.failure == nil && list.total == 0)
        try store.stack.close()
        list.reload()
        try await until { list.failure != nil }
    }
}

/// Waits until something holds, however long a busy machine takes for it.
@MainActor
func until(
    _ condition: @MainActor () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) async throws {
    for _ in 0..<6000 {
        if condition() { return }
        try await Task.sleep(for: .milliseconds(10))
    }
    Issue.record("It did not come to be.", sourceLocation: sourceLocation)
}
