import Benchmark
import Foundation
import TodoKit

/// Everyday work at each size: `first page.1000` and so on.
enum Growth {
    static func register() {
        for size in Surroundings.sizes {
            let stage = Stage(size: size)
            stage.measure("first page") { store, _ in
                _ = try await store.todos.fetch(.all.open.page(0, size: 20))
            }
            stage.measure("next page") { store, middle in
                _ = try await store.todos.fetch(.all.open.after(middle.cursor, size: 20))
            }
            stage.measure("add") { store, _ in
                try await store.add("Buy oat milk", tags: ["tag 7"])
            }
            stage.measure("done") { store, middle in
                try await store.complete([middle.nextID()])
            }
        }
    }

    /// A store of one size.
    struct Stage {
        let size: Int

        func measure(_ name: String, _ work: @escaping @Sendable (TodoStore, Middle) async throws -> Void) {
            // Unsafe: set once before the measurements, which run one after the other.
            nonisolated(unsafe) var opened: (TodoStore, Middle)?
            Benchmark("\(name).\(size)", configuration: .times(200)) { benchmark in
                guard let (store, middle) = opened else { return }
                benchmark.startMeasurement()
                try await work(store, middle)
                benchmark.stopMeasurement()
            } setup: {
                let store = try Surroundings.open(Surroundings.database(of: size), allowsConcurrentReads: true)
                opened = (store, try await Middle(of: store))
            } teardown: {
                try opened?.0.stack.close()
            }
        }
    }

    /// A position far from both ends of the list.
    final class Middle: Sendable {
        let cursor: Cursor
        private let ids: LockedIDs

        init(of store: TodoStore) async throws {
            let open = try await store.todos.count(.all.open)
            let page = try await store.todos.fetch(.all.open.page(open / 2 / 300, size: 300))
            guard let cursor = page.nextCursor else { fatalError("The database has fewer to-dos than it should.") }
            self.cursor = cursor
            ids = LockedIDs(page.items.map(\.id))
        }

        /// A different to-do each time.
        func nextID() -> Todo.ID { ids.next() }
    }

    /// `@unchecked`: the remaining to-dos are read and written under the lock.
    final class LockedIDs: @unchecked Sendable {
        private let lock = NSLock()
        private var ids: [Todo.ID]

        init(_ ids: [Todo.ID]) { self.ids = ids }

        func next() -> Todo.ID { lock.withLock { ids.removeLast() } }
    }
}
