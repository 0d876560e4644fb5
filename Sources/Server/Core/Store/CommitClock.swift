import FirestoreWire
import NIOConcurrencyHelpers

/// The server's time in whole microseconds since 1970, which gives each commit a later time than the one before, also
/// over restarts: the last commit's time lies in the database.
///
/// No two commits share a time, so an update time also names a version of a document. A read's time is such that the
/// read sees every commit up to it and none behind it.
///
/// It follows the machine's clock as long as that runs. A *jump* of it, by more than ``tolerance`` against the time that
/// has really passed, is followed only once it has lasted that long: one that is undone before leaves no trace. A jump
/// that was followed and is undone later is a jump back, and followed likewise. That is the only time at which commit
/// times go back: to times that no commit has had, so that they still name versions.
package final class CommitClock: Sendable {
    /// How far the machine's clock may go wrong at once, and how long a jump of it is not believed, in microseconds.
    package static let tolerance: Int64 = 600_000_000
    /// What is a time at all: from 1970 to shortly before 9999 ends, which is all that the wire can say.
    fileprivate static let valid: ClosedRange<Int64> = 0...253_402_214_400_000_000

    fileprivate struct State {
        var last: Int64
        /// What time it was at `uptime`.
        var time: Int64
        var uptime: Duration
        /// The jump that is not yet followed: by how much, and since when.
        var jump: (by: Int64, since: Duration)?
        /// The time of the first commit that is not yet durable: no read may claim to have seen it.
        var firstInFlight: Int64?
    }

    private let state: NIOLockedValueBox<State>
    private let now: @Sendable () -> Int64
    private let uptime: @Sendable () -> Duration

    /// A clock that goes on behind `last` and follows `now`.
    /// - Parameters:
    ///   - last: The last commit's time.
    ///   - uptime: How much time has passed since some moment, whatever became of the machine's clock.
    ///   - now: The machine's clock, in microseconds since 1970.
    package init(
        last: Int64, uptime: @escaping @Sendable () -> Duration = CommitClock.machineUptime(),
        now: @escaping @Sendable () -> Int64
    ) {
        let start = now()
        // What no clock should have given is not gone on from.
        let last = Self.valid.contains(last) ? last : 0
        let time = Self.valid.contains(start) ? max(start, last) : last
        state = NIOLockedValueBox(State(last: last, time: time, uptime: uptime()))
        (self.now, self.uptime) = (now, uptime)
    }

    /// The time that passes on this machine, suspended or not.
    package static func machineUptime() -> @Sendable () -> Duration {
        let start = ContinuousClock.now
        return { ContinuousClock.now - start }
    }

    /// The time of the next commit; ``commitsAreDurable()`` follows once it, and all that came since, is on the disk.
    package func nextCommitTime() -> Int64 {
        let (now, uptime) = (now(), uptime())
        return state.withLockedValue { state in
            state.last = max(state.follow(now, uptime), state.last + 1)
            state.firstInFlight = state.firstInFlight ?? state.last
            return state.last
        }
    }

    /// What the machine's clock says, right or wrong, which clients learn from each answer; nil if it is no time.
    package var machineTime: Int64? {
        let now = now()
        return Self.valid.contains(now) ? now : nil
    }

    /// Says that every commit that was given a time is on the disk, or was given up.
    package func commitsAreDurable() {
        state.withLockedValue { $0.firstInFlight = nil }
    }

    /// The time to give a read that begins now; the read must also not lie before the last commit that it sees.
    package func readTime() -> Int64 {
        let (now, uptime) = (now(), uptime())
        return state.withLockedValue { state in
            if let first = state.firstInFlight { return first - 1 }
            state.last = max(state.follow(now, uptime), state.last)
            return state.last
        }
    }
}

extension CommitClock.State {
    /// What time it is, where the machine's clock says `now`.
    fileprivate mutating func follow(_ now: Int64, _ uptime: Duration) -> Int64 {
        let passed = max((uptime - self.uptime).microseconds, 0)
        // The two ends of what is valid, and what passes while a process runs, are far from where numbers end.
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
        (time, self.uptime) = (now, uptime)
        return now
    }
}

extension Duration {
    /// Whole microseconds.
    fileprivate var microseconds: Int64 { Int64(self / .microseconds(1)) }
}
