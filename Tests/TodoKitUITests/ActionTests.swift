import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoKitTesting
import TodoKitUI

/// What a button does: it is no task, and waits for nothing.
@MainActor
@Suite("What is asked of a model without a task")
struct ActionTests {
    private let test: TestStore
    private var store: TodoStore { test.store }

    init() throws { test = try TestStore() }

    private func titles() async throws -> [String] {
        try await store.todos.fetch(.all.open.ascending(\.title), source: .local).items.map(\.title)
    }

    @Test("is done in the order in which it was asked")
    func order() async throws {
        let undo = UndoModel(store)
        for title in ["a", "b", "c"] { try await store.add(title) }
        press {
            undo.undo()
            undo.undo()
            undo.redo()
            undo.undo()
            undo.undo()
            undo.redo()
        }
        await undo.redo()
        #expect(try await titles() == ["a", "b"])
        #expect(undo.failure == nil)
    }

    @Test("what people do with to-dos: each is one step, and what fails changes nothing and says why")
    func todos() async throws {
        let actions = TodoActions(store)
        press { actions.add("Call Bob p1") }
        try await until { actions.added != nil }
        let bob = try #require(actions.added)
        #expect(try await store.todos.find(bob).priority == .high)
        press {
            actions.add("Milk")
            actions.edit([bob], TodoChanges(title: "Call Ada"))
            actions.complete([bob])
            actions.reopen([bob])
        }
        await actions.move([bob], to: .last(in: .inbox))
        #expect(try await titles() == ["Call Ada", "Milk"])
        #expect(try await store.recentHistory(limit: 5).map(\.action) == ["move", "reopen", "done", "edit", "add"])
        await actions.edit([bob], TodoChanges(title: " "))
        #expect(actions.failure?.code == .emptyTitle)
        await actions.delete([bob])
        #expect(actions.failure == nil)
        #expect(try await titles() == ["Milk"])
    }

    @Test("a double tap settles one occurrence of what repeats, done or skipped: the one that was shown")
    func doubleTap() async throws {
        let phrase = try RepeatPhrase.parse("each day", now: test.clock.now, timeZone: .gmt)
        let rent = try await store.add("Rent", recurrence: phrase.recurrence(now: test.clock.now, timeZone: .gmt))
        let actions = TodoActions(store)
        press { actions.complete(shown: [rent]) }
        await actions.complete(shown: [rent])
        let next = try await store.todos.find(rent.id)
        #expect(next.current?.number == 2 && next.current != rent.current)
        press { actions.skip(shown: [next]) }
        await actions.skip(shown: [next])
        #expect(try await store.todos.find(rent.id).current?.number == 3)
        #expect(actions.failure == nil)
        let milk = try await store.add("Milk")
        await actions.skip(shown: [rent, milk])
        #expect(actions.failure?.code == .usage, "milk does not repeat")
        press { actions.complete(shown: [milk]) }
        await actions.complete(shown: [milk])
        #expect(actions.failure == nil)
        #expect(try await store.todos.find(milk.id).isDone)
    }

    @Test("what is started is so until it is stopped, each as a step of its own")
    func started() async throws {
        let milk = try await store.add("Milk")
        let actions = TodoActions(store)
        await actions.start([milk.id])
        #expect(try await store.todos.find(milk.id).isStarted)
        press { actions.stop([milk.id]) }
        await actions.edit([milk.id], TodoChanges(notes: "two litres"))
        #expect(try await store.todos.find(milk.id).isStarted == false)
        #expect(try await store.recentHistory(limit: 3).map(\.action) == ["edit", "stop", "start"])
        #expect(actions.failure == nil)
    }

    @Test("is done even if the model goes first")
    func finished() async throws {
        let milk = try await store.add("Milk")
        weak var (gone, goneActions): (TodoModel?, TodoActions?)
        press {
            let (model, actions) = (TodoModel(milk, in: store), TodoActions(store))
            gone = model
            goneActions = actions
            model.draft.title = "Oat milk"
            model.save()
            actions.add("Bread")
        }
        for try await page in store.todos.observe(.all.ascending(\.title)) {
            if page.items.map(\.title) == ["Bread", "Oat milk"] { break }
        }
        try await until { gone == nil && goneActions == nil }
    }

    @Test("what is typed and saved faster than it is stored is all stored, as one step")
    func saves() async throws {
        let milk = try await store.add("M")
        let (model, undo) = (TodoModel(milk, in: store), UndoModel(store))
        press {
            for title in ["Mi", "Mil", "Milk"] {
                model.draft.title = title
                model.save()
            }
            model.draft.title = "Milky"
            model.discard()
        }
        #expect(model.draft.title == "Milk", "what was asked to be saved is not discarded")
        try await until { !model.hasChanges && model.saved.title == "Milk" }
        #expect(model.failure == nil && model.contested.isEmpty)
        await undo.undo()
        #expect(try await store.todos.find(milk.id).title == "M")
        try await until { model.draft.title == "M" }
    }

    @Test("two fields that are edited while the first is stored are two steps, and both are stored")
    func fields() async throws {
        let milk = try await store.add("Milk")
        let model = TodoModel(milk, in: store)
        press {
            model.draft.title = "Oat milk"
            model.save()
            model.draft.notes = "two litres"
            model.save()
            model.draft.priority = .high
        }
        #expect(await model.save())
        let stored = try await store.todos.find(milk.id)
        #expect(stored.title == "Oat milk" && stored.notes == "two litres" && stored.priority == .high)
        let steps = try await store.recentHistory(limit: 3).map { $0.changes.map(\.field) }
        #expect(steps == [[.priority], [.notes], [.title]])
    }

    @Test("of filters that follow each other fast the last one counts")
    func filters() async throws {
        for title in ["milk", "bread"] { try await store.add(title) }
        let list = TodoListModel(store.todos, .all.open)
        try await until { list.items.count == 2 }
        press {
            list.show("bread", in: store)
            list.show("due:", in: store)
            list.show("milk", in: store)
        }
        try await until { list.items.map(\.title) == ["milk"] }
        #expect(list.problem == nil)
        press { list.show("due:", in: store) }
        try await until { list.problem?.code == .badFilter }
        #expect(list.items.map(\.title) == ["milk"])
    }

    @Test("a caller that is cancelled is told nothing, and nothing is half done")
    func cancelled() async throws {
        let milk = try await store.add("Milk")
        let model = TodoModel(milk, in: store)
        model.draft.title = "Oat milk"
        let save = Task { await model.save() }
        save.cancel()
        let isSaved = await save.value
        #expect(model.failure == nil)
        #expect(try await store.todos.find(milk.id).title == (isSaved ? "Oat milk" : "Milk"))
        #expect(model.draft.title == "Oat milk")
    }
}

/// Runs what a button would: in a context in which nothing can be awaited.
@MainActor
func press(_ action: @MainActor () -> Void) { action() }
