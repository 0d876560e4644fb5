import Foundation

/// How much processor time the large work of each user has taken recently: bodies, queries and commits.
///
/// Turns are fair by number, but one turn may cost a hundred times another. So users who have taken more than
/// ``allowance`` come after all others in queues, and pause while others are served (``LargeWork``).
///
/// Unchecked: the lock protects the fields.
package final class ProcessorUse: @unchecked Sendable {
    private struct Use {
        var seconds: Double
        var time: ContinuousClock.Instant
    }

    /// The amount that a user may take before others go first. Time counts half after each second, so this is a seventh
    /// of a processor in the long run.
    package static let allowance: Duration = .milliseconds(200)
    /// The maximum length of a pause, so that pausing users also make progress.
    package static let maximumPause: Duration = .milliseconds(20)
    private static let halfLife = 1.0
    /// Beyond this number of users, those with little remaining use are forgotten.
    private static let maximumUsers = 1000

    private let lock = NSCondition()
    private var uses: [String: Use] = [:]
    /// How many requests of each user are being answered.
    private var served: [String: Int] = [:]
    private var pausingCount = 0
    private let now: @Sendable () -> ContinuousClock.Instant

    /// - Parameter now: The time, regardless of the machine's clock.
    package init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

    /// How many threads pause.
    package var pausing: Int { lock.withLock { pausingCount } }

    /// Charges `time` to `user`.
    package func charge(_ time: Duration, to user: String) {
        let now = now()
        lock.withLock {
            uses[user] = Use(seconds: rest(of: user, at: now) + time / .seconds(1), time: now)
            guard uses.count > Self.maximumUsers else { return }
            uses = uses.filter { rest(of: $0.key, at: now) > 0.01 }
        }
    }

    /// The part of the charges of `user` that still counts.
    package func recent(of user: String) -> Duration {
        let now = now()
        return .seconds(lock.withLock { rest(of: user, at: now) })
    }

    /// Whether others go before `user`.
    package func isHeavy(_ user: String) -> Bool { recent(of: user) > Self.allowance }

    /// Answers a request of `user`; heavy users pause meanwhile.
    package func serving<T>(_ user: String, _ body: () async throws -> T) async rethrows -> T {
        lock.withLock { served[user, default: 0] += 1 }
        defer {
            lock.withLock {
                let left = (served[user] ?? 1) - 1
                served[user] = left > 0 ? left : nil
                if left <= 0, pausingCount > 0 { lock.broadcast() }
            }
        }
        return try await body()
    }

    /// If `user` is heavy, blocks the calling thread while a user who is not heavy is served, for a short time at most.
    package func giveWay(_ user: String, atMost time: Duration = maximumPause) {
        guard isHeavy(user) else { return }
        lock.withLock {
            let end = Date(timeIntervalSinceNow: time / .seconds(1))
            pausingCount += 1
            defer { pausingCount -= 1 }
            while isLightServed { guard lock.wait(until: end) else { return } }
        }
    }

    /// The processor time that the calling thread has taken.
    package static func ofThread() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    private var isLightServed: Bool {
        let now = now()
        return served.keys.contains { .seconds(rest(of: $0, at: now)) <= Self.allowance }
    }

    private func rest(of user: String, at now: ContinuousClock.Instant) -> Double {
        guard let use = uses[user] else { return 0 }
        return use.seconds * exp2(-((now - use.time) / .seconds(1)) / Self.halfLife)
    }
}
