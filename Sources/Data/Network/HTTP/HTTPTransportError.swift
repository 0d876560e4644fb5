/// Why an exchange failed.
///
/// Neither the description nor the diagnostic ever contains a header, a path, a query or a part of a body.
public struct HTTPTransportError: Error, Sendable, Equatable {
    /// The kind of error; the raw values are stable, for scripts and logs.
    public enum Code: String, Sendable, CaseIterable {
        /// The request cannot be sent: a scheme, an authority, a path or a header field is not allowed.
        case invalidRequest = "invalid-request"
        /// The streamed request body is longer or shorter than announced, or would have to be sent twice.
        case requestBody = "request-body"
        /// The name of the server has no address.
        case nameNotResolved = "name-not-resolved"
        /// Nothing is listening at the server's address.
        case connectionRefused = "connection-refused"
        /// The server cannot be reached: no network, no route.
        case unreachable = "unreachable"
        /// The proxy cannot be found, or refused to forward the request.
        case proxy = "proxy"
        /// The server's certificate is not trusted: no trusted authority has signed it.
        case certificate = "certificate"
        /// The server's certificate, or that of its signer, has expired.
        case certificateExpired = "certificate-expired"
        /// The server's certificate, or that of its signer, is not valid yet.
        case certificateNotYetValid = "certificate-not-yet-valid"
        /// The server's certificate is for another name.
        case certificateName = "certificate-name"
        /// A secure connection could not be established for another reason.
        case tls = "tls"
        /// ``HTTPOptions/connectTimeout`` expired.
        case connectTimeout = "connect-timeout"
        /// ``HTTPOptions/idleTimeout`` expired.
        case idleTimeout = "idle-timeout"
        /// ``HTTPOptions/totalTimeout`` expired.
        case totalTimeout = "total-timeout"
        /// The connection broke before the head of a response was complete.
        case connectionLost = "connection-lost"
        /// The connection broke in the middle of the response body.
        case truncated = "truncated"
        /// The response is not HTTP, or cannot be decompressed.
        case malformedResponse = "malformed-response"
        /// The response is larger than ``HTTPOptions/maximumResponseBytes``, or its head is unreasonably large.
        case responseTooLarge = "response-too-large"
        /// Too many redirects, or one that must not be followed.
        case redirectRefused = "redirect-refused"
        /// The calling task was cancelled, or the response body was released.
        case cancelled = "cancelled"
        /// The transport was shut down.
        case shutDown = "shut-down"
        /// The HTTP library, libcurl, is not installed.
        case libraryMissing = "libcurl-missing"
        /// The HTTP library failed in another way; see ``HTTPTransportError/diagnostic``.
        case other = "other"
    }

    /// The kind of error.
    public let code: Code

    /// Scheme, host and port of the connection; nil if the request named none.
    public let origin: String?

    /// Whether any byte of the request may have reached the server, so that its effect is unknown.
    ///
    /// False is certain: the server has not seen the request. True is conservative.
    public let requestMayHaveReachedServer: Bool

    /// A message from the HTTP library or a check, for the log; nil if the code says everything.
    public let diagnostic: String?

    /// An error; in-memory transports use it too.
    public init(
        _ code: Code, origin: String? = nil, requestMayHaveReachedServer: Bool, diagnostic: String? = nil
    ) {
        self.code = code
        self.origin = origin
        self.requestMayHaveReachedServer = requestMayHaveReachedServer
        self.diagnostic = diagnostic
    }

    /// The same error after an earlier step of the same call has reached a server.
    var withRequestSent: HTTPTransportError {
        HTTPTransportError(code, origin: origin, requestMayHaveReachedServer: true, diagnostic: diagnostic)
    }
}

extension HTTPTransportError: CustomStringConvertible {
    /// A sentence for people that says what can be done.
    public var description: String {
        let detail = diagnostic.map { " (\($0))" } ?? ""
        return sentence(server: origin ?? "the server") + detail
    }

    private func sentence(server: String) -> String {
        switch code {
        case .invalidRequest: "The request is not valid, so it was not sent."
        case .requestBody: "The request body could not be sent as announced."
        case .nameNotResolved: "The name of \(server) could not be resolved. Check the address and the network."
        case .connectionRefused: "\(server) refused the connection. Check that it runs and that the port is right."
        case .unreachable: "\(server) cannot be reached. Check the network."
        case .proxy: "The proxy did not connect to \(server). Check the proxy settings."
        case .certificate:
            "The certificate of \(server) is not trusted, so nothing was sent to it."
        case .certificateExpired:
            "The certificate of \(server) has expired, so nothing was sent to it. The server needs a new one."
        case .certificateNotYetValid:
            "The certificate of \(server) is not valid yet, so nothing was sent to it. Check the clock of this device."
        case .certificateName:
            "The certificate of \(server) is for another name, so nothing was sent to it. Check the address."
        case .tls: "A secure connection to \(server) could not be set up."
        case .connectTimeout: "Connecting to \(server) took too long."
        case .idleTimeout: "\(server) sent nothing for too long."
        case .totalTimeout: "The exchange with \(server) took too long."
        case .connectionLost: "The connection to \(server) was lost before it answered."
        case .truncated: "The connection to \(server) broke in the middle of its answer."
        case .malformedResponse: "\(server) sent an answer that cannot be understood."
        case .responseTooLarge: "The answer of \(server) is larger than allowed."
        case .redirectRefused:
            """
            \(server) redirects to another address, and the request does not go there. If that is the right server, give its \
            address. If it is the sign-in page of the network, sign in there first.
            """
        case .cancelled: "The exchange with \(server) was cancelled."
        case .shutDown: "The HTTP transport was shut down."
        case .libraryMissing: "libcurl is not installed, so no server can be reached. Install it (libcurl4 on Debian)."
        case .other: "The exchange with \(server) failed."
        }
    }
}
