public import HTTPTypes

/// What carries one HTTP request to a server and its response back.
///
/// Every status is a response: a 404 or a 503 is returned, not thrown. What is thrown is an ``HTTPTransportError``
/// or, unchanged, what the caller's own streamed request body threw.
///
/// Cancelling the calling task stops the exchange on the wire and throws ``HTTPTransportError/Code/cancelled``.
public protocol HTTPTransport: Sendable {
    /// Sends a request, and returns as soon as the head of its response has arrived.
    ///
    /// - Parameters:
    ///   - request: Method, scheme (`http` or `https`), authority, path with query, and header fields. Framing fields
    ///     (`Host`, `Content-Length`, `Transfer-Encoding`, `Connection`, ...) are the transport's and are refused here.
    ///   - body: What is sent after the head; nil for none. `Content-Type` is `application/json` unless the request
    ///     names another.
    ///   - options: Timeouts, bounds and redirects.
    /// - Returns: The head, and the body as it arrives. Dropping the body unread stops the exchange.
    func send(
        _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
    ) async throws -> (HTTPResponse, HTTPResponseBody)
}

extension HTTPTransport {
    /// Sends a request and returns the whole response, at most ``HTTPOptions/maximumResponseBytes`` of it.
    ///
    /// - Throws: What ``send(_:body:options:)`` throws, for the body as well; a body that ends early is an error, never
    ///   a short result.
    public func collect(
        _ request: HTTPRequest, body: HTTPBody? = nil, options: HTTPOptions = HTTPOptions()
    ) async throws -> (HTTPResponse, [UInt8]) {
        let (response, stream) = try await send(request, body: body, options: options)
        return (response, try await stream.collect(upTo: options.maximumResponseBytes))
    }
}
