import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// Where to-dos stand: in which list, and below which others.
@Suite("Standings of to-dos")
struct StandingTests {
    private let fixture: TestStore
    private var todos: TodoDAO { fixture.todos }
    private var history: HistoryDAO { HistoryDAO(fixture.stack) }

    init() async throws {
        fixture = try TestStore()
        try await fixture.lists.createMany([.sample("work"), .sample("reports", parent: "work"), .sample("home")])
        try await todos.createMany(["a", "b", "c", "d"].map { .sample($0, $0) })
    }

    private func move(_ id: String, list: String? = nil, below parent: String? = nil) async throws {
        let standing = Standing(list: list, parent: parent)
        try await todos.updateOne(Todo.Update(id: .init(stored: id), standing: standing))
        #expect(try fixture.stack.inconsistency() == nil)
    }

    /// Each to-do with its list and the to-dos above it: `a: work`, `b: work a`.
    private func seen() async throws -> [String] {
        try await todos.findMany().items.map { todo in
            ([todo.list?.title ?? "-"] + todo.ancestors.map(\.title)).joined(separator: " ") + ": " + todo.title
        }.sorted()
    }

    @Test("a tree stands in the list of its root, and moves with it in one write")
    func trees() async throws {
        try await move("a", list: "work")
        try await move("b", below: "a")
        try await move("c", below: "b")
        #expect(try await seen() == ["-: d", "work a b: c", "work a: b", "work: a"])
        let before = try await todos.find(.init(stored: "c")).updatedAt
        fixture.clock.advance(by: 10)
        try await move("a", list: "home")
        #expect(try await seen() == ["-: d", "home a b: c", "home a: b", "home: a"])
        #expect(try await todos.find(.init(stored: "c")).updatedAt == before)
        _ = try await history.undo(1, isForced: false)
        #expect(try await seen() == ["-: d", "work a b: c", "work a: b", "work: a"])
    }

    @Test("a circle is refused")
    func circles() async throws {
        try await move("b", below: "a")
        try await move("c", below: "b")
        for parent in ["a", "b", "c"] {
            #expect(await errorCode { try await move("a", below: parent) } == .wouldCircle)
        }
        #expect(await errorCode { try await move("a", below: "x") } == .notFound)
        #expect(await errorCode { try await move("a", list: "x") } == .notFound)
    }

    @Test("of a circle that two devices made, the last edge is ignored on both")
    func rings() async throws {
        for (id, parent, time) in [("a", "b", 1), ("b", "a", 2)] {
            try await fixture.stack.merge(record(id, ["list": .null, "parent": .string(parent)], at: Int64(time)))
        }
        #expect(try await seen() == ["- b: a", "-: b", "-: c", "-: d"])
        #expect(try fixture.stack.inconsistency() == nil)
        try await move("a", below: "c")
        #expect(try await seen() == ["- c: a", "-: b", "-: c", "-: d"])
    }

    @Test("a to-do that is replaced by one without a parent settles what it was in a circle with")
    func replacedInCircle() async throws {
        for (id, parent, time) in [("a", "b", 1), ("b", "a", 2)] {
            try await fixture.stack.merge(record(id, ["list": .null, "parent": .string(parent)], at: Int64(time)))
        }
        #expect(try await seen() == ["- b: a", "-: b", "-: c", "-: d"])
        try await todos.createOne(.sample("a", "a"))
        #expect(try await seen() == ["-: a", "-: b", "-: c", "-: d"], "b does not jump below a")
        #expect(try fixture.stack.inconsistency() == nil)
    }

    @Test("subtasks of a deleted to-do stay in its list, and are below it again when it comes back")
    func orphans() async throws {
        try await move("b", below: "a")
        try await move("a", list: "work")
        try await todos.deleteOne(.init(stored: "a"))
        #expect(try await seen() == ["-: c", "-: d", "work: b"])
        _ = try await history.undo(1, isForced: false)
        #expect(try await seen() == ["-: c", "-: d", "work a: b", "work: a"])
        #expect(try fixture.stack.inconsistency() == nil)
    }

