import TestSupport
import Testing
import TodoDomain
import TodoKit

/// A list that is named and does not exist: refused, or made where that is asked for.
@Suite("Lists that are missing, in the store")
struct MissingListTests {
    private let fixture: TestStore
    private var store: TodoStore { fixture.store }

    init() throws { fixture = try TestStore() }

    private func paths() async throws -> [String] {
        try await store.lists.fetch(.all, source: .local).items.map(\.path).sorted()
    }

    @Test(
        "a list that is not there is refused, with the most similar path",
        arguments: [
            ("Wrok", "Work"), ("work/Reprots", "Work/Reports"), ("Reports", "Work/Reports"), ("Garden", nil),
        ])
    func refused(typed: String, similar: String?) async throws {
        try await store.addList("Work/Reports")
        let error = await #expect(throws: TodoError.self) { try await store.placement(named: typed) }
        #expect(error?.code == .notFound && error?.remedies.contains(.createList) == true)
        let hint = similar.map { " Perhaps “\($0)” is meant." } ?? ""
        #expect(error?.reason == "There is no list “\(typed)”.\(hint)")
        #expect(try await store.placement(named: typed, missing: .created) == .path(typed))
        #expect(try await paths() == ["Work", "Work/Reports"], "a name alone makes nothing")
    }

    @Test("a line of quick add leaves a missing list in its title and names a similar one, or makes it")
    func quick() async throws {
        try await store.addList("Work")
        let left = try await store.quickAdd("Report /Wrok friday")
        #expect(left.todo.title == "Report /Wrok" && left.todo.due != nil && left.newList == nil)
        #expect(left.hints.map(\.fix) == ["/Work or todo lists add Wrok"])
        let shown = try await store.quickAdd("Eggs /Shop", stores: false, missing: .created)
        #expect(shown.newList == "Shop" && shown.todo.list?.title == "Shop" && shown.todo.title == "Eggs")
        #expect(try await paths() == ["Work"], "a preview makes nothing")
        let made = try await store.quickAdd("Eggs /Shop/Market friday", missing: .created)
        #expect(made.newList == "Shop/Market" && made.todo.list?.path == "Shop/Market" && made.todo.title == "Eggs")
        #expect(made.understood.map(\.kind) == [.list, .due] && made.hints.isEmpty)
        #expect(try await store.quickAdd("Milk /shop/market", missing: .created).newList == nil, "it is there now")
        try await store.undo(2)
        #expect(try await paths() == ["Work"], "the list and its to-do are one step")
    }

    @Test(
        "paths of files, and names that no list can have, make no list",
        arguments: ["/etc/hosts", "/usr", "/a.txt", "/inbox"])
    func noLists(path: String) async throws {
        let added = try await store.quickAdd("Look at \(path)", missing: .created)
        #expect(added.todo.title == "Look at \(path)" && added.newList == nil)
        #expect(try await paths().isEmpty)
    }

    @Test("several lines that name one missing list make it once; a list beside a parent is refused")
    func lines() async throws {
        let outline = try QuickAdd.Outline("Milk /Shop\nEggs /shop", nests: true)
        let added = try await store.quickAdd(each: outline, missing: .created)
        #expect(try await paths() == ["Shop"] && added.allSatisfy { $0.todo.list?.path == "Shop" })
        let parent = try await store.add("Party").id.rawValue.prefix(8)
        #expect(await errorCode { try await store.quickAdd("Cake ^\(parent) /New", missing: .created) } == .usage)
        let below = try QuickAdd.Outline("Party\n  Cake /New", nests: true)
        #expect(await errorCode { try await store.quickAdd(each: below, missing: .created) } == .usage)
    }
}
