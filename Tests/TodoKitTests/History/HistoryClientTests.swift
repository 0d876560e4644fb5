import Foundation
import TestSupport
import Testing
import TodoKit
import TodoLocal

@Suite("Steps that were done for a program") struct HistoryClientTests {
    private let claude = HistoryClient(name: "Claude Desktop", conversation: "9f3c")

    @Test("a step carries the client's name and conversation, and a person's own step none") func carried() async throws
    {
        let test = try TestStore()
        try await test.store.acting(for: claude) { _ = try await test.store.add("Buy milk") }
        try await test.store.add("Call Bob")
        let steps = try await test.store.recentHistory()
        #expect(steps.map(\.client) == [nil, claude])
        #expect(steps.allSatisfy { !$0.process.contains("/") })
        #expect(try await test.store.recentHistory(by: "claude").map(\.client) == [claude])
        #expect(try await test.store.recentHistory(by: "cursor").isEmpty)
    }

    @Test(
        "a name is one line of what can be seen, of 60 characters",
        arguments: [
            ("Claude", "Claude"), ("  two\n lines\u{202E} ", "two lines"), ("\u{E0041}\u{200B}", "unknown"),
            ("", "unknown"),
            ("a/b", "a/b"), (String(repeating: "x", count: 100_000), String(repeating: "x", count: 60)),
        ]) func cleaned(_ name: String, _ expected: String) async throws
    {
        let client = HistoryClient(name: name, conversation: "A/b-1")
        #expect(client.name == expected)
        #expect(client.conversation == "b-1")
        let test = try TestStore()
        try await test.store.acting(for: client) { _ = try await test.store.add("Buy milk") }
        #expect(try await test.store.recentHistory().first?.client == client)
    }

    @Test("all that a client did is taken back at once, what others did since stays, and one redo brings it again")
    func takenBack() async throws {
        let test = try TestStore()
        let mine = try await test.store.add("Mine")
        let (milk, bread) = try await test.store.acting(for: claude) {
            let milk = try await test.store.add("Buy milk")
            let bread = try await test.store.add("Buy bread")
            try await test.store.edit([mine.id, bread.id], TodoChanges(title: "Renamed", priority: .set(.high)))
            return (milk, bread)
        }
        try await test.store.edit([mine.id], TodoChanges(title: "By a person"))
        let before = try await test.store.todos.fetch(.all, source: .local).items
        let trial = try await test.store.undo(by: "claude", since: .distantPast, isTrial: true)
        #expect(trial.steps.count == 3)
        #expect(try await test.store.todos.fetch(.all, source: .local).items == before)

        let report = try await test.store.undo(by: "claude", since: .distantPast)
        #expect(report.steps.map(\.action) == ["edit", "add", "add"])
        #expect(report.left.map(\.field) == ["title"])
        let left = try await test.store.todos.fetch(.all, source: .local).items
        #expect(left.map(\.title) == ["By a person"])
        #expect(left.first?.priority == nil)
        await #expect(throws: TodoError.self) { try await test.store.undo(by: "claude", since: .distantPast) }

        #expect(try await test.store.redoableSteps().count == 1)
        let redone = try await test.store.redo()
        #expect(redone.steps.count == 3)
        let again = try await test.store.todos.fetch(.all, source: .local).items
        #expect(Set(again.map(\.id)) == [mine.id, milk.id, bread.id])
        #expect(again.first { $0.id == bread.id }?.title == "Renamed")
        #expect(again.first { $0.id == mine.id }?.priority == .high)
        #expect(try await test.store.redoableSteps().isEmpty)
    }

    @Test("only what was done since a time, and in one conversation, is taken back") func since() async throws {
        let test = try TestStore()
        let other = HistoryClient(name: "Claude Desktop", conversation: "other")
        try await test.store.acting(for: claude) { _ = try await test.store.add("Early") }
        test.clock.advance(by: 3600)
        try await test.store.acting(for: other) { _ = try await test.store.add("Another conversation") }
        try await test.store.acting(for: claude) { _ = try await test.store.add("Late") }
        let since = test.clock.now - 60
        try await test.store.undo(by: "Claude", in: "9f3c", since: since)
        let titles = try await test.store.todos.fetch(.all, source: .local).items.map(\.title)
        #expect(Set(titles) == ["Early", "Another conversation"])
    }

    @Test("several to-dos are added in one step, or none") func severalAdditions() async throws {
        let test = try TestStore()
        let added = try await test.store.add(each: [
            TodoChanges(title: "One", addingTags: ["home"]), TodoChanges(title: "Two", placement: .path("Work")),
        ])
        #expect(added.map(\.title) == ["One", "Two"])
        #expect(added.map { $0.list?.path } == [nil, "Work"])
        #expect(try await test.store.recentHistory().count == 1)
        await #expect(throws: TodoError.self) {
            try await test.store.add(each: [TodoChanges(title: "Three"), TodoChanges(title: "")])
        }
        #expect(try await test.store.todos.count(.all) == 2)
    }
}
