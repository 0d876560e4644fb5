#if canImport(CCurl)
    import CCurl
    import Foundation

    extension CurlTransfer {
        /// The meaning of a libcurl result; nil for success. No other table interprets these results.
        func error(for result: CURLcode, mayUseProxy: Bool) -> HTTPTransportError? {
            if result == CURLE_OK { return nil }
            if let failure { return failure }
            return channel.error(code(for: result), diagnostic: diagnostic(for: result, mayUseProxy: mayUseProxy))
        }

        private func code(for result: CURLcode) -> HTTPTransportError.Code {
            switch result {
            case CURLE_URL_MALFORMAT: .invalidRequest
            case CURLE_COULDNT_RESOLVE_HOST: .nameNotResolved
            case CURLE_COULDNT_RESOLVE_PROXY, CURLE_PROXY: .proxy
            case CURLE_COULDNT_CONNECT:
                long(CURLINFO_OS_ERRNO) == Int(ECONNREFUSED) ? .connectionRefused : .unreachable
            case CURLE_PEER_FAILED_VERIFICATION: certificateCode
            case CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS: .certificate
            case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CIPHER, CURLE_SSL_CERTPROBLEM,
                CURLE_SSL_ENGINE_INITFAILED, CURLE_USE_SSL_FAILED:
                .tls
            // libcurl only knows the connect timeout; see `overdue(at:)` for the others.
            case CURLE_OPERATION_TIMEDOUT: .connectTimeout
            case CURLE_FILESIZE_EXCEEDED: .responseTooLarge
            case CURLE_BAD_CONTENT_ENCODING, CURLE_WEIRD_SERVER_REPLY, CURLE_UNSUPPORTED_PROTOCOL: .malformedResponse
            case CURLE_SEND_FAIL_REWIND: .requestBody
            case CURLE_PARTIAL_FILE, CURLE_GOT_NOTHING, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_HTTP2,
                CURLE_HTTP2_STREAM:
                if refusedByProxy { .proxy } else { parser.isComplete ? .truncated : .connectionLost }
            case CURLE_ABORTED_BY_CALLBACK, CURLE_WRITE_ERROR: .cancelled
            default: .other
            }
        }

        /// Whether a proxy answered CONNECT with anything but 2xx.
        private var refusedByProxy: Bool {
            let answer = long(CURLINFO_HTTP_CONNECTCODE)
            return answer != 0 && !(200..<300).contains(answer)
        }

        /// libcurl's name for the result. Its detailed message is not used because it quotes the URL and the peer.
        private func diagnostic(for result: CURLcode, mayUseProxy: Bool) -> String {
            let name = "curl \(result.rawValue): \(String(cString: ccurl_easy_strerror(result)))"
            if result == CURLE_COULDNT_CONNECT, mayUseProxy {
                // libcurl does not say which of the two it was.
                return "\(name); a proxy is configured, and it may be the proxy that did not answer"
            }
            guard result == CURLE_PEER_FAILED_VERIFICATION else { return name }
            return certificateFault.map { "\(name): \($0)" } ?? name
        }

        /// Whether libcurl uses OpenSSL or a fork of it; the verification results are OpenSSL's.
        private static let usesOpenSSL = {
            let version = String(cString: ccurl_version())
            return ["OpenSSL", "LibreSSL", "BoringSSL", "AWS-LC"].contains(where: version.contains)
        }()

        /// OpenSSL's result of verifying the chain. libcurl compares the name only after the chain was found to be
        /// good, and before it asks for that result; until then it is still the initial 1.
        private var certificateCode: HTTPTransportError.Code {
            switch long(CURLINFO_SSL_VERIFYRESULT) {
            case 9: .certificateNotYetValid
            case 10: .certificateExpired
            case 0, 62, 64: .certificateName
            case 1 where Self.usesOpenSSL: .certificateName
            default: .certificate
            }
        }

        /// The common verification results of OpenSSL (`openssl-verification-options(1)`) without a code of their own.
        private var certificateFault: String? {
            switch long(CURLINFO_SSL_VERIFYRESULT) {
            case 18, 19: "it is self-signed"
            case 20, 21: "its issuer is unknown"
            default: nil
            }
        }

        private func long(_ info: CURLINFO) -> Int {
            var value = 0
            if let easy { ccurl_get_long(easy, info, &value) }
            return value
        }
    }
#endif
