import Basics
import FirestoreWire

/// Limits how many operations run at the same time, in total and for each user. The others wait without a thread. Users
/// take turns, and users who have taken a lot of processor time come after all others.
package final class Turnstile: Sendable {
    private struct Waiter {
        let id: UInt64
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var running = 0
        var byUser: [String: Int] = [:]
        var waiting = RoundRobin<Waiter>()
        var lastID: UInt64 = 0
        var peak = 0
    }

    private let total: Int
    private let perUser: Int
    private let waitingPerUser: Int
    private let processor: ProcessorUse
    private let state = Locked(State())

    /// - Parameters:
    ///   - total: How many may run at the same time.
    ///   - perUser: How many of one user may run at the same time.
    ///   - waitingPerUser: How many of one user may wait.
    ///   - processor: The recent processor time of users.
    package init(total: Int, perUser: Int, waitingPerUser: Int, _ processor: ProcessorUse = ProcessorUse()) {
        self.total = total
        self.perUser = perUser
        self.waitingPerUser = waitingPerUser
        self.processor = processor
    }

    /// How many are running.
    package var running: Int { state.withLock { $0.running } }
    /// How many are waiting.
    package var waiting: Int { state.withLock { $0.waiting.count } }
    /// The most that ever ran at the same time.
    package var peak: Int { state.withLock { $0.peak } }

    /// Runs `body` when it is the turn of `user`.
    /// - Throws: ``Status`` RESOURCE_EXHAUSTED if too many of the user's operations are waiting, `CancellationError` if
    ///   the task is cancelled while it waits, and the errors of `body`.
    package func withTurn<T>(of user: String, _ body: () async throws -> T) async throws -> T {
        try await enter(user)
        defer { leave(user) }
        return try await body()
    }

    private func enter(_ user: String) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let answer: Result<Void, any Error>? = state.withLock { state in
                    // A cancellation before this found no waiter to remove.
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if canStart(user, state.running, state.byUser) {
                        start(user, &state)
                        return .success(())
                    }
                    guard state.waiting.count(of: user) < waitingPerUser else {
                        return .failure(
                            Status(
                                .resourceExhausted, "You have too many large requests at once; wait for them.",
                                retryDelay: .seconds(1)))
                    }
                    state.waiting.append(Waiter(id: id, continuation: continuation), of: user)
                    return nil
                }
                if let answer { continuation.resume(with: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiting.remove(of: user) { $0.id == id } }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }

    private func leave(_ user: String) {
        let waiter: Waiter? = state.withLock { state in
            state.running -= 1
            let own = (state.byUser[user] ?? 1) - 1
            state.byUser[user] = own > 0 ? own : nil
            let (running, byUser) = (state.running, state.byUser)
            let next = state.waiting.next(lastOf: processor.isHeavy) { user, _ in canStart(user, running, byUser) }
            guard let next else { return nil }
            start(next.user, &state)
            return next.element
        }
        waiter?.continuation.resume()
    }

    private func canStart(_ user: String, _ running: Int, _ byUser: [String: Int]) -> Bool {
        running < total && byUser[user] ?? 0 < perUser
    }

    private func start(_ user: String, _ state: inout State) {
        state.running += 1
        state.byUser[user, default: 0] += 1
        state.peak = max(state.peak, state.running)
    }
}
