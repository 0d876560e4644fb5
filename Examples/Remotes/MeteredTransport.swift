public import HTTPTypes
public import TodoNetwork

/// A transport of an app's own: it sends over another one, and only while the app allows it, such as on a network that costs
/// nothing.
public struct MeteredTransport: HTTPTransport {
    private let base: any HTTPTransport
    private let isAllowed: @Sendable () -> Bool

    /// - Parameters:
    ///   - base: what sends the requests.
    ///   - isAllowed: asked before each request.
    public init(over base: any HTTPTransport, isAllowed: @escaping @Sendable () -> Bool) {
        self.base = base
        self.isAllowed = isAllowed
    }

    /// Those of the transport below.
    public var capabilities: HTTPCapabilities { base.capabilities }

    /// Sends a request.
    /// - Throws: ``HTTPTransportError`` with code `unreachable` while the app does not allow it: nothing was sent, so the
    ///   next sync sends it.
    public func send(
        _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
    ) async throws -> (HTTPResponse, HTTPResponseBody) {
        guard isAllowed() else { throw HTTPTransportError(.unreachable, requestMayHaveReachedServer: false) }
        return try await base.send(request, body: body, options: options)
    }

    /// Ends all exchanges of the transport below.
    public func shutDown() async { await base.shutDown() }
}
