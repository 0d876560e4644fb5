import Foundation
import JSON

/// What Google's emulator takes for credentials. They are no secrets, and every real server refuses them.
public enum EmulatorCredentials {
    /// The administrator, for whom the security rules do not hold.
    public static func admin() throws(CredentialError) -> StaticTokenCredentials {
        StaticTokenCredentials(try BearerToken("owner"))
    }

    /// The user `id`, by an unsigned token (RFC 7519, 6): the security rules see it as `request.auth.uid`.
    /// - Parameter audience: The id of the project.
    public static func user(_ id: String, audience: String) throws(CredentialError) -> StaticTokenCredentials {
        let header: JSONValue = ["alg": "none", "typ": "JWT"]
        // As Firebase's own tokens: the subject is the uid, in both places.
        let claims: JSONValue = [
            "sub": .string(id), "user_id": .string(id), "aud": .string(audience),
            "iss": .string("https://securetoken.google.com/\(audience)"), "iat": 0, "auth_time": 0,
            // 2100: a test must not fail on a certain day.
            "exp": 4_102_444_800,
        ]
        return StaticTokenCredentials(try BearerToken("\(encoded(header)).\(encoded(claims))."))
    }

    /// Base64 for URLs, without padding (RFC 7515, 2).
    private static func encoded(_ value: JSONValue) -> String {
        Data(value.canonicalJSON.utf8).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
