import Foundation

/// A clock on which every sleep lasts until a test ends it, so that the order of events is enforced rather than hoped
/// for.
///
/// Unchecked: the lock guards the mutable state.
public final class HeldClock: Clock, @unchecked Sendable {
    /// A point in time of this clock.
    public typealias Instant = SteppingClock.Instant

    private struct Pause {
        let length: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private let lock = NSLock()
    private var pauses: [UUID: Pause] = [:]

    /// Creates a clock on which nobody waits yet.
    public init() {}

    /// It stands still.
    public var now: Instant { Instant(sinceStart: .zero) }
    /// It knows no bounds.
    public var minimumResolution: Duration { .zero }

    /// The durations of the current sleeps.
    public var lengths: [Duration] { lock.withLock { pauses.values.map(\.length) } }

    /// Waits until somebody sleeps for this duration, and ends one such sleep.
    public func pass(_ length: Duration) async {
        while true {
            let ended = lock.withLock {
                pauses.first { $0.value.length == length }.flatMap { pauses.removeValue(forKey: $0.key) }
            }
            if let ended { return ended.continuation.resume() }
            try? await Task.sleep(for: .milliseconds(2))
        }
    }

    /// Lasts until the test ends it, or the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = UUID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = lock.withLock {
                    // A task that is cancelled from here on finds the sleep.
                    guard !Task.isCancelled else { return true }
                    pauses[id] = Pause(length: deadline.sinceStart, continuation: continuation)
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            lock.withLock { pauses.removeValue(forKey: id) }?.continuation.resume(throwing: CancellationError())
        }
    }
}
