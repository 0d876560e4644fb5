public import Foundation

/// A user who signed in with e-mail and password, and stays signed in with the refresh token.
///
/// The password is used once and not kept. The refresh token is stored in a file of mode 0600; tokens for requests are
/// only in memory.
public struct FirebaseCredentials: CredentialProvider {
    private let client: FirebaseAccountClient
    private let file: SecretFile
    private let cache = TokenCache()

    /// The user whose refresh token is, or will be, in the file at `path`. Its folder must exist.
    public init(accounts: FirebaseAccounts, refreshTokenFile path: String, transport: any HTTPTransport) {
        client = FirebaseAccountClient(accounts: accounts, transport: transport)
        file = SecretFile(path: path)
    }

    /// Signs in, and stores the refresh token.
    /// - Throws: ``CredentialError/Code/signInRefused`` if e-mail and password do not match; a user who was signed in
    ///   before stays signed in.
    public func signIn(email: String, password: Secret, at now: Date = Date()) async throws {
        let session = try await client.signIn(email: email, password: password, at: now)
        try file.write(session.refreshToken)
        await cache.set(session.token)
    }

    /// Deletes the tokens on this device. Tokens that others may have expire within an hour.
    public func signOut() async throws {
        await cache.set(nil)
        try file.remove()
    }

    /// The user's token, refreshed if it expires within a minute or was refused.
    /// - Throws: ``CredentialError/Code/notSignedIn``, or ``CredentialError/Code/signInAgain`` if the refresh is
    ///   refused.
    public func token(at now: Date, replacing refused: BearerToken?) async throws -> BearerToken? {
        try await cache.token(at: now, replacing: refused) { [client, file] in
            let kept = try file.read()?.trimmingCharacters(in: .whitespacesAndNewlines)
            guard let kept, !kept.isEmpty else { throw CredentialError(.notSignedIn) }
            let session = try await client.refresh(Secret(kept), at: now)
            // The service may issue a new refresh token, which invalidates the old one.
            if session.refreshToken.revealed != kept { try file.write(session.refreshToken) }
            return session.token
        }
    }
}
