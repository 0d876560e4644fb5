import HTTPTypes
import Hummingbird

/// Lets the web pages of the allowed origins read what is answered to them, as browsers ask of a server.
///
/// Source: <https://fetch.spec.whatwg.org/#http-cors-protocol>
struct CrossOrigin: Sendable {
    let origins: AllowedOrigins

    /// The answer to a browser that asks, before a request of an allowed page, whether it may send it; nil for any other
    /// request.
    func preflight(_ request: Request) -> Response? {
        guard request.method == .options, origin(of: request) != nil,
            request.headers[.accessControlRequestMethod] != nil
        else { return nil }
        var response = Response(status: .noContent)
        response.headers[.accessControlAllowMethods] = "GET, POST, PATCH, DELETE"
        // Whatever a client of Google's sends along: none of it changes what a request may do.
        response.headers[.accessControlAllowHeaders] = request.headers[.accessControlRequestHeaders]
        response.headers[.accessControlMaxAge] = "7200"
        return response
    }

    /// Says in `response` that the page which asked may read it. The token, not a cookie, says who asks, so nothing is
    /// said of credentials.
    func allow(_ response: inout Response, for request: Request) {
        guard !origins.isEmpty else { return }
        // What is allowed to one origin must not come to another one from a cache.
        response.headers[.vary] = "Origin"
        guard let origin = origin(of: request) else { return }
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.accessControlExposeHeaders] = "Retry-After, Todo-Change-Feed"
    }

    private func origin(of request: Request) -> String? {
        request.headers[.origin].flatMap { origins.allows($0) ? $0 : nil }
    }
}
