package import Foundation

/// A user who signed in with e-mail and password, and stays signed in with the refresh token.
///
/// The password is used once and not kept. The refresh token is stored; tokens for requests are
/// only in memory.
package struct FirebaseCredentials: CredentialProvider {
    private let client: FirebaseAccountClient
    private let store: any SecretStore
    private let cache = TokenCache()

    /// The user whose refresh token is, or will be, in the file at `path`. Its folder must exist.
    package init(accounts: FirebaseAccounts, refreshTokenFile path: String, transport: any HTTPTransport) {
        self.init(accounts: accounts, refreshToken: SecretFile(path: path), transport: transport)
    }

    /// The user whose refresh token is, or will be, in a store.
    ///
    /// - Parameters:
    ///   - accounts: The account service.
    ///   - store: The place of the refresh token.
    ///   - transport: Sends the requests.
    package init(accounts: FirebaseAccounts, refreshToken store: any SecretStore, transport: any HTTPTransport) {
        client = FirebaseAccountClient(accounts: accounts, transport: transport)
        self.store = store
    }

    /// Signs in, and stores the refresh token.
    /// - Parameter accept: called with the user's id before anything is stored; throws if it must be another user.
    /// - Throws: ``CredentialError/Code/signInRefused`` if e-mail and password do not match, and the errors of
    ///   `accept`. A user who was signed in before stays signed in.
    package func signIn(
        email: String, password: Secret, at now: Date = Date(), accepting accept: (String) throws -> Void = { _ in }
    ) async throws {
        let session = try await client.signIn(email: email, password: password, at: now)
        if let user = session.token.subject { try accept(user) }
        try store.write(session.refreshToken)
        await cache.set(session.token)
    }

    /// Deletes the tokens on this device. Copies of these tokens elsewhere expire within an hour.
    package func signOut() async throws {
        await cache.set(nil)
        try store.remove()
    }

    /// The user's token, refreshed if it expires within a minute or was refused.
    /// - Throws: ``CredentialError/Code/notSignedIn``, or ``CredentialError/Code/signInAgain`` if the refresh is
    ///   refused.
    package func token(at now: Date, replacing refused: BearerToken?) async throws -> BearerToken? {
        try await cache.token(at: now, replacing: refused) { [client, store] in
            let kept = try store.read()?.revealed.trimmingCharacters(in: .whitespacesAndNewlines)
            guard let kept, !kept.isEmpty else { throw CredentialError(.notSignedIn) }
            let session = try await client.refresh(Secret(kept), at: now)
            // The service may issue a new refresh token, which invalidates the old one.
            if session.refreshToken.revealed != kept { try store.write(session.refreshToken) }
            return session.token
        }
    }
}
