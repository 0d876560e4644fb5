package import FirestoreWire

/// Why an operation on the remote failed.
///
/// ``errorClass(headMoved:)`` tells how to react. No description contains a token, a path, a name or a value.
package indirect enum FirestoreError: Error, Equatable, Sendable {
    /// The server refused, for the reason in `error.status`. A `Retry-After` header becomes one of its details.
    case status(Status)
    /// The exchange failed on the way.
    case transport(HTTPTransportError)
    /// The reply is not valid: empty, a captive portal's page, other JSON, half an array.
    case reply(WireError)
    /// There is no token, or the server refuses it.
    case credentials(CredentialError)
    /// A change may or may not have happened, for this reason. It was not sent again: only the documents show the
    /// result.
    case outcomeUnknown(FirestoreError)
    /// The calling task was cancelled, and nothing has happened.
    case cancelled

    /// The status in the server's answer, if any; also for an unknown outcome.
    package var status: StatusCode? {
        switch self {
        case .status(let status): status.code
        case .outcomeUnknown(let cause): cause.status
        default: nil
        }
    }

    /// The reason that a `todo-server` gives with its status, such as `NO_SPACE`; nil if there is none.
    package var reason: String? {
        switch self {
        case .status(let status): status.reason
        case .outcomeUnknown(let cause): cause.reason
        default: nil
        }
    }

    /// How long the server asks to wait before the next request; nil if it does not.
    package var retryDelay: Duration? {
        switch self {
        case .status(let status): status.retryDelay
        case .outcomeUnknown(let cause): cause.retryDelay
        default: nil
        }
    }

    /// A stable name for scripts and logs.
    package var code: String {
        switch self {
        case .status(let status): status.code.name.lowercased().replacing("_", with: "-")
        case .transport(let error): error.code.rawValue
        case .reply(let error): error.code
        case .credentials(let error): error.code.rawValue
        case .outcomeUnknown: "outcome-unknown"
        case .cancelled: "cancelled"
        }
    }
}

extension FirestoreError: CustomStringConvertible {
    /// A sentence for people that says what can be done.
    package var description: String {
        switch self {
        case .status(let status) where status.reason == Status.noSpace:
            "The server has no space left, so it stores nothing. Your changes stay here, and are sent once there is room."
        // The server's own message may quote the documents that it refused.
        case .status(let status): "\(Self.sentence(status.code)) (\(status.code.name))"
        case .transport(let error): error.description
        case .reply(let error): "The server's reply cannot be used. \(error)"
        case .credentials(let error): error.description
        // The commit is not sent again, but the outcome is known: quotas are checked before anything is written.
        case .outcomeUnknown(let cause) where cause.status == .resourceExhausted: cause.description
        case .outcomeUnknown(let cause): "The change may or may not have happened. \(cause)"
        case .cancelled: "The operation was cancelled."
        }
    }

    private static func sentence(_ code: StatusCode) -> String {
        switch code {
        case .invalidArgument, .outOfRange: "The server does not accept the request."
        case .permissionDenied: "The server does not allow this. Check who is signed in, and the security rules."
        case .unauthenticated: "The server requires you to sign in."
        // Also for a path in the address that the server does not have.
        case .notFound:
            "The server has nothing at this address. Check the address of the remote with its path, the project and the database."
        case .alreadyExists: "The server already has this document."
        case .failedPrecondition, .aborted: "Another device was faster."
        case .unimplemented: "The server does not support this."
        case .resourceExhausted: "A quota of the server is used up. Try again later."
        case .unavailable, .deadlineExceeded: "The server cannot answer now. Try again later."
        case .dataLoss: "The server has lost data."
        case .ok, .cancelled, .unknown, .internal: "The server failed. Try again later."
        }
    }
}
