import Foundation
import TestSupport
import Testing
import TodoFormats
import TodoKit
import TodoLocal

@Suite("Comments")
struct CommentTests {
    private func store() throws -> (TodoStore, ManualClock) {
        let clock = ManualClock()
        return (try TodoStore.inMemory(environment: .testing(clock: clock, seed: 1)), clock)
    }

    @Test("a to-do shows its comments, oldest first, with their times and the device that made them")
    func shown() async throws {
        let (store, clock) = try store()
        let todo = try await store.add("Call Bob")
        let first = try await store.addComment("Nobody answered\n", to: todo.id)
        #expect(first.text == "Nobody answered")
        clock.advance(by: 60)
        try await store.addComment("He calls back", to: todo.id)
        let found = try await store.todos.find(todo.id)
        #expect(found.comments.map(\.text) == ["Nobody answered", "He calls back"])
        #expect(found.comments.map(\.createdAt) == [clock.now - 60, clock.now])
        let device = try await store.device
        #expect(found.comments.allSatisfy { $0.device == device })
        #expect(try await store.comments.fetch(.about(todo.id), source: .local).items == found.comments)
    }

    @Test("they are edited and deleted for themselves, and all of it is undone")
    func edited() async throws {
        let (store, _) = try store()
        let todo = try await store.add("Call Bob")
        let comment = try await store.addComment("Nobody", to: todo.id)
        try await store.comments.update(Todo.Comment.Update(id: comment.id, text: "Somebody"))
        func texts() async throws -> [String] { try await store.todos.find(todo.id).comments.map(\.text) }
        #expect(try await texts() == ["Somebody"])
        try await store.comments.delete(comment.id)
        #expect(try await texts() == [])
        _ = try await store.undo()
        #expect(try await texts() == ["Somebody"])
        _ = try await store.undo()
        #expect(try await texts() == ["Nobody"])
        _ = try await store.undo()
        #expect(try await texts() == [])
        _ = try await store.redo()
        #expect(try await texts() == ["Nobody"])
    }

    @Test("an empty comment, one that is too long, and one on nothing are refused")
    func refused() async throws {
        let (store, _) = try store()
        let todo = try await store.add("Call Bob")
        for text in ["", " \n", "a\u{0}", String(repeating: "x", count: 65_537)] {
            let error = await #expect(throws: TodoError.self) { try await store.addComment(text, to: todo.id) }
            #expect(error?.code == .badComment)
        }
        let missing = await #expect(throws: TodoError.self) { try await store.addComment("x", to: .init("none")!) }
        #expect(missing?.code == .notFound)
        try await store.todos.delete(todo.id)
        let deleted = await #expect(throws: TodoError.self) { try await store.addComment("x", to: todo.id) }
        #expect(deleted?.code == .notFound)
    }

    @Test("deleting a to-do hides its comments, and undoing that shows them again")
    func withTheTodo() async throws {
        let (store, _) = try store()
        let todo = try await store.add("Call Bob")
        try await store.addComment("Nobody", to: todo.id)
        try await store.todos.delete(todo.id)
        _ = try await store.undo()
        #expect(try await store.todos.find(todo.id).comments.map(\.text) == ["Nobody"])
    }

    @Test("a search finds to-dos by their comments, however many words and wherever these are")
    func searched() async throws {
        let (store, _) = try store()
        let bob = try await store.add("Call Bob", tags: ["phone"])
        let pie = try await store.add("Bake a pie")
        let comment = try await store.addComment("Crème brûlée, he says", to: bob.id)
        try await store.addComment("with Bob", to: pie.id)
        func found(_ text: String) async throws -> Set<String> {
            let query = Query<Todo>.all.matching(text)
            let page = try await store.todos.fetch(query, source: .local)
            // The index finds what the model finds.
            #expect(page.items.allSatisfy { query.predicate.isMet(by: $0) })
            #expect(try await store.todos.count(query) == page.items.count)
            return Set(page.items.map(\.title))
        }
        #expect(try await found("creme") == ["Call Bob"])
        #expect(try await found("bob") == ["Call Bob", "Bake a pie"])
        #expect(try await found("creme phone call") == ["Call Bob"])
        #expect(try await found("he") == ["Call Bob"])
        #expect(try await found("creme pie") == [])
        try await store.comments.update(Todo.Comment.Update(id: comment.id, text: "Tarte"))
        #expect(try await found("creme") == [])
        #expect(try await found("tarte") == ["Call Bob"])
        try await store.comments.delete(comment.id)
        #expect(try await found("tarte") == [])
    }

    @Test("observers of to-dos see comments come and go, also by what they search for", .timeLimit(.minutes(10)))
    func observed() async throws {
        let (store, _) = try store()
        let todo = try await store.add("Call Bob")
        var all = store.todos.observe(.all).makeAsyncIterator()
        var hits = store.todos.observeCount(Query.all.matching("nobody")).makeAsyncIterator()
        #expect(try await all.next()?.items.first?.comments == [])
        #expect(try await hits.next() == 0)
        let comment = try await store.addComment("Nobody", to: todo.id)
        #expect(try await all.next()?.items.first?.comments.map(\.text) == ["Nobody"])
        #expect(try await hits.next() == 1)
        try await store.comments.delete(comment.id)
        #expect(try await all.next()?.items.first?.comments == [])
        #expect(try await hits.next() == 0)
    }

