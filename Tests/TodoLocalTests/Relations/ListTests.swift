import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// Lists, and which stands in which.
@Suite("Lists")
struct ListTests {
    private let fixture: TestStore
    private var lists: ListDAO { fixture.lists }
    private var history: HistoryDAO { HistoryDAO(fixture.stack) }

    init() throws { fixture = try TestStore() }

    @Test("a path is made where it is missing, and found again in any case")
    func paths() async throws {
        let reports = try await lists.findOrCreate(path: "Work/Reports")
        #expect(reports.path == "Work/Reports" && reports.ancestors.map(\.title) == ["Work"])
        #expect(try await lists.findOrCreate(path: "work /  REPORTS") == reports)
        #expect(try await lists.findMany().items.map(\.path) == ["Work/Reports", "Work"])
        #expect(try await lists.find(path: "Reports").isEmpty)
        #expect(await errorCode { try await lists.findOrCreate(path: "Work//Reports") } == .emptyListTitle)
        #expect(await errorCode { try await lists.findOrCreate(path: "Work/Inbox") } == .reservedName)
        let deep = Array(repeating: "a", count: Limits.levels).joined(separator: "/")
        #expect(try await lists.findOrCreate(path: deep).ancestors.count == Limits.levels - 1)
        #expect(await errorCode { try await lists.findOrCreate(path: deep + "/a") } == .tooDeep)
    }

    @Test("two lists of one path stay two, that which was made first at the beginning")
    func alike() async throws {
        try await lists.createMany([.sample("b", "Work"), .sample("a", "work")])
        #expect(try await lists.find(path: "Work").map(\.id.rawValue) == ["a", "b"])
    }

    @Test("what was written elsewhere with a slash in its title is found by its path")
    func slashes() async throws {
        try await fixture.stack.merge(record("a", title: "Work/Home"))
        #expect(try await lists.find(path: "work/home").map(\.id.rawValue) == ["a"])
    }

    @Test("a list is not moved below itself, nor deeper than may be")
    func circles() async throws {
        try await lists.createMany([.sample("a"), .sample("b", parent: "a"), .sample("c", parent: "b")])
        for parent in ["a", "b", "c"] {
            let update = TodoList.Update(id: .init(stored: "a"), parent: .set(.init(stored: parent)))
            #expect(await errorCode { try await lists.updateOne(update) } == .wouldCircle)
        }
        #expect(try await lists.find(.init(stored: "c")).path == "a/b/c")
        let missing = TodoList.Update(id: .init(stored: "a"), parent: .set(.init(stored: "x")))
        #expect(await errorCode { try await lists.updateOne(missing) } == .notFound)
    }

    @Test("of a circle that two devices made, the last edge is ignored; a move through it settles that, as it is seen")
    func ring() async throws {
        try await lists.createMany([.sample("a"), .sample("b"), .sample("c")])
        try await fixture.stack.merge(record("a", parent: "b", at: 1))
        try await fixture.stack.merge(record("b", parent: "a", at: 2))
        #expect(try await seen() == ["a": "b/a", "b": "b", "c": "c"])
        #expect(try fixture.stack.inconsistency() == nil)
        // If the ignored edge of b were still stored, it would count again, and b would be below a.
        try await lists.updateOne(TodoList.Update(id: .init(stored: "a"), parent: .set(.init(stored: "c"))))
        #expect(try await seen() == ["a": "c/a", "b": "b", "c": "c"])
        #expect(try fixture.stack.inconsistency() == nil)
    }

    @Test("an undo that would put a list below itself is refused, unless it is forced to leave that ignored")
    func undoneCircle() async throws {
        try await lists.createMany([.sample("a"), .sample("b")])
        for parent: Change<TodoList.ID> in [.set(.init(stored: "b")), .clear] {
            try await lists.updateOne(TodoList.Update(id: .init(stored: "a"), parent: parent))
        }
        try await fixture.stack.merge(record("b", parent: "a"))
        let error = await #expect(throws: TodoError.self) { try await history.undo(1, isForced: false) }
        #expect(error?.code == .wouldCircle)
        #expect(error?.reason == "A list cannot be below itself: “a” is above “b”.")
        #expect(try await seen() == ["a": "a", "b": "a/b"])
        _ = try await history.undo(1, isForced: true)
        #expect(try await seen() == ["a": "a", "b": "a/b"])
        #expect(try fixture.stack.inconsistency() == nil)
    }

