package import HTTPTypes

/// One request and its response, over any library; releasing the last reference stops it.
package protocol HTTPExchange: AnyObject, Sendable {
    /// Sends the request and waits for the head of the response. Called once.
    func head() async throws -> HTTPResponse

    /// Waits for more of the body; nil at its end.
    func next() async throws -> [UInt8]?
}

extension HTTPExchange {
    /// Reads a short remainder, so that the connection can be reused; a long one is not worth it.
    fileprivate func drain() async {
        var bytes = 0
        while bytes < 64 << 10, let chunk = try? await next() { bytes += chunk.count }
    }
}

extension HTTPRedirect {
    /// Sends a request, follows redirects as far as `options` allow, and returns the last response.
    ///
    /// No transport leaves this to its library: libraries differ in when they send credentials to another origin.
    ///
    /// - Parameter start: prepares the exchange of one request.
    package static func following<Exchange: HTTPExchange>(
        _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions,
        start: (HTTPRequest, HTTPBody?) async throws -> Exchange
    ) async throws -> (HTTPResponse, HTTPResponseBody) {
        var (request, body, redirects) = (request, body, 0)
        while true {
            let exchange = try await start(request, body)
            let response: HTTPResponse
            do {
                response = try await exchange.head()
            } catch let error as HTTPTransportError where redirects > 0 {
                // An earlier hop has reached a server, although this one has not.
                throw error.withRequestSent
            }
            guard options.maximumRedirects > 0,
                let next = try HTTPRedirect.next(after: request, body: body, response: response)
            else { return (response, HTTPResponseBody { try await exchange.next() }) }
            redirects += 1
            guard redirects <= options.maximumRedirects else {
                throw HTTPTransportError(
                    .redirectRefused, origin: try HTTPOrigin(request).description, requestMayHaveReachedServer: true,
                    diagnostic: "more than \(options.maximumRedirects) redirects")
            }
            await exchange.drain()
            (request, body) = next
        }
    }
}

extension HTTPResponse {
    /// The library has decoded the body: neither the encoding nor the length on the wire describes what the reader gets.
    package mutating func removeDecodedEncoding(of method: HTTPRequest.Method) {
        guard method != .head, let encoding = headerFields[.contentEncoding], encoding.lowercased() != "identity" else {
            return
        }
        headerFields[.contentEncoding] = nil
        headerFields[.contentLength] = nil
    }
}
