import Foundation
import Testing
import TodoKit
import TodoKitTesting
import TodoKitUI

@MainActor
@Suite("A service that fails when the test says so")
struct FakeTodoServiceTests {
    private let full = TodoError(.diskFull, "The disk is full.")

    @Test("it does what a store does, and notes the calls")
    func passesOn() async throws {
        let service = try FakeTodoService()
        let todo = try await service.todos.create(Todo(title: "Buy milk"))
        try await service.complete([todo.id])
        #expect(try await service.store.todos.find(todo.id).isDone)
        try await service.undo(1, isForced: false)
        #expect(try await service.todos.find(todo.id).isDone == false)
        #expect(service.calls == ["create(_:)", "complete(_:)", "undo(_:isForced:)", "find(_:)"])
    }

    @Test("while it fails nothing is changed, and a model says why")
    func fails() async throws {
        let service = try FakeTodoService()
        let milk = try await service.store.add("Buy milk")
        let (undo, model) = (UndoModel(service), TodoModel(milk, in: service))
        service.failure = full
        await undo.undo()
        #expect(undo.failure?.code == .diskFull)
        model.draft.title = "Buy oat milk"
        #expect(await !model.save() && model.failure?.code == .diskFull)
        await #expect(throws: TodoError.self) { try await service.todos.delete(milk.id) }
        await #expect(throws: TodoError.self) { try await service.tags.findOrCreate(titled: "home") }
        await #expect(throws: TodoError.self) { for try await _ in service.todos.observe(.all) {} }
        #expect(try await service.store.todos.find(milk.id) == milk)
        service.failure = nil
        #expect(await model.save())
        #expect(try await service.todos.find(milk.id).title == "Buy oat milk")
    }

    @Test("the clock stands until the test moves it")
    func clock() async throws {
        let clock = ManualClock()
        let store = try TodoStore.testing(clock: clock, seed: 7)
        let first = try await store.add("Buy milk")
        clock.advance(by: 3600)
        let second = try await store.add("Call Bob")
        #expect(second.createdAt.timeIntervalSince(first.createdAt) == 3600)
        #expect(try await TodoStore.testing(clock: ManualClock(), seed: 7).add("Buy milk").id == first.id)
    }
}
