import TestSupport
import Testing
import TodoDomain
import TodoKit

/// Filters with the names of a store.
@Suite("Filters in a store")
struct FilterTests {
    private let store: TodoStore
    private let fixture: TestStore

    init() async throws {
        fixture = try TestStore()
        store = fixture.store
        try await store.add("Report", tags: ["home/garden"], priority: .high, placement: .path("Work/Reports"))
        try await store.add("Milk", tags: ["shop"], placement: .path("Errands"))
        let done = try await store.add("Bread", tags: ["home"])
        try await store.complete([done.id])
    }

    private func titles(_ filter: String, byDefault completion: Todo.Condition? = nil) async throws -> [String] {
        let query = try await store.query(matching: filter, byDefault: completion)
        return try await store.todos.fetch(query).items.map(\.title).sorted()
    }

    private func refusal(of filter: String) async throws -> TodoError {
        try await #require(throws: TodoError.self) { _ = try await store.query(matching: filter) }
    }

    @Test(
        "names are those of tags, lists by path, and places",
        arguments: [
            ("tag:SHOP", ["Milk"]), ("tag:home/", ["Bread", "Report"]), ("tag:ho*", ["Bread", "Report"]),
            ("list:work", ["Report"]), ("list:work/reports,errands", ["Milk", "Report"]), ("list:Work/*", ["Report"]),
            ("list:inbox", ["Bread"]), ("-tag:shop priority:high or bread", ["Bread", "Report"]),
            ("", ["Bread", "Milk", "Report"]),
            ("tag:zz*", []),
        ])
    func names(filter: String, expected: [String]) async throws {
        #expect(try await titles(filter) == expected)
    }

    @Test("open ones are added where nothing else is said")
    func byDefault() async throws {
        #expect(try await titles("tag:home", byDefault: .isDone(false)) == [])
        #expect(try await titles("tag:home is:done", byDefault: .isDone(false)) == ["Bread"])
        #expect(try await titles("completed:today", byDefault: .isDone(false)) == ["Bread"])
    }

    @Test("the order that a filter names is that of the query")
    func order() async throws {
        let query = try await store.query(matching: "sort:-title")
        #expect(try await store.todos.fetch(query).items.map(\.title) == ["Report", "Milk", "Bread"])
    }

    @Test("merged tags and places are found by their former names, lists and places by the beginning of an id")
    func otherNames() async throws {
        let shop = try #require(try await store.tags.find(titled: "shop"))
        try await store.mergeTags([shop.id], into: "errand")
        #expect(try await titles("tag:shop") == ["Milk"])
        let places = [try Location.sample("m", "Migros"), try Location.sample("c", "Coop")]
        let made = try await store.locations.create(places)
        try await store.add("Eggs", place: .location(made[0].id))
        try await store.mergeLocations([made[0].id], into: made[1].id)
        #expect(try await titles("place:migros") == ["Eggs"])
        #expect(try await titles("place:\(made[1].id.rawValue)") == ["Eggs"])
        let work = try #require(try await store.lists.find(path: "Work").first)
        #expect(try await titles("list:\(work.id.rawValue.prefix(8))") == ["Report"])
    }

    @Test("what is below a to-do is found by the beginning of its id, unless several begin so")
    func parents() async throws {
        try await store.todos.create([.sample("abc1", "One"), .sample("abc2", "Two"), .sample("part", "Part")])
        try await store.edit([.init(stored: "part")], TodoChanges(placement: .below(.init(stored: "abc1"))))
        #expect(try await titles("in:abc1") == ["Part"])
        let error = try await refusal(of: "in:abc")
        #expect(error.code == .ambiguous && error.candidates?.items.map(\.title).sorted() == ["One", "Two"])
        #expect(try await refusal(of: "in:zzz").code == .notFound)
    }

    @Test(
        "a name that nothing has is not found, with its place and the nearest",
        arguments: [
            ("milk tag:shpo", 9, "shop"), ("list:Reports", 5, "Work/Reports"), ("tag:qqqqqq", 4, nil),
        ] as [(String, Int, String?)])
    func unknown(filter: String, offset: Int, suggestion: String?) async throws {
        let error = try await refusal(of: filter)
        let problem = try #require(error.underlying as? TodoFilter.Problem)
        #expect(error.code == .notFound && problem.suggestion == suggestion)
        #expect(problem.offset == offset && problem.offset + problem.length == filter.utf8.count)
    }

    @Test("a view is not found while there are none")
    func views() async throws {
        #expect(try await refusal(of: "@work").code == .notFound)
    }

    @Test("a plan says which index is read, and what is looked up")
    func plans() async throws {
        func plan(_ filter: String) async throws -> QueryPlan {
            try await store.plan(of: store.query(matching: filter, byDefault: .isDone(false)).page(0, size: 20))
        }
        #expect(try await plan("").access == .index("todo_open_updated"))
        #expect(try await plan("due:..today sort:due,-priority").access == .indexRange("todo_open_due"))
        let tagged = try await plan("tag:shop")
        #expect(tagged.access == .lookup && tagged.sorts)
        #expect(try await plan("is:blocked").access == .index("todo_open_blocked"))
        #expect(try await plan("is:done sort:-completed").access == .index("todo_done_completed"))
    }

    @Test("an id is found by its beginning as it is, and else in small letters")
    func idBeginnings() async throws {
        let place = try Location.sample("Cafe-1", "Odeon")
        try await store.locations.create([place, try .sample("beef-1", "Migros")])
        #expect(try await store.place(named: "Cafe-") == .location(place.id))
        #expect(try await store.place(named: "BEEF-") == .location(.init(stored: "beef-1")))
        #expect(try await store.locations.findIDs(beginning: "no id", limit: 2).isEmpty)
    }
}
