import ArgumentParser
import DavMerge
import Foundation
import Logging
import ServiceOptions
import TodoDav
import TodoDomain
import TodoKit

/// `todo-dav serve`, which is also what `todo-dav` does.
struct ServeCalendarsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve the to-dos until the process is told to stop (SIGTERM or SIGINT).")

    @OptionGroup var database: DatabaseOption

    @Option(help: "The port to listen on; 0 takes any that is free. (default: 8487, or the setting dav.port)")
    var port: Int?

    @Option(help: "The address to listen on. Addresses that other machines can reach need a certificate.")
    var host = "127.0.0.1"

    @Option(help: "A name by which devices reach it, as todo.example.org. Repeat for several.")
    var name: [String] = []

    @OptionGroup var certificate: CertificateOptions

    @Option(
        help: ArgumentHelp(
            """
            How long completed to-dos are served after their completion. (default: 60, or the setting dav.completed-days)
            """, valueName: "days"))
    var completedDays: Int?

    @Flag(
        inversion: .prefixedNo,
        help: "Whether devices may delete a list with its to-dos. (default: no, or the setting dav.delete-lists)")
    var deleteLists: Bool?

    @Flag(help: "Write a line for each request.")
    var log = false

    func validate() throws {
        if let port, !(0...65535 ~= port) { throw ValidationError("--port is 0 to 65535, not \(port).") }
        if let completedDays, !(0...36_500 ~= completedDays) {
            throw ValidationError("--completed-days is 0 to 36500, not \(completedDays).")
        }
    }

    func run() async throws {
        try await Failure.handling(DavCommand.statuses) {
            let store = try TodoStore(database.configuration, environment: try database.environment)
            try store.refuseToKeepOthersOut()
            var configuration = DavConfiguration(passwordFile: database.passwords.path)
            configuration.settings = try settings()
            configuration.host = host
            configuration.port = port ?? configuration.settings.port
            configuration.names = name
            configuration.certificate = certificate.files
            configuration.stateFile = database.state
            let hasNone = try database.passwords.entries.isEmpty
            try await DavServer(store, configuration, logger: logger).run { url in
                Output.line(url)
                if hasNone { Output.note("No device has a password yet: `todo dav password add NAME` makes one.") }
            }
        }
    }

    /// The settings of the person, with those that were typed in their place. A mistake in their file is said, and the rest counts.
    private func settings() throws -> Settings.Dav {
        let (file, environment) = (UserSettings(), try database.environment)
        let (all, problems) = Settings.read(
            try file.file(), commands: [], now: environment.now(), timeZone: environment.timeZone)
        for problem in problems where problem.name?.hasPrefix("dav.") ?? false {
            Output.note("\(file.path)\(problem.line.map { ", line \($0)" } ?? ""): \(problem.reason)")
        }
        var settings = all.dav
        if let completedDays { settings.completedDays = completedDays }
        if let deleteLists { settings.deletesLists = deleteLists }
        return settings
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
