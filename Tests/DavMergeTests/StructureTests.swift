import DavSimulation
import Foundation
import Testing
import TodoDomain
import TodoFormats
import TodoKit
import TodoKitTesting
import TodoLocal

@testable import DavMerge

@Suite("The place, the address and the end of a to-do that a client changes")
struct StructureTests {
    private func titles(_ stage: MergeStage) async throws -> [String] {
        try await stage.store.todos.fetch(.all.ascending(\.manual)).items.map(\.title)
    }

    @Test("another number among the siblings is another place, and one between the same neighbours is not")
    func sortOrder() async throws {
        let stage = try MergeStage()
        var todos: [Todo] = []
        for title in ["a", "b", "c"] {
            stage.clock.advance(by: 60)
            todos.append(try await stage.store.add(title))
        }
        #expect(try await titles(stage) == ["a", "b", "c"])
        func order(_ index: Int) async throws -> Int64 {
            let line = try await stage.read(todos[index].id).line("X-APPLE-SORT-ORDER") ?? ""
            return try #require(Int64(line.drop { $0 != ":" }.dropFirst()))
        }
        let orders = [try await order(0), try await order(1), try await order(2)]
        #expect(orders[0] < orders[1] && orders[1] < orders[2])
        let seen = try await stage.read(todos[2].id)
        let steps = try await stage.steps()
        stage.clock.advance(by: 60)
        try await stage.put(seen.with("X-APPLE-SORT-ORDER:\(orders[2] + 1)"), matching: seen.etag)
        #expect(try await stage.steps() == steps, "it is still behind the others")
        stage.clock.advance(by: 60)
        let again = try await stage.read(todos[2].id)
        try await stage.put(
            again.with("X-APPLE-SORT-ORDER:\(orders[0] + (orders[1] - orders[0]) / 2)"), matching: again.etag)
        #expect(try await titles(stage) == ["a", "c", "b"])
        let moved = try await order(2)
        #expect(orders[0] < moved && moved < orders[1])
        #expect(try await stage.conflicts().isEmpty)
    }

    @Test("the state that a client has changed is found by the UID, also at another address")
    func otherAddress() async throws {
        let stage = try MergeStage()
        let list = try await stage.store.addList("Work")
        let todo = try await stage.store.add("one", notes: "old")
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        _ = try await stage.store.todos.update(.init(id: todo.id, notes: "new"))
        stage.clock.advance(by: 60)
        let body = seen.with("SUMMARY:two").without("X-TODO-REV")
        #expect(try await stage.put(body, in: .list(list.id), isNew: true) == .moved)
        let now = try await stage.todo(todo.id)
        #expect(now.title == "two" && now.notes == "new" && now.list?.id == list.id)
    }

    @Test("a state that was served is no error after the to-do was deleted: it comes back", arguments: [false, true])
    func deleted(isRepeating: Bool) async throws {
        let stage = try MergeStage()
        let first = Day(daysSince1970: 20_778)
        let recurrence = Recurrence(
            rule: "FREQ=DAILY", mode: .each, zone: "Europe/Zurich", base: first, key: first, due: .day(first))
        let todo =
            isRepeating
            ? try await stage.store.add("one", tags: ["x"], recurrence: recurrence)
            : try await stage.store.add("one", tags: ["x"])
        let seen = try await stage.read(todo.id)
        stage.clock.advance(by: 60)
        try await stage.store.todos.delete(todo.id)
        stage.clock.advance(by: 60)
        #expect(try await stage.put(seen.with("SUMMARY:two"), matching: seen.etag) == .created)
        let now = try await stage.todo(todo.id)
        #expect(now.title == "two" && now.tags.map(\.title) == ["x"] && now.isRepeating == isRepeating)
    }

    @Test("the mark of a state is that of its other lines, and does not count itself")
    func mark() async throws {
        let stage = try MergeStage()
        let todo = try await stage.store.add("one")
        let first = try await stage.read(todo.id)
        _ = try await stage.store.todos.update(.init(id: todo.id, title: "two"))
        let second = try await stage.read(todo.id)
        #expect(first.line("X-TODO-REV") != second.line("X-TODO-REV"))
        // Back at the same values it has the same mark, as nothing of the state before is in it.
        stage.clock.advance(by: 60)
        try await stage.put(second.with("SUMMARY:one"), matching: second.etag)
        let third = try await stage.read(todo.id)
        let times = ["LAST-MODIFIED", "DTSTAMP", "X-TODO-REV"]
        #expect(
            third.lines.filter { !times.contains(SeenTodo.name($0)) }
                == first.lines.filter { !times.contains(SeenTodo.name($0)) })
        let again = try #require(try await stage.item(todo.id))
        #expect(SeenTodo(again).lines == third.lines && again.etag == third.etag)
    }
}
