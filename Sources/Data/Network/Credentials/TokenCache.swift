import Basics
import Foundation

/// The current token, and at most one request for the next token, for any number of waiting callers.
actor TokenCache {
    private var token: BearerToken?
    private var isRefreshing = false
    private var waiters: [UUID: CheckedContinuation<BearerToken, any Error>] = [:]

    /// Returns the current token if it is good, or the result of `refresh`.
    ///
    /// Cancelling one caller ends only its own waiting. The refresh continues even without callers: the server may
    /// already have replaced the refresh token, and losing its answer would sign the user out.
    func token(
        at now: Date, replacing refused: BearerToken?, refresh: @escaping @Sendable () async throws -> BearerToken
    ) async throws -> BearerToken {
        if let token, token.secret != refused?.secret, token.isUsable(at: now) { return token }
        if !isRefreshing {
            isRefreshing = true
            Task { finish(await Result(catching: refresh)) }
        }
        let id = Randomness.uuid()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // If the task is already cancelled, its handler has run and found nothing to wake.
                if Task.isCancelled {
                    continuation.resume(throwing: CancellationError())
                } else {
                    waiters[id] = continuation
                }
            }
        } onCancel: {
            Task { await self.cancel(id) }
        }
    }

    /// Sets a token that was obtained another way.
    func set(_ token: BearerToken?) { self.token = token }

    /// The number of waiting callers.
    var waiterCount: Int { waiters.count }

    private func cancel(_ id: UUID) {
        waiters.removeValue(forKey: id)?.resume(throwing: CancellationError())
    }

    private func finish(_ result: Result<BearerToken, any Error>) {
        isRefreshing = false
        if case .success(let fresh) = result { token = fresh }
        let waiting = waiters.values
        waiters = [:]
        for waiter in waiting { waiter.resume(with: result) }
    }
}

extension Result where Failure == any Error {
    fileprivate init(catching body: () async throws -> Success) async {
        do {
            self = .success(try await body())
        } catch {
            self = .failure(error)
        }
    }
}
