import Basics
public import Foundation
import JSON

/// A bearer token, sent as `Authorization: Bearer` (RFC 6750).
public struct BearerToken: Sendable, Hashable {
    /// The token, hidden.
    public let secret: Secret
    /// When the server stops accepting it, in the server's time; nil if unknown.
    public let expiresAt: Date?

    /// How long before its expiry a token is replaced, so that it outlives the request.
    public static let margin: TimeInterval = 60

    /// A token from text in a file or from a command, without surrounding white space.
    /// - Throws: ``CredentialError/Code/malformedToken`` if it contains characters that are not allowed in header
    ///   fields: a line break would start another field.
    public init(_ text: String, expiresAt: Date? = nil) throws(CredentialError) {
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !token.isEmpty, token.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw CredentialError(.malformedToken)
        }
        secret = Secret(token)
        self.expiresAt = expiresAt
    }

    /// Whether a request may still be sent with it at `now`, in the server's time.
    func isUsable(at now: Date) -> Bool {
        guard let expiresAt else { return true }
        return now.addingTimeInterval(Self.margin) < expiresAt
    }

    /// The value of the header field.
    var authorization: String { "Bearer \(secret.revealed)" }

    /// The subject of the token, if it is a JSON Web Token with one (RFC 7519, 4.1.2). Not verified: only the server
    /// can do that.
    public var subject: String? {
        let parts = secret.revealed.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64.decode(parts[1]) else { return nil }
        return (try? JSONValue(parsing: bytes))?["sub"]?.string
    }
}
