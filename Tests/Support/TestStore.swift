package import TodoKit
package import TodoLocal

/// The ways in which a store is kept; a contract holds for all of them.
package enum StoreKind: String, CaseIterable, Sendable, CustomStringConvertible {
    case pool, serial, inMemory, test, preview

    package var description: String { rawValue }
}

/// A store for one test with a clock that stands still and identifiers that are the same in every run.
package final class TestStore: Sendable {
    /// The store under test.
    package let store: TodoStore
    /// Its clock.
    package let clock: ManualClock
    private let folder: TemporaryFolder

    /// Opens an empty store.
    package init(
        _ kind: StoreKind = .inMemory, seed: UInt64 = 1, clock: ManualClock = ManualClock(),
        migrations: [AppMigration] = []
    ) throws {
        folder = try TemporaryFolder()
        self.clock = clock
        let configuration: StackConfiguration =
            switch kind {
            case .pool: .init(storage: .onDisk(path: folder.file()))
            case .serial: .init(storage: .onDisk(path: folder.file()), allowsConcurrentReads: false)
            case .inMemory: .init(storage: .inMemory, isSyncEnabled: true)
            case .test: .test()
            case .preview: .preview
            }
        store = try TodoStore(
            configuration.with(migrations: migrations), environment: .testing(clock: clock, seed: seed))
    }

    /// The database underneath.
    package var stack: LocalStack { store.stack }
    /// The to-dos in the database.
    package var todos: TodoDAO { store.todoDAO }
    /// The tags in the database.
    package var tags: TagDAO { store.tagDAO }
    /// Its lists.
    package var lists: ListDAO { store.listDAO }
    /// The locations in the database.
    package var locations: LocationDAO { store.locationDAO }
}
