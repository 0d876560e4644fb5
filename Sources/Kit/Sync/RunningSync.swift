import Basics
import Foundation
import TodoSync

/// How thorough a sync is. Each extent includes the ones before it.
enum SyncExtent: Int, Comparable {
    /// Pulls without retries, for a reader who should not wait long.
    case firstNews
    /// Only pulls.
    case othersNews
    /// Pulls and pushes.
    case news
    /// Pulls everything again, and pushes.
    case everything

    static func < (left: SyncExtent, right: SyncExtent) -> Bool { left.rawValue < right.rawValue }
}

/// A sync in progress.
struct RunningSync: Sendable {
    let id = Randomness.uuid()
    let task: Task<SyncReport, any Error>
    let extent: SyncExtent
    let patience: Duration
    /// How many callers wait for the result. At 0 the sync is cancelled.
    var callers = 1
}

extension Task where Success: Sendable {
    /// Returns when the task has ended, after `limit`, or when the calling task is cancelled.
    /// - Returns: whether the task has ended.
    @discardableResult
    func waitForEnd(
        atMost limit: Duration? = nil, _ clock: any Clock<Duration> = ContinuousClock()
    ) async -> Bool {
        let (end, signal) = AsyncStream.makeStream(of: Void.self)
        Task<Void, Never> {
            _ = await result
            signal.yield()
            signal.finish()
        }
        let timer = limit.map { limit in
            Task<Void, Never> {
                try? await clock.sleep(for: limit)
                signal.finish()
            }
        }
        defer { timer?.cancel() }
        for await _ in end { return true }
        return false
    }
}
