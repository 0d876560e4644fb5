import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoFormats
import TodoKit
import TodoLocal

@Suite("Views in a store")
struct ViewTests {
    private let clock = ManualClock()
    private let store: TodoStore

    init() async throws {
        store = try TodoStore.inMemory(environment: .testing(clock: clock, seed: 1))
        try await store.add("Report", tags: ["work"], priority: .high, placement: .path("Work/Reports"))
        try await store.add("Milk", tags: ["shop"], placement: .path("Errands"))
    }

    private func filter(_ text: String) throws -> TodoFilter {
        try TodoFilter.parse(text, now: clock.now, timeZone: .gmt)
    }

    private func titles(_ filter: String) async throws -> [String] {
        try await store.todos.fetch(try await store.query(matching: filter)).items.map(\.title)
    }

    @Test("a view is a part of other filters, with its own order, and follows when things are renamed")
    func follows() async throws {
        try await store.addView("papers", filter: filter("tag:work list:Work/Reports sort:title"))
        #expect(try await titles("@papers") == ["Report"])
        #expect(try await titles("@PAPERS priority:low") == [])
        #expect(try await store.query(matching: "@papers").order == [SortTerm(.title)])
        let tag = try #require(try await store.tags.find(titled: "work"))
        try await store.tags.update(Tag.Update(id: tag.id, title: "job"))
        let list = try #require(try await store.lists.find(path: "Work").first)
        try await store.lists.update(TodoList.Update(id: list.id, title: "Office"))
        #expect(try await titles("@papers") == ["Report"])
        let view = try await store.view(named: "papers")
        #expect(try await store.filter(of: view).description == "tag:job list:Office/Reports sort:title")
        #expect(view.text == "tag:work list:Work/Reports sort:title")
        // Another tag that takes the old name is another one.
        try await store.add("Other", tags: ["work"])
        #expect(try await titles("@papers") == ["Report"])
        try await store.addTag("duty")
        try await store.mergeTags([tag.id], into: "duty")
        #expect(try await store.filter(of: view).description == "tag:duty list:Office/Reports sort:title")
    }

    @Test("one whose tag is gone fails by itself")
    func failsAlone() async throws {
        try await store.addView("work", filter: filter("tag:work"))
        try await store.addView("milk", filter: filter("tag:shop"))
        let tag = try #require(try await store.tags.find(titled: "work"))
        try await store.tags.delete(tag.id)
        let error = await #expect(throws: TodoError.self) { try await titles("@work") }
        #expect(error?.code == .notFound && error?.reason.contains("The view “work” is not valid") == true)
        #expect(try await titles("@milk") == ["Milk"])
        #expect(try await titles("-@milk") == ["Report"])
    }

    @Test("a name is taken once; edits, deletions and all of it are undone, and observers hear of it")
    func edited() async throws {
        var observed = store.views.observe(.all).makeAsyncIterator()
        #expect(try await observed.next()?.items.isEmpty == true)
        let view = try await store.addView("work", filter: filter("tag:work"), columns: [.due, .title])
        #expect(try await observed.next()?.items == [view])
        await #expect(throws: TodoError.self) { try await store.addView("WORK", filter: filter("milk")) }
        var edited = view
        try edited.setFilter(filter("tag:shop"), names: try await store.names(in: filter("tag:shop")))
        edited.grouping = "list"
        let written = try await store.views.update(edited, from: view)
        #expect(written.text == "tag:shop" && written.columns == ["due", "title"] && written.grouping == "list")
        #expect(try await observed.next()?.items == [written])
        try await store.views.update(SavedView.Update(id: view.id, name: "shop"))
        #expect(try await titles("@shop") == ["Milk"])
        try await store.views.delete(view.id)
        await #expect(throws: TodoError.self) { try await titles("@shop") }
        for _ in 0..<3 { _ = try await store.undo() }
        #expect(try await store.views.fetch(.all).items.map(\.text) == ["tag:work"])
    }

    @Test(
        "a file has the views, once, and restores them with what their names refer to", arguments: ["json", "ndjson"])
    func files(name: String) async throws {
        try await store.addView("papers", filter: filter("tag:work is:open"), columns: [.title], grouping: .list)
        let format = try #require(TodoFormats.writable(named: name))
        let written = ViewFile()
        try await store.export(as: format) { written.bytes += $0 }
        let other = try TodoStore.inMemory(environment: .testing(clock: clock, seed: 2))
        let now = clock.now
        for _ in 0..<2 {
            _ = try await other.importItems(backingUp: false) {
                format.makeReader(ByteSource(written.bytes), context: ImportContext(now: now, timeZone: .gmt))
            }
        }
        let view = try await store.view(named: "papers")
        #expect(try await other.views.fetch(.all).items == [view])
        let query = try await other.query(matching: "@papers")
        #expect(try await other.todos.fetch(query).items.map(\.title) == ["Report"])
    }

    @Test("two devices that each make a view of one name have two, and neither is guessed")
    func twins() async throws {
        for id in ["v1", "v2"] {
            let view = try SavedView(
                id: .init(stored: id), name: "work", filter: filter("milk"), names: FilterNames(), createdAt: clock.now)
            try await store.views.create(view)
        }
        let error = await #expect(throws: TodoError.self) { try await titles("@work") }
        #expect(error?.code == .ambiguous)
    }
}

/// `@unchecked`: written by one export, read after it.
private final class ViewFile: @unchecked Sendable {
    var bytes: [UInt8] = []
}
