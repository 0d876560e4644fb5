import ArgumentParser
import Foundation
import Logging
import TodoServer

/// `todo-server serve`.
struct ServeDocumentsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve documents until the process is told to stop (SIGTERM or SIGINT).")

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes any that is free and prints it.")
    var port = 8080

    @OptionGroup var database: DatabaseOptions

    @Option(help: "The PEM file of the TLS certificate and its chain; SIGHUP reads it again.")
    var tlsCertificate: String?

    @Option(help: "The PEM file of the TLS certificate's private key.")
    var tlsKey: String?

    @Flag(help: "Requests come from a proxy on this machine that sets X-Forwarded-For.")
    var behindProxy = false

    @Flag(help: "Serve other machines without TLS: anyone on the way can read everything, including tokens.")
    var insecureHttp = false

    @Option(help: "The origin of web pages that may use the server from a browser, as https://app.example.org.")
    var allowOrigin: [String] = []

    @Flag(help: "Allow everything to everyone, for development on this machine only.")
    var open = false

    @Option(help: "How many documents each user may have.")
    var quotaDocuments = Quota().documents

    @Option(help: "How many bytes the documents of each user may take.")
    var quotaBytes = Quota().bytes

    @Option(help: "How many documents each space that several people share may have.")
    var quotaSpaceDocuments = Limits().sharedQuota.documents

    @Option(help: "How many bytes the documents of each shared space may take.")
    var quotaSpaceBytes = Limits().sharedQuota.bytes

    @Option(help: "How many shared spaces each user may have made, without those that have ended.")
    var spacesPerUser = Limits().sharedSpacesPerUser

    @Option(help: "The lasting limit of requests a second for each user; five times as many at once.")
    var userRate = Limits().requestsPerUser.perSecond

    @Option(help: "The same for each address without a valid token.")
    var addressRate = Limits().requestsPerAddress.perSecond

    @Option(help: "How many connections there may be at once.")
    var connections = Limits().connections

    @Option(help: "What to log; info has a line for each request.")
    var logLevel = LogLevel.notice

    func validate() throws {
        guard 0...65535 ~= port else { throw ValidationError("--port must be 0 to 65535.") }
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-certificate and --tls-key belong together.")
        }
        guard quotaDocuments > 0, quotaBytes > 0, quotaSpaceDocuments > 0, quotaSpaceBytes > 0, userRate > 0,
            addressRate > 0, connections > 0
        else {
            throw ValidationError("Quotas, rates and the number of connections must be greater than 0.")
        }
        guard spacesPerUser >= 0 else { throw ValidationError("--spaces-per-user must be 0 or more.") }
        _ = try allowedOrigins
        let isLocal = ClientAddress.isLoopback(host: host)
        guard isLocal || !open else { throw ValidationError("--open is for this machine only; leave out --host.") }
        guard isLocal || tlsCertificate != nil || insecureHttp else {
            throw ValidationError(
                """
                Other machines can reach \(host), and without TLS anyone on the way can read the tokens. Give \
                --tls-certificate and --tls-key, or listen on 127.0.0.1 behind a proxy with TLS, or use --insecure-http.
                """)
        }
    }

    func run() async throws {
        try await Failure.handling {
            var logger = Logger(label: "todo-server") { _ in JSONLogHandler() }
            logger.logLevel = logLevel.level
            defer { JSONLogHandler.writer.flush(within: .seconds(1)) }
            let server = TodoServer(configuration, isOpen: open, logger: logger)
            do {
                try await server.run { url in
                    // Scripts can wait for this line. If nothing can read it, it is not needed.
                    try? FileHandle.standardOutput.write(contentsOf: Data("Listening on \(url)\n".utf8))
                }
            } catch let error as any CustomStringConvertible & Error {
                if let error = error as? ServerError, error.code != .cannotListen { throw error }
                throw Failure(.unreachable, "The server cannot listen on \(host):\(port): \(error)")
            }
        }
    }

    private var allowedOrigins: AllowedOrigins {
        get throws {
            var origins = AllowedOrigins()
            for origin in allowOrigin where !origins.allow(origin) {
                throw ValidationError(
                    """
                    --allow-origin \(origin) is not an origin: that is http:// or https://, a host, and a port unless it is \
                    the usual one, without a slash at the end.
                    """)
            }
            return origins
        }
    }

    private var configuration: TodoServer.Configuration {
        var limits = open ? Limits.development : Limits()
        limits.quota = Quota(documents: quotaDocuments, bytes: quotaBytes)
        limits.sharedQuota = Quota(documents: quotaSpaceDocuments, bytes: quotaSpaceBytes)
        limits.sharedSpacesPerUser = spacesPerUser
        if !open {
            limits.requestsPerUser = .init(burst: 5 * userRate, perSecond: userRate)
            limits.requestsPerAddress = .init(burst: 5 * addressRate, perSecond: addressRate)
            limits.connections = connections
        }
        var configuration = TodoServer.Configuration(host: host, port: port, database: database.path, limits: limits)
        if let tlsCertificate, let tlsKey {
            configuration.certificate = .init(certificate: tlsCertificate, key: tlsKey)
        }
        configuration.isBehindProxy = behindProxy
        // Validated with the arguments.
        configuration.allowedOrigins = (try? allowedOrigins) ?? AllowedOrigins()
        return configuration
    }
}

/// The minimum level of logged lines.
enum LogLevel: String, ExpressibleByArgument, CaseIterable {
    case trace, debug, info, notice, warning, error

    var level: Logger.Level { Logger.Level(rawValue: rawValue) ?? .notice }
}
