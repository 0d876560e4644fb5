import Foundation
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

/// Tells one waiting task that something was edited. `@unchecked`: the lock guards what varies.
final class EditSignal: @unchecked Sendable {
    private let lock = NSLock()
    private var isRaised = false
    private var waiting: [UUID: AsyncStream<Void>.Continuation] = [:]

    /// Wakes whoever waits, or else the next one to come.
    func raise() {
        lock.withLock {
            isRaised = true
            for continuation in waiting.values {
                // One whose time has just run out does not hear it any more.
                if case .enqueued = continuation.yield() { isRaised = false }
            }
        }
    }

    /// Forgets what was raised and has woken nobody.
    func lower() { lock.withLock { isRaised = false } }

    /// Returns true after an edit, false after `limit` or when the task is cancelled.
    ///
    /// Each wait has a stream of its own: a task that is cancelled while it reads a stream finishes it for all.
    func wait(atMost limit: Duration) async -> Bool {
        let id = UUID()
        let (edits, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let wasRaised = lock.withLock {
            defer { isRaised = false }
            if !isRaised { waiting[id] = continuation }
            return isRaised
        }
        if wasRaised { return true }
        let timer = Task {
            try? await Task.sleep(for: limit)
            continuation.finish()
        }
        defer {
            timer.cancel()
            lock.withLock { waiting[id] = nil }
        }
        for await _ in edits { return true }
        return false
    }
}
