public import Foundation
public import TodoNetwork

/// The sign-in of an app: it has a session of its own, and gives the session's token to the remote.
public actor AppTokens: CredentialProvider {
    private let fetch: @Sendable () async throws -> (text: String, expiresAt: Date)
    private var current: BearerToken?
    private var running: Task<BearerToken, any Error>?

    /// - Parameter fetch: asks the app's own service for a token, with the time until which it is good.
    public init(_ fetch: @escaping @Sendable () async throws -> (text: String, expiresAt: Date)) { self.fetch = fetch }

    /// The token that is good at a time; another one than that which was refused. Several requests share one call of `fetch`.
    public func token(at now: Date, replacing refused: BearerToken?) async throws -> BearerToken? {
        if let current, current != refused, current.expiresAt.map({ $0 > now + BearerToken.margin }) ?? true {
            return current
        }
        if let running { return try await running.value }
        let task = Task { [fetch] in
            let answer = try await fetch()
            return try BearerToken(answer.text, expiresAt: answer.expiresAt)
        }
        running = task
        defer { running = nil }
        let token = try await task.value
        current = token
        return token
    }
}
