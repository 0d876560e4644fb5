package import Foundation

/// A token that is renewed by others or never expires, such as that of a self-hosted server.
package struct StaticTokenCredentials: CredentialProvider {
    private enum Source: Sendable {
        case token(BearerToken)
        case kept(any SecretStore, missing: CredentialError.Code)
    }

    private let source: Source

    /// A given token.
    package init(_ token: BearerToken) { source = .token(token) }

    /// A token in a file. It is read for each request, so that replacing the file needs no restart.
    ///
    /// The file must belong to this user and not be accessible to others (0600), or each request fails with
    /// ``CredentialError/Code/insecureFile``.
    package init(file path: String) { source = .kept(SecretFile(path: path), missing: .unreadableFile) }

    /// A token that this program stores; as long as there is none, each request fails with
    /// ``CredentialError/Code/notSignedIn``.
    package init(_ kept: KeptToken) { source = .kept(kept.store, missing: .notSignedIn) }

    /// A token in an environment variable.
    /// - Throws: ``CredentialError/Code/missingVariable`` if it is not set or empty.
    package init(
        variable name: String, of environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(CredentialError) {
        guard let text = environment[name], !text.isEmpty else { throw CredentialError(.missingVariable, name) }
        self.init(try BearerToken(text))
    }

    /// The token, even if it was refused: there is no other token.
    package func token(at now: Date, replacing refused: BearerToken?) throws -> BearerToken? {
        switch source {
        case .token(let token): return token
        case .kept(let store, let missing):
            guard let secret = try store.read() else { throw CredentialError(missing, store.place) }
            return try BearerToken(secret.revealed)
        }
    }
}

/// A token that this program stores.
package struct KeptToken: Sendable {
    fileprivate let store: any SecretStore

    /// The token in the file at `path`, which need not exist yet. Its folder must exist.
    package init(path: String) { self.init(SecretFile(path: path)) }

    /// The token in a store.
    ///
    /// - Parameter store: The place of the token.
    package init(_ store: any SecretStore) { self.store = store }

    /// Stores a token, replacing the previous one.
    package func set(_ token: BearerToken) throws(CredentialError) { try store.write(token.secret) }

    /// Deletes the token.
    package func remove() throws(CredentialError) { try store.remove() }
}
