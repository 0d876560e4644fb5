#if canImport(CCurl)
    import CCurl
    import Foundation
    import HTTPTypes

    /// The callbacks of libcurl on the driver's thread. They never block, and are never reentered.
    extension CurlTransfer {
        func setCallbacks(_ easy: inout CurlEasy) {
            // Unretained: the driver retains the transfer as long as its handle is in use.
            let context = Unmanaged.passUnretained(self).toOpaque()
            for option in [
                CURLOPT_HEADERDATA, CURLOPT_WRITEDATA, CURLOPT_READDATA, CURLOPT_SEEKDATA, CURLOPT_PREREQDATA,
            ] {
                easy.setPointer(option, context)
            }
            easy.setCallback(CURLOPT_HEADERFUNCTION) { data, size, count, context in
                CurlTransfer.from(context)?.receiveHeadLine(.init(start: data, count: size * count)) ?? 0
            }
            easy.setCallback(CURLOPT_WRITEFUNCTION) { data, size, count, context in
                CurlTransfer.from(context)?.receiveBody(.init(start: data, count: size * count)) ?? 0
            }
            easy.setCallback(CURLOPT_READFUNCTION) { data, size, count, context in
                CurlTransfer.from(context)?.sendBody(.init(start: data, count: size * count))
                    ?? Int(CURL_READFUNC_ABORT)
            }
            easy.note(
                ccurl_set_seek_callback(easy.raw) { context, offset, origin in
                    CurlTransfer.from(context)?.seekBody(to: Int(offset), origin: origin) ?? CURL_SEEKFUNC_FAIL
                })
            easy.note(
                ccurl_set_prereq_callback(easy.raw) { context, _, _, _, _ in
                    CurlTransfer.from(context)?.startSending() == true ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
                })
            easy.note(
                ccurl_set_sockopt_callback(easy.raw) { _, socket, _ in
                    // Otherwise the system accepts megabytes at once, and a slow line that sends them looks idle.
                    var unsent = Int32(16 << 10)
                    setsockopt(
                        socket, Int32(IPPROTO_TCP), TCP_NOTSENT_LOWAT, &unsent, socklen_t(MemoryLayout<Int32>.size))
                    // Child processes (an editor, a browser) must not inherit the connection.
                    return fcntl(socket, F_SETFD, FD_CLOEXEC) == -1 ? CURL_SOCKOPT_ERROR : CURL_SOCKOPT_OK
                })
        }

        private static func from(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
            context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
        }

        /// Called when a connection is established and the request is about to be sent, for each attempt.
        ///
        /// libcurl would resend any request that failed on a reused connection before a response, even a `POST`. Here
        /// that is prevented unless it is safe.
        private func startSending() -> Bool {
            attempts += 1
            if attempts > 1, !request.isIdempotent {
                failure = channel.error(
                    .connectionLost, diagnostic: "the pooled connection was closed; the method forbids to send it again"
                )
                return false
            }
            guard channel.noteSending() else { return false }
            lastActivity = .now
            return true
        }

        private func receiveHeadLine(_ line: UnsafeRawBufferPointer) -> Int {
            lastActivity = .now
            switch parser.feed(line) {
            case .more:
                return line.count
            case .head(var response):
                status = response.status.code
                response.removeDecodedEncoding(of: request.method)
                channel.deliver(response)
                return line.count
            case .malformed:
                failure = channel.error(.malformedResponse, diagnostic: "the head of the response")
            case .tooLarge:
                failure = channel.error(.responseTooLarge, diagnostic: "the head of the response")
            }
            return stop(line.count)
        }

        private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int {
            lastActivity = .now
            guard bytes.count <= options.maximumResponseBytes - receivedBytes else {
                failure = channel.error(.responseTooLarge)
                return stop(bytes.count)
            }
            guard channel.deliver(bytes) else {
                isReceivePaused = true
                return Int(CURL_WRITEFUNC_PAUSE)
            }
            receivedBytes += bytes.count
            return bytes.count
        }

        /// Any count but the correct one makes libcurl stop.
        private func stop(_ count: Int) -> Int { count == 0 ? 1 : 0 }

        private func sendBody(_ target: UnsafeMutableRawBufferPointer) -> Int {
            lastActivity = .now
            switch body {
            case .none:
                return 0
            case .bytes(let bytes):
                let count = min(target.count, bytes.count - sentBytes)
                bytes.withUnsafeBytes {
                    target.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[sentBytes..<sentBytes + count]))
                }
                sentBytes += count
                return count
            case .stream(_, _, let upload):
                switch upload.read(into: target) {
                case .bytes(let count):
                    sentBytes += count
                    return count
                case .end:
                    return 0
                case .starved:
                    isSendPaused = true
                    return Int(CURL_READFUNC_PAUSE)
                }
            }
        }

        /// Called to send the body again from its start on another connection.
        private func seekBody(to offset: Int, origin: Int32) -> Int32 {
            guard origin == SEEK_SET, offset == 0 else { return CURL_SEEKFUNC_FAIL }
            if let upload, !upload.isUntouched { return CURL_SEEKFUNC_FAIL }
            sentBytes = 0
            return CURL_SEEKFUNC_OK
        }
    }
#endif
