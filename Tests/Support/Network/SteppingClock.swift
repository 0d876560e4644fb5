import Foundation

/// A clock on which every pause takes no time: it steps to the end of the pause, and notes how long it was.
///
/// Unchecked: the lock guards what varies.
public final class SteppingClock: Clock, @unchecked Sendable {
    /// A point in time of this clock.
    public struct Instant: InstantProtocol {
        let sinceStart: Duration
        /// Later by `duration`.
        public func advanced(by duration: Duration) -> Instant { Instant(sinceStart: sinceStart + duration) }
        /// From here to `other`.
        public func duration(to other: Instant) -> Duration { other.sinceStart - sinceStart }
        /// Whether `left` is earlier.
        public static func < (left: Instant, right: Instant) -> Bool { left.sinceStart < right.sinceStart }
    }

    private let lock = NSLock()
    private var elapsed = Duration.zero
    private var noted: [Duration] = []

    /// A clock that stands at its start.
    public init() {}

    /// Where it stands.
    public var now: Instant { lock.withLock { Instant(sinceStart: elapsed) } }
    /// It knows no bounds.
    public var minimumResolution: Duration { .zero }

    /// The pauses so far.
    public var pauses: [Duration] { lock.withLock { noted } }

    /// Moves on.
    public func advance(by duration: Duration) { lock.withLock { elapsed += duration } }

    /// Notes the pause, and moves to its end at once.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        try Task.checkCancellation()
        lock.withLock {
            noted.append(deadline.sinceStart - elapsed)
            elapsed = max(elapsed, deadline.sinceStart)
        }
    }
}
