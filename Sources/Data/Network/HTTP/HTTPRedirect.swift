import Foundation
import HTTPTypes

/// Decides where a redirect leads, and which parts of the request must not be sent there (RFC 9110, 15.4).
package enum HTTPRedirect {
    /// The request that follows `response`; nil if `response` is not a redirect.
    ///
    /// - Throws: ``HTTPTransportError/Code/redirectRefused`` if the redirect must not be followed.
    static func next(
        after request: HTTPRequest, body: HTTPBody?, response: HTTPResponse
    ) throws(HTTPTransportError) -> (HTTPRequest, HTTPBody?)? {
        guard [301, 302, 303, 307, 308].contains(response.status.code),
            let location = response.headerFields[.location]
        else { return nil }
        let from = try HTTPOrigin(request)
        func refuse(_ reason: String) -> HTTPTransportError {
            HTTPTransportError(
                .redirectRefused, origin: from.description, requestMayHaveReachedServer: true, diagnostic: reason)
        }
        guard var next = resolve(location, from: request), let to = try? HTTPOrigin(next) else {
            throw refuse("the location is not an http or https address")
        }
        if from.scheme == "https", to.scheme == "http" { throw refuse("from https to \(to)") }

        var body = body
        let status = response.status.code
        if status == 303 ? request.method != .head : status < 303 && request.method == .post {
            next.method = .get
            next.headerFields[.contentType] = nil
            body = nil
        }
        if let body {
            guard body.isReplayable else { throw refuse("to \(to), and a streamed request body cannot be sent again") }
            guard from == to else { throw refuse("the request body would go to another origin, \(to)") }
        }
        if from != to {
            for name in credentials { next.headerFields[name] = nil }
        }
        return (next, body)
    }

    /// The error of a redirect that is not followed. It names the target's scheme, host and port. nil if `response` is
    /// not a redirect.
    static func refusal(of response: HTTPResponse, to request: HTTPRequest) -> HTTPTransportError? {
        guard [301, 302, 303, 307, 308].contains(response.status.code),
            let location = response.headerFields[.location], let from = try? HTTPOrigin(request)
        else { return nil }
        let to = resolve(location, from: request).flatMap { try? HTTPOrigin($0) }
        let target = to.map { $0 == from ? "another path of the same server" : "\($0)" }
        return HTTPTransportError(
            .redirectRefused, origin: from.description, requestMayHaveReachedServer: true,
            diagnostic: "to \(target ?? "what is not an http or https address")")
    }

    private static let credentials: [HTTPField.Name] = [.authorization, .cookie, .proxyAuthorization]

    private static func resolve(_ location: String, from request: HTTPRequest) -> HTTPRequest? {
        let base = "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "/")"
        guard let url = URL(string: location, relativeTo: URL(string: base)),
            let target = URLComponents(url: url, resolvingAgainstBaseURL: true),
            target.user == nil, target.password == nil,
            let host = target.percentEncodedHost, !host.isEmpty
        else { return nil }
        var next = request
        next.scheme = target.scheme
        next.authority = host + (target.port.map { ":\($0)" } ?? "")
        let path = target.percentEncodedPath
        next.path = (path.isEmpty ? "/" : path) + (target.percentEncodedQuery.map { "?" + $0 } ?? "")
        return next
    }
}
