import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
public import Logging
import NIOCore
import ServiceLifecycle
public import TodoKit
import UnixSignals
import WebService

/// Serves the pages of one store until it is told to stop.
public struct WebServer: Sendable {
    private let store: TodoStore
    private let configuration: WebConfiguration
    private let logger: Logger

    /// A server.
    public init(_ store: TodoStore, _ configuration: WebConfiguration, logger: Logger) {
        (self.store, self.configuration, self.logger) = (store, configuration, logger)
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
        try await run(stoppingAt: [.sigterm, .sigint], onListening: onListening)
    }

    /// The same without signals, for tests.
    package func serve(onListening: @escaping @Sendable (Listening) -> Void) async throws {
        try await run(stoppingAt: [], onListening: onListening)
    }

    private func run(
        stoppingAt signals: [UnixSignal], onListening: @escaping @Sendable (Listening) -> Void
    ) async throws {
        try checkSafety()
        let links = configuration.linkFile.map { LinkFile(path: $0) }
        let sessions = SessionTable(
            file: configuration.sessionFile, links: links,
            password: configuration.passwordFile.map { PasswordFile(path: $0) }, now: store.stack.environment.now)
        let mark = ListeningMark.Holder()
        let live = LiveFeed(store, settings: configuration.settings)
        let site = try Site(store, sessions: sessions, settings: configuration.settings, live: live)
        let host = configuration.host
        let http = HTTPServerBuilder.http1(
            configuration: .init(
                additionalChannelHandlers: [LastRequest(), Departure()],
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 20 << 10, maxHeaderListSize: 40 << 10, maxHeaderFieldCount: 100)))
        let tls = try configuration.certificate.map {
            try ServerCertificate.configuration(chain: $0.chain, key: $0.key)
        }
        let application = Application(
            responder: WebResponder(site, configuration),
            server: try tls.map { try .tls(http, tlsConfiguration: $0) } ?? http,
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: configuration.port), serverName: nil),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? 0
                let url = configuration.url(port: port)
                if let links { mark.hold(ListeningMark(beside: links.path, host: host, port: port)) }
                onListening(Listening(url: url, link: "\(url)/in/\(sessions.makeLink())"))
            }, logger: logger)
        // They stop in reverse order.
        var services = ServiceGroupConfiguration(
            services: [application, live, mark], gracefulShutdownSignals: signals,
            logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() })
        services.maximumGracefulShutdownDuration = .seconds(5)
        if try await store.sync.remote?.isAutomatic == true { await store.sync.start() }
        do {
            try await ServiceGroup(configuration: services).run()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw TodoError(
                .unreachable,
                "Another program has port \(configuration.port) of \(host). Choose another one with --port.",
                underlying: error)
        } catch let error as IOError {
            throw TodoError(
                .unreachable, "The pages cannot be served at \(host):\(configuration.port): \(error).",
                underlying: error)
        }
        await store.sync.stop()
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
