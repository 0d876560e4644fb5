/// What a transport can do beyond sending requests, which differs between HTTP libraries.
///
/// A caller that depends on something asks first, instead of finding out that it was silently left out: a remote with
/// an authority file of its own is refused where the transport would not read it. The tests that every transport has to
/// pass skip what it does not declare.
public struct HTTPCapabilities: OptionSet, Sendable, Hashable {
    /// One bit for each capability.
    public let rawValue: UInt32

    /// A set from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// Uses the proxies that it is given, and none for this machine. Without it the system decides.
    public static let proxies = HTTPCapabilities(rawValue: 1 << 0)

    /// Trusts the authorities in a file that it is given. Without it only those of the system.
    public static let ownAuthorities = HTTPCapabilities(rawValue: 1 << 1)

    /// A response that nobody reads makes the server wait, so that little memory is needed however large it is. Without it
    /// up to ``HTTPOptions/maximumResponseBytes`` of a response may be in memory.
    public static let backpressure = HTTPCapabilities(rawValue: 1 << 2)

    /// Sends a streamed body while it is read. Without it the body is read to its end first, and must fit into memory.
    public static let streamedBodies = HTTPCapabilities(rawValue: 1 << 3)

    /// Knows ``HTTPOptions/connectTimeout``. Without it connecting is part of the silence that ``HTTPOptions/idleTimeout``
    /// limits.
    public static let connectTimeout = HTTPCapabilities(rawValue: 1 << 4)

    /// Knows ``HTTPOptions/idleTimeout``.
    public static let idleTimeout = HTTPCapabilities(rawValue: 1 << 5)

    /// Knows ``HTTPOptions/totalTimeout``.
    public static let totalTimeout = HTTPCapabilities(rawValue: 1 << 6)

    /// Knows whether a request that was cancelled or timed out while connecting was sent. Without it
    /// ``HTTPTransportError/requestMayHaveReachedServer`` is true for more requests.
    public static let unsentRequests = HTTPCapabilities(rawValue: 1 << 7)

    /// Sends a request again whose pooled connection turned out to be dead if ``HTTPOptions/isIdempotent`` allows it, and
    /// only then. Without it the library may repeat any request whose connection broke before an answer, or none.
    public static let exactRepetition = HTTPCapabilities(rawValue: 1 << 8)

    /// Tells refused certificates, failures of TLS, malformed answers and lost connections apart.
    public static let exactErrors = HTTPCapabilities(rawValue: 1 << 9)

    /// Sends paths with the segments `.` and `..` as they are. Without it they are refused, as the library would remove
    /// them and ask for something else.
    public static let dotSegments = HTTPCapabilities(rawValue: 1 << 10)

    /// Survives a head that breaks off, and ignores trailers after chunks. Without it a server can end the process by them:
    /// FoundationNetworking does, which is one reason why programs on Linux use libcurl itself.
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
