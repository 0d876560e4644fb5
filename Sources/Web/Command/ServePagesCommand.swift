import ArgumentParser
import Foundation
import Logging
import ServiceOptions
import TodoKit
import TodoWeb
import WebService

/// `todo-web serve`, which is also what `todo-web` does.
struct ServePagesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve the pages until the process is told to stop (SIGTERM or SIGINT).")

    @OptionGroup var database: DatabaseOption

    @Option(help: "The port to listen on; 0 takes any that is free.")
    var port = WebConfiguration.usualPort

    @Flag(help: "Do not open a browser.")
    var noOpen = false

    @Option(
        help: "The address to listen on. Addresses that other machines can reach need a certificate and a password.")
    var host = "127.0.0.1"

    @Option(help: "A name by which browsers reach it, as todo.example.org. Repeat for several.")
    var name: [String] = []

    @OptionGroup var certificate: CertificateOptions

    func validate() throws {
        guard 0...65535 ~= port else { throw ValidationError("--port is 0 to 65535, not \(port).") }
    }

    func run() async throws {
        try await Failure.handling {
            let store = try TodoStore(database.configuration, environment: try database.environment)
            try store.refuseToKeepOthersOut()
            let files = database.files
            var configuration = WebConfiguration()
            configuration.host = host
            configuration.port = port
            configuration.names = name
            configuration.certificate = certificate.files.map { .init(chain: $0.chain, key: $0.key) }
            configuration.sessionFile = files.sessions
            configuration.linkFile = files.link
            configuration.passwordFile = files.password
            let opens = !noOpen
            // For the camera of a phone that can reach it.
            let isForOthers = !configuration.isLocal
            let server = WebServer(store, configuration, logger: Self.logger)
            do {
                try await server.run { listening in
                    Output.line(listening.link)
                    // The log of a service must not contain a link.
                    if isatty(STDERR_FILENO) == 1 {
                        if isForOthers, let code = QRCode(listening.link) { Output.note(code.terminalText) }
                        Output.note("It signs one browser in, once, within 15 minutes. Press Control-C to stop.")
                    }
                    if opens { Browser.open(listening.link) }
                }
            } catch let error as TodoError where error.code == .unreachable {
                // Another program that has the port would get the link from the browser, and use it at our server.
                let links = LinkFile(path: files.link)
                guard ListeningMark(beside: links.path, host: host, port: port).isHeld else { throw error }
                let link = try links.makeLink(
                    at: configuration.url(port: port), now: try database.environment.now())
                Output.line(link)
                throw TodoError(
                    .unreachable,
                    """
                    Port \(port) is taken: these pages are served there already. The link signs one browser in, once, within \
                    15 minutes. To serve them a second time, choose another port with --port.
                    """)
            }
        }
    }

    private static var logger: Logger {
        var logger = Logger(label: "todo-web") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        return logger
    }
}

extension DatabaseOption {
    /// The files of the server beside the database.
    var files: (sessions: String, link: String, password: String) {
        (path + ".web-sessions", path + ".web-link", path + ".web-password")
    }
}
