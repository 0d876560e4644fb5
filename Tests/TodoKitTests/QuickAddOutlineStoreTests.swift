import TestSupport
import Testing
import TodoDomain
import TodoKit

/// Several to-dos that are typed as a text, in the store.
@Suite("Quick add: several lines, in the store")
struct QuickAddOutlineStoreTests {
    private let fixture: TestStore
    private var store: TodoStore { fixture.store }

    init() throws { fixture = try TestStore() }

    private let text = "Party +family\n  Cake tomorrow\n    Eggs p1\n  Music\nTaxes /Home"

    @Test("all lines are one step, each below its parent, and they keep the order of the text")
    func added() async throws {
        try await store.addList("Home")
        let before = try await store.recentHistory().count
        let added = try await store.quickAdd(each: QuickAdd.Outline(text, nests: true)).map(\.todo)
        #expect(added.map(\.title) == ["Party", "Cake", "Eggs", "Music", "Taxes"])
        #expect(added.map(\.parent) == [nil, added[0].id, added[1].id, added[0].id, nil])
        #expect(added[0].subtasks.open == 2 && added[2].priority == .high && added[4].list?.path == "Home")
        #expect(added[0].tags.map(\.title) == ["family"] && added[1].due != nil)
        let stored = try await store.todos.fetch(.all, source: .local).items.sorted { $0.createdAt < $1.createdAt }
        #expect(stored.map(\.title) == added.map(\.title) && Set(stored.map(\.createdAt)).count == 5)
        let siblings = try await store.todos.fetch(.all.placed(in: .todo(added[0].id)), source: .local).items
        #expect(siblings.map(\.title) == ["Cake", "Music"])
        #expect(try await store.recentHistory().count == before + 1)
        try await store.undo()
        #expect(try await store.todos.count(.all) == 0)
    }

    @Test("a line that cannot be added is named with its number, and nothing is stored")
    func refused() async throws {
        try await store.addList("Home")
        for (text, code, line) in [
            ("Milk\n\nCall due:soonish", TodoError.Code.usage, 3), ("Milk\n  Eggs /Home", .usage, 2),
            (String(repeating: "x", count: 5000), .titleTooLong, 1),
        ] {
            let outline = try QuickAdd.Outline(text, nests: true)
            let error = await #expect(throws: TodoError.self) { try await store.quickAdd(each: outline) }
            #expect(
                error?.code == code && error?.reason.hasPrefix("Line \(line): ") == true,
                "\(text.prefix(30)): \(error as Any)")
            let read = try await store.quickDrafts(of: outline)
            #expect(read.count == outline.items.count && read.contains { (try? $0.get()) == nil })
        }
        #expect(try await store.todos.count(.all) == 0)
    }

    @Test("without storing, each is shown as it would be")
    func preview() async throws {
        let shown = try await store.quickAdd(each: QuickAdd.Outline(text, nests: true), stores: false)
        #expect(shown.map(\.todo.title) == ["Party", "Cake", "Eggs", "Music", "Taxes /Home"])
        #expect(shown[4].hints.map(\.kind) == [.unknownName] && shown[1].understood.map(\.kind) == [.due])
        #expect(try await store.todos.count(.all) == 0)
        #expect(try await store.quickAdd(each: QuickAdd.Outline("", nests: true)).isEmpty)
    }
}
