import TodoKit

@main
struct Shopping {
    static func main() async throws {
        let store = try TodoStore.inMemory()
        let shop = try await store.tags.findOrCreate(titled: "shop")
        let shopping = Query<Todo>.all.open.tagged(shop).ascending(\.title)

        let screen = Task {
            for try await page in store.todos.observe(shopping) {
                print(page.items.map(\.title))
                if page.items.count == 2 { break }
            }
        }

        try await store.add("Milk", tags: ["shop"])
        try await store.add("Call Ada")
        try await store.add("Crème brûlée", tags: ["shop"])
        try await screen.value
    }
}
