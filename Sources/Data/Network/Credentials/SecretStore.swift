/// The place of one secret on this device: a token, or the refresh token of a user who has signed in.
///
/// ``SecretFile`` keeps it in a file that only its owner can read, ``KeychainSecret`` in the Keychain of Apple's platforms.
public protocol SecretStore: Sendable {
    /// The place of the secret, for messages; never the secret itself.
    var place: String { get }

    /// Reads the secret; nil if there is none.
    ///
    /// - Throws: ``CredentialError/Code/insecureFile`` if others can read it,
    ///   ``CredentialError/Code/unreadableFile`` if it cannot be read.
    func read() throws(CredentialError) -> Secret?

    /// Stores a secret, replacing the previous one. Readers see either of them.
    ///
    /// - Parameter secret: The new secret.
    func write(_ secret: Secret) throws(CredentialError)

    /// Deletes the secret; nothing happens if there is none.
    func remove() throws(CredentialError)
}
