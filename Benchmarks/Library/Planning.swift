import Benchmark
import TodoKit

/// Trees and dependencies.
enum Planning {
    static func register() {
        for size in Surroundings.sizes {
            register("tree page.\(size)", size: size, turns: 200) { store in
                // Fifty trees before everything else in the inbox.
                let ids = try await store.todos.fetch(.all.open.page(0, size: 200)).items.map(\.id)
                let roots = ids.prefix(50)
                for (number, root) in roots.enumerated() {
                    try await store.move(Array(ids[(50 + 3 * number)..<(53 + 3 * number)]), to: .last(in: .below(root)))
                }
                try await store.move(Array(roots), to: .first(in: .inbox))
            } work: { store, _ in
                _ = try await store.treePage(.all.open.page(0, size: 200))
            }
        }
        register("move tree", size: 10_000, turns: 5) { store in
            let list = try await store.addList("Benchmark")
            let (root, others) = try await split(store)
            try await store.move(others, to: .last(in: .below(root)))
            return (root, list.id)
        } work: { store, tree in
            try await store.move([tree.0], to: .first(in: .list(tree.1)))
        } afterwards: { store, tree in
            try await store.move([tree.0], to: .first(in: .inbox))
        }
        register("complete blocker", size: 10_000, turns: 5) { store in
            let (root, others) = try await split(store)
            _ = try await store.todos.update(others.map { Todo.Update(id: $0, dependencies: .add([root])) })
            return root
        } work: { store, root in
            try await store.complete([root])
        } afterwards: { store, root in
            try await store.reopen([root])
        }
    }

    /// One to-do and all others.
    private static func split(_ store: TodoStore) async throws -> (Todo.ID, [Todo.ID]) {
        let ids = try await store.todos.fetch(.all.open.page(0, size: 10_000)).items.map(\.id)
        return (ids[0], Array(ids.dropFirst()))
    }

    /// Measures work on a copy of the database of a size.
    private static func register<Subject>(
        _ name: String, size: Int, turns: Int, prepare: @escaping @Sendable (TodoStore) async throws -> Subject,
        work: @escaping @Sendable (TodoStore, Subject) async throws -> Void,
        afterwards: @escaping @Sendable (TodoStore, Subject) async throws -> Void = { _, _ in }
    ) {
        // Unsafe: set once before the measurements, which run one after the other.
        nonisolated(unsafe) var opened: (TodoStore, Subject)?
        Benchmark(name, configuration: .times(turns)) { benchmark in
            guard let (store, subject) = opened else { return }
            benchmark.startMeasurement()
            try await work(store, subject)
            benchmark.stopMeasurement()
            try await afterwards(store, subject)
        } setup: {
            let path = try Surroundings.copy(of: Surroundings.database(of: size))
            let store = try Surroundings.open(path, allowsConcurrentReads: true)
            opened = (store, try await prepare(store))
        } teardown: {
            try opened?.0.stack.close()
        }
    }
}
