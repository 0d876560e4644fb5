import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal

/// The history, undo and redo as a front end uses them.
@Suite("The store's history")
struct TodoStoreHistoryTests {
    @Test("edits, undo and redo by the store, wherever it is kept", arguments: StoreKind.allCases)
    func everywhere(kind: StoreKind) async throws {
        let fixture = try TestStore(kind)
        let store = fixture.store
        let before = try await store.todos.fetch(.all).items
        let milk = try await store.add("Buy milk", tags: ["shop"])
        try await store.complete([milk.id])
        #expect(try await store.undoableSteps(limit: 2).map(\.action) == ["done", "add"])
        #expect(try await store.undo().steps.map(\.action) == ["done"])
        #expect(try await store.todos.find(milk.id).isDone == false)
        #expect(try await store.redoableSteps().map(\.action) == ["done"])
        try await store.redo()
        #expect(try await store.todos.find(milk.id).isDone)
        try await store.undo(2)
        #expect(try await store.todos.fetch(.all).items == before)
        #expect(await errorCode { try await store.undo(0) } == .usage)
        #expect(try await store.history(of: milk.id).map(\.action) == ["add", "done", "undo", "redo", "undo", "undo"])
    }

    @Test("every transaction comes, those of another stack on the same file too, until the task ends")
    func updates() async throws {
        let folder = try TemporaryFolder()
        let stores = try [true, false].map { concurrent in
            try TodoStore(
                .init(storage: .onDisk(path: folder.file()), allowsConcurrentReads: concurrent),
                environment: .testing())
        }
        try await stores[0].add("before")
        let token = try await stores[0].historyToken()
        let (actions, saw) = AsyncStream.makeStream(of: String.self)
        let task = Task {
            for try await step in stores[0].historyUpdates(after: token) { saw.yield(step.action) }
            saw.finish()
        }
        var seen = actions.makeAsyncIterator()
        let todo = try await stores[1].add("there")
        #expect(await seen.next() == "add")
        try await stores[0].complete([todo.id])
        #expect(await seen.next() == "done")
        try await stores[1].undo()
        #expect(await seen.next() == "undo")
        task.cancel()
        #expect(await seen.next() == nil)
        try await task.value
    }
}
