import Foundation
import TodoSync

/// How thorough a sync is; each does what those before it do.
enum SyncExtent: Int, Comparable {
    /// Pulls, and asks each question once: whoever wants to read does not wait long.
    case firstNews
    /// Pulls.
    case othersNews
    /// Pulls and pushes.
    case news
    /// Pulls everything again, and pushes.
    case everything

    static func < (left: SyncExtent, right: SyncExtent) -> Bool { left.rawValue < right.rawValue }
}

/// A sync that is going on.
struct RunningSync: Sendable {
    let id = UUID()
    let task: Task<SyncReport, any Error>
    let extent: SyncExtent
    let patience: Duration
    /// How many wait for what it comes to; at 0 it is given up.
    var callers = 1
}

extension Task where Success: Sendable {
    /// Returns when it has ended, after `limit`, or when the calling task is cancelled.
    /// - Returns: whether it has ended.
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
