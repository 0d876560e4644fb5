import Foundation
import Hummingbird
public import Logging
import NIOCore

/// The server: documents in SQLite behind the Firestore REST v1 API.
public struct TodoServer: Sendable {
    /// How the server is set up.
    public struct Configuration: Sendable {
        /// The address to listen on.
        public var host: String
        /// The port to listen on; 0 for any that is free.
        public var port: Int
        /// The database file; it is made where it is missing.
        public var database: String

        /// A server on `host` and `port` with its documents in `database`.
        public init(host: String = "127.0.0.1", port: Int = 8080, database: String) {
            self.host = host
            self.port = port
            self.database = database
        }
    }

    private let configuration: Configuration
    private let access: any Access
    private let logger: Logger

    /// A server that lets everybody do everything.
    public init(_ configuration: Configuration, logger: Logger) {
        self.init(configuration, access: OpenAccess(), logger: logger)
    }

    /// A server that `access` guards.
    package init(_ configuration: Configuration, access: any Access, logger: Logger) {
        self.configuration = configuration
        self.access = access
        self.logger = logger
    }

    /// Serves until it is told to stop (SIGTERM, SIGINT): then it takes no new request, answers those that it has, and
    /// closes the database.
    /// - Parameter onListening: Called once with the address, `http://host:port`.
    /// - Throws: ``StoreError``, or what binding to the address fails with.
    public func run(onListening: @escaping @Sendable (_ url: String) -> Void) async throws {
        let store = try DocumentStore(path: configuration.database)
        let application = application(store, onListening: onListening)
        do {
            try await application.runService()
        } catch {
            try? store.close()
            throw error
        }
        try store.close()
    }

    /// Serves `store`, which the caller closes, until its task is cancelled.
    package func serve(
        _ store: DocumentStore, onListening: @escaping @Sendable (_ url: String) -> Void
    ) async throws {
        try await application(store, onListening: onListening).run()
    }

    private func application(
        _ store: DocumentStore, onListening: @escaping @Sendable (_ url: String) -> Void
    ) -> some ApplicationProtocol {
        let host = configuration.host
        return Application(
            responder: entrance(store),
            server: .http1(configuration: .init(idleTimeout: .seconds(120))),
            configuration: ApplicationConfiguration(
                address: .hostname(host, port: configuration.port), serverName: nil),
            onServerRunning: { channel in
                let name = host.contains(":") ? "[\(host)]" : host
                onListening("http://\(name):\(channel.localAddress?.port ?? 0)")
            }, logger: logger)
    }

    /// Where all requests come in.
    private func entrance(_ store: DocumentStore) -> Entrance {
        let routes = Router()
        routes.get("health") { _, _ in "ok\n" }
        return Entrance(api: FirestoreResponder(calls: Calls(store), access: access), routes: routes)
    }
}
