import Foundation
import TodoSync

/// What a sync has done so far, for whoever asks after it has failed. `@unchecked`: the lock guards the value.
final class LatestReport: @unchecked Sendable {
    private let lock = NSLock()
    private var report = SyncReport()

    var value: SyncReport { lock.withLock { report } }
    func set(_ report: SyncReport) { lock.withLock { self.report = report } }
}

/// Sends each status to all who listen. `@unchecked`: the lock guards the listeners.
final class StatusBroadcast: @unchecked Sendable {
    private let lock = NSLock()
    private var listeners: [UUID: AsyncStream<SyncStatus>.Continuation] = [:]
    private var last: SyncStatus?

    var hasListeners: Bool { lock.withLock { !listeners.isEmpty } }

    func add(_ listener: AsyncStream<SyncStatus>.Continuation) {
        let id = UUID()
        lock.withLock {
            listeners[id] = listener
            // Whoever comes late is told at once, whether anything has changed or not.
            last = nil
        }
        listener.onTermination = { [weak self] _ in
            guard let self else { return }
            self.lock.withLock { self.listeners[id] = nil }
        }
    }

    func send(_ status: SyncStatus) {
        lock.withLock {
            guard status != last else { return }
            last = status
            for listener in listeners.values { listener.yield(status) }
        }
    }
}

/// Waits for edits, and for the end of those that come in a row.
struct SignalReader {
    private let stream: AsyncStream<Void>

    init(_ stream: AsyncStream<Void>) { self.stream = stream }

    /// Returns after `limit`, or `debounce` after an edit, or when the task is cancelled.
    mutating func wait(atMost limit: Duration, debounce: Duration) async {
        let stream = stream
        let wasEdited = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                for await _ in stream { return true }
                return false
            }
            group.addTask {
                try? await Task.sleep(for: limit)
                return false
            }
            defer { group.cancelAll() }
            return await group.next() ?? false
        }
        if wasEdited { try? await Task.sleep(for: debounce) }
    }
}
