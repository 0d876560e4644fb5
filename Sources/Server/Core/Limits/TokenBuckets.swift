import Basics

/// A token bucket for each key: each use takes one token, and tokens come back over time.
///
/// Memory is bounded: keys that were not used for long are forgotten, which fills their buckets. There are two
/// generations. A used key moves to the younger one, which replaces the older one when it is full.
package final class TokenBuckets<Key: Hashable & Sendable>: Sendable {
    private struct Bucket {
        var tokens: Double
        var time: ContinuousClock.Instant
    }

    private struct State {
        var young: [Key: Bucket] = [:]
        var old: [Key: Bucket] = [:]
    }

    private let rate: Limits.Rate
    private let capacity: Int
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state = Locked(State())

    /// - Parameter capacity: The number of keys in a generation.
    package init(
        _ rate: Limits.Rate, capacity: Int = 20_000,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.rate = rate
        self.capacity = capacity
        self.now = now
    }

    /// The number of keys in memory.
    package var count: Int { state.withLock { Set($0.young.keys).union($0.old.keys).count } }

    /// Takes a token; if there is none, returns the time until there is one.
    @discardableResult
    package func take(_ key: Key) -> Duration? {
        guard rate.burst < .infinity else { return nil }
        return update(key) { bucket in
            guard bucket.tokens >= 1 else { return self.delay(bucket) }
            bucket.tokens -= 1
            return nil
        }
    }

    /// The time until there is a token; nil if there is one now.
    package func delay(_ key: Key) -> Duration? {
        guard rate.burst < .infinity else { return nil }
        let time = now()
        return state.withLock { state in
            guard var bucket = state.young[key] ?? state.old[key] else { return nil }
            refill(&bucket, time)
            return bucket.tokens >= 1 ? nil : delay(bucket)
        }
    }

    /// At most a year, however slowly tokens come back.
    private func delay(_ bucket: Bucket) -> Duration {
        .seconds(min(max((1 - bucket.tokens) / rate.perSecond, 0.001), 31_536_000))
    }

    private func refill(_ bucket: inout Bucket, _ time: ContinuousClock.Instant) {
        bucket.tokens = min(rate.burst, bucket.tokens + (time - bucket.time) / .seconds(1) * rate.perSecond)
        bucket.time = time
    }

    private func update<T>(_ key: Key, _ body: (inout Bucket) -> T) -> T {
        let time = now()
        return state.withLock { state in
            var bucket = state.young[key] ?? state.old[key] ?? Bucket(tokens: rate.burst, time: time)
            refill(&bucket, time)
            let result = body(&bucket)
            if state.young.count >= capacity, state.young[key] == nil {
                state.old = state.young
                state.young = [:]
            }
            state.young[key] = bucket
            return result
        }
    }
}
