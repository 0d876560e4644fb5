import NIOConcurrencyHelpers
import TestSupport
import Testing
import TodoServer

@Suite("Token buckets")
struct TokenBucketTests {
    private let time = NIOLockedValueBox(ContinuousClock.now)

    private func buckets(_ rate: Limits.Rate, capacity: Int = 100) -> TokenBuckets<Int> {
        TokenBuckets(rate, capacity: capacity) { [time] in time.withLockedValue { $0 } }
    }

    @Test("a burst is let through, then so many a second, and a pause fills the bucket no further than the burst")
    func rate() {
        let buckets = buckets(.init(burst: 3, perSecond: 2))
        for _ in 0..<3 { #expect(buckets.take(1) == nil) }
        #expect(buckets.take(1) == .milliseconds(500))
        #expect(buckets.take(2) == nil)
        time.withLockedValue { $0 += .milliseconds(500) }
        #expect(buckets.take(1) == nil)
        #expect(buckets.take(1) != nil)
        time.withLockedValue { $0 += .seconds(3600) }
        for _ in 0..<3 { #expect(buckets.take(1) == nil) }
        #expect(buckets.delay(1) == .milliseconds(500))
    }

    @Test("however many keys come, memory is bounded, and who asks all the time is not forgotten")
    func bounded() {
        let buckets = buckets(.init(burst: 1, perSecond: 0.001), capacity: 100)
        #expect(buckets.take(-1) == nil)
        for key in 0..<10_000 {
            buckets.take(key)
            #expect(buckets.take(-1) != nil, "key \(key)")
        }
        #expect(buckets.count <= 200)
    }
}
