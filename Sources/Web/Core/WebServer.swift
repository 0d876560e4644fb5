public import Logging
public import TodoKit
import WebService

/// Serves the pages of one store until it is told to stop.
public struct WebServer: Sendable {
    private let store: TodoStore
    private let configuration: WebConfiguration
    private let logger: Logger

    /// A server.
    public init(_ store: TodoStore, _ configuration: WebConfiguration, logger: Logger) {
        self.store = store
        self.configuration = configuration
        self.logger = logger
    }

    /// The addresses of a server that listens.
    public struct Listening: Sendable {
        /// The address of the server: `http://127.0.0.1:8486`.
        public let url: String
        /// The address that signs one browser in, once.
        public let link: String
    }

    /// Serves until the process is told to stop (SIGTERM, SIGINT), or the task is cancelled.
    /// - Parameter onListening: called once, when browsers can connect.
    /// - Throws: ``TodoError``: `cannot-open` for a certificate that cannot be used; `unreachable` if the port is taken or not
    ///   allowed; `usage` if other machines could reach it without a certificate and a password.
    public func run(onListening: @escaping @Sendable (Listening) -> Void) async throws {
        try await run(stopsAtSignals: true, onListening: onListening)
    }

    /// The same without signals, for tests.
    package func serve(onListening: @escaping @Sendable (Listening) -> Void) async throws {
        try await run(stopsAtSignals: false, onListening: onListening)
    }

    private func run(stopsAtSignals: Bool, onListening: @escaping @Sendable (Listening) -> Void) async throws {
        try checkSafety()
        let links = configuration.linkFile.map { LinkFile(path: $0) }
        let sessions = SessionTable(
            file: configuration.sessionFile, links: links,
            password: configuration.passwordFile.map { PasswordFile(path: $0) }, now: store.stack.environment.now)
        let mark = ListeningMark.Holder()
        let live = LiveFeed(store, settings: configuration.settings)
        let site = try Site(store, sessions: sessions, settings: configuration.settings, live: live)
        let host = configuration.host
        let service = HTTPService(
            "The pages", of: store, responder: WebResponder(site, configuration), at: (host, configuration.port),
            certificate: configuration.certificate.map { ($0.chain, $0.key) }, logger: logger)
        try await service.run(with: [live, mark], stopsAtSignals: stopsAtSignals) { port in
            let url = configuration.url(port: port)
            if let links { mark.hold(ListeningMark(beside: links.path, host: host, port: port)) }
            onListening(Listening(url: url, link: "\(url)/in/\(sessions.makeLink())"))
        }
    }

    private func checkSafety() throws {
        guard !configuration.isLocal else { return }
        let password = configuration.passwordFile.map { PasswordFile(path: $0) }
        guard configuration.certificate != nil, try password?.isSet == true else {
            throw TodoError(
                .usage,
                """
                Other machines could reach \(configuration.host): that takes a certificate with its key, and a password.
                """)
        }
    }
}
