public import HTTPTypes

/// Sends HTTP requests to a server and returns its responses.
///
/// Every status is a response: a 404 or a 503 is returned, not thrown. Throws ``HTTPTransportError``, or the unchanged
/// error of the caller's own streamed request body.
///
/// Cancelling the calling task stops the exchange and throws ``HTTPTransportError/Code/cancelled``.
///
/// An app can write its own: ``HTTPBody/forEachChunk(_:)`` reads the bytes to send, ``HTTPResponseBody/init(next:)``
/// makes the body to return.
public protocol HTTPTransport: Sendable {
    /// Its further abilities; none by default.
    var capabilities: HTTPCapabilities { get }

    /// Sends a request, and returns once the head of its response has arrived.
    ///
    /// - Parameters:
    ///   - request: Method, scheme (`http` or `https`), authority, path with query, and header fields. Framing fields
    ///     (`Host`, `Content-Length`, `Transfer-Encoding`, `Connection`, ...) are set by the transport and refused
    ///     here.
    ///   - body: The body to send; nil for none. `Content-Type` is `application/json` unless the request names another.
    ///   - options: Timeouts, limits and redirects.
    /// - Returns: The head, and the body as it arrives. Releasing the body unread stops the exchange.
    func send(
        _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
    ) async throws -> (HTTPResponse, HTTPResponseBody)

    /// Ends all exchanges with ``HTTPTransportError/Code/shutDown``, and returns when everything is closed. Nothing happens
    /// unless a transport implements it.
    func shutDown() async
}

extension HTTPTransport {
    /// See ``HTTPTransport/capabilities``.
    public var capabilities: HTTPCapabilities { [] }

    /// See ``HTTPTransport/shutDown()``.
    public func shutDown() async {}

    /// Sends a request without a body, or with the default options.
    ///
    /// - Parameters:
    ///   - request: See ``HTTPTransport/send(_:body:options:)``.
    ///   - body: The body to send; nil for none.
    /// - Returns: The head, and the body as it arrives.
    public func send(
        _ request: HTTPRequest, body: HTTPBody? = nil
    ) async throws -> (HTTPResponse, HTTPResponseBody) {
        try await send(request, body: body, options: HTTPOptions())
    }

    /// Sends a request without a body.
    ///
    /// - Parameters:
    ///   - request: See ``HTTPTransport/send(_:body:options:)``.
    ///   - options: Timeouts, limits and redirects.
    /// - Returns: The head, and the body as it arrives.
    public func send(
        _ request: HTTPRequest, options: HTTPOptions
    ) async throws -> (HTTPResponse, HTTPResponseBody) {
        try await send(request, body: nil, options: options)
    }

    /// Sends a request and returns the complete response, at most ``HTTPOptions/maximumResponseBytes`` of it.
    ///
    /// - Throws: The errors of ``send(_:body:options:)``, also for the body. An incomplete body is an error, never a
    ///   short result.
    public func collect(
        _ request: HTTPRequest, body: HTTPBody? = nil, options: HTTPOptions = HTTPOptions()
    ) async throws -> (HTTPResponse, [UInt8]) {
        let (response, stream) = try await send(request, body: body, options: options)
        return (response, try await stream.collect(upTo: options.maximumResponseBytes))
    }
}
