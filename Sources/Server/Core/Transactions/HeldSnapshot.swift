import Basics
import FirestoreWire
import GRDB

/// The snapshot of a read-only transaction, taken at its first read. It occupies its own connection until the
/// transaction ends or ``HeldSnapshots/lifetime`` is over.
package final class HeldSnapshot: Sendable {
    private enum State {
        case unopened
        case open(DatabaseSnapshot, readTime: Int64)
        case over
    }

    private let state = Locked(State.unopened)
    private let owner: String
    private let all: HeldSnapshots

    fileprivate init(of owner: String, in all: HeldSnapshots) {
        self.owner = owner
        self.all = all
    }

    deinit { end() }

    /// Runs `body` on the calling thread on the snapshot, which the first call opens.
    /// - Throws: ``Status`` only: RESOURCE_EXHAUSTED if it is too old, or too many are open.
    func read<T>(_ body: (Snapshot) throws -> T) throws -> T {
        try Status.fromStorage {
            let (connection, readTime) = try self.open()
            return try connection.read { db in try body(try Snapshot(db, readTime: readTime)) }
        }
    }

    private func open() throws -> (DatabaseSnapshot, Int64) {
        try state.withLock { state in
            switch state {
            case .open(let connection, let readTime): return (connection, readTime)
            case .over:
                throw Status(.resourceExhausted, "The read-only transaction is too old; begin another one.")
            case .unopened:
                let opened = try all.open(for: owner)
                state = .open(opened.0, readTime: opened.1)
                Task { [weak self, lifetime = all.lifetime] in
                    try? await Task.sleep(for: lifetime)
                    self?.end()
                }
                return opened
            }
        }
    }

    /// Releases the snapshot; a read in progress keeps it until it ends.
    private func end() {
        let wasOpen = state.withLock { state in
            defer { state = .over }
            if case .open = state { return true }
            return false
        }
        if wasOpen { all.ended(of: owner) }
    }
}

/// Limits the number of snapshots: each occupies a connection, and prevents the log from being checkpointed.
final class HeldSnapshots: Sendable {
    private static let maximumPerUser = 4
    private static let maximum = 64

    /// How long a snapshot is kept.
    let lifetime: Duration
    private let makeConnection: @Sendable () throws -> (DatabaseSnapshot, readTime: Int64)
    private let counts = Locked<(total: Int, users: [String: Int])>((0, [:]))

    init(of store: DocumentStore, lifetime: Duration) {
        self.lifetime = lifetime
        makeConnection = { try store.makeSnapshot() }
    }

    /// A snapshot for a transaction of `owner`, not opened yet.
    func snapshot(for owner: String) -> HeldSnapshot { HeldSnapshot(of: owner, in: self) }

    fileprivate func open(for owner: String) throws -> (DatabaseSnapshot, Int64) {
        try counts.withLock { counts in
            // Administrators have no limit per user.
            let isFull = owner != Principal.administrator.id && counts.users[owner, default: 0] >= Self.maximumPerUser
            guard !isFull, counts.total < Self.maximum else {
                throw Status(
                    .resourceExhausted, "Too many read-only transactions are open; end one, or wait.",
                    retryDelay: .seconds(1))
            }
            counts.total += 1
            counts.users[owner, default: 0] += 1
        }
        do {
            return try makeConnection()
        } catch {
            ended(of: owner)
            throw error
        }
    }

    fileprivate func ended(of owner: String) {
        counts.withLock { counts in
            counts.total -= 1
            let left = (counts.users[owner] ?? 1) - 1
            counts.users[owner] = left == 0 ? nil : left
        }
    }
}
