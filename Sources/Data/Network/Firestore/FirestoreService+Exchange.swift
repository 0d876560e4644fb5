import Basics
import FirestoreWire
import Foundation
import HTTPTypes
import Logging

extension FirestoreService {
    /// Sends a call until it is answered, refused permanently, or abandoned.
    ///
    /// - Parameter read: Reads the body of a successful reply. It runs again for each attempt, so its result is
    ///   complete.
    /// - Throws: `FirestoreError`.
    func perform<Reply>(
        _ call: FirestoreCall, _ read: (HTTPResponseBody) async throws -> Reply
    ) async throws -> Reply {
        let elapsed = stopwatch(surroundings.clock)
        var authorization = Authorization()
        var attempt = 1
        while true {
            let error: FirestoreError
            do {
                try await authorization.prepare(credentials, at: serverClock.now)
                return try await exchange(call, authorization.token, read)
            } catch let caught {
                error = FirestoreError(caught)
            }
            if !call.isRepeatable, error.leavesOutcomeUnknown { throw FirestoreError.outcomeUnknown(error) }
            guard !Task.isCancelled else { throw error }
            // A new token is worth an immediate attempt.
            if case .status = error, error.errorClass() == .auth {
                try authorization.refuse()
                log(call, attempt, error, pause: .zero)
                continue
            }
            guard error.isWorthWaiting, attempt < retry.maximumAttempts else { throw error }
            let pause = retry.delay(after: attempt, asked: error.retryDelay, chance: surroundings.chance())
            guard elapsed() + pause < retry.totalTime else { throw error }
            log(call, attempt, error, pause: pause)
            guard (try? await surroundings.clock.sleep(for: pause)) != nil else { throw FirestoreError.cancelled }
            attempt += 1
        }
    }

    private func exchange<Reply>(
        _ call: FirestoreCall, _ token: BearerToken?, _ read: (HTTPResponseBody) async throws -> Reply
    ) async throws -> Reply {
        var options = options
        options.isIdempotent = call.isRepeatable
        options.maximumRedirects = 0
        let request = call.request(to: database.endpoint, token: token)
        let (response, body) = try await transport.send(
            request, body: call.body.map { HTTPBody($0) }, options: options)
        let clockOffset = serverClock.learn(from: response)
        learnChangeFeed(from: response)
        guard response.status.kind == .successful else {
            if let refusal = HTTPRedirect.refusal(of: response, to: request) { throw refusal }
            throw FirestoreError(response, try await body.collect(upTo: Self.maximumErrorBytes))
        }
        let reply = try await read(body)
        if let clockOffset { serverClock.trust(clockOffset) }
        return reply
    }

    /// More than any error needs.
    private static let maximumErrorBytes = 1 << 20

    private func log(_ call: FirestoreCall, _ attempt: Int, _ error: FirestoreError, pause: Duration) {
        surroundings.logger?.debug(
            "A request to Firestore failed and is sent again.",
            metadata: [
                "method": "\(call.name)", "attempt": "\(attempt)", "code": "\(error.code)", "pause": "\(pause)",
            ])
    }
}

/// The token of one call, which is replaced at most once.
private struct Authorization {
    private(set) var token: BearerToken?
    private var refused: BearerToken?
    private var isRefused = false

    /// Gets a token; after a refusal, another one.
    mutating func prepare(_ credentials: any CredentialProvider, at now: Date) async throws {
        token = try await credentials.token(at: now, replacing: refused)
        // The same token again, or still no token, would only be refused again.
        if isRefused, token?.secret == refused?.secret { throw CredentialError(.signInAgain) }
    }

    /// Notes that the server refused the token.
    mutating func refuse() throws {
        guard !isRefused else { throw FirestoreError.credentials(CredentialError(.signInAgain)) }
        isRefused = true
        refused = token
    }
}

/// Starts a measurement, and returns a function for the elapsed time.
private func stopwatch<C: Clock<Duration>>(_ clock: C) -> () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
}
