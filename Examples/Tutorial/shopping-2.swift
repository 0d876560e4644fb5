import TodoKit

@main
struct Shopping {
    static func main() async throws {
        let store = try TodoStore.inMemory()

        try await store.add("Milk", tags: ["shop"])
        try await store.add("Crème brûlée", notes: "Six eggs, vanilla, cream", tags: ["shop", "party"])
        try await store.add("Call Ada", due: .day(2026, 12, 24))

        let shop = try await store.tags.findOrCreate(titled: "shop")
        let shopping = Query<Todo>.all.open.tagged(shop).ascending(\.title)
        print(try await store.todos.fetch(shopping).items.map(\.title))
        print(try await store.todos.fetch(shopping.matching("creme egg")).items.map(\.title))
    }
}
