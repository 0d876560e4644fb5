import Basics
import Foundation

/// Wakes tasks that wait for new edits to send. It counts, so that several can wait and none misses an edit.
package final class EditSignal: Sendable {
    private struct State {
        var count = 0
        var waiting: [UUID: CheckedContinuation<Void, Never>] = [:]
    }

    private let state = Locked(State())

    package init() {}

    /// How often the signal was raised.
    package var count: Int { state.withLock { $0.count } }

    /// Raises the signal and wakes all who wait.
    package func raise() {
        let woken = state.withLock { state in
            state.count += 1
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in woken { continuation.resume() }
    }

    /// Returns once the signal has been raised more often than `known`, or if the calling task is cancelled.
    package func wait(after known: Int) async {
        let id = Randomness.uuid()
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // If the task is cancelled after this, the handler finds the continuation.
                    guard state.count <= known, !Task.isCancelled else { return true }
                    state.waiting[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
        }
    }
}
