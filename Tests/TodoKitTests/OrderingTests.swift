import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoFormats
import TodoKit
import TodoLocal

/// `store.move` and typing runs.
@Suite("Moving to-dos and typing them in order")
struct OrderingTests {
    private let fixture: TestStore
    private let store: TodoStore
    private let ids: [Todo.ID]

    init() async throws {
        fixture = try TestStore()
        store = fixture.store
        var ids: [Todo.ID] = []
        for title in ["a", "b", "c"] {
            fixture.clock.advance(by: 1)
            ids.append(try await store.add(title).id)
        }
        self.ids = ids
    }

    private func shown(_ container: OrderContainer = .inbox) async throws -> [String] {
        try await store.todos.fetch(.all.placed(in: container), source: .local).items.map(\.title)
    }

    @Test("a move puts to-dos into a list, below another one, and next to one; each is one step")
    func moves() async throws {
        let moved = try await store.move([ids[2], ids[0]], to: .last(in: .path("Work/Reports")))
        #expect(moved.map(\.title) == ["c", "a"] && moved.allSatisfy { $0.list?.path == "Work/Reports" })
        let reports = try #require(moved[0].list)
        #expect(try await shown(.list(reports.id)) == ["c", "a"])
        try await store.move([ids[1]], to: .before(ids[0]))
        #expect(try await shown(.list(reports.id)) == ["c", "b", "a"])
        try await store.move([ids[1]], to: .first())
        #expect(try await shown(.list(reports.id)) == ["b", "c", "a"])
        try await store.move([ids[2], ids[1]], to: .first(in: .below(ids[0])))
        #expect(try await shown(.todo(ids[0])) == ["c", "b"])
        let refusal = await #expect(throws: TodoError.self) { try await store.move([ids[0]], to: .after(ids[1])) }
        #expect(refusal?.code == .wouldCircle && refusal?.reason.contains("cannot be a subtask of itself") ?? false)
        try await store.move([ids[1]], to: .last(in: .root))
        #expect(try await shown(.list(reports.id)) == ["a", "b"])
        try await store.undo()
        #expect(try await shown(.todo(ids[0])) == ["c", "b"])
        try await store.undo(4)
        #expect(try await shown() == ["a", "b", "c"])
        #expect(try await store.lists.find(path: "Work/Reports").isEmpty)
    }

    @Test("what is typed at one place stays together, whatever is inserted there meanwhile")
    func typing() async throws {
        var run = try await store.beginRun(at: .after(ids[0]))
        var other = try await store.beginRun(at: .after(ids[0]))
        for number in 0..<40 {
            try await store.add("x\(number)", in: &run)
            try await store.add("y\(number)", in: &other)
        }
        let titles = try await shown()
        let (xs, ys) = ((0..<40).map { "x\($0)" }, (0..<40).map { "y\($0)" })
        #expect([["a"] + xs + ys + ["b", "c"], ["a"] + ys + xs + ["b", "c"]].contains(titles))
        var below = try await store.beginRun(at: .first(in: .below(ids[1])))
        let part = try await store.add("part", tags: ["home"], in: &below)
        #expect(part.parent == ids[1] && part.tags.map(\.title) == ["home"] && below.container == .todo(ids[1]))
        try await store.delete([ids[1]], .only)
        #expect(await errorCode { try await store.add("lost", in: &below) } == .notFound)
    }

    @Test("an export keeps the order of to-dos and lists", arguments: ["json", "ndjson"])
    func export(format: String) async throws {
        let format = try #require(TodoFormats.writable(named: format))
        try await store.move([ids[2]], to: .first(in: .path("Work")))
        try await store.move([ids[0]], to: .before(ids[2]))
        let home = try await store.addList("Home")
        try await store.moveLists([home.id], to: .firstHere)
        try await store.move([ids[1]], to: .last(in: .below(ids[2])))
        let bytes = Bytes()
        try await store.export(as: format) { bytes.append($0) }
        let copy = try TestStore(seed: 2)
        let all = bytes.all
        let context = ImportContext(now: fixture.clock.now, timeZone: .gmt)
        let report = try await copy.store.importItems { format.makeReader(ByteSource(all), context: context) }
        #expect(report.added == 3)
        for store in [store, copy.store] {
            let work = try #require(try await store.lists.find(path: "Work").first)
            let todos = try await store.todos.fetch(.all.placed(in: .list(work.id)), source: .local).items
            #expect(todos.map(\.title) == ["a", "c"] && todos.allSatisfy { $0.position != nil })
            #expect(try await store.todos.find(ids[1]).position != nil)
        }
        guard format.name == "json" else { return }
        let lists = try await copy.store.lists.fetch(.all.placed(in: .top), source: .local).items
        #expect(lists.map(\.title) == ["Home", "Work"])
    }

    @Test("lists are put in order and into each other")
    func lists() async throws {
        var lists: [TodoList.ID] = []
        for title in ["p", "q", "r"] {
            fixture.clock.advance(by: 1)
            lists.append(try await store.addList(title).id)
        }
        func shown(_ container: OrderContainer = .top) async throws -> [String] {
            try await store.lists.fetch(.all.placed(in: container), source: .local).items.map(\.title)
        }
        try await store.moveLists([lists[2]], to: .before(lists[1]))
        #expect(try await shown() == ["p", "r", "q"])
        try await store.moveLists([lists[0], lists[1]], to: .last(in: lists[2]))
        #expect(try await shown(.list(lists[2])) == ["p", "q"])
        try await store.moveLists([lists[0]], to: .lastHere)
        #expect(try await shown(.list(lists[2])) == ["q", "p"])
        let moved = try await store.moveLists([lists[0]], to: .after(lists[2]))
        #expect(moved[0].parent == nil && moved[0].position != nil)
        #expect(try await store.respace() == 3)
        #expect(try await shown() == ["r", "p"])
    }
}

/// What an export writes.
///
/// `@unchecked`: an export writes one piece after the other.
private final class Bytes: @unchecked Sendable {
    private(set) var all: [UInt8] = []
    func append(_ bytes: [UInt8]) { all += bytes }
}
