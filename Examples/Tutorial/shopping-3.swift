import TodoKit

@main
struct Shopping {
    static func main() async throws {
        let store = try TodoStore.inMemory()

        let milk = try await store.add("Milk", tags: ["shop"])
        try await store.add("Crème brûlée", notes: "Six eggs, vanilla, cream", tags: ["shop", "party"])

        let shop = try await store.tags.findOrCreate(titled: "shop")
        let shopping = Query<Todo>.all.open.tagged(shop).ascending(\.title)

        var edited = milk
        edited.title = "Oat milk"
        try await store.todos.update(edited, from: milk)
        try await store.complete([milk.id])
        print(try await store.todos.fetch(shopping).items.map(\.title))

        try await store.undo(2)
        print(try await store.todos.fetch(shopping).items.map(\.title))
        for step in try await store.history(of: milk.id) { print(step.action, step.changes.count) }
    }
}
