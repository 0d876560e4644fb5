import Basics

/// Lets only as many tasks read at the same time as there are connections for reading; the others wait their turn, without a
/// thread.
///
/// Without it they would wait inside of GRDB's pool. A read at once waits there on the thread of its task, of which there are as
/// few as cores; an asynchronous read gives its connection back only when its task goes on, for which it needs such a thread.
/// With enough reads at a time, nobody would go on any more.
package final class ReaderTurns: Sendable {
    private struct State {
        var free: Int
        /// Those who wait, by number.
        var waiting: [Int: CheckedContinuation<Void, any Error>] = [:]
        /// The number of whoever comes next; those who were cancelled are missing.
        var next = 1
        /// The number of whoever has come last.
        var last = 0
    }

    private let state: Locked<State>

    /// - Parameter count: how many can read at the same time.
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
                    // A cancellation before this has found nobody who waits.
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
