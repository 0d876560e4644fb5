import Foundation

/// The last token, and at most one request for the next one, however many wait for it.
actor TokenCache {
    private var token: BearerToken?
    private var isRefreshing = false
    private var waiters: [UUID: CheckedContinuation<BearerToken, any Error>] = [:]

    /// Returns the token at hand if it is good, or what `refresh` makes.
    ///
    /// Cancelling one caller ends the waiting of that caller alone. The refresh goes on even when all have gone: a
    /// server may have replaced the refresh token already, and losing its answer would sign the person out.
    func token(
        at now: Date, replacing refused: BearerToken?, refresh: @escaping @Sendable () async throws -> BearerToken
    ) async throws -> BearerToken {
        if let token, token.secret != refused?.secret, token.isUsable(at: now) { return token }
        if !isRefreshing {
            isRefreshing = true
            Task { finish(await Result(catching: refresh)) }
        }
        let id = UUID()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                // A task that is cancelled already has run its handler, which found nothing to wake.
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

    /// Puts a token there that came another way.
    func set(_ token: BearerToken?) { self.token = token }

    /// How many wait now.
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
