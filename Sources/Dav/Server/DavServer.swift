import DavMerge
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

/// Serves the to-dos of one store to programs that speak CalDAV, until it is told to stop.
public struct DavServer: Sendable {
    private let store: TodoStore
    private let configuration: DavConfiguration
    private let logger: Logger

    /// A server.
    public init(_ store: TodoStore, _ configuration: DavConfiguration, logger: Logger) {
        (self.store, self.configuration, self.logger) = (store, configuration, logger)
    }

    /// Serves until the process is told to stop (SIGTERM, SIGINT), or the task is cancelled.
    /// - Parameter onListening: called once, when clients can connect, with the address: `http://127.0.0.1:8487`.
    /// - Throws: ``TodoError``: `cannot-open` for a certificate or a file that cannot be used; `unreachable` if the port is taken
    ///   or not allowed; `bad-configuration` if other machines could reach it without a certificate.
    public func run(onListening: @escaping @Sendable (String) -> Void) async throws {
        try await run(stoppingAt: [.sigterm, .sigint], onListening: onListening)
    }

    /// The same without signals, for tests.
    package func serve(onListening: @escaping @Sendable (String) -> Void) async throws {
        try await run(stoppingAt: [], onListening: onListening)
    }

    private func run(stoppingAt signals: [UnixSignal], onListening: @escaping @Sendable (String) -> Void) async throws {
        guard AddressGuard.isLoopback(configuration.host) || configuration.certificate != nil else {
            throw TodoError(
                .badConfiguration,
                """
                Other machines could reach \(configuration.host), and passwords would be read on the way: that takes \
                --tls-certificate and --tls-key.
                """)
        }
        let database = try DavDatabase(
            path: configuration.stateFile,
            migrations: [{ DavMerge.registerMigrations(&$0) }, { Journal.registerMigrations(&$0) }])
        if database.isNew, let file = configuration.stateFile {
            logger.info("\(file) is made anew: each client lists all once more.")
        }
        let items = DavItems(store: store, completedDays: configuration.settings.completedDays)
        let merge = DavMerge(store: store, database: database, items: items)
        let journal = try Journal(store, database, items, merge)
        let http = HTTPServerBuilder.http1(
            configuration: .init(
                additionalChannelHandlers: [LastRequest(), Departure()],
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 20 << 10, maxHeaderListSize: 40 << 10, maxHeaderFieldCount: 100)))
        let tls = try configuration.certificate.map {
            try ServerCertificate.configuration(chain: $0.chain, key: $0.key)
        }
        let mark = ListeningMark.Holder()
        let (host, file) = (configuration.host, configuration.stateFile)
        let application = Application(
            responder: DavResponder(
                Calendars(journal: journal, settings: configuration.settings), configuration, logger: logger),
            server: try tls.map { try .tls(http, tlsConfiguration: $0) } ?? http,
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: configuration.port), serverName: nil),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? 0
                if let file { mark.hold(ListeningMark(beside: file, host: host, port: port)) }
                onListening(configuration.url(port: port))
            }, logger: logger)
        var services = ServiceGroupConfiguration(
            services: [application, mark], gracefulShutdownSignals: signals,
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
                .unreachable, "The to-dos cannot be served at \(host):\(configuration.port): \(error).",
                underlying: error)
        }
        await store.sync.stop()
    }
}
