import Foundation
package import Hummingbird
import HummingbirdCore
import HummingbirdTLS
package import Logging
import NIOCore
package import ServiceLifecycle
package import TodoKit
import UnixSignals

/// Answers requests for the to-dos of a store over HTTP/1.1 until it is told to stop. The store syncs by itself meanwhile, if its
/// remote says so.
package struct HTTPService<Responder: HTTPResponder>: Sendable where Responder.Context == WebContext {
    private let store: TodoStore
    private let responder: Responder
    private let address: (host: String, port: Int)
    private let certificate: (chain: String, key: String)?
    private let subject: String
    private let bodyPeriod: Duration
    private let logger: Logger

    /// A service.
    /// - Parameters:
    ///   - subject: the name of what is served, for errors: “The pages”.
    ///   - store: the store of the to-dos.
    ///   - responder: answers the requests.
    ///   - address: the host and the port to listen on; port 0 takes any that is free.
    ///   - certificate: the PEM files of the certificate and its key; nil for plain HTTP.
    ///   - bodyPeriod: how long 16 KiB of a request's body, or its end, may take to arrive.
    ///   - logger: the log of the server.
    package init(
        _ subject: String, of store: TodoStore, responder: Responder, at address: (host: String, port: Int),
        certificate: (chain: String, key: String)?, bodyPeriod: Duration = .seconds(30), logger: Logger
    ) {
        self.store = store
        self.responder = responder
        self.address = address
        self.certificate = certificate
        self.subject = subject
        self.bodyPeriod = bodyPeriod
        self.logger = logger
    }

    /// Serves until the task is cancelled.
    /// - Parameters:
    ///   - services: the services that run meanwhile. They stop in reverse order, before the server does.
    ///   - stopsAtSignals: whether SIGTERM and SIGINT stop it too.
    ///   - onListening: called once, when clients can connect, with the port.
    /// - Throws: ``TodoError``: `cannot-open` for a certificate that cannot be used; `unreachable` if the port is taken or not
    ///   allowed.
    package func run(
        with services: [any Service] = [], stopsAtSignals: Bool, onListening: @escaping @Sendable (Int) -> Void
    ) async throws {
        let period = bodyPeriod
        let http = HTTPServerBuilder.http1(
            configuration: .init(
                additionalChannelHandlers: [SlowBody(period: period), LastRequest(), Departure()],
                httpDecoderConfiguration: .init(
                    maxHeaderFieldSize: 20 << 10, maxHeaderListSize: 40 << 10, maxHeaderFieldCount: 100)))
        let tls = try certificate.map { try ServerCertificate.configuration(chain: $0.chain, key: $0.key) }
        let application = Application(
            responder: responder, server: try tls.map { try .tls(http, tlsConfiguration: $0) } ?? http,
            configuration: ApplicationConfiguration(
                address: .hostname(address.host, port: address.port), serverName: nil),
            onServerRunning: { channel in onListening(channel.localAddress?.port ?? 0) }, logger: logger)
        var group = ServiceGroupConfiguration(
            services: [application] + services, gracefulShutdownSignals: stopsAtSignals ? [.sigterm, .sigint] : [],
            logger: Logger(label: "services") { _ in SwiftLogNoOpLogHandler() })
        group.maximumGracefulShutdownDuration = .seconds(5)
        if try await store.sync.remote?.isAutomatic == true { await store.sync.start() }
        do {
            try await ServiceGroup(configuration: group).run()
        } catch let error as IOError where error.errnoCode == EADDRINUSE {
            throw TodoError(
                .unreachable,
                "Another program has port \(address.port) of \(address.host). Choose another one with --port.",
                underlying: error)
        } catch let error as IOError {
            throw TodoError(
                .unreachable, "\(subject) cannot be served at \(address.host):\(address.port): \(error).",
                underlying: error)
        }
        await store.sync.stop()
    }
}
