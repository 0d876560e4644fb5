import HTTPTypes
import Hummingbird

/// The headers that tell the browser what it must not do.
enum SecurityHeaders {
    /// - Parameter isEncrypted: whether the server is only reached by TLS. Browsers then use nothing else for a year.
    static func add(to response: inout Response, isEncrypted: Bool) {
        if isEncrypted { response.headers[.strictTransportSecurity] = "max-age=31536000" }
        for (name, value) in all where response.headers[name] == nil { response.headers[name] = value }
        // Pages hold private text, and are always made again.
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
