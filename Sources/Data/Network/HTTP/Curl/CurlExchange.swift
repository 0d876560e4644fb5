#if canImport(CCurl)
    import HTTPTypes

    /// One request and its response for the caller; releasing the last reference stops the transfer.
    final class CurlExchange: Sendable {
        private let transfer: CurlTransfer
        private let driver: CurlDriver
        /// A response body that is still being read keeps its transport running.
        private let transport: CurlTransport

        init(
            _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions, deadline: ContinuousClock.Instant?,
            configuration: CurlTransport.Configuration, driver: CurlDriver, keepingAlive transport: CurlTransport
        ) throws {
            let checked = try CurlRequest(
                request, hasBody: body != nil, userAgent: configuration.userAgent, isIdempotent: options.isIdempotent)
            transfer = CurlTransfer(request: checked, body: body, options: options, deadline: deadline)
            self.driver = driver
            self.transport = transport
        }

        deinit {
            cancel()
        }

        /// Sends the request and waits for the head of the response. Called once.
        func head() async throws -> HTTPResponse {
            try await withTaskCancellationHandler {
                driver.submit(.add(transfer))
                return try await transfer.channel.head()
            } onCancel: {
                cancel()
            }
        }

        /// Waits for more of the body; nil at its end.
        func next() async throws -> [UInt8]? {
            try await withTaskCancellationHandler {
                try await transfer.channel.next { driver.submit(.resumeReceive(transfer)) }
            } onCancel: {
                cancel()
            }
        }

        /// Reads a short remainder, so that the connection can be reused; a long one is not worth it.
        func drain() async {
            var bytes = 0
            while bytes < 64 << 10, let chunk = try? await next() { bytes += chunk.count }
        }

        private func cancel() {
            if transfer.channel.cancel() { driver.submit(.cancel(transfer)) }
        }
    }
#endif