    @Test("what stands in a deleted list stands at the top, and comes back with it")
    func deletion() async throws {
        let below = try await lists.findOrCreate(path: "a/b")
        let top = try #require(below.ancestors.first)
        try await lists.updateOne(TodoList.Update(id: top.id, isArchived: true))
        #expect(try await lists.findMany(.all.unarchived).items.isEmpty)
        try await lists.deleteOne(top.id)
        #expect(try await lists.findMany(.all.unarchived).items.map(\.path) == ["b"])
        _ = try await history.undo(1, isForced: false)
        #expect(try await lists.find(below.id).path == "a/b")
        #expect(try fixture.stack.inconsistency() == nil)
    }

    @Test("a list that was made with a path is undone with it, unless something came to stand in it")
    func undo() async throws {
        try await lists.findOrCreate(path: "a/b")
        _ = try await history.undo(1, isForced: false)
        #expect(try await lists.count() == 0)
        _ = try await history.redo(1, isForced: false)
        #expect(try await lists.count() == 2)
    }

    @Test("who shows lists is told of a rename, a move and an archiving above them")
    func observation() async throws {
        let below = try await lists.findOrCreate(path: "a/b")
        let top = try #require(below.ancestors.first)
        let watched = Watched(lists.store.observe(.ids([below.id])))
        #expect(await eventually { watched.last?.items.map(\.path) == ["a/b"] })
        try await lists.updateOne(TodoList.Update(id: top.id, title: "z"))
        #expect(await eventually { watched.last?.items.map(\.path) == ["z/b"] })
        try await lists.deleteOne(top.id)
        #expect(await eventually { watched.last?.items.map(\.path) == ["b"] })
        _ = try await history.undo(1, isForced: false)
        #expect(await eventually { watched.last?.items.map(\.path) == ["z/b"] })
        try await lists.updateOne(TodoList.Update(id: top.id, isArchived: true))
        #expect(await eventually { watched.last?.items.map(\.isHidden) == [true] })
    }

    @Test("lists are looked at as they once were")
    func past() async throws {
        let below = try await lists.findOrCreate(path: "a/b")
        let then = fixture.clock.now
        fixture.clock.advance(by: 10)
        try await lists.updateOne(TodoList.Update(id: below.id, title: "c", parent: .clear))
        try await lists.findOrCreate(path: "d")
        #expect(try await history.past(at: then).lists.map(\.path) == ["a", "a/b"])
        #expect(try await history.past(at: fixture.clock.now).lists.map(\.path) == ["a", "c", "d"])
    }

    @Test("a list that is replaced by one without a parent settles what it was in a circle with")
    func replacedInCircle() async throws {
        try await lists.createMany([.sample("a"), .sample("b")])
        try await fixture.stack.merge(record("a", parent: "b", at: 1))
        try await fixture.stack.merge(record("b", parent: "a", at: 2))
        #expect(try await seen() == ["a": "b/a", "b": "b"])
        try await lists.createOne(.sample("a"))
        #expect(try await seen() == ["a": "a", "b": "b"], "b does not jump below a")
    }

    @Test("what is above many lists is what is above each of them, in a deep chain and in a circle too")
    func manyAncestors() async throws {
        try await lists.createMany((0..<200).map { .sample("l\($0)", parent: $0 % 7 == 0 ? nil : "l\($0 - 1)") })
        // Lists nested deeper than may be made here, and a circle, as they arrive from elsewhere.
        for number in 0..<60 {
            try await fixture.stack.merge(record("d\(number)", parent: number == 0 ? nil : "d\(number - 1)", at: 1))
        }
        try await fixture.stack.merge(record("d0", parent: "d59", at: 2))
        let stack = fixture.stack
        let (all, each) = try await stack.read { transaction in
            let rows = try transaction.integers("SELECT rowID FROM list ORDER BY rowID")
            let each = try rows.map { try transaction.ancestors(ofLists: [$0])[$0] }
            let all = try transaction.ancestors(ofLists: rows)
            return (rows.map { all[$0] }, each)
        }
        #expect(all == each && all.count == 260)
        #expect(all.contains { $0?.count == Limits.levels } && all.contains { $0 == nil })
    }

    private func seen() async throws -> [String: String] {
        Dictionary(
            try await lists.findMany().items.map { ($0.id.rawValue, $0.path) }, uniquingKeysWith: { first, _ in first })
    }

    private func record(
        _ id: String, title: String? = nil, parent: String? = nil, at time: Int64 = 0
    ) -> Record {
        let start = fixture.clock.now.milliseconds + 60_000
        let stamp = Stamp(milliseconds: start + time, counter: 0, device: DeviceID(rawValue: 7))
        var record = Record(kind: .list, id: id, createdAt: start, origin: stamp)
        record.registers["title"] = .init(.string(title ?? id))
        if let parent { record.registers["parent"] = .init(.string(parent)) }
        return record
    }
}
