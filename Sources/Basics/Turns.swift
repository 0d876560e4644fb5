/// Lets only so many tasks run a piece of work at the same time. The others wait for their turn, first come, first served, and
/// block no thread.
package final class Turns: Sendable {
    private struct State {
        var free: Int
        /// Those who wait, by number.
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
        /// The number of the next task; numbers of cancelled tasks are skipped.
        var next = 1
        /// The number of the last task that has come.
        var last = 0
    }

    private let state: Locked<State>

    /// - Parameter count: how many tasks can have a turn at the same time.
    package init(_ count: Int) { state = Locked(State(free: count)) }

    /// How many wait.
    package var waiting: Int { state.withLock { $0.waiting.count } }

    /// Runs `body` when it is its turn.
    /// - Throws: `CancellationError` if the task is cancelled before, and what `body` throws.
    package func withTurn<Result: Sendable>(_ body: () async throws -> Result) async throws -> Result {
        if !take() { try await wait() }
        defer { giveBack() }
        return try await body()
    }

    private func take() -> Bool {
        state.withLock { state in
            guard state.free > 0 else { return false }
            state.free -= 1
            return true
        }
    }

    private func wait() async throws {
        let place = Locked<Int?>(nil)
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer: Result<Void, any Error>? = state.withLock { state in
                    // A cancellation before this found no waiting task.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if state.free > 0 {
                        state.free -= 1
                        return .success(())
                    }
                    state.last += 1
                    state.waiting[state.last] = continuation
                    place.withLock { $0 = state.last }
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                place.withLock(\.self).flatMap { state.waiting.removeValue(forKey: $0) }
            }
            waiting?.resume(throwing: CancellationError())
        }
    }

    private func giveBack() {
        let next = state.withLock { state -> CheckedContinuation<Void, any Error>? in
            while state.next <= state.last {
                defer { state.next += 1 }
                if let next = state.waiting.removeValue(forKey: state.next) { return next }
            }
            state.free += 1
            return nil
        }
        next?.resume()
    }
}
