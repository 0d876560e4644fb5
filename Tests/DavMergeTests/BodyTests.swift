import DavMerge
import DavSimulation
import Foundation
import Testing
import TodoDomain
import TodoKit

@Suite("What an object may have in it")
struct BodyTests {
    @Test("a file within an object is left out, and a link is kept")
    func attachments() async throws {
        let stage = try MergeStage()
        let data = String(repeating: "QUJD", count: 20_000)
        let new = SeenTodo([
            "UID:a1", "SUMMARY:one", "ATTACH;ENCODING=BASE64;VALUE=BINARY:\(data)",
            "ATTACH:https://example.org/report.pdf",
        ])
        try await stage.put(new, isNew: true)
        let todo = try #require(try await stage.store.todos.fetch(.all).items.first)
        let seen = try await stage.read(todo.id)
        #expect(seen.line("ATTACH") == "ATTACH:https://example.org/report.pdf")
        #expect(!seen.lines.contains { $0.contains("QUJDQUJD") })
        // The client sends the file again: that is no change.
        #expect(
            try await stage.put(seen.with("ATTACH:https://example.org/report.pdf"), matching: seen.etag) == .unchanged)
    }

    @Test("an object without a title gets one, and of one that is too long nothing is lost")
    func titles() async throws {
        let stage = try MergeStage()
        try await stage.put(SeenTodo(["UID:t1", "SUMMARY:"]), isNew: true)
        try await stage.put(SeenTodo(["UID:t2", "DESCRIPTION:notes"]), isNew: true)
        #expect(try await stage.store.todos.fetch(.all).items.map(\.title) == ["(no title)", "(no title)"])
        // A client drops its user's edit if it is refused.
        let text = String(repeating: "x", count: 20_000)
        try await stage.put(SeenTodo(["UID:t3", "SUMMARY:" + text, "DESCRIPTION:notes"]), isNew: true)
        let todo = try #require(try await stage.store.todos.fetch(.all).items.first { $0.title != "(no title)" })
        #expect(text.hasPrefix(todo.title) && todo.notes == text + "\n\nnotes")
        let seen = try await stage.read(todo.id)
        #expect(try await stage.put(seen, matching: seen.etag) == .unchanged)
    }

    @Test("two tags that a client writes as one with a comma are still two")
    func commas() async throws {
        let stage = try MergeStage()
        let todo = try await stage.store.add("one", tags: ["x", "y"])
        let seen = try await stage.read(todo.id)
        #expect(try await stage.put(seen.with("CATEGORIES:x\\,y"), matching: seen.etag) == .unchanged)
        #expect(try await stage.todo(todo.id).tags.map(\.title).sorted() == ["x", "y"])
    }

    @Test("a parent that would make a circle is recorded, and ours is served")
    func circle() async throws {
        let stage = try MergeStage()
        let above = try await stage.store.add("above")
        var changes = TodoChanges(title: "below")
        changes.placement = .below(above.id)
        let below = try await stage.store.add(changes)
        let seen = try await stage.read(above.id)
        try await stage.put(seen.with("RELATED-TO:\(below.id)", "SUMMARY:top"), matching: seen.etag)
        let now = try await stage.todo(above.id)
        #expect(now.parent == nil && now.title == "top")
        #expect(try await stage.conflicts().map(\.conflict.register) == ["standing"])
        #expect(try await stage.read(above.id).line("RELATED-TO") == nil)
    }

    @Test("characters that XML cannot have are replaced in what is served")
    func characters() async throws {
        let stage = try MergeStage()
        let todo = try await stage.store.add("one", notes: "a\u{FFFE}b")
        let seen = try await stage.read(todo.id)
        #expect(seen.line("DESCRIPTION") == "DESCRIPTION:a\u{FFFD}b")
        // A client that sends them back has not changed them.
        #expect(try await stage.put(seen, matching: seen.etag) == .unchanged)
        #expect(try await stage.todo(todo.id).notes == "a\u{FFFE}b")
    }
}
