package import JSON

/// The outcome of an operation (`google.rpc.Status`); as an error, the server's answer instead of a reply.
///
/// There are two forms on the wire: within a reply (`batchWrite`) `code` is the canonical number; the body of an error
/// reply, `ErrorBody`, has the HTTP status and the name instead. **Branch on `code`, not on the HTTP status.**
///
/// Source: <https://cloud.google.com/apis/design/errors>
package struct Status: Error, Equatable, Sendable {
    /// The kind of the error.
    package var code: StatusCode
    /// A sentence for developers. It may quote user data and must not be logged.
    package var message: String
    /// Details, each an object with its type in `@type`.
    package var details: [JSONValue]

    /// A status.
    package init(_ code: StatusCode, _ message: String = "", details: [JSONValue] = []) {
        self.code = code
        self.message = message
        self.details = details
    }

    /// A status that asks to wait for `retryDelay` before trying again.
    package init(_ code: StatusCode, _ message: String = "", retryDelay: Duration) {
        self.init(code, message, details: [RetryInfo.detail(retryDelay)])
    }

    /// The same with a reason for programs, in capital letters (`google.rpc.ErrorInfo`).
    package func with(reason: String) -> Status {
        Status(code, message, details: details + [ErrorInfo.detail(reason)])
    }

    /// The reason for programs that a `todo-server` gives; nil if it gives none, or the status is another server's.
    package var reason: String? { details.lazy.compactMap(ErrorInfo.reason).first }

    /// The ``reason`` of a server whose disk is full and which has stored nothing.
    package static let noSpace = "NO_SPACE"

    /// How long the server asks to wait before trying again (`google.rpc.RetryInfo`), never negative; nil if it does
    /// not.
    package var retryDelay: Duration? { details.lazy.compactMap(RetryInfo.delay).first }
}

extension Status: CustomStringConvertible {
    /// Only the name of the code, since the message may contain user data.
    package var description: String { code.name }
}

extension Status: WireCodable {
    /// Reads a status within a reply; an unknown code is `StatusCode.unknown`.
    package init(from reader: inout JSONReader) throws {
        self.init(.ok)
        try reader.message { key, reader in
            switch key {
            case "code": code = StatusCode(rawValue: Int(try reader.int32())) ?? .unknown
            case "message": message = try reader.string()
            case "details": try reader.array { details.append(try $0.value()) }
            default: try reader.unknownMember()
            }
        }
    }

    /// Writes a status within a reply.
    package func write(to writer: inout JSONWriter) {
        writer.message {
            if code != .ok {
                $0.key("code")
                $0.integer(code.rawValue)
            }
            $0.member("message", message)
            $0.writeDetails(details)
        }
    }
}

extension JSONWriter {
    /// Writes the member `details` if there are any.
    mutating func writeDetails(_ details: [JSONValue]) {
        guard !details.isEmpty else { return }
        key("details")
        beginArray()
        for detail in details { value(detail) }
        endArray()
    }
}