    @Test("the past has the comments that there were")
    func past() async throws {
        let (store, clock) = try store()
        let todo = try await store.add("Call Bob")
        let comment = try await store.addComment("Nobody", to: todo.id)
        let then = clock.now
        clock.advance(by: 60)
        try await store.comments.update(Todo.Comment.Update(id: comment.id, text: "Somebody"))
        try await store.addComment("Again", to: todo.id)
        let state = try await store.past(at: then)
        #expect(state.todos.first?.comments.map(\.text) == ["Nobody"])
    }

    @Test("an export has them, and an import brings them back once, with or without their ids")
    func exported() async throws {
        let (store, clock) = try store()
        let todo = try await store.add("Call Bob")
        let first = try await store.addComment("Nobody", to: todo.id)
        clock.advance(by: 60)
        try await store.addComment("Somebody", to: todo.id)
        try await store.comments.update(Todo.Comment.Update(id: first.id, text: "Nobody at all"))
        let comments = try await store.todos.find(todo.id).comments
        let written = Written()
        try await store.export(as: JSONFormat()) { written.add($0) }
        let without = String(decoding: written.bytes, as: UTF8.self)
            .replacing(#""id":"\#(first.id)","#, with: "").utf8
        let now = clock.now
        for bytes in [written.bytes, Array(without)] {
            let other = try TodoStore.inMemory(environment: .testing(clock: clock, seed: 2))
            for _ in 0..<2 {
                _ = try await other.importItems(backingUp: false) {
                    JSONFormat().makeReader(ByteSource(bytes), context: ImportContext(now: now, timeZone: .gmt))
                }
                let found = try await other.todos.find(todo.id).comments
                #expect(found.map(\.text) == comments.map(\.text))
                #expect(found.map(\.createdAt) == comments.map(\.createdAt))
                #expect(found.map(\.updatedAt) == comments.map(\.updatedAt))
                #expect(found.map(\.device) == [nil, nil])
            }
        }
        let other = try TodoStore.inMemory(environment: .testing(clock: clock, seed: 2))
        _ = try await other.importItems(backingUp: false) {
            JSONFormat().makeReader(ByteSource(written.bytes), context: ImportContext(now: now, timeZone: .gmt))
        }
        #expect(try await other.todos.find(todo.id).comments.map(\.id) == comments.map(\.id))
    }

    @Test(
        "a store's own export changes none of them, also where one was edited or deleted since",
        arguments: ["json", "ndjson", "csv", "ics", "taskwarrior"])
    func ownExport(name: String) async throws {
        let (store, clock) = try store()
        let format = try #require(TodoFormats.writable(named: name))
        let todo = try await store.add("Call Bob")
        clock.advance(by: 0.25)
        var ids: [Todo.Comment.ID] = []
        // All in one second, which is as much as Taskwarrior knows.
        for text in ["Nobody", "Nobody", "Somebody\r\nelse"] {
            ids.append(try await store.addComment(text, to: todo.id).id)
        }
        clock.advance(by: 60)
        ids.append(try await store.addComment("He calls back", to: todo.id).id)
        let written = Written()
        try await store.export(as: format) { written.add($0) }
        let bytes = written.bytes
        func take() async throws {
            let now = clock.now
            let report = try await store.importItems(backingUp: false) {
                format.makeReader(ByteSource(bytes), context: ImportContext(now: now, timeZone: .gmt))
            }
            #expect(report.added == 0 && report.updated == 0 && report.unchanged == 1)
        }
        func comments() async throws -> [Todo.Comment] { try await store.todos.find(todo.id).comments }
        var before = try await comments()
        for _ in 0..<2 {
            clock.advance(by: 60)
            try await take()
            #expect(try await comments() == before)
        }
        try await store.comments.delete(ids[0])
        try await store.comments.update(Todo.Comment.Update(id: ids[3], text: "He did"))
        before = try await comments()
        try await take()
        #expect(try await comments() == before)
    }

    @Test(
        "a file that does not say when they were made brings them once, on every device the same, and none that was deleted",
        arguments: [
            ("csv", "TYPE,CONTENT,PRIORITY,INDENT\ntask,Call Bob,1,1\nnote,Nobody,,\nnote,Somebody,,\n"),
            (
                "ics",
                "BEGIN:VCALENDAR\nBEGIN:VTODO\nUID:call\nSUMMARY:Call Bob\nCOMMENT:Nobody\nCOMMENT:Somebody\nEND:VTODO\n"
                    + "END:VCALENDAR\n"
            ),
        ])
    func untimed(name: String, text: String) async throws {
        let format = try #require(TodoFormats.writable(named: name))
        let clock = ManualClock()
        let stores = try ([1, 2] as [UInt64]).map {
            try TodoStore.inMemory(environment: .testing(clock: clock, seed: $0))
        }
        func take(into store: TodoStore) async throws -> [Todo.Comment] {
            clock.advance(by: 60)
            let now = clock.now
            _ = try await store.importItems(backingUp: false) {
                format.makeReader(ByteSource(text.utf8), context: ImportContext(now: now, timeZone: .gmt))
            }
            return try #require(try await store.todos.fetch(.all, source: .local).items.first).comments
        }
        let comments = try await take(into: stores[0])
        #expect(comments.map(\.text) == ["Nobody", "Somebody"])
        #expect(try await take(into: stores[0]) == comments)
        #expect(try await take(into: stores[1]).map(\.id) == comments.map(\.id))
        try await stores[0].comments.delete(comments[0].id)
        #expect(try await take(into: stores[0]) == [comments[1]])
    }
}
