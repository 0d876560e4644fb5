import Foundation
import Hummingbird
import HummingbirdCore
import HummingbirdTLS
package import Logging
import NIOCore
import SQLite
import ServiceLifecycle
import UnixSignals

/// The server: documents in SQLite behind the Firestore REST v1 API.
package struct TodoServer: Sendable {
    /// The configuration of the server.
    package typealias Configuration = ServerConfiguration

    private var configuration: Configuration
    private let access: (any Access)?
    private let logger: Logger

    /// A server for the accounts in its database; if `isOpen`, a server that allows everything to all clients.
    package init(_ configuration: Configuration, isOpen: Bool = false, logger: Logger) {
        self.configuration = configuration
        access = isOpen ? OpenAccess() : nil
        self.logger = logger
    }

    /// A server with custom `access`; nil for the accounts in its database.
    package init(_ configuration: Configuration, access: (any Access)?, logger: Logger) {
        self.configuration = configuration
        self.access = access
        self.logger = logger
    }

    /// Serves until it is told to stop (SIGTERM, SIGINT). It then accepts no new requests, answers the pending ones
    /// within ``Limits/shutdownTimeout``, and closes the database.
    /// - Parameter onListening: Called once with the address, such as `http://host:port`.
    /// - Throws: ``ServerError``, or the error of looking up the host.
    package func run(onListening: @escaping @Sendable (_ url: String) -> Void) async throws {
        // Before the file is opened, because opening may migrate it while a server of an earlier version uses it.
        let lock = try DatabaseFile(path: configuration.database).lockForServing()
        defer { withExtendedLifetime(lock) {} }
        let server = fitted(to: .raised())
        let store = try DocumentStore(path: configuration.database)
        // Everything answered is already durable, so a failure here loses nothing.
        defer { try? store.close() }
        if let backup = store.migrationBackup {
            logger.notice(
                "The database was of an earlier version and was migrated; a backup of the former file is kept.",
                metadata: ["backup": "\(backup)"])
        }
        do {
            try await server.serve(store, stoppingAt: [.sigterm, .sigint], onListening: onListening)
        } catch let error as IOError {
            throw ServerError(.cannotListen, String(cString: strerror(error.errnoCode)))
        }
    }

    /// The server with as many connections as there are descriptors; it logs the number.
    private func fitted(to descriptors: Descriptors) -> TodoServer {
        var server = self
        server.configuration.limits = descriptors.fit(configuration.limits)
        let limits = server.configuration.limits
        let wanted = configuration.limits.connections
        let isLess = wanted != .max && limits.connections < wanted
        logger.log(
            level: isLess ? .warning : .notice,
            isLess
                ? "There are descriptors for fewer connections than asked for; raise the limit (ulimit -Hn, LimitNOFILE)."
                : "There are descriptors for all connections.",
            metadata: [
                "descriptors": "\(descriptors.count)", "connections": "\(limits.connections)",
                "connectionsPerAddress": "\(min(limits.connectionsPerAddress, limits.connections))",
            ])
        return server
    }

    /// Serves `store`, which the caller closes, until its task is cancelled.
    package func serve(
        _ store: DocumentStore, onListening: @escaping @Sendable (_ url: String) -> Void
    ) async throws {
        try await serve(store, stoppingAt: [], onListening: onListening)
    }

    private func serve(
        _ store: DocumentStore, stoppingAt signals: [UnixSignal],
        onListening: @escaping @Sendable (_ url: String) -> Void
    ) async throws {
        let certificates = try configuration.certificate.map { try CertificateStore($0, logger: logger) }
        let access = self.access ?? AccountAccess(store, limits: self.configuration.limits)
        let application = try application(store, access, certificates, onListening: onListening)
        // Services stop in reverse order: waits for changes end first, then the other requests are answered.
        var services: [any Service] = [
            application, StoreWatch(store: store, access: access, logger: logger), FeedService(feed: store.feed),
        ]
        if let certificates { services.append(certificates) }
        var configuration = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: signals,
            logger: Logger(label: "services") { _ in
                SwiftLogNoOpLogHandler()
            })
        configuration.maximumGracefulShutdownDuration = self.configuration.limits.shutdownTimeout
        try await ServiceGroup(configuration: configuration).run()
    }

    private func application(
        _ store: DocumentStore, _ access: any Access, _ certificates: CertificateStore?,
        onListening: @escaping @Sendable (_ url: String) -> Void
    ) throws -> some ApplicationProtocol {
        let (host, limits) = (configuration.host, configuration.limits)
        let connections = ConnectionCounter(
            limits, countsAddresses: !configuration.isBehindProxy, logger: logger)
        let http = HTTPServerBuilder { responder in
            AcceptedConnection.Setup(
                responder: responder,
                configuration: .init(
                    additionalChannelHandlers: [
                        ConnectionGuard(limits, connections), ContinueHandler(), UnreadableHead(),
                    ],
                    httpDecoderConfiguration: .init(
                        maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100)))
        }
        let scheme = certificates == nil ? "http" : "https"
        return Application(
            responder: Gateway(store, access, configuration, connections),
            server: try certificates.map { try .tls(http, tlsConfiguration: $0.configuration) } ?? http,
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: configuration.port), serverName: nil),
            onServerRunning: { channel in
                let name = host.contains(":") ? "[\(host)]" : host
                onListening("\(scheme)://\(name):\(channel.localAddress?.port ?? 0)")
            }, logger: logger)
    }
}
