import Basics
public import Foundation

/// A wall clock that moves only when a test moves it, in either direction.
public final class ManualClock: Sendable {
    private let date: Locked<Date>

    /// Creates a clock that shows a moment, 2026-11-21T12:00:00Z by default.
    public init(_ date: Date = Date(timeIntervalSince1970: 1_795_262_400)) { self.date = Locked(date) }

    /// The moment that it shows.
    public var now: Date {
        get { date.withLock { $0 } }
        set { date.withLock { $0 = newValue } }
    }

    /// Whole milliseconds since 1970, rounded down.
    public var milliseconds: Int64 { Int64((now.timeIntervalSince1970 * 1000).rounded(.down)) }

    /// Moves the clock by this many seconds, backwards if negative.
    public func advance(by seconds: TimeInterval) { date.withLock { $0 += seconds } }

    /// The source of time for the code under test.
    public var source: @Sendable () -> Date { { self.now } }
}
