import Hummingbird
import WebService

/// The cookies that hold a session, and the secret of a browser that has signed in before. Browsers do not keep cookies apart by
/// port, so their names contain it.
struct SessionCookie: Sendable {
    private let isSecure: Bool

    init(_ configuration: WebConfiguration) { isSecure = configuration.certificate != nil }

    private func name(_ request: Request, _ kind: String = "") -> String {
        let port = AddressGuard.port(of: request.head.authority ?? "") ?? (isSecure ? "443" : "80")
        return (isSecure ? "__Host-todo-" : "todo-") + kind + port
    }

    /// The secret in a request.
    func read(_ request: Request) -> String? { request.cookies[name(request)]?.value }

    /// The cookie for the answer to a request.
    func write(_ session: Session, for request: Request) -> Cookie {
        cookie(name(request), session.secret, SessionTable.lifetime)
    }

    /// The secret of a browser that has signed in before, in a request.
    func readKnown(_ request: Request) -> String? { request.cookies[name(request, "known-")]?.value }

    /// The cookie that says that a browser has signed in before.
    func writeKnown(_ secret: String, for request: Request) -> Cookie {
        cookie(name(request, "known-"), secret, SessionTable.knownFor)
    }

    private func cookie(_ name: String, _ value: String, _ lifetime: Double) -> Cookie {
        Cookie(
            name: name, value: value, maxAge: Int(lifetime), path: "/", secure: isSecure, httpOnly: true,
            sameSite: .strict)
    }

    /// The cookie that removes it.
    func removal(for request: Request) -> Cookie {
        Cookie(
            name: name(request), value: "gone", maxAge: 0, path: "/", secure: isSecure, httpOnly: true,
            sameSite: .strict)
    }
}
