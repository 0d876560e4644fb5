import TestSupport
import Testing
import TodoKit
import TodoKitTesting
import TodoKitUI

@MainActor
@Suite("A to-do for a view")
struct TodoModelTests {
    private let test: TestStore
    private var store: TodoStore { test.store }

    init() throws { test = try TestStore() }

    @Test("only what was edited is written, and what others change meanwhile comes in")
    func merges() async throws {
        let todo = try await store.add("Milk", notes: "one litre")
        let model = TodoModel(todo, in: store)
        #expect(!model.hasChanges)
        model.draft.title = "Oat milk"
        #expect(model.hasChanges)
        test.clock.advance(by: 1)
        try await store.edit([todo.id], TodoChanges(notes: "two litres"))
        try await until { model.draft.notes == "two litres" }
        #expect(model.draft.title == "Oat milk" && model.contested.isEmpty)
        #expect(await model.save())
        #expect(!model.hasChanges && model.failure == nil)
        let stored = try await store.todos.find(todo.id)
        #expect(stored.title == "Oat milk" && stored.notes == "two litres")
    }

    @Test("two that edit one field: it is said, and the draft stays")
    func contested() async throws {
        let todo = try await store.add("Milk")
        let model = TodoModel(todo, in: store)
        model.draft.title = "Oat milk"
        test.clock.advance(by: 1)
        try await store.edit([todo.id], TodoChanges(title: "Soy milk"))
        try await until { model.saved.title == "Soy milk" }
        #expect(model.draft.title == "Oat milk" && model.contested == ["title"])
        model.discard()
        #expect(model.draft.title == "Soy milk" && model.contested.isEmpty && !model.hasChanges)
    }

    @Test("what is typed into one field is one step to undo; another field is another")
    func typing() async throws {
        let todo = try await store.add("M")
        let (model, undo) = (TodoModel(todo, in: store), UndoModel(store))
        for title in ["Mi", "Mil", "Milk"] {
            test.clock.advance(by: 1)
            model.draft.title = title
            #expect(await model.save())
        }
        test.clock.advance(by: 1)
        model.draft.notes = "two litres"
        #expect(await model.save())
        try await until { undo.availability.undo?.title == "edit “Milk” (notes)" }
        await undo.undo()
        try await until { undo.availability.undo?.title == "edit “Milk” (title)" && undo.canRedo }
        #expect(undo.availability.redo?.title == "edit “Milk” (notes)")
        await undo.undo()
        try await until { model.draft.title == "M" }
        await undo.redo()
        try await until { model.draft.title == "Milk" }
    }

    @Test("an edit by somebody else ends the step")
    func interrupted() async throws {
        let todo = try await store.add("M")
        let model = TodoModel(todo, in: store)
        model.draft.title = "Mi"
        #expect(await model.save())
        let other = try await store.add("Bread")
        model.draft.title = "Mil"
        #expect(await model.save())
        try await store.undo()
        #expect(try await store.todos.find(todo.id).title == "Mi")
        try await store.undo()
        await #expect(throws: TodoError.self) { try await store.todos.find(other.id) }
    }

    @Test("what was read before a save and comes after it takes nothing back of what was typed")
    func late() async throws {
        let service = try FakeTodoService()
        let todo = try await service.store.add("M")
        let (answers, slow) = AsyncThrowingStream.makeStream(of: Page<Todo>.self)
        service.observedTodos = answers
        let model = TodoModel(todo, in: service)
        service.observedTodos = nil
        model.draft.title = "Mi"
        #expect(await model.save())
        let early = try await service.store.todos.fetch(.id(todo.id), source: .local)
        model.draft.title = "Mil"
        #expect(await model.save())
        slow.yield(early)
        // An observer that still listens gets it now.
        for _ in 0..<100 { await Task.yield() }
        model.draft.title += "k"
        #expect(await model.save())
        #expect(try await service.store.todos.find(todo.id).title == "Milk")
    }

    @Test("what others write during a save, and what was seen before the save was answered, stays in sight")
    func meanwhile() async throws {
        let service = try FakeTodoService()
        let todo = try await service.store.add("Milk", notes: "one litre")
        let model = TodoModel(todo, in: service)
        service.beforeAnswer = { [store = service.store] in
            try await store.edit([todo.id], TodoChanges(title: "Soy milk", notes: "two litres"))
            try await until { model.saved.notes == "two litres" }
        }
        model.draft.title = "Oat milk"
        #expect(await model.save())
        service.beforeAnswer = nil
        try await until { model.saved.notes == "two litres" && model.saved.title == "Soy milk" }
        #expect(model.draft.title == "Soy milk" && !model.hasChanges && model.contested.isEmpty)
    }

    @Test("what is typed while others write during a save is contested")
    func typedMeanwhile() async throws {
        let service = try FakeTodoService()
        let todo = try await service.store.add("Milk")
        let model = TodoModel(todo, in: service)
        service.beforeAnswer = { [store = service.store] in
            try await store.edit([todo.id], TodoChanges(title: "Soy milk"))
            try await until { model.saved.title == "Soy milk" }
            await MainActor.run { model.draft.title = "Oat milk, 1 l" }
        }
        model.draft.title = "Oat milk"
        #expect(await model.save())
        service.beforeAnswer = nil
        try await until { model.saved.title == "Soy milk" && model.contested == ["title"] }
        #expect(model.draft.title == "Oat milk, 1 l" && model.hasChanges)
    }

    @Test("an edit inside a tag or a list of the draft is refused and not dropped, with what was edited beside it")
    func inside() async throws {
        let added = try await store.add("Milk", tags: ["shop"], placement: .path("Home"))
        let todo = try await store.todos.find(added.id)
        let model = TodoModel(todo, in: store)
        model.draft.tags[0].title = "market"
        #expect(model.hasChanges)
        #expect(await !model.save())
        #expect(model.failure?.code == .usage && model.draft.tags[0].title == "market")
        model.draft.tags = model.saved.tags
        #expect(await model.save())
        #expect(model.failure == nil && !model.hasChanges)
        model.draft.list?.title = "Work"
        model.draft.title = "Oat milk"
        #expect(model.hasChanges)
        #expect(await !model.save())
        #expect(model.failure?.code == .usage && model.draft.title == "Oat milk")
        model.draft.list = model.saved.list
        #expect(await model.save())
        let stored = try await store.todos.find(todo.id)
        #expect(stored.title == "Oat milk" && stored.tags.map(\.title) == ["shop"] && stored.list?.title == "Home")
    }

    @Test("a mistake is said, and nothing is written; a deletion is seen")
    func refused() async throws {
        let todo = try await store.add("Milk")
        let model = TodoModel(todo, in: store)
        model.draft.title = " "
        #expect(await !model.save())
        #expect(model.failure?.code == .emptyTitle && model.hasChanges)
        #expect(try await store.todos.find(todo.id).title == "Milk")
        model.discard()
        #expect(model.failure == nil)
        try await store.todos.delete(todo.id)
        try await until { model.isDeleted }
    }
}
