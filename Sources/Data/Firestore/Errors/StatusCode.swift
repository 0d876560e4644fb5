/// The canonical codes of `google.rpc.Code`: the number, the name, and the corresponding HTTP status.
///
/// Source: <https://github.com/googleapis/googleapis/blob/master/google/rpc/code.proto>
package enum StatusCode: Int, Sendable, CaseIterable {
    /// Not an error.
    case ok = 0
    /// The caller cancelled it.
    case cancelled = 1
    /// An unknown error.
    case unknown = 2
    /// The request can never succeed, in any state of the system.
    case invalidArgument = 3
    /// The deadline expired; the operation may have happened.
    case deadlineExceeded = 4
    /// It does not exist.
    case notFound = 5
    /// It already exists.
    case alreadyExists = 6
    /// The caller is authenticated but not allowed to do this.
    case permissionDenied = 7
    /// A quota is used up.
    case resourceExhausted = 8
    /// The state of the system does not allow it.
    case failedPrecondition = 9
    /// It conflicted with another operation.
    case aborted = 10
    /// It went beyond the valid range.
    case outOfRange = 11
    /// It is not supported.
    case unimplemented = 12
    /// An internal error.
    case `internal` = 13
    /// It is temporarily unavailable.
    case unavailable = 14
    /// Data was lost or damaged permanently.
    case dataLoss = 15
    /// The caller is not authenticated.
    case unauthenticated = 16

    /// The name on the wire, such as `NOT_FOUND`.
    package var name: String { entry.name }

    /// The HTTP status of a reply with this code.
    package var httpStatus: Int { entry.httpStatus }

    /// The code with this name; nil for an unknown one.
    package init?(name: String) {
        guard let code = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = code
    }

    /// The code to assume for a reply without a usable body, because several codes share an HTTP status. An HTTP status
    /// that is not in the table comes from a system between client and server, and proves nothing about the request. It
    /// becomes unknown.
    package init(httpStatus: Int) {
        switch httpStatus {
        case 200..<300: self = .ok
        case 400: self = .invalidArgument
        case 401: self = .unauthenticated
        case 403: self = .permissionDenied
        case 404: self = .notFound
        case 408, 504: self = .deadlineExceeded
        case 409: self = .aborted
        case 413: self = .invalidArgument
        case 416: self = .outOfRange
        case 429: self = .resourceExhausted
        case 499: self = .cancelled
        case 500: self = .internal
        case 501: self = .unimplemented
        case 502, 503: self = .unavailable
        default: self = .unknown
        }
    }

    private var entry: (name: String, httpStatus: Int) {
        switch self {
        case .ok: ("OK", 200)
        case .cancelled: ("CANCELLED", 499)
        case .unknown: ("UNKNOWN", 500)
        case .invalidArgument: ("INVALID_ARGUMENT", 400)
        case .deadlineExceeded: ("DEADLINE_EXCEEDED", 504)
        case .notFound: ("NOT_FOUND", 404)
        case .alreadyExists: ("ALREADY_EXISTS", 409)
        case .permissionDenied: ("PERMISSION_DENIED", 403)
        case .resourceExhausted: ("RESOURCE_EXHAUSTED", 429)
        case .failedPrecondition: ("FAILED_PRECONDITION", 400)
        case .aborted: ("ABORTED", 409)
        case .outOfRange: ("OUT_OF_RANGE", 400)
        case .unimplemented: ("UNIMPLEMENTED", 501)
        case .internal: ("INTERNAL", 500)
        case .unavailable: ("UNAVAILABLE", 503)
        case .dataLoss: ("DATA_LOSS", 500)
        case .unauthenticated: ("UNAUTHENTICATED", 401)
        }
    }
}
