public import Foundation

/// A person who signed in with e-mail and password, kept signed in by the refresh token.
///
/// The password is used once and forgotten. The refresh token is kept in a file of mode 0600; tokens for requests live
/// in memory alone.
public struct FirebaseCredentials: CredentialProvider {
    private let client: FirebaseAccountClient
    private let file: SecretFile
    private let cache = TokenCache()

    /// The person whose refresh token is, or will be, in the file at `path`. Its folder must exist.
    public init(accounts: FirebaseAccounts, refreshTokenFile path: String, transport: any HTTPTransport) {
        client = FirebaseAccountClient(accounts: accounts, transport: transport)
        file = SecretFile(path: path)
    }

    /// Signs in, and keeps the refresh token.
    /// - Throws: ``CredentialError/Code/signInRefused`` if e-mail and password do not fit; whoever was signed in
    ///   before then still is.
    public func signIn(email: String, password: Secret, at now: Date = Date()) async throws {
        let session = try await client.signIn(email: email, password: password, at: now)
        try file.write(session.refreshToken)
        await cache.set(session.token)
    }

    /// Forgets the tokens on this device. Those that others hold end by themselves, within an hour.
    public func signOut() async throws {
        await cache.set(nil)
        try file.remove()
    }

    /// The token of the person, refreshed where it ends within a minute or was refused.
    /// - Throws: ``CredentialError/Code/notSignedIn``, or ``CredentialError/Code/signInAgain`` if the refresh is
    ///   refused.
    public func token(at now: Date, replacing refused: BearerToken?) async throws -> BearerToken? {
        try await cache.token(at: now, replacing: refused) { [client, file] in
            let kept = try file.read()?.trimmingCharacters(in: .whitespacesAndNewlines)
            guard let kept, !kept.isEmpty else { throw CredentialError(.notSignedIn) }
            let session = try await client.refresh(Secret(kept), at: now)
            // The service may hand out another one, and the old one then ends.
            if session.refreshToken.revealed != kept { try file.write(session.refreshToken) }
            return session.token
        }
    }
}
