import Foundation
import HTTPTypes
import JSON

/// The services that sign in and refresh the accounts of a Firebase project.
///
/// Source: <https://firebase.google.com/docs/reference/rest/auth>
package struct FirebaseAccounts: Sendable {
    /// The API key of the project. Google does not treat it as secret, but here it is never logged either.
    package var apiKey: Secret
    /// `scheme://host[:port][/path]` of the Identity Toolkit.
    package var identityURL: String
    /// `scheme://host[:port][/path]` of the Secure Token service.
    package var tokenURL: String

    /// The accounts of the project that `apiKey` belongs to, by default at Google.
    package init(
        apiKey: Secret, identityURL: String = "https://identitytoolkit.googleapis.com",
        tokenURL: String = "https://securetoken.googleapis.com"
    ) {
        self.apiKey = apiKey
        self.identityURL = identityURL
        self.tokenURL = tokenURL
    }
}

/// The result of a sign-in or a refresh.
struct FirebaseSession: Sendable {
    let token: BearerToken
    let refreshToken: Secret

    /// Parses a reply; the two services use different names for the same members.
    init?(_ reply: JSONValue, at now: Date) {
        guard let id = (reply["idToken"] ?? reply["id_token"])?.string,
            let refresh = (reply["refreshToken"] ?? reply["refresh_token"])?.string, !refresh.isEmpty,
            let lifetime = reply["expiresIn"] ?? reply["expires_in"],
            let seconds = lifetime.number ?? lifetime.string.flatMap(Double.init),
            let token = try? BearerToken(id, expiresAt: now.addingTimeInterval(seconds))
        else { return nil }
        self.token = token
        refreshToken = Secret(refresh)
    }
}

/// Sends the two requests for an account.
struct FirebaseAccountClient: Sendable {
    let accounts: FirebaseAccounts
    let transport: any HTTPTransport

    /// <https://firebase.google.com/docs/reference/rest/auth#section-sign-in-email-password>
    func signIn(email: String, password: Secret, at now: Date) async throws -> FirebaseSession {
        let body: JSONValue = [
            "email": .string(email), "password": .string(password.revealed), "returnSecureToken": true,
        ]
        return try await post(
            accounts.identityURL, "/v1/accounts:signInWithPassword", body, at: now, refusal: .signInRefused)
    }

    /// <https://firebase.google.com/docs/reference/rest/auth#section-refresh-token>
    func refresh(_ token: Secret, at now: Date) async throws -> FirebaseSession {
        let body: JSONValue = ["grant_type": "refresh_token", "refresh_token": .string(token.revealed)]
        return try await post(accounts.tokenURL, "/v1/token", body, at: now, refusal: .signInAgain)
    }

    private func post(
        _ base: String, _ path: String, _ body: JSONValue, at now: Date, refusal: CredentialError.Code
    ) async throws -> FirebaseSession {
        guard let endpoint = EndpointURL(base) else { throw CredentialError(.unavailable, "malformed URL") }
        let key = accounts.apiKey.revealed.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let request = endpoint.request(.post, "\(path)?key=\(key)", fields: [.contentType: "application/json"])
        // Replies are small, and a person may be waiting.
        let options = HTTPOptions(totalTimeout: .seconds(30), maximumResponseBytes: 1 << 20)
        let (response, bytes): (HTTPResponse, [UInt8])
        do {
            (response, bytes) = try await transport.collect(
                request, body: HTTPBody(body.canonicalJSON), options: options)
        } catch let error as HTTPTransportError {
            if Task.isCancelled { throw CancellationError() }
            throw CredentialError(.unavailable, "\(error)")
        }
        if let refusal = HTTPRedirect.refusal(of: response, to: request) {
            throw CredentialError(.unavailable, "\(refusal)")
        }
        let reply = try? JSONValue(parsing: bytes)
        guard response.status.kind == .successful else {
            throw Self.error(response.status.code, reply?["error"], refusal: refusal)
        }
        let serverTime = response.headerFields[.date].flatMap(HTTPDate.parse) ?? now
        guard let reply, let session = FirebaseSession(reply, at: serverTime) else {
            throw CredentialError(.unavailable, "unexpected reply")
        }
        return session
    }

    /// Distinguishes a refusal from a failure: only an error in the service's own form counts as a refusal.
    private static func error(
        _ status: Int, _ error: JSONValue?, refusal: CredentialError.Code
    ) -> CredentialError {
        let message = error?["message"]?.string ?? ""
        switch status {
        case 400 where message.hasPrefix("API key"), 403 where error != nil: return CredentialError(.invalidKey)
        // TOO_MANY_ATTEMPTS_TRY_LATER is a 400 too, but does not mean that the password is wrong.
        case 400 where message.hasPrefix("TOO_MANY_ATTEMPTS"): return CredentialError(.unavailable, "too many attempts")
        case 400 where error != nil, 401 where error != nil: return CredentialError(refusal)
        default: return CredentialError(.unavailable, "HTTP \(status)")
        }
    }
}
