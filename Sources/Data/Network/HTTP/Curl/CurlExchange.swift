#if canImport(CCurl)
    import HTTPTypes

    /// One request and its response for the caller; releasing the last reference stops the transfer.
    final class CurlExchange: HTTPExchange {
        private let transfer: CurlTransfer
        private let driver: CurlDriver
        /// A response body that is still being read keeps its transport running.
        private let transport: CurlTransport

        init(
            _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions, deadline: ContinuousClock.Instant?,
            configuration: CurlTransport.Configuration, driver: CurlDriver, keepingAlive transport: CurlTransport
        ) throws {
            let checked = try HTTPCheckedRequest(
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

        private func cancel() {
            if transfer.channel.cancel() { driver.submit(.cancel(transfer)) }
        }
    }
#endif
