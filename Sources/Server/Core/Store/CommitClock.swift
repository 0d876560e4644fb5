import Basics
import FirestoreWire

/// The server's time in whole microseconds since 1970. It gives each commit a later time than the previous one, even
/// across restarts: the last commit's time is in the database.
///
/// No two commits have the same time, so an update time also identifies a version of a document. A read's time is
/// chosen so that the read sees exactly the commits up to it.
///
/// It follows the machine's clock as long as that runs evenly. A *jump* of the machine's clock, by more than
/// ``tolerance`` relative to the time that has really passed, is only followed once it has lasted that long. A jump
/// that is undone before then has no effect. Undoing a followed jump is a jump back, and is followed likewise. Only
/// then do commit times go back, to times that no commit has had, so that they still identify versions.
package final class CommitClock: Sendable {
    /// The size of a jump, and the time until it is followed, in microseconds.
    package static let tolerance: Int64 = 600_000_000
    /// Valid times: from 1970 to shortly before the end of 9999, the range of the wire format.
    fileprivate static let valid: ClosedRange<Int64> = 0...253_402_214_400_000_000

    fileprivate struct State {
        var last: Int64
        /// The time at `uptime`.
        var time: Int64
        var uptime: Duration
        /// A jump that is not followed yet: its size, and when it began.
        var jump: (by: Int64, since: Duration)?
        /// The time of the first commit that is not durable yet: no read may claim to have seen it.
        var firstInFlight: Int64?
    }

    private let state: Locked<State>
    private let now: @Sendable () -> Int64
    private let uptime: @Sendable () -> Duration

    /// A clock that continues after `last` and follows `now`.
    /// - Parameters:
    ///   - last: The last commit's time.
    ///   - uptime: The time since some moment, regardless of the machine's clock.
    ///   - now: The machine's clock, in microseconds since 1970.
    package init(
        last: Int64, uptime: @escaping @Sendable () -> Duration = CommitClock.machineUptime(),
        now: @escaping @Sendable () -> Int64
    ) {
        let start = now()
        // Do not continue from an impossible time.
        let last = Self.valid.contains(last) ? last : 0
        let time = Self.valid.contains(start) ? max(start, last) : last
        state = Locked(State(last: last, time: time, uptime: uptime()))
        self.now = now
        self.uptime = uptime
    }

    /// The time that passes on this machine, including suspension.
    package static func machineUptime() -> @Sendable () -> Duration {
        let start = ContinuousClock.now
        return { ContinuousClock.now - start }
    }

    /// The time of the next commit; call ``commitsAreDurable()`` once it and all earlier ones are on disk.
    package func nextCommitTime() -> Int64 {
        let (now, uptime) = (now(), uptime())
        return state.withLock { state in
            state.last = max(state.follow(now, uptime), state.last + 1)
            state.firstInFlight = state.firstInFlight ?? state.last
            return state.last
        }
    }

    /// The machine's clock, right or wrong, which each response tells clients; nil if it is not a valid time.
    package var machineTime: Int64? {
        let now = now()
        return Self.valid.contains(now) ? now : nil
    }

    /// Notes that every commit with a time is on disk or was abandoned.
    package func commitsAreDurable() {
        state.withLock { $0.firstInFlight = nil }
    }

    /// The time for a read that begins now; it must also not be before the last commit that the read sees.
    package func readTime() -> Int64 {
        let (now, uptime) = (now(), uptime())
        return state.withLock { state in
            if let first = state.firstInFlight { return first - 1 }
            state.last = max(state.follow(now, uptime), state.last)
            return state.last
        }
    }
}

extension CommitClock.State {
    /// The time when the machine's clock reads `now`.
    fileprivate mutating func follow(_ now: Int64, _ uptime: Duration) -> Int64 {
        let passed = max((uptime - self.uptime).microseconds, 0)
        // The valid range and the uptime of a process are far from overflowing.
        let expected = min(time + passed, CommitClock.valid.upperBound)
        guard CommitClock.valid.contains(now) else { return expected }
        let difference = now - expected
        if abs(difference) <= CommitClock.tolerance {
            jump = nil
        } else if let jump, abs(jump.by - difference) <= CommitClock.tolerance {
            guard (uptime - jump.since).microseconds >= CommitClock.tolerance else { return expected }
            self.jump = nil
            // The next commit gets this time.
            last = min(last, now - 1)
        } else {
            jump = (difference, uptime)
            return expected
        }
        time = now
        self.uptime = uptime
        return now
    }
}

extension Duration {
    /// Whole microseconds.
    fileprivate var microseconds: Int64 { Int64(self / .microseconds(1)) }
}
