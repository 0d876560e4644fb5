import HTTPTypes
import Hummingbird

/// What each answer tells the browser not to do.
enum SecurityHeaders {
    /// - Parameter isEncrypted: whether the server is reached by TLS alone, which browsers then keep to for a year.
    static func add(to response: inout Response, isEncrypted: Bool) {
        if isEncrypted { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        for (name, value) in all where response.headers[name] == nil { response.headers[name] = value }
        // Pages hold what a person wrote, and are always made anew.
        if response.headers[.cacheControl] == nil { response.headers[.cacheControl] = "no-store" }
    }

    private static let all: [(HTTPField.Name, String)] = [
        (
            .contentSecurityPolicy,
            "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
        ),
        (.xContentTypeOptions, "nosniff"),
        (named("Referrer-Policy"), "same-origin"),
        (named("Cross-Origin-Opener-Policy"), "same-origin"),
        (named("Cross-Origin-Resource-Policy"), "same-origin"),
        (named("Permissions-Policy"), "camera=(), microphone=(), geolocation=(self)"),
    ]

    // Each is a valid name.
    private static func named(_ name: String) -> HTTPField.Name { HTTPField.Name(name).unsafelyUnwrapped }
}
