import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal

@Suite("Properties of apps, whatever they are called")
struct ExtraNameTests {
    @Test(
        "are asked for and sorted by, with marks that mean something to SQL and accents on them",
        arguments: ["it's", "it'\u{301}s", "''\u{301}'", "\"\u{301}", "a.b'\u{338} --", "größe"])
    func marks(name: String) async throws {
        let store = try TestStore()
        try await store.todos.createMany([
            .sample("a"), Todo(id: .init(stored: "b"), title: "B", createdAt: ManualClock().now, extras: [name: 1]),
        ])
        #expect(try await store.todos.count(Query<Todo>.all.extra(name, .equals(1))) == 1)
        #expect(try await store.todos.count(Query<Todo>.all.extra(name, .exists(false))) == 1)
        let sorted = try await store.todos.findMany(Query<Todo>.all.sorted(byExtra: name).page(0, size: 5))
        #expect(sorted.items.map(\.id.rawValue) == ["b", "a"])
    }
}
