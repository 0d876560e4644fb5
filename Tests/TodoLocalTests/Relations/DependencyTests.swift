import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// What to-dos wait for.
@Suite("Dependencies of to-dos")
struct DependencyTests {
    private let fixture: TestStore
    private var todos: TodoDAO { fixture.todos }
    private var history: HistoryDAO { HistoryDAO(fixture.stack) }

    init() async throws {
        fixture = try TestStore()
        try await todos.createMany(["a", "b", "c", "d"].map { .sample($0, $0) })
    }

    private func update(_ id: String, _ change: Todo.DependencyChange) async throws {
        try await todos.updateOne(Todo.Update(id: .init(stored: id), dependencies: change))
        #expect(try fixture.stack.inconsistency() == nil)
    }

    private func depend(_ id: String, on targets: String...) async throws {
        try await update(id, .add(Set(targets.map(Todo.ID.init(stored:)))))
    }

    private func complete(_ id: String, _ isDone: Bool = true) async throws {
        try await todos.updateOne(
            Todo.Update(id: .init(stored: id), completedAt: isDone ? .set(fixture.clock.now) : .clear))
        #expect(try fixture.stack.inconsistency() == nil)
    }

    /// Each to-do that waits for others, blocked or not: `a! b c`, `d a`.
    private func seen() async throws -> [String] {
        try await todos.findMany().items.filter { !$0.dependsOn.isEmpty }.map { todo in
            ([todo.title + (todo.isBlocked ? "!" : "")] + todo.dependsOn.map(\.rawValue)).joined(separator: " ")
        }.sorted()
    }

    private func ids(_ query: Query<Todo>) async throws -> [String] {
        let page = try await todos.findMany(query)
        #expect(page.items.allSatisfy(query.predicate.isMet))
        let all = try await todos.findMany().items
        #expect(Set(page.items.map(\.id)) == Set(all.filter(query.predicate.isMet).map(\.id)))
        return page.items.map(\.id.rawValue).sorted()
    }

    @Test("a to-do is blocked while one that it depends on is open")
    func blocked() async throws {
        try await depend("a", on: "b", "c")
        #expect(try await seen() == ["a! b c"])
        let before = try await todos.find(.init(stored: "a")).updatedAt
        fixture.clock.advance(by: 10)
        try await complete("b")
        #expect(try await seen() == ["a! b c"])
        try await todos.deleteOne(.init(stored: "c"))
        #expect(try await seen() == ["a b c"])
        #expect(try await todos.find(.init(stored: "a")).updatedAt == before)
        _ = try await history.undo(1, isForced: false)
        #expect(try await seen() == ["a! b c"])
        try await complete("a")
        #expect(try await seen() == ["a b c"])
        #expect(try fixture.stack.inconsistency() == nil)
    }

    @Test("dependencies are added, removed and replaced, and that can be undone")
    func changes() async throws {
        try await depend("a", on: "b", "c")
        try await update("a", .remove([.init(stored: "b")]))
        #expect(try await seen() == ["a! c"])
        try await update("a", .set([.init(stored: "d")]))
        #expect(try await seen() == ["a! d"])
        for expected in [["a! c"], ["a! b c"], []] {
            _ = try await history.undo(1, isForced: false)
            #expect(try await seen() == expected)
        }
        _ = try await history.redo(1, isForced: false)
        #expect(try await seen() == ["a! b c"])
        #expect(try fixture.stack.inconsistency() == nil)
        let changed = try await history.transactions(after: nil, limit: 100).flatMap(\.changes).map(\.field)
        #expect(Set(changed).isSuperset(of: ["after.b", "after.c", "after.d"]))
    }

