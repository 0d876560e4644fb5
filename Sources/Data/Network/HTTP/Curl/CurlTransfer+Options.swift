#if canImport(CCurl)
    import CCurl
    import HTTPTypes

    extension CurlTransfer {
        /// Sets all options of this transfer on a new or reset easy handle.
        func configure(
            _ raw: UnsafeMutableRawPointer, headers: UnsafeMutablePointer<curl_slist>?,
            configuration: CurlTransport.Configuration
        ) -> CURLcode {
            var easy = CurlEasy(raw)
            easy.set(CURLOPT_NOSIGNAL, true)
            easy.note(ccurl_do_not_wait_for_resolver(raw))
            easy.note(ccurl_allow_http_and_https_only(raw))
            easy.set(CURLOPT_URL, request.url)
            // Dot segments are up to the caller: the path is sent as it is.
            easy.set(CURLOPT_PATH_AS_IS, true)
            easy.set(CURLOPT_FOLLOWLOCATION, false)
            easy.note(ccurl_set_headers(raw, headers))
            easy.set(CURLOPT_HEADEROPT, Int(CURLHEADER_SEPARATE))
            easy.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, true)
            easy.set(CURLOPT_ACCEPT_ENCODING, "gzip")
            easy.set(CURLOPT_CONNECTTIMEOUT_MS, options.connectTimeout.wholeMilliseconds)
            easy.set(CURLOPT_TCP_KEEPALIVE, true)
            // A HEAD response has a length but no body. Other responses that are too long are refused here, before
            // `receiveBody` would cut them off.
            if request.method != .head {
                easy.setOffset(CURLOPT_MAXFILESIZE_LARGE, max(0, options.maximumResponseBytes))
            }
            setSecurity(&easy, configuration)
            setMethod(&easy)
            setCallbacks(&easy)
            return easy.firstFailure
        }

        private func setSecurity(_ easy: inout CurlEasy, _ configuration: CurlTransport.Configuration) {
            easy.set(CURLOPT_SSL_VERIFYPEER, true)
            easy.set(CURLOPT_SSL_VERIFYHOST, 2)
            easy.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
            if let file = configuration.certificateAuthorityFile { easy.set(CURLOPT_CAINFO, file) }
            // HTTP/2 only if TLS negotiates it: some servers cannot handle it in clear text. A second request waits for
            // the first one's handshake, so that both share a connection.
            easy.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
            easy.set(CURLOPT_PIPEWAIT, request.origin.scheme == "https")
            // The empty string keeps libcurl from reading the environment itself, possibly during a setenv.
            easy.set(CURLOPT_PROXY, configuration.proxy.url(for: request.origin) ?? "")
            easy.set(CURLOPT_NOPROXY, configuration.proxy.bypass)
        }

        private func setMethod(_ easy: inout CurlEasy) {
            switch (body, request.method) {
            case (.none, .head):
                easy.set(CURLOPT_NOBODY, true)
                return
            case (.none, .post), (.none, .put), (.none, .patch):
                // RFC 9110, 8.6: these methods send "Content-Length: 0", others send nothing.
                easy.set(CURLOPT_UPLOAD, true)
                easy.setOffset(CURLOPT_INFILESIZE_LARGE, 0)
            case (.none, _):
                easy.set(CURLOPT_HTTPGET, true)
            case (.bytes(let bytes), _):
                easy.set(CURLOPT_UPLOAD, true)
                easy.setOffset(CURLOPT_INFILESIZE_LARGE, bytes.count)
            case (.stream(let length, _, _), _):
                easy.set(CURLOPT_UPLOAD, true)
                easy.setOffset(CURLOPT_INFILESIZE_LARGE, length ?? -1)
            }
            easy.set(CURLOPT_CUSTOMREQUEST, request.method.rawValue)
        }
    }

    extension Duration {
        /// Rounded up, at least 1: libcurl takes 0 as "use the default".
        var wholeMilliseconds: Int {
            let (seconds, attoseconds) = components
            guard seconds < Int64(Int32.max) / 1000 else { return Int(Int32.max) }
            return max(1, Int(seconds) * 1000 + Int((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000))
        }
    }
#endif
