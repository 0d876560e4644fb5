import Foundation
import NIOConcurrencyHelpers

/// How much processor time the large work of each user has taken of late: bodies, queries and commits.
///
/// Turns are fair by number, and one turn may cost a hundred times another. So those who have taken more than
/// ``allowance`` come after all others, and on threads of a lesser priority (``LargeWork``).
package final class ProcessorUse: Sendable {
    private struct Use {
        var seconds: Double
        var time: ContinuousClock.Instant
    }

    /// What a user may take before others go first: a seventh of a processor for long, as time that has passed counts half
    /// of what it did a second ago.
    package static let allowance: Duration = .milliseconds(200)
    private static let halfLife = 1.0
    /// Beyond so many users those of whom little is left are forgotten.
    private static let maximumUsers = 1000

    private let uses = NIOLockedValueBox<[String: Use]>([:])
    private let now: @Sendable () -> ContinuousClock.Instant

    /// - Parameter now: The time, regardless of the machine's clock.
    package init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// Charges `time` to `user`.
    package func charge(_ time: Duration, to user: String) {
        let now = now()
        uses.withLockedValue { uses in
            let before = uses[user].map { Self.rest(of: $0, at: now) } ?? 0
            uses[user] = Use(seconds: before + time / .seconds(1), time: now)
            guard uses.count > Self.maximumUsers else { return }
            uses = uses.filter { Self.rest(of: $0.value, at: now) > 0.01 }
        }
    }

    /// What of the charges of `user` still counts.
    package func recent(of user: String) -> Duration {
        let now = now()
        return .seconds(uses.withLockedValue { $0[user].map { Self.rest(of: $0, at: now) } ?? 0 })
    }

    /// Whether others go before `user`.
    package func isHeavy(_ user: String) -> Bool { recent(of: user) > Self.allowance }

    /// The processor time that the calling thread has taken.
    package static func ofThread() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private static func rest(of use: Use, at now: ContinuousClock.Instant) -> Double {
        use.seconds * exp2(-((now - use.time) / .seconds(1)) / halfLife)
    }
}
