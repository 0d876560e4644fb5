import Basics
package import FirestoreWire
import GRDB

/// The documents that the latest commits have changed. A transaction that ran a query asks which of them concern it.
///
/// Only a limited number of them is kept, in memory. If they do not reach back far enough, a query counts as changed as
/// soon as its collections have changed.
package final class RecentChanges: Sendable {
    private struct State {
        /// In the order of the commits' times.
        var changes: [(name: ResourceName, time: Int64)] = []
        /// The time after which all changes are here.
        var start: Int64 = .max
        /// SQLite's number for the changes of other connections.
        var version: Int?
    }

    private static let maximum = 4096

    private let state = Locked(State())

    /// No changes.
    package init() {}

    /// Called with the transaction of each batch of commits before the first commit. It forgets everything if another
    /// program, such as an import or a restore, has changed the database, because those changes are missing here.
    func begin(_ db: Database) throws {
        let version = try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version"))
        guard version == nil || version != state.withLock({ $0.version }) else { return }
        begin(after: try Int64.fetchOne(db.cachedStatement(sql: "SELECT lastTime FROM server")) ?? 0, version)
    }

    /// Forgets everything; all changes after the commit at `time` will be noted.
    package func begin(after time: Int64, _ version: Int? = nil) {
        state.withLock { $0 = State(start: time, version: version) }
    }

    func forgetAll() { state.withLock { $0 = State() } }

    /// Notes that the commit at `time` changed a document.
    package func note(_ name: ResourceName, at time: Int64) {
        state.withLock { state in
            if let last = state.changes.last, time < last.time {
                // The clock went back. Until it has caught up, times do not show which commit came first.
                state.changes = []
                state.start = max(state.start, last.time)
            }
            state.changes.append((name, time))
            guard state.changes.count > 2 * Self.maximum else { return }
            state.start = max(state.start, state.changes[Self.maximum - 1].time)
            state.changes.removeFirst(Self.maximum)
        }
    }

    /// The documents that were changed by commits after `time`; nil if that is not known, or there are more than `maximum`.
    package func names(after time: Int64, atMost maximum: Int = .max) -> [ResourceName]? {
        state.withLock { state in
            guard time > state.start else { return nil }
            var first = state.changes.endIndex
            while first > 0, state.changes[first - 1].time > time { first -= 1 }
            guard state.changes.count - first <= maximum else { return nil }
            return state.changes[first...].map(\.name)
        }
    }
}
