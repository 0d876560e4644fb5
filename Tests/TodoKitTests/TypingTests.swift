import Foundation
import TestSupport
import Testing
import TodoKit
import TodoLocal

/// What is typed into one field in several edits.
@Suite("Typing")
struct TypingTests {
    @Test("an edit joins the step before it unless something was done since, and one undo takes both back")
    func joins() async throws {
        let store = try TestStore().store
        let milk = try await store.add("Milk")
        var (todo, step) = (milk, HistoryToken?.none)
        for title in ["Milk,", "Milk, b", "Milk, bread"] {
            var edited = todo
            edited.title = title
            (todo, step) = try await store.save(edited, from: todo, joining: step)
        }
        try await store.undo()
        #expect(try await store.todos.find(milk.id).title == "Milk")
    }

    @Test("an edit that waits for another one to be written does not join the step before that")
    func overtaken() async throws {
        let test = try TestStore(.pool)
        let store = test.store
        let milk = try await store.add("Milk")
        var edited = milk
        edited.title = "Oat milk"
        let (saved, step) = try await store.save(edited, from: milk)
        let (began, begun) = AsyncStream.makeStream(of: Void.self)
        let other = Task {
            try await store.stack.write("add") { transaction in
                _ = try transaction.create(Todo.sample("other"))
                begun.finish()
                // The edit below has to come meanwhile: it sees neither this to-do nor a step of it.
                Thread.sleep(forTimeInterval: 0.2)
            }
        }
        for await _ in began {}
        var again = saved
        again.title = "Soy milk"
        let joined = try await store.save(again, from: saved, joining: step).step
        try await other.value
        #expect(joined != step)
        try await store.undo()
        #expect(try await store.todos.find(milk.id).title == "Oat milk")
        #expect(try await store.todos.count(.all) == 2)
    }
}
