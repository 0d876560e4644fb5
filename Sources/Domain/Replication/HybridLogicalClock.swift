/// A clock that never goes back and never gives the same reading twice, even if the wall clock does.
package struct HybridLogicalClock: Hashable, Sendable {
    /// The device whose stamps it makes.
    package var device: DeviceID
    /// The milliseconds of its last reading.
    package private(set) var milliseconds: Int64
    /// The counter of its last reading.
    package private(set) var counter: Int

    /// How many milliseconds another device's clock may be ahead for this clock to follow it. A remote's rules allow
    /// stamps this far ahead of its own clock.
    package static let tolerance: Int64 = 600_000

    /// The last counter of a reading. The greater half of what a stamp has room for is for stamps that the clock does not follow
    /// (``ahead(now:after:)``), so that no reading is ever equal to one of them.
    private static let lastCounter = Stamp.maximumCounter / 2

    /// A clock that continues from a reading, which is clamped to the range of stamps.
    package init(device: DeviceID, milliseconds: Int64 = 0, counter: Int = 0) {
        let reading = Stamp(milliseconds: milliseconds, counter: counter, device: device)
        self.device = device
        self.milliseconds = reading.milliseconds
        self.counter = reading.counter
    }

    /// A new stamp: later than every earlier reading and than `replaced`, and not before `now`. The clock repeats a
    /// reading only at the end of the range of stamps, in the year 37648.
    /// - Parameters:
    ///   - now: milliseconds since 1970 by the corrected wall clock.
    ///   - replaced: the greatest stamp of the registers to be written; nil for new ones.
    package mutating func tick(now: Int64, after replaced: Stamp? = nil) -> Stamp {
        let now = min(now, Stamp.maximumMilliseconds)
        var latest = (milliseconds, counter)
        if let replaced { latest = max(latest, (replaced.milliseconds, replaced.counter)) }
        if now > latest.0 {
            latest = (now, 0)
        } else if latest.1 < Self.lastCounter {
            latest.1 += 1
        } else if latest.0 < Stamp.maximumMilliseconds {
            latest = (latest.0 + 1, 0)
        }
        (milliseconds, counter) = latest
        return Stamp(milliseconds: milliseconds, counter: counter, device: device)
    }

    /// A stamp as ``tick(now:after:)`` makes one, which the clock does not follow: for a value that replaces one of a device whose
    /// clock is far ahead.
    /// - Parameters:
    ///   - now: milliseconds since 1970 by the corrected wall clock.
    ///   - replaced: the greatest stamp of the registers to be written, and of what was made in this way before.
    package func ahead(now: Int64, after replaced: Stamp) -> Stamp {
        var clock = self
        let stamp = clock.tick(now: now, after: replaced)
        return Stamp(
            milliseconds: stamp.milliseconds, counter: stamp.counter | (Self.lastCounter + 1), device: device)
    }

    /// Observes a stamp from another device, so that later readings exceed it. A stamp beyond `limit` (milliseconds
    /// since 1970) advances the clock only to the limit, so that one device with a wrong clock does not corrupt the
    /// others' clocks.
    package mutating func observe(_ stamp: Stamp, limit: Int64) {
        let seen = stamp.milliseconds <= limit ? (stamp.milliseconds, stamp.counter) : (limit, 0)
        if seen > (milliseconds, counter) { (milliseconds, counter) = seen }
    }
}

private func max(_ left: (Int64, Int), _ right: (Int64, Int)) -> (Int64, Int) { left < right ? right : left }
