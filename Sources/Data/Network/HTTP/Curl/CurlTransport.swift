#if canImport(CCurl)
    import CCurl
    public import HTTPTypes
    public import Logging

    /// The HTTP transport over libcurl: one thread, a pool of connections, HTTP/2 where TLS negotiates it.
    ///
    /// Create one and share it; it costs nothing before its first request. After ``shutDown()``, or when the last
    /// reference is released, its connections are closed and its thread ends.
    public final class CurlTransport: HTTPTransport {
        /// The options of a transport.
        public struct Configuration: Sendable {
            /// A PEM file of authorities to trust instead of the system's; certificates are always verified.
            public var certificateAuthorityFile: String?

            /// The maximum number of connections to one host; further requests wait.
            public var maximumConnectionsPerHost: Int

            /// The proxy for the requests.
            public var proxy: HTTPProxy

            /// The `User-Agent` of requests without one.
            public var userAgent: String

            /// Gets one debug line per exchange: method, origin, status and size, never a path, header or body.
            public var logger: Logger?

            /// A configuration.
            public init(
                certificateAuthorityFile: String? = nil, maximumConnectionsPerHost: Int = 6,
                proxy: HTTPProxy = .fromEnvironment, userAgent: String = "todo", logger: Logger? = nil
            ) {
                self.certificateAuthorityFile = certificateAuthorityFile
                self.maximumConnectionsPerHost = maximumConnectionsPerHost
                self.proxy = proxy
                self.userAgent = userAgent
                self.logger = logger
            }
        }

        private let configuration: Configuration
        private let driver: CurlDriver

        /// A transport. Nothing is started before the first request.
        public init(configuration: Configuration = Configuration()) {
            self.configuration = configuration
            driver = CurlDriver(configuration: configuration)
        }

        deinit {
            driver.stop()
        }

        /// Everything.
        public var capabilities: HTTPCapabilities { .all }

        /// Ends all exchanges with ``HTTPTransportError/Code/shutDown``, and returns when everything is closed.
        public func shutDown() async {
            driver.stop()
            await driver.stopped()
        }

        /// See ``HTTPTransport/send(_:body:options:)``.
        public func send(
            _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
        ) async throws -> (HTTPResponse, HTTPResponseBody) {
            guard ccurl_is_available() != 0 else {
                throw HTTPTransportError(.libraryMissing, requestMayHaveReachedServer: false)
            }
            let deadline = options.totalTimeout.map { ContinuousClock.now + $0 }
            return try await HTTPRedirect.following(request, body: body, options: options) { request, body in
                try CurlExchange(
                    request, body: body, options: options, deadline: deadline, configuration: configuration,
                    driver: driver, keepingAlive: self)
            }
        }

        /// `curl_global_init` must run once, before anything else, as the initialization of a static constant does.
        static let isLibraryReady =
            ccurl_is_available() != 0 && ccurl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
    }
#endif
