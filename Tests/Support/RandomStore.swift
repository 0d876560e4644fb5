import TodoDomain
package import TodoLocal

/// A store that has lived: to-dos were added, edited, deleted and brought back, and so were a tag and a place.
package final class RandomStore: Sendable {
    /// What is in it.
    package let world: RandomWorld
    private let store: TestStore

    /// Its clock.
    package var clock: ManualClock { store.clock }
    /// The database.
    package var stack: LocalStack { store.stack }

    /// Fills a store.
    package init(seed: UInt64, count: Int = 90, kind: StoreKind = .inMemory) async throws {
        var generator = SeededGenerator(seed: seed)
        world = try RandomWorld(using: &generator)
        store = try TestStore(kind, seed: seed)
        for index in 0..<count {
            let todo = world.todo("t\(index)", using: &generator)
            // Some by assistants.
            let program =
                index % 4 == 0 ? HistoryClient(name: ["Claude", "Cursor"][index / 4 % 2], conversation: "1") : nil
            try await HistoryClient.$current.withValue(program) { _ = try await store.todos.createOne(todo) }
            if generator.chance(0.5) { store.clock.advance(by: generator.pick([0.001, 1, -0.5])) }
        }
        try await store.tags.createMany(world.tags)
        try await store.locations.createMany(world.locations)
        for index in 0..<count / 3 {
            let id = Todo.ID(stored: "t\(index * 3)")
            try await store.todos.deleteOne(id)
            if generator.chance(0.5) { try await store.todos.createOne(world.todo(id.rawValue, using: &generator)) }
        }
        try await store.tags.deleteOne(world.tags[0].id)
        try await store.locations.deleteOne(world.locations[0].id)
        try await store.tags.deleteOne(world.tags[1].id)
        try await store.tags.createOne(world.tags[1])
    }
}
