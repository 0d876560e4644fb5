import Basics
import JSON

/// Credentials for Google's emulator. They are not secret, and every real server refuses them.
package enum EmulatorCredentials {
    /// The administrator, to whom the security rules do not apply.
    package static func admin() throws(CredentialError) -> StaticTokenCredentials {
        StaticTokenCredentials(try BearerToken("owner"))
    }

    /// The user `id`, with an unsigned token (RFC 7519, 6): the security rules see it as `request.auth.uid`.
    /// - Parameter audience: The id of the project.
    package static func user(_ id: String, audience: String) throws(CredentialError) -> StaticTokenCredentials {
        let header: JSONValue = ["alg": "none", "typ": "JWT"]
        // As in Firebase's own tokens, both of these are the uid.
        let claims: JSONValue = [
            "sub": .string(id), "user_id": .string(id), "aud": .string(audience),
            "iss": .string("https://securetoken.google.com/\(audience)"), "iat": 0, "auth_time": 0,
            // 2100, so that no test begins to fail one day.
            "exp": 4_102_444_800,
        ]
        return StaticTokenCredentials(try BearerToken("\(encoded(header)).\(encoded(claims))."))
    }

    private static func encoded(_ value: JSONValue) -> String { Base64.urlText(value.canonicalJSON.utf8) }
}
