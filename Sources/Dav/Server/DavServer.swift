import DavMerge
public import Logging
public import TodoKit
import WebService

/// Serves the to-dos of one store to programs that speak CalDAV, until it is told to stop.
public struct DavServer: Sendable {
    private let store: TodoStore
    private let configuration: DavConfiguration
    private let logger: Logger

    /// A server.
    public init(_ store: TodoStore, _ configuration: DavConfiguration, logger: Logger) {
        self.store = store
        self.configuration = configuration
        self.logger = logger
    }

    /// Serves until the process is told to stop (SIGTERM, SIGINT), or the task is cancelled.
    /// - Parameter onListening: called once, when clients can connect, with the address: `http://127.0.0.1:8487`.
    /// - Throws: ``TodoError``: `cannot-open` for a certificate or a file that cannot be used; `unreachable` if the port is taken
    ///   or not allowed; `bad-configuration` if other machines could reach it without a certificate.
    public func run(onListening: @escaping @Sendable (String) -> Void) async throws {
        try await run(stopsAtSignals: true, onListening: onListening)
    }

    /// The same without signals, for tests.
    package func serve(onListening: @escaping @Sendable (String) -> Void) async throws {
        try await run(stopsAtSignals: false, onListening: onListening)
    }

    private func run(stopsAtSignals: Bool, onListening: @escaping @Sendable (String) -> Void) async throws {
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
        let responder = DavResponder(
            Calendars(
                journal: journal, settings: configuration.settings,
                names: Set(configuration.names.map { $0.lowercased() })), configuration, logger: logger)
        let service = HTTPService(
            "The to-dos", of: store, responder: responder, at: (configuration.host, configuration.port),
            certificate: configuration.certificate, bodyPeriod: configuration.bodyPeriod, logger: logger)
        try await service.run(stopsAtSignals: stopsAtSignals) { onListening(configuration.url(port: $0)) }
    }
}