    @Test("an undo that would put a to-do below its own subtask is refused, unless it is forced to leave that ignored")
    func undoneCircle() async throws {
        try await move("a", below: "b")
        try await move("c", below: "a")
        try await move("a", list: "work")
        try await fixture.stack.merge(record("b", ["list": .null, "parent": "c"], at: 0))
        let error = await #expect(throws: TodoError.self) { try await history.undo(1, isForced: false) }
        #expect(error?.code == .wouldCircle)
        #expect(
            error?.reason
                == "A to-do cannot be below one of its own subtasks: “a” is above “c” is above “b”.")
        #expect(try await seen() == ["-: d", "work a c: b", "work a: c", "work: a"])
        _ = try await history.undo(1, isForced: true)
        #expect(try await seen() == ["- a c: b", "- a: c", "-: a", "-: d"])
        #expect(try fixture.stack.inconsistency() == nil)
    }

    @Test("an undo in whose way an ignored edge lies, but which does not write it, is not refused")
    func undoneBesideCircle() async throws {
        for (id, parent, time) in [("a", "b", 1), ("b", "a", 2)] {
            try await fixture.stack.merge(
                record(id, ["list": "work", "parent": .string(parent)], at: Int64(time)))
        }
        try await fixture.lists.deleteOne(.init(stored: "work"))
        _ = try await history.undo(1, isForced: false)
        try await todos.updateOne(Todo.Update(id: .init(stored: "b"), title: "B"))
        _ = try await history.undo(1, isForced: false)
        #expect(try await seen() == ["-: c", "-: d", "work b: a", "work: b"])
    }

    @Test("to-dos of a deleted list stand in the inbox, and come back to it")
    func deletedList() async throws {
        try await move("a", list: "reports")
        try await move("b", below: "a")
        try await fixture.lists.deleteOne(.init(stored: "reports"))
        #expect(try await seen() == ["- a: b", "-: a", "-: c", "-: d"])
        _ = try await history.undo(1, isForced: false)
        #expect(try await seen() == ["-: c", "-: d", "reports a: b", "reports: a"])
        #expect(try fixture.stack.inconsistency() == nil)
    }

    @Test("what arrives before its list and its whole is seen there once they are there")
    func arrival() async throws {
        try await fixture.stack.merge(record("e", ["parent": "f"]))
        try await fixture.stack.merge(record("f", ["list": "later"]))
        #expect(try await seen().contains("- f: e"))
        var list = Record(kind: .list, id: "later", createdAt: 0, origin: stamp(0))
        list.registers["title"] = .init("later")
        try await fixture.stack.merge(list)
        #expect(try await seen().contains("later f: e"))
        #expect(try fixture.stack.inconsistency() == nil)
    }

    @Test("queries by list, inbox, descendants and roots; subtasks are counted")
    func queries() async throws {
        try await move("a", list: "reports")
        try await move("b", below: "a")
        try await move("c", below: "b")
        func ids(_ query: Query<Todo>) async throws -> [String] {
            let page = try await todos.findMany(query)
            #expect(page.items.allSatisfy(query.predicate.isMet))
            return page.items.map(\.id.rawValue).sorted()
        }
        let work = try await fixture.lists.find(.init(stored: "work"))
        #expect(try await ids(.all.in(work)) == ["a", "b", "c"])
        #expect(try await ids(.all.inbox) == ["d"])
        #expect(try await ids(.all.descendants(of: .init(stored: "a"))) == ["b", "c"])
        #expect(try await ids(.all.roots) == ["a", "d"])
        try await todos.updateOne(Todo.Update(id: .init(stored: "b"), completedAt: .set(fixture.clock.now)))
        #expect(try await todos.find(.init(stored: "a")).subtasks == TodoCount(open: 0, done: 1))
        #expect(try await fixture.lists.todoCounts() == [.init(stored: "reports"): TodoCount(open: 2, done: 1)])
    }

    @Test("observers of a to-do see when its subtasks are done, and when its tree moves")
    func observation() async throws {
        try await move("b", below: "a")
        try await move("c", below: "b")
        let watched = Watched(todos.store.observe(.ids([.init(stored: "a"), .init(stored: "c")])))
        #expect(await eventually { watched.last?.items.count == 2 })
        try await todos.updateOne(Todo.Update(id: .init(stored: "b"), completedAt: .set(fixture.clock.now)))
        #expect(await eventually { watched.last?.items.contains { $0.subtasks.done == 1 } ?? false })
        try await move("a", list: "home")
        #expect(await eventually { watched.last?.items.allSatisfy { $0.list?.title == "home" } ?? false })
        try await fixture.lists.updateOne(TodoList.Update(id: .init(stored: "home"), title: "house"))
        #expect(await eventually { watched.last?.items.allSatisfy { $0.list?.title == "house" } ?? false })
    }

    private func stamp(_ time: Int64) -> Stamp {
        Stamp(milliseconds: fixture.clock.now.milliseconds + 60_000 + time, counter: 0, device: DeviceID(rawValue: 7))
    }

    private func record(_ id: String, _ standing: JSONValue, at time: Int64 = 0) -> Record {
        var record = Record(kind: .todo, id: id, createdAt: 0, origin: stamp(time))
        record.registers["title"] = .init(.string(id))
        record.registers["standing"] = .init(standing)
        return record
    }
}
