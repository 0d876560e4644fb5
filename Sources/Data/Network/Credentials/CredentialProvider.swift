public import Foundation

/// A source of tokens for a service.
public protocol CredentialProvider: Sendable {
    /// Returns the token for a request; nil sends it without one.
    ///
    /// Cheap if the current token is good. Many callers at the same time cause a single refresh.
    ///
    /// - Parameters:
    ///   - now: The server's time, by which expiry is judged: a device with a wrong clock must stay signed in.
    ///   - refused: The token that the server has just refused. Returns another one, or the same if there is no other.
    ///     Passing the token, instead of a mere request to refresh, lets fifty refused requests share one refresh.
    /// - Throws: ``CredentialError``, or `CancellationError`.
    func token(at now: Date, replacing refused: BearerToken?) async throws -> BearerToken?
}

/// No credentials: requests are anonymous.
public struct AnonymousCredentials: CredentialProvider {
    /// Anonymous credentials.
    public init() {}

    /// Always nil.
    public func token(at now: Date, replacing refused: BearerToken?) -> BearerToken? { nil }
}
