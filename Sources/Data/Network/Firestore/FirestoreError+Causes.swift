import FirestoreWire
import Foundation
import HTTPTypes
import JSON

extension FirestoreError {
    /// The meaning of an error from a lower layer.
    init(_ error: any Error) {
        switch error {
        case let error as FirestoreError: self = error
        case let error as HTTPTransportError:
            self = error.code == .cancelled && !error.requestMayHaveReachedServer ? .cancelled : .transport(error)
        case let status as Status: self = .status(status)
        case let error as WireError: self = .reply(error)
        case let error as CredentialError: self = .credentials(error)
        case is CancellationError: self = .cancelled
        default:
            // The error comes from a custom transport and may contain anything, so only its type is used.
            self = .transport(
                HTTPTransportError(.other, requestMayHaveReachedServer: true, diagnostic: "\(type(of: error))"))
        }
    }

    /// The meaning of a reply that is not a success.
    init(_ response: HTTPResponse, _ body: [UInt8]) {
        var status = Status(errorBody: body, httpStatus: response.status.code)
        if !Self.isErrorBody(body), !Self.speaksForItself(response.status.code) {
            // A 403, 404 or similar status not in Firestore's form comes from a proxy or a sign-in page, and must not
            // count as a refusal of the edit.
            self = .reply(body.isEmpty ? .empty : .notJSON)
            return
        }
        let delay = RetryAfter.delay(of: response)
        if let delay, delay > status.retryDelay ?? .zero {
            let detail = Status(status.code, retryDelay: delay).details
            status.details = detail + status.details
        }
        self = .status(status)
    }

    private static func isErrorBody(_ body: [UInt8]) -> Bool {
        guard let value = try? JSONValue(parsing: body) else { return false }
        return (value.elements?.first ?? value)["error"] != nil
    }

    /// Whether an HTTP status means the same from any sender: no token, a request too large, or a server in trouble.
    private static func speaksForItself(_ status: Int) -> Bool {
        [401, 408, 413, 429].contains(status) || status >= 500
    }
}

/// The header field `Retry-After` (RFC 9110, 10.2.3): seconds or a date.
enum RetryAfter {
    /// How long the server asks to wait. A date is compared with the server's clock, not with this device's.
    static func delay(of response: HTTPResponse) -> Duration? {
        guard let text = response.headerFields[.retryAfter] else { return nil }
        if let seconds = Int64(text), 0...1_000_000_000 ~= seconds { return .seconds(seconds) }
        guard let date = HTTPDate.parse(text), let now = response.headerFields[.date].flatMap(HTTPDate.parse) else {
            return nil
        }
        return .seconds(max(0, date.timeIntervalSince(now)))
    }
}
