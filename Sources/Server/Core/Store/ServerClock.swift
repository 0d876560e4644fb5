import FirestoreWire
import NIOConcurrencyHelpers

/// The server's time in whole microseconds since 1970, which never goes back: not by a step of the machine's clock, and
/// not by a restart, because the last commit's time lies in the database.
///
/// No two commits share a time, so an update time also names a version of a document. A read's time is such that the
/// read sees every commit up to it and none behind it.
package final class ServerClock: Sendable {
    private struct State {
        var last: Int64
        /// The time of the first commit that is not yet durable: no read may claim to have seen it.
        var firstInFlight: Int64?
    }

    private let state: NIOLockedValueBox<State>
    private let now: @Sendable () -> Int64

    /// A clock that goes on behind `last` and follows `now`.
    package init(last: Int64, now: @escaping @Sendable () -> Int64) {
        state = NIOLockedValueBox(State(last: last))
        self.now = now
    }

    /// The time of the next commit; ``commitsAreDurable()`` follows once it, and all that came since, is on the disk.
    package func nextCommitTime() -> Int64 {
        let now = now()
        return state.withLockedValue { state in
            state.last = max(now, state.last + 1)
            state.firstInFlight = state.firstInFlight ?? state.last
            return state.last
        }
    }

    /// Says that every commit that was given a time is on the disk, or was given up.
    package func commitsAreDurable() {
        state.withLockedValue { $0.firstInFlight = nil }
    }

    /// The time to give a read that begins now; the read must also not lie before the last commit that it sees.
    package func readTime() -> Int64 {
        let now = now()
        return state.withLockedValue { state in
            if let first = state.firstInFlight { return first - 1 }
            state.last = max(now, state.last)
            return state.last
        }
    }
}