    @Test("a circle is refused with its path, and changes nothing")
    func circles() async throws {
        try await depend("a", on: "b")
        try await depend("b", on: "c")
        let error = await #expect(throws: TodoError.self) { try await depend("c", on: "a") }
        #expect(error?.code == .wouldCircle)
        #expect(
            error?.reason == "A to-do cannot wait for one that waits for it: “a” waits for “b” waits for “c”.")
        #expect(await errorCode { try await depend("a", on: "a") } == .wouldCircle)
        #expect(await errorCode { try await depend("a", on: "x") } == .notFound)
        #expect(try await seen() == ["a! b", "b! c"])
    }

    @Test(
        "of a circle that devices made, the edges count in the order in which they were written, until one is removed")
    func rings() async throws {
        for (index, edge) in [("a", "b"), ("b", "c"), ("c", "a")].enumerated() {
            try await fixture.stack.merge(record(edge.0, after: edge.1, at: Int64(index)))
        }
        #expect(try fixture.stack.inconsistency() == nil)
        #expect(try await seen() == ["a! b", "b! c", "c a"])
        #expect(
            try await fixture.stack.read { try $0.ignoredDependencies(of: .init(stored: "c")) }
                == [.init(stored: "a")])
        // A legal one counts, although it is written within the circle.
        try await depend("a", on: "c")
        #expect(try await seen() == ["a! b c", "b! c", "c a"])
        try await update("a", .remove([.init(stored: "c")]))
        let woken = try await fixture.stack.write("edit") { transaction in
            try transaction.update(
                Todo.Update(id: .init(stored: "b"), dependencies: .remove([.init(stored: "c")])))
            return transaction.wokenDependencies
        }
        #expect(woken.map(\.todo.rawValue) == ["c"] && woken.map(\.target.rawValue) == ["a"])
        #expect(try await seen() == ["a! b", "c! a"])
        #expect(try fixture.stack.inconsistency() == nil)
    }

    @Test("what is removed and added at once is judged as it is then")
    func exchange() async throws {
        for (index, edge) in [("a", "b"), ("b", "a"), ("b", "c")].enumerated() {
            try await fixture.stack.merge(record(edge.0, after: edge.1, at: Int64(index)))
        }
        #expect(try await seen() == ["a! b", "b! a c"])
        try await depend("d", on: "b")
        // Once a no longer waits for b, b waits for a again, and so does d.
        let circular = Todo.DependencyChange(add: [.init(stored: "d")], remove: [.init(stored: "b")])
        #expect(await errorCode { try await update("a", circular) } == .wouldCircle)
        #expect(try await seen() == ["a! b", "b! a c", "d! b"])
        try await update("a", Todo.DependencyChange(add: [.init(stored: "c")], remove: [.init(stored: "b")]))
        #expect(try await seen() == ["a! c", "b! a c", "d! b"])
    }

    @Test("an undo that would close a circle is refused, unless it is forced to leave what closes it ignored")
    func undoneCircle() async throws {
        try await depend("a", on: "b")
        try await update("a", .set([]))
        try await fixture.stack.merge(record("b", after: "a", at: 0))
        let error = await #expect(throws: TodoError.self) { try await history.undo(1, isForced: false) }
        #expect(error?.code == .wouldCircle)
        #expect(error?.reason == "A to-do cannot wait for one that waits for it: “b” waits for “a”.")
        #expect(try await seen() == ["b! a"])
        _ = try await history.undo(1, isForced: true)
        #expect(try await seen() == ["a b", "b! a"])
        #expect(try fixture.stack.inconsistency() == nil)
    }

    @Test("a target that is unknown blocks nothing until it is there")
    func arrival() async throws {
        try await fixture.stack.merge(record("a", after: "later", at: 0))
        #expect(try await seen() == ["a later"])
        try await todos.createOne(.sample("later", "later"))
        #expect(try await seen() == ["a! later"])
        let circular = Todo.sample("later", "later", dependsOn: ["a"])
        #expect(await errorCode { try await todos.createOne(circular) } == .wouldCircle)
        #expect(try fixture.stack.inconsistency() == nil)
    }

    @Test("one that closes a circle through a to-do that was waited for before it was known is refused")
    func lateCircle() async throws {
        try await fixture.stack.merge(record("a", after: "later", at: 0))
        let circular = Todo.sample("later", "later", dependsOn: ["a"])
        #expect(await errorCode { try await todos.createOne(circular) } == .wouldCircle)
        #expect(try await seen() == ["a later"])
    }

    @Test("queries for what is blocked, ready, and waiting for one")
    func queries() async throws {
        let zone = TimeZone.gmt
        let now = fixture.clock.now
        let tomorrow = Due.day(Day(containing: now, in: zone).adding(days: 1))
        try await fixture.lists.createMany([.sample("work"), .sample("reports", parent: "work")])
        try await todos.createMany(["e", "f"].map { .sample($0, $0) })
        try await depend("a", on: "b")
        #expect(try await ids(.all.blocked) == ["a"])
        #expect(try await ids(.all.dependents(of: .init(stored: "b"))) == ["a"])
        #expect(try await ids(.ready(on: now, in: zone)) == ["b", "c", "d", "e", "f"])
        try await todos.updateOne(Todo.Update(id: .init(stored: "c"), start: .set(tomorrow)))
        #expect(try await ids(.ready(on: now, in: zone)) == ["b", "d", "e", "f"])
        // A to-do below a waiting one waits too, at any depth. One with open subtasks is not ready either.
        for (id, parent) in [("d", "c"), ("e", "d"), ("f", "a")] {
            try await todos.updateOne(
                Todo.Update(id: .init(stored: id), standing: Standing(in: nil, below: .init(stored: parent))))
        }
        #expect(try await ids(.ready(on: now, in: zone)) == ["b"])
        #expect(try await ids(.ready(on: now.addingTimeInterval(2 * 86_400), in: zone)) == ["b", "e"])
        try await complete("b")
        #expect(try await ids(.ready(on: now, in: zone)) == ["f"])
        try await complete("f")
        #expect(try await ids(.ready(on: now, in: zone)) == ["a"])
        try await todos.updateOne(Todo.Update(id: .init(stored: "a"), standing: Standing(in: .init(stored: "reports"))))
        try await fixture.lists.updateOne(TodoList.Update(id: .init(stored: "work"), isArchived: true))
        #expect(try await ids(.ready(on: now, in: zone)) == [])
    }

    @Test("observers see what becomes blocked and ready through other to-dos")
    func observation() async throws {
        let now = fixture.clock.now
        let blocked = Watched(todos.store.observe(.all.blocked))
        let ready = Watched(todos.store.observe(.ready(on: now, in: .gmt)))
        #expect(await eventually { blocked.last?.items.isEmpty ?? false && ready.last?.items.count == 4 })
        try await depend("a", on: "b")
        #expect(await eventually { blocked.last?.items.map(\.title) == ["a"] && ready.last?.items.count == 3 })
        try await complete("b")
        #expect(await eventually { blocked.last?.items.isEmpty ?? false && ready.last?.items.count == 3 })
        try await complete("b", false)
        #expect(await eventually { blocked.last?.items.map(\.title) == ["a"] })
        try await todos.deleteOne(.init(stored: "b"))
        #expect(await eventually { blocked.last?.items.isEmpty ?? false && ready.last?.items.count == 3 })
    }

    @Test("a view of the past shows what was blocked then")
    func past() async throws {
        try await depend("a", on: "b")
        let then = fixture.clock.now
        fixture.clock.advance(by: 10)
        try await complete("b")
        fixture.clock.advance(by: 10)
        try await update("a", .set([]))
        let past = try await history.past(at: then)
        let todo = try #require(past.todos.first { $0.id.rawValue == "a" })
        #expect(todo.dependsOn.map(\.rawValue) == ["b"] && todo.isBlocked)
    }

    @Test("an import takes circles as they are, and keeps what it does not know")
    func imports() async throws {
        let date = fixture.clock.now.addingTimeInterval(-1000)
        let file = [Todo.sample("x", "x", dependsOn: ["y"]), .sample("y", "y", dependsOn: ["x", "nobody"])]
        for _ in 0..<2 {
            try await fixture.stack.write("import", author: .import) { transaction in
                for todo in file { _ = try transaction.importTodo(todo, modifiedAt: date, declaredTags: []) }
            }
            #expect(try await seen() == ["x! y", "y nobody x"])
            #expect(try fixture.stack.inconsistency() == nil)
        }
    }

    @Test("a circle of 3,000 that arrives at once loses one edge, and completing what 1,000 wait for frees them")
    func manyAtOnce() async throws {
        let count = 3000
        try await fixture.stack.write("sync", author: .sync) { transaction in
            for index in 0..<count {
                _ = try transaction.merge(
                    TodoEntity.self, record("n\(index)", after: "n\((index + 1) % count)", at: Int64(index)))
            }
        }
        #expect(try await todos.count(.all.blocked) == count - 1)
        try await fixture.stack.write("sync", author: .sync) { transaction in
            for index in 0..<1000 {
                _ = try transaction.merge(TodoEntity.self, record("m\(index)", after: "a", at: Int64(index)))
            }
        }
        #expect(try await todos.count(.all.blocked) == count - 1 + 1000)
        try await todos.updateOne(Todo.Update(id: .init(stored: "a"), completedAt: .set(fixture.clock.now)))
        #expect(try await todos.count(.all.blocked) == count - 1)
    }

    private func record(_ id: String, after target: String, at time: Int64) -> Record {
        let stamp = Stamp(
            milliseconds: fixture.clock.now.milliseconds - 60_000 + time, counter: 0, device: DeviceID(rawValue: 7))
        var record = Record(kind: .todo, id: id, createdAt: 0, origin: stamp)
        record.registers["title"] = .init(.string(id))
        record.elements["after." + target] = Record.Element(isPresent: true, stamp: stamp)
        return record
    }
}

extension Todo {
    fileprivate static func sample(_ id: String, _ title: String, dependsOn: [String]) -> Todo {
        var todo = Todo.sample(id, title)
        todo.dependsOn = dependsOn.map(Todo.ID.init(stored:))
        return todo
    }
}
