import Hummingbird

/// The cookie that holds a session. Cookies are not kept apart by port, so its name contains it.
struct SessionCookie: Sendable {
    private let name: String
    private let isSecure: Bool

    init(_ configuration: WebConfiguration) {
        isSecure = configuration.certificate != nil
        name = isSecure ? "__Host-todo-\(configuration.port)" : "todo-\(configuration.port)"
    }

    /// The secret in a request.
    func read(_ request: Request) -> String? { request.cookies[name]?.value }

    func write(_ session: Session) -> Cookie {
        Cookie(
            name: name, value: session.secret, maxAge: Int(SessionTable.lifetime), path: "/", secure: isSecure,
            httpOnly: true, sameSite: .strict)
    }

    /// The cookie that removes it.
    var removal: Cookie {
        Cookie(name: name, value: "gone", maxAge: 0, path: "/", secure: isSecure, httpOnly: true, sameSite: .strict)
    }
}
