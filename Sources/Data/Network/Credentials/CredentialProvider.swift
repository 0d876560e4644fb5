public import Foundation

/// Where the tokens of a service come from.
public protocol CredentialProvider: Sendable {
    /// Returns the token for a request; nil sends it without one.
    ///
    /// Cheap where the token at hand is good. Many callers at once cause one refresh.
    ///
    /// - Parameters:
    ///   - now: The server's time, by which expiry is judged: a device whose clock is wrong must stay signed in.
    ///   - refused: The token that the server has just refused. One that differs is returned, or the same where there is
    ///     no other. Naming it, in place of a mere "refresh", lets fifty refused requests share one refresh.
    /// - Throws: ``CredentialError``, or `CancellationError`.
    func token(at now: Date, replacing refused: BearerToken?) async throws -> BearerToken?
}

/// No credentials: who asks stays unknown.
public struct AnonymousCredentials: CredentialProvider {
    /// Makes them.
    public init() {}

    /// Always nil.
    public func token(at now: Date, replacing refused: BearerToken?) -> BearerToken? { nil }
}
