import TodoKit

/// What the store does, beside the same SQL without it.
enum Storage {
    static func register() {
        Comparison(
            name: "insert", turns: 5, table: "history", database: { try Surroundings.emptyDatabase() },
            before: { _ in try Surroundings.todos(Surroundings.count) },
            work: { store, todos in _ = try await store.todos.create(todos) }
        ).register()

        Comparison(
            name: "page", turns: 15, isReading: true, database: { Surroundings.database(of: Surroundings.count) },
            work: { store, _ in
                for _ in 0..<100 { _ = try await store.todos.fetch(.all.open.page(0, size: 50)) }
            }
        ).register()

        Comparison(
            name: "search", turns: 15, isReading: true, database: { Surroundings.database(of: Surroundings.count) },
            work: { store, _ in
                for text in ["number 4242", "creme milk", "牛乳", "tag 7", "nowhere"] {
                    for _ in 0..<5 { _ = try await store.todos.fetch(.all.open.matching(text).page(0, size: 20)) }
                }
            }
        ).register()

        Comparison(
            name: "edit", turns: 9, table: "history", database: { Surroundings.database(of: 10_000) },
            before: { try await $0.todos.fetch(.all.open.page(0, size: 200)).items },
            work: { store, todos in
                for todo in todos {
                    _ = try await store.todos.update(Todo.Update(id: todo.id, title: todo.title + "!"))
                }
            }
        ).register()

        Comparison(
            name: "undo", turns: 5, database: { Surroundings.database(of: 10_000) },
            before: { store in
                let todos = try await store.todos.fetch(.all.open).items
                try await store.edit(todos.map(\.id), TodoChanges(priority: .set(.medium), addingTags: ["bulk"]))
                return todos
            },
            work: { store, _ in try await store.undo() }
        ).register()
    }
}
