public import Foundation
public import TodoKit
public import TodoSync

extension TodoStore {
    /// A new, empty store in memory, with a clock that the test moves.
    /// - Parameters:
    ///   - remote: the remote that it syncs with, such as a ``FakeRemote`` that several stores share; nil if it does not
    ///     sync.
    ///   - clock: its clock.
    ///   - seed: the seed of its ids; nil for random ids. Stores that share a remote need different seeds.
    ///   - migrations: the steps that make the tables of the app.
    ///   - timeZone: the time zone of its days; by default Zurich, whose clocks change twice a year.
    /// - Throws: ``TodoError`` of opening a store.
    public static func testing(
        _ remote: (any RemoteStore)? = nil, clock: ManualClock = ManualClock(), seed: UInt64? = nil,
        migrations: [AppMigration] = [], timeZone: TimeZone = .zurich
    ) throws -> TodoStore {
        var environment = TodoEnvironment.testing(clock: clock, seed: seed ?? .random(in: 0 ... .max))
        environment.timeZone = timeZone
        let configuration = StackConfiguration(storage: .inMemory, isSyncEnabled: true, migrations: migrations)
        guard let remote else { return try TodoStore(configuration, environment: environment) }
        return try TodoStore(configuration, remote: remote, environment: environment)
    }
}

extension TodoEnvironment {
    /// An environment whose time is moved by a test, and whose ids are derived from a seed.
    /// - Parameters:
    ///   - clock: the clock.
    ///   - seed: the seed of the ids.
    public static func testing(clock: ManualClock = ManualClock(), seed: UInt64 = 1) -> TodoEnvironment {
        let ids = SeededUUIDs(seed: seed)
        return TodoEnvironment(now: clock.source, timeZone: .zurich, makeUUID: { ids.next() })
    }
}

extension TimeZone {
    /// Zurich, whose clocks change twice a year.
    public static let zurich = TimeZone(identifier: "Europe/Zurich") ?? .gmt
}
