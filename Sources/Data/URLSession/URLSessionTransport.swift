import Foundation
public import HTTPTypes
public import Logging
public import TodoNetwork

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The HTTP transport over Foundation's URLSession, for systems without libcurl.
///
/// It keeps nothing: no cookies, no cache, no credentials. The system decides on proxies and trust. On Linux it exists
/// for the tests that every transport has to pass; programs there use libcurl directly.
///
/// Create one and share it. After ``shutDown()``, or when the last reference is released, its connections are closed.
public final class URLSessionTransport: HTTPTransport {
    /// The options of a transport.
    public struct Configuration: Sendable {
        /// The maximum number of connections to one host; further requests wait.
        public var maximumConnectionsPerHost: Int

        /// The `User-Agent` of requests without one.
        public var userAgent: String

        /// Gets one debug line per exchange: method, origin, status and size, never a path, header or body.
        public var logger: Logger?

        /// The largest streamed request body in bytes. It is read into memory before it is sent.
        public var maximumStreamedBytes: Int

        /// A configuration.
        ///
        /// - Parameters:
        ///   - maximumConnectionsPerHost: The maximum number of connections to one host; further requests wait.
        ///   - userAgent: The `User-Agent` of requests without one.
        ///   - logger: Gets one debug line per exchange; nil for none.
        ///   - maximumStreamedBytes: The largest streamed request body.
        public init(
            maximumConnectionsPerHost: Int = 6, userAgent: String = "todo", logger: Logger? = nil,
            maximumStreamedBytes: Int = 64 << 20
        ) {
            self.maximumConnectionsPerHost = maximumConnectionsPerHost
            self.userAgent = userAgent
            self.logger = logger
            self.maximumStreamedBytes = maximumStreamedBytes
        }
    }

    private let configuration: Configuration
    private let delegate: SessionDelegate

    /// A transport. Nothing is connected before the first request.
    ///
    /// - Parameter configuration: Its options.
    public init(configuration: Configuration = Configuration()) {
        self.configuration = configuration
        delegate = SessionDelegate(logger: configuration.logger)
        delegate.open(Self.keepingNothing(configuration))
    }

    deinit {
        delegate.close()
    }

    /// Both kinds of timeouts that do not need to know when a connection is established, and on Apple's platforms exact
    /// errors.
    ///
    /// The behaviour of URLSession with a paused task there is not documented well enough to promise backpressure, and
    /// FoundationNetworking continues to read.
    public var capabilities: HTTPCapabilities {
        #if canImport(FoundationNetworking)
            [.idleTimeout, .totalTimeout]
        #else
            [.idleTimeout, .totalTimeout, .exactErrors, .unusualFraming]
        #endif
    }

    /// Ends all exchanges with `shut-down`, and returns when everything is closed.
    public func shutDown() async {
        delegate.close()
        await delegate.closed()
    }

    /// See `HTTPTransport.send(_:body:options:)`. A streamed body is read to its end before the request is sent.
    ///
    /// - Parameters:
    ///   - request: Method, scheme, authority, path and fields.
    ///   - body: The body to send; nil for none.
    ///   - options: Timeouts, limits and redirects.
    /// - Returns: The head, and the body as it arrives.
    public func send(
        _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
    ) async throws -> (HTTPResponse, HTTPResponseBody) {
        let deadline = options.totalTimeout.map { ContinuousClock.now + $0 }
        return try await HTTPRedirect.following(request, body: body, options: options) { request, body in
            let checked = try HTTPCheckedRequest(
                request, hasBody: body != nil, userAgent: configuration.userAgent, isIdempotent: options.isIdempotent)
            var prepared = try URLRequest(checked)
            prepared.setBody(try await body?.gathered(for: checked, upTo: configuration.maximumStreamedBytes))
            return SessionExchange(
                SessionTransfer(checked, options: options, deadline: deadline), prepared, delegate: delegate,
                keepingAlive: self)
        }
    }

    private static func keepingNothing(_ configuration: Configuration) -> URLSessionConfiguration {
        let settings = URLSessionConfiguration.ephemeral
        settings.httpCookieStorage = nil
        settings.httpCookieAcceptPolicy = .never
        settings.httpShouldSetCookies = false
        settings.urlCache = nil
        settings.urlCredentialStorage = nil
        settings.requestCachePolicy = .reloadIgnoringLocalCacheData
        settings.httpMaximumConnectionsPerHost = max(1, configuration.maximumConnectionsPerHost)
        settings.timeoutIntervalForRequest = URLRequest.never
        settings.timeoutIntervalForResource = URLRequest.never
        #if !canImport(FoundationNetworking)
            settings.tlsMinimumSupportedProtocolVersion = .TLSv12
            settings.waitsForConnectivity = false
        #endif
        return settings
    }
}
