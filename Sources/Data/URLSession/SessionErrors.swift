import Foundation
import TodoNetwork

extension SessionTransfer {
    /// The meaning of an error of URLSession. The only table for it.
    func failure(for error: any Error) -> HTTPTransportError {
        let error = error as NSError
        guard error.domain == NSURLErrorDomain else {
            return channel.error(.other, diagnostic: "\(error.domain) \(error.code)")
        }
        // Not its description, which quotes the URL.
        let diagnostic = "URLSession \(error.code)"
        // On Linux it is nil for an unknown number; elsewhere it never is.
        let code = URLError.Code(rawValue: error.code) as URLError.Code?
        if let (meaning, isUnsent) = code.flatMap(meaning(of:)) {
            return channel.error(meaning, isUnsent: isUnsent, diagnostic: diagnostic)
        }
        return channel.error(channel.hasHead ? .truncated : unknown, diagnostic: diagnostic)
    }

    /// The meaning of a code, and whether it shows that nothing reached the server; nil for a code that is too general.
    private func meaning(of code: URLError.Code) -> (HTTPTransportError.Code, isUnsent: Bool)? {
        switch code {
        case .badURL: (.invalidRequest, true)
        case .cannotFindHost, .dnsLookupFailed: (.nameNotResolved, true)
        case .cannotConnectToHost: (.connectionRefused, true)
        case .notConnectedToInternet, .internationalRoamingOff, .callIsActive, .dataNotAllowed: (.unreachable, true)
        case .serverCertificateUntrusted, .serverCertificateHasUnknownRoot: (.certificate, true)
        case .serverCertificateHasBadDate: (.certificateExpired, true)
        case .serverCertificateNotYetValid: (.certificateNotYetValid, true)
        case .secureConnectionFailed, .clientCertificateRejected, .clientCertificateRequired: (.tls, true)
        case .appTransportSecurityRequiresSecureConnection: (.invalidRequest, true)
        // Our own timeouts are shorter, except for the system's limit for connecting.
        case .timedOut: (channel.hasHead ? .idleTimeout : .connectTimeout, false)
        case .networkConnectionLost: (channel.hasHead ? .truncated : .connectionLost, false)
        // The scheme was checked before. libcurl reports this for a peer that does not speak HTTP.
        case .unsupportedURL, .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData:
            (.malformedResponse, false)
        case .badServerResponse: (badServerResponse, false)
        case .dataLengthExceedsMaximum: (.responseTooLarge, false)
        case .cancelled: (.cancelled, false)
        default: nil
        }
    }

    #if canImport(FoundationNetworking)
        /// URLSession has no code for a broken connection, and none for failures in TLS.
        private var unknown: HTTPTransportError.Code { request.origin.scheme == "http" ? .connectionLost : .other }

        /// Its word for an empty answer.
        private var badServerResponse: HTTPTransportError.Code { channel.hasHead ? .truncated : .connectionLost }
    #else
        private var unknown: HTTPTransportError.Code { .other }

        private var badServerResponse: HTTPTransportError.Code { .malformedResponse }
    #endif
}
