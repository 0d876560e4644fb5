/// The options of one exchange.
public struct HTTPOptions: Sendable, Equatable {
    /// The time limit for resolving, connecting and the TLS handshake together.
    public var connectTimeout: Duration

    /// The longest silence: no byte sent or received once connected.
    ///
    /// It does not run while this side is slow: the reader of the response has not caught up, or the source of a
    /// streamed request body has nothing yet.
    public var idleTimeout: Duration

    /// The time limit for the whole exchange, including redirects and waiting for a free connection; nil for none.
    public var totalTimeout: Duration?

    /// The largest accepted response body in bytes, counted after decompression.
    public var maximumResponseBytes: Int

    /// How many redirects are followed. 0, the default, returns the redirect itself as the response.
    ///
    /// `Authorization`, `Cookie` and `Proxy-Authorization` are never sent to another scheme, host or port. A redirect
    /// from `https` to `http`, or one that would send the request body to another origin, is refused.
    public var maximumRedirects: Int

    /// Whether repeating the request has no further effect; nil decides by the method (RFC 9110, 9.2.2).
    ///
    /// If so, a request that failed on a stale pooled connection before any byte of a response arrived is sent again on
    /// a new one. Set it to true for a `POST` that only reads.
    public var isIdempotent: Bool?

    /// A set of options; the defaults suit a request that a person waits for.
    public init(
        connectTimeout: Duration = .seconds(10), idleTimeout: Duration = .seconds(30),
        totalTimeout: Duration? = .seconds(120), maximumResponseBytes: Int = 64 << 20, maximumRedirects: Int = 0,
        isIdempotent: Bool? = nil
    ) {
        self.connectTimeout = connectTimeout
        self.idleTimeout = idleTimeout
        self.totalTimeout = totalTimeout
        self.maximumResponseBytes = maximumResponseBytes
        self.maximumRedirects = maximumRedirects
        self.isIdempotent = isIdempotent
    }
}
