public import Foundation
import JSON

/// What proves to a server who asks, as `Authorization: Bearer` (RFC 6750).
public struct BearerToken: Sendable, Hashable {
    /// The token, hidden.
    public let secret: Secret
    /// When the server stops accepting it, in the server's time; nil if nobody knows.
    public let expiresAt: Date?

    /// How long before its end a token is replaced: it must outlive the request that carries it.
    public static let margin: TimeInterval = 60

    /// Makes a token from text as files and commands give it: white space around it is dropped.
    /// - Throws: ``CredentialError/Code/malformedToken`` if it holds what no header field may: a token that ends a
    ///   line would start another field.
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

    /// Whom the token stands for, if it is a JSON Web Token that says so (RFC 7519, 4.1.2). Not checked: only the
    /// server can.
    public var subject: String? {
        let parts = secret.revealed.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        let text = parts[1].replacing("-", with: "+").replacing("_", with: "/")
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        guard let data = Data(base64Encoded: text + padding) else { return nil }
        return (try? JSONValue(parsing: Array(data)))?["sub"]?.string
    }
}
