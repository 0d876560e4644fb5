import Hummingbird
import WebService

/// The cookie that holds a session. Cookies are not kept apart by port, so its name contains it.
struct SessionCookie: Sendable {
    private let isSecure: Bool

    init(_ configuration: WebConfiguration) { isSecure = configuration.certificate != nil }

    private func name(_ request: Request) -> String {
        let port = AddressGuard.port(of: request.head.authority ?? "") ?? (isSecure ? "443" : "80")
        return (isSecure ? "__Host-todo-" : "todo-") + port
    }

    /// The secret in a request.
    func read(_ request: Request) -> String? { request.cookies[name(request)]?.value }

    /// The cookie for the answer to a request.
    func write(_ session: Session, for request: Request) -> Cookie {
        Cookie(
            name: name(request), value: session.secret, maxAge: Int(SessionTable.lifetime), path: "/", secure: isSecure,
            httpOnly: true, sameSite: .strict)
    }

    /// The cookie that removes it.
    func removal(for request: Request) -> Cookie {
        Cookie(
            name: name(request), value: "gone", maxAge: 0, path: "/", secure: isSecure, httpOnly: true,
            sameSite: .strict)
    }
}
