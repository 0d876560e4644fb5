#if canImport(CCurl)
    import CCurl
    import HTTPTypes

    /// One exchange in progress.
    ///
    /// Unchecked: variables are used on the driver's thread only; `channel` and `upload` have their own locks.
    final class CurlTransfer: @unchecked Sendable {
        enum Body: Sendable {
            case none
            case bytes([UInt8])
            case stream(length: Int?, HTTPBody.ForEachChunk, UploadChannel)
        }

        let request: HTTPCheckedRequest
        let body: Body
        let options: HTTPOptions
        let deadline: ContinuousClock.Instant?
        let channel: ResponseChannel

        /// Set from `attach` to `detach`.
        var easy: UnsafeMutableRawPointer?
        private var headers: UnsafeMutablePointer<curl_slist>?

        var parser = HTTPResponseHeadParser()
        var status: Int?
        /// Why a callback stopped the transfer, which is more specific than libcurl's "aborted by callback".
        var failure: HTTPTransportError?
        var attempts = 0
        var sentBytes = 0
        var receivedBytes = 0
        var isReceivePaused = false
        var isSendPaused = false
        /// When a byte was last transferred; nil until the connection is established.
        var lastActivity: ContinuousClock.Instant?
        private var countedBytes = 0

        init(request: HTTPCheckedRequest, body: HTTPBody?, options: HTTPOptions, deadline: ContinuousClock.Instant?) {
            self.request = request
            self.options = options
            self.deadline = deadline
            channel = ResponseChannel(origin: request.origin)
            self.body =
                switch body?.source {
                case nil: .none
                case .bytes(let bytes): .bytes(bytes)
                case .stream(let length, let chunks): .stream(length: length, chunks, UploadChannel(length: length))
                }
        }

        var upload: UploadChannel? {
            if case .stream(_, _, let upload) = body { upload } else { nil }
        }

        /// Prepares an easy handle for this transfer.
        func attach(_ easy: UnsafeMutableRawPointer, configuration: CurlTransport.Configuration) -> CURLcode {
            self.easy = easy
            for line in Self.headerLines(request.fields) {
                // Appending only fails when out of memory; a request with a missing header must not be sent.
                guard let longer = ccurl_slist_append(headers, line) else { return CURLE_OUT_OF_MEMORY }
                headers = longer
            }
            return configure(easy, headers: headers, configuration: configuration)
        }

        private static func headerLines(_ fields: HTTPFields) -> [String] {
            // libcurl would wait a second for a "100 Continue" that many servers never send. "Name:" would make it remove
            // the field; "Name;" sends it empty.
            ["Expect:"] + fields.map { $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)" }
        }

        /// Releases the easy handle, which must have been removed from the multi handle.
        func detach() -> UnsafeMutableRawPointer? {
            ccurl_slist_free_all(headers)
            headers = nil
            return easy.take()
        }

        /// Ends the transfer for the reader of the response and for the producer of the body.
        func end(_ failure: (any Error)?) {
            channel.finish(failure)
            upload?.close()
        }

        /// Resumes a paused transfer, in one direction or both.
        func resume(receive: Bool = false, send: Bool = false) {
            guard let easy, (receive && isReceivePaused) || (send && isSendPaused) else { return }
            if receive { isReceivePaused = false }
            if send { isSendPaused = false }
            lastActivity = .now
            ccurl_easy_pause(easy, (isReceivePaused ? CURLPAUSE_RECV : 0) | (isSendPaused ? CURLPAUSE_SEND : 0))
        }
    }

    // MARK: - Deadlines

    extension CurlTransfer {
        /// When the transfer must be checked again; nil for never.
        var nextDeadline: ContinuousClock.Instant? {
            switch (deadline, idleDeadline) {
            case (let total?, let idle?): min(total, idle)
            case (let total, let idle): total ?? idle
            }
        }

        /// While this side is slow, silence does not count.
        private var idleDeadline: ContinuousClock.Instant? {
            isReceivePaused || isSendPaused ? nil : lastActivity?.advanced(by: options.idleTimeout)
        }

        /// The error of the timeout that has expired, if any. libcurl itself only limits connecting.
        func overdue(at now: ContinuousClock.Instant) -> HTTPTransportError? {
            if let deadline, deadline <= now { return channel.error(.totalTimeout) }
            guard let idleDeadline, idleDeadline <= now else { return nil }
            let counted = wireBytes
            // Bytes may have been transferred without a callback: inside the decompression, or from libcurl's send
            // buffer.
            if counted != countedBytes {
                countedBytes = counted
                lastActivity = now
                return nil
            }
            return channel.error(.idleTimeout)
        }

        private var wireBytes: Int {
            guard let easy else { return 0 }
            var (download, upload, head) = (curl_off_t(0), curl_off_t(0), 0)
            ccurl_get_offset(easy, CURLINFO_SIZE_DOWNLOAD_T, &download)
            ccurl_get_offset(easy, CURLINFO_SIZE_UPLOAD_T, &upload)
            ccurl_get_long(easy, CURLINFO_HEADER_SIZE, &head)
            return Int(download) + Int(upload) + head
        }
    }
#endif
