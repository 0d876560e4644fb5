import TestSupport
import Testing
import TodoDomain

@Suite("The hybrid logical clock")
struct HybridLogicalClockTests {
    private let device = DeviceID(rawValue: 7)
    private let lastMillisecond: Int64 = 1 << 50 - 1

    @Test("follows a wall clock that goes on")
    func follows() {
        var clock = HybridLogicalClock(device: device)
        #expect(clock.tick(now: 1000) == Stamp(milliseconds: 1000, counter: 0, device: device))
        #expect(clock.tick(now: 1001) == Stamp(milliseconds: 1001, counter: 0, device: device))
    }

    @Test("counts while the wall clock stands still or goes back")
    func counts() {
        var clock = HybridLogicalClock(device: device)
        _ = clock.tick(now: 1000)
        #expect(clock.tick(now: 1000) == Stamp(milliseconds: 1000, counter: 1, device: device))
        #expect(clock.tick(now: 5) == Stamp(milliseconds: 1000, counter: 2, device: device))
        #expect(clock.tick(now: -5) == Stamp(milliseconds: 1000, counter: 3, device: device))
    }

    @Test("borrows a millisecond when the counter is full")
    func overflow() {
        var clock = HybridLogicalClock(device: device, milliseconds: 1000, counter: 16_382)
        #expect(clock.tick(now: 1000) == Stamp(milliseconds: 1000, counter: 16_383, device: device))
        #expect(clock.tick(now: 1000) == Stamp(milliseconds: 1001, counter: 0, device: device))
        #expect(clock.tick(now: 1001) == Stamp(milliseconds: 1001, counter: 1, device: device))
    }

    @Test("no reading is equal to a stamp that it does not follow, though it comes to that time")
    func ahead() {
        var clock = HybridLogicalClock(device: device)
        var given: Set<Stamp> = []
        let seen = Stamp(milliseconds: 9000, counter: 1, device: DeviceID(rawValue: 9))
        var last = seen
        for _ in 0..<3 {
            last = clock.ahead(now: 1000, after: max(seen, last))
            #expect(last > seen && given.insert(last).inserted)
        }
        for now: Int64 in [1000, 8999, 9000, 9000, 9001, 9002, 9003] {
            let stamp = clock.tick(now: now, after: now == 8999 ? seen : nil)
            #expect(given.insert(stamp).inserted, "\(stamp)")
        }
        #expect(clock.tick(now: 9000, after: last) > last)
    }

    @Test("exceeds the stamp that is replaced, whatever the wall clock says")
    func afterReplaced() {
        var clock = HybridLogicalClock(device: device)
        let replaced = Stamp(milliseconds: 9000, counter: 4, device: DeviceID(rawValue: 9))
        let stamp = clock.tick(now: 1000, after: replaced)
        #expect(stamp == Stamp(milliseconds: 9000, counter: 5, device: device))
        #expect(clock.tick(now: 1000) > stamp)
    }

    @Test(
        "always grows, under a wall clock that stands still, goes back and jumps",
        arguments: 1...30 as ClosedRange<UInt64>)
    func grows(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let wall = ManualClock()
        var clock = HybridLogicalClock(
            device: device, milliseconds: Int64.random(in: -10...10, using: &generator),
            counter: Int.random(in: -1...40_000, using: &generator))
        var last: Stamp?
        for _ in 0..<300 {
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: wall.advance(by: -86_400)
            case 1: wall.advance(by: Double.random(in: 0...100_000, using: &generator))
            case 2: wall.advance(by: -3e9)
            case 3:
                let seen = Stamp(
                    milliseconds: wall.milliseconds + Int64.random(in: -5...5, using: &generator),
                    counter: Int.random(in: 32_760...32_767, using: &generator), device: DeviceID(rawValue: 8))
                clock.observe(seen, limit: wall.milliseconds + 2)
            default: break
            }
            let stamp = clock.tick(now: wall.milliseconds)
            if let last { #expect(stamp > last) }
            #expect(stamp.milliseconds >= min(wall.milliseconds, lastMillisecond))
            last = stamp
        }
    }

    @Test("goes on after what it has seen")
    func observes() {
        var clock = HybridLogicalClock(device: device, milliseconds: 1000)
        clock.observe(Stamp(milliseconds: 2000, counter: 3, device: DeviceID(rawValue: 1)), limit: 5000)
        #expect(clock.tick(now: 1500) == Stamp(milliseconds: 2000, counter: 4, device: device))
    }

    @Test("takes a stamp from the future only as far as the limit")
    func limit() {
        var clock = HybridLogicalClock(device: device, milliseconds: 1000)
        clock.observe(Stamp(milliseconds: 2000, counter: 9, device: device), limit: 2000)
        #expect((clock.milliseconds, clock.counter) == (2000, 9))
        clock.observe(Stamp(milliseconds: 4_070_908_800_000, counter: 9, device: device), limit: 3000)
        #expect((clock.milliseconds, clock.counter) == (3000, 0))
        clock.observe(Stamp(milliseconds: 4_070_908_800_000, counter: 9, device: device), limit: 2500)
        clock.observe(Stamp(milliseconds: 10, counter: 9, device: device), limit: 5000)
        #expect((clock.milliseconds, clock.counter) == (3000, 0))
    }

    @Test("goes on where it was stored")
    func resumes() {
        var clock = HybridLogicalClock(device: device)
        let last = clock.tick(now: 1000)
        var resumed = HybridLogicalClock(device: device, milliseconds: clock.milliseconds, counter: clock.counter)
        #expect(resumed == clock)
        #expect(resumed.tick(now: 0) > last)
    }

    @Test("never goes back from a reading before 1970")
    func beforeEpoch() {
        var clock = HybridLogicalClock(device: device, milliseconds: -5)
        let stamps = [-10, -3, -1, 0, 1].map { clock.tick(now: $0) }
        #expect(stamps == stamps.sorted())
        #expect(Set(stamps).count == stamps.count)
    }

    @Test("stands still at the end of the range instead of going back")
    func endOfRange() {
        let last = Stamp(milliseconds: lastMillisecond, counter: 32_767, device: device)
        var clock = HybridLogicalClock(device: device)
        #expect(clock.tick(now: 1000, after: last) == last)
        #expect(clock.tick(now: .max) == last)
        var farAhead = HybridLogicalClock(device: device)
        let stamps = (0..<3).map { _ in farAhead.tick(now: .max) }
        #expect(stamps == stamps.sorted() && Set(stamps).count == 3)
        #expect(farAhead.milliseconds == lastMillisecond)
    }
}
