import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal

@Suite("An app's rows with a key of their own")
struct OwnKeyTests {
    private let fixture: TestStore
    private let recipes: ObjectStore<RecipeMapping>

    init() throws {
        fixture = try TestStore(migrations: Recipe.migrations)
        recipes = fixture.stack.store(for: RecipeMapping())
    }

    @Test("order and cursor go by the key, in both directions")
    func pages() async throws {
        let names = ["stew", "toast", "bread", "salad", "omelette"]
        try await recipes.insert(names.map { Recipe(id: $0, minutes: $0 == "bread" ? 90 : 15) })
        let sorted = ["omelette", "salad", "stew", "toast", "bread"]
        for (query, expected) in [(Query<Recipe>.all, sorted), (.all.descending(\.minutes), sorted.reversed())] {
            var (found, page) = ([String](), try await recipes.page(query.page(0, size: 2)))
            while true {
                found += page.items.map(\.id)
                guard let cursor = page.nextCursor, found.count < names.count else { break }
                page = try await recipes.page(query.after(cursor, size: 2))
            }
            #expect(found == expected)
        }
        #expect(try await recipes.count(.all.filter(.quick)) == 4)
    }

    @Test("one is found, replaced and deleted by the key, and the oldest beyond a limit are dropped")
    func single() async throws {
        let limited = fixture.stack.store(for: RecipeMapping(), limit: 2)
        try await limited.insert([Recipe(id: "stew", minutes: 60), Recipe(id: "toast", minutes: 5)])
        try await limited.upsert(Recipe(id: "stew", minutes: 70))
        #expect(try await fixture.store.read { try $0.find(Recipe.self, id: "stew").minutes } == 70)
        try await limited.insert(Recipe(id: "salad", minutes: 10))
        #expect(try await limited.fetchAll().map(\.id) == ["toast", "salad"])
        try await limited.delete(Recipe(id: "toast", minutes: 5))
        #expect(try await limited.fetchAll().map(\.id) == ["salad"])
    }
}
