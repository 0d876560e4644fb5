import Basics

/// Lets only as many tasks read at the same time as there are connections for reading; the others wait their turn, without a
/// thread.
///
/// Without it they would wait inside of GRDB's pool. A read at once waits there on the thread of its task, of which there are as
/// few as cores; an asynchronous read gives its connection back only when its task goes on, for which it needs such a thread.
/// With enough reads at a time, nobody would go on any more.
final class ReaderTurns: Sendable {
    private struct State {
        var free: Int
        /// Those who wait, the first one first; what was taken out is before `next`.
        var waiting: [CheckedContinuation<Void, Never>] = []
        var next = 0
    }

    private let state: Locked<State>

    /// - Parameter count: how many can read at the same time.
    init(_ count: Int) { state = Locked(State(free: count)) }

    /// Runs `body` when it is its turn.
    func withTurn<Result: Sendable>(_ body: () async throws -> Result) async rethrows -> Result {
        if !take() {
            await withCheckedContinuation { continuation in
                let isFree = state.withLock { state in
                    guard state.free == 0 else {
                        state.free -= 1
                        return true
                    }
                    state.waiting.append(continuation)
                    return false
                }
                if isFree { continuation.resume() }
            }
        }
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

    private func giveBack() {
        let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.next < state.waiting.count else {
                state.free += 1
                return nil
            }
            let next = state.waiting[state.next]
            state.next += 1
            if state.next == state.waiting.count { (state.waiting, state.next) = ([], 0) }
            return next
        }
        next?.resume()
    }
}
