import Foundation

/// A clock on which every pause lasts until a test ends it, so that the order of events is forced and not hoped for.
///
/// Unchecked: the lock guards what varies.
public final class HeldClock: Clock, @unchecked Sendable {
    /// A point in time of this clock.
    public typealias Instant = SteppingClock.Instant

    private struct Pause {
        let length: Duration
        let continuation: CheckedContinuation<Void, any Error>
    }

    private let lock = NSLock()
    private var pauses: [UUID: Pause] = [:]

    /// A clock on which nobody waits yet.
    public init() {}

    /// It stands still.
    public var now: Instant { Instant(sinceStart: .zero) }
    /// It knows no bounds.
    public var minimumResolution: Duration { .zero }

    /// How long those pause who pause now.
    public var lengths: [Duration] { lock.withLock { pauses.values.map(\.length) } }

    /// Waits until somebody pauses for so long, and ends one such pause.
    public func pass(_ length: Duration) async {
        while true {
            let ended = lock.withLock {
                pauses.first { $0.value.length == length }.flatMap { pauses.removeValue(forKey: $0.key) }
            }
            if let ended { return ended.continuation.resume() }
            try? await Task.sleep(for: .milliseconds(2))
        }
    }

    /// Lasts until the test lets it pass, or the task is cancelled.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = UUID()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isCancelled = lock.withLock {
                    // A task that is cancelled from here on finds the pause.
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
