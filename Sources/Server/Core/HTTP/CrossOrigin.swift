import HTTPTypes
import Hummingbird

/// Lets web pages of the allowed origins read the server's responses (CORS).
///
/// Source: <https://fetch.spec.whatwg.org/#http-cors-protocol>
struct CrossOrigin: Sendable {
    let origins: AllowedOrigins

    /// The response to a preflight request for an allowed page; nil for any other request.
    func preflight(_ request: Request) -> Response? {
        guard request.method == .options, origin(of: request) != nil,
            request.headers[.accessControlRequestMethod] != nil
        else { return nil }
        var response = Response(status: .noContent)
        response.headers[.accessControlAllowMethods] = "GET, POST, PATCH, DELETE"
        // Google's clients send various headers, none of which changes what a request may do.
        response.headers[.accessControlAllowHeaders] = request.headers[.accessControlRequestHeaders]
        response.headers[.accessControlMaxAge] = "7200"
        return response
    }

    /// Marks `response` as readable by the page that sent the request. Requests are authenticated by a token, not by
    /// cookies, so the response does not mention credentials.
    func allow(_ response: inout Response, for request: Request) {
        guard !origins.isEmpty else { return }
        // A cache must not give a response for one origin to another one.
        response.headers[.vary] = [response.headers[.vary], "Origin"].compactMap(\.self).joined(separator: ", ")
        guard let origin = origin(of: request) else { return }
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.accessControlExposeHeaders] = "Retry-After, Todo-Change-Feed"
    }

    private func origin(of request: Request) -> String? {
        request.headers[.origin].flatMap { origins.allows($0) ? $0 : nil }
    }
}
