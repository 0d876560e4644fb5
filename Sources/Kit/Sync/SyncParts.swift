import Foundation
import TodoLocal
import TodoSync

/// Sends each status to all who listen. `@unchecked`: the lock guards the listeners.
final class StatusBroadcast: @unchecked Sendable {
    private let lock = NSLock()
    private var listeners: [UUID: AsyncStream<SyncStatus>.Continuation] = [:]
    private var last: SyncStatus?
    /// What watches the database, as long as anybody listens.
    private var watch: Task<Void, Never>?

    var hasListeners: Bool { lock.withLock { !listeners.isEmpty } }

    /// - Parameter beginWatch: makes what watches the database.
    func add(_ listener: AsyncStream<SyncStatus>.Continuation, _ beginWatch: () -> Task<Void, Never>) {
        let id = UUID()
        lock.withLock {
            listeners[id] = listener
            // Whoever comes late is told at once, whether anything has changed or not.
            last = nil
            if watch == nil { watch = beginWatch() }
        }
        listener.onTermination = { [weak self] _ in self?.remove(id) }
    }

    private func remove(_ id: UUID) {
        let idle = lock.withLock {
            listeners[id] = nil
            defer { if listeners.isEmpty { watch = nil } }
            return listeners.isEmpty ? watch : nil
        }
        idle?.cancel()
    }

    /// Whoever still reads comes to the end: nothing more can happen.
    func finish() {
        // Not under the lock: the end of a listener takes it off.
        for listener in lock.withLock({ Array(listeners.values) }) { listener.finish() }
    }

    func send(_ status: SyncStatus) {
        lock.withLock {
            guard status != last else { return }
            last = status
            for listener in listeners.values { listener.yield(status) }
        }
    }
}

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
    func waitForEnd(atMost limit: Duration? = nil) async -> Bool {
        let (end, signal) = AsyncStream.makeStream(of: Void.self)
        Task<Void, Never> {
            _ = await result
            signal.yield()
            signal.finish()
        }
        let timer = limit.map { limit in
            Task<Void, Never> {
                try? await Task<Never, Never>.sleep(for: limit)
                signal.finish()
            }
        }
        defer { timer?.cancel() }
        for await _ in end { return true }
        return false
    }
}

extension EditSignal {
    /// Returns true once it was raised more often than `known`, false after `limit` or when the task is cancelled.
    func wait(after known: Int, atMost limit: Duration) async -> Bool {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.wait(after: known) }
            group.addTask { try? await Task<Never, Never>.sleep(for: limit) }
            await group.next()
            group.cancelAll()
        }
        return !Task.isCancelled && count > known
    }
}
