/// Abilities of a transport beyond sending requests, which differ between HTTP libraries.
///
/// A caller that depends on an ability checks it first, so that it is not silently missing. For example, a remote with
/// its own authority file is refused if the transport would not read the file. The tests for all transports skip
/// undeclared abilities.
public struct HTTPCapabilities: OptionSet, Sendable, Hashable {
    /// One bit for each capability.
    public let rawValue: UInt32

    /// A set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Uses the given proxies, and none for this machine. Without this ability the system decides.
    public static let proxies = HTTPCapabilities(rawValue: 1 << 0)

    /// Trusts the authorities in a given file. Without this ability it trusts only those of the system.
    public static let ownAuthorities = HTTPCapabilities(rawValue: 1 << 1)

    /// If a response is not read, the server has to wait. So a response of any size takes little memory. Without this
    /// ability up to ``HTTPOptions/maximumResponseBytes`` of a response may be in memory.
    public static let backpressure = HTTPCapabilities(rawValue: 1 << 2)

    /// Sends a streamed body while it is read. Without this ability the body is read to its end first, and must fit
    /// into memory.
    public static let streamedBodies = HTTPCapabilities(rawValue: 1 << 3)

    /// Knows ``HTTPOptions/connectTimeout``. Without this ability, connecting counts as silence, which
    /// ``HTTPOptions/idleTimeout`` limits.
    public static let connectTimeout = HTTPCapabilities(rawValue: 1 << 4)

    /// Knows ``HTTPOptions/idleTimeout``.
    public static let idleTimeout = HTTPCapabilities(rawValue: 1 << 5)

    /// Knows ``HTTPOptions/totalTimeout``.
    public static let totalTimeout = HTTPCapabilities(rawValue: 1 << 6)

    /// Knows whether a request that was cancelled or timed out while connecting was sent. Without this ability
    /// ``HTTPTransportError/requestMayHaveReachedServer`` is true for more requests.
    public static let unsentRequests = HTTPCapabilities(rawValue: 1 << 7)

    /// If a pooled connection turns out to be dead, sends its request again exactly when ``HTTPOptions/isIdempotent``
    /// allows it. Without this ability the library may repeat any request whose connection broke before an answer, or
    /// none.
    public static let exactRepetition = HTTPCapabilities(rawValue: 1 << 8)

    /// Tells refused certificates, failures of TLS, malformed answers and lost connections apart.
    public static let exactErrors = HTTPCapabilities(rawValue: 1 << 9)

    /// Sends paths with the segments `.` and `..` unchanged. Without this ability they are refused, because the library
    /// would remove them and request something else.
    public static let dotSegments = HTTPCapabilities(rawValue: 1 << 10)

    /// Survives a truncated head, and ignores trailers after chunks. Without this ability a server can end the process
    /// by these. FoundationNetworking lacks it, which is one reason why programs on Linux use libcurl itself.
    public static let unusualFraming = HTTPCapabilities(rawValue: 1 << 11)

    /// All of them.
    public static let all: HTTPCapabilities = [
        .proxies, .ownAuthorities, .backpressure, .streamedBodies, .connectTimeout, .idleTimeout, .totalTimeout,
        .unsentRequests, .exactRepetition, .exactErrors, .dotSegments, .unusualFraming,
    ]
}

extension HTTPCapabilities: CustomStringConvertible {
    /// The names, separated by commas.
    public var description: String {
        let names: [(HTTPCapabilities, String)] = [
            (.proxies, "proxies"), (.ownAuthorities, "own authorities"), (.backpressure, "backpressure"),
            (.streamedBodies, "streamed bodies"), (.connectTimeout, "connect timeout"),
            (.idleTimeout, "idle timeout"), (.totalTimeout, "total timeout"), (.unsentRequests, "unsent requests"),
            (.exactRepetition, "exact repetition"), (.exactErrors, "exact errors"), (.dotSegments, "dot segments"),
            (.unusualFraming, "unusual framing"),
        ]
        return names.filter { contains($0.0) }.map(\.1).joined(separator: ", ")
    }
}
