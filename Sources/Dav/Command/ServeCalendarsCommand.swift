import ArgumentParser
import DavMerge
import Foundation
import Logging
import ServiceOptions
import TodoDav
import TodoKit

/// `todo-dav serve`, which is also what `todo-dav` does.
struct ServeCalendarsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve the to-dos until the process is told to stop (SIGTERM or SIGINT).")

    @OptionGroup var database: DatabaseOption

    @Option(help: "The port to listen on; 0 takes any that is free.")
    var port = DavConfiguration.usualPort

    @Option(help: "The address to listen on. Addresses that other machines can reach need a certificate.")
    var host = "127.0.0.1"

    @Option(help: "A name by which devices reach it, as todo.example.org. Repeat for several.")
    var name: [String] = []

    @OptionGroup var certificate: CertificateOptions

    @Option(help: ArgumentHelp("How long completed to-dos are served after their completion.", valueName: "days"))
    var completedDays = DavSettings().completedDays

    @Flag(help: "Let devices delete a list together with its to-dos.")
    var deleteLists = false

    @Flag(help: "Write a line for each request.")
    var log = false

    func validate() throws {
        guard 0...65535 ~= port else { throw ValidationError("--port is 0 to 65535, not \(port).") }
        guard 0...36_500 ~= completedDays else {
            throw ValidationError("--completed-days is 0 to 36500, not \(completedDays).")
        }
    }

    func run() async throws {
        try await Failure.handling(DavCommand.statuses) {
            let store = try TodoStore(database.configuration, environment: try database.environment)
            try store.refuseToKeepOthersOut()
            var configuration = DavConfiguration(passwordFile: database.passwords.path)
            configuration.host = host
            configuration.port = port
            configuration.names = name
            configuration.certificate = certificate.files
            configuration.stateFile = database.state
            configuration.settings.completedDays = completedDays
            configuration.settings.deletesLists = deleteLists
            let hasNone = try database.passwords.entries.isEmpty
            try await DavServer(store, configuration, logger: logger).run { url in
                Output.line(url)
                if hasNone { Output.note("No device has a password yet: `todo dav password add NAME` makes one.") }
            }
        }
    }

    private var logger: Logger {
        var logger = Logger(label: "todo-dav") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = log ? .info : .error
        return logger
    }
}

extension DatabaseOption {
    /// The file of the server's own state, beside the database.
    var state: String { DavDatabase.path(beside: path) }

    /// The passwords of devices.
    var passwords: DevicePasswords { DevicePasswords(beside: path) }
}
