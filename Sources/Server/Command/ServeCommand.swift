import ArgumentParser
import Foundation
import Logging
import TodoServer

/// `todo-server serve`.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve", abstract: "Serve documents until the process is told to stop (SIGTERM or SIGINT).")

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 takes any that is free and prints it.")
    var port = 8080

    @Option(help: "The folder of the database. (default: $XDG_DATA_HOME/todo-server)")
    var data: String?

    @Option(help: "The database file, in place of --data.")
    var database: String?

    func validate() throws {
        guard 0...65535 ~= port else { throw ValidationError("--port must be 0 to 65535.") }
        guard data == nil || database == nil else { throw ValidationError("Give --data or --database, not both.") }
    }

    func run() async throws {
        var logger = Logger(label: "todo-server") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .notice
        let server = TodoServer(.init(host: host, port: port, database: databasePath), logger: logger)
        do {
            try await server.run { url in
                // One line that a script can wait for.
                FileHandle.standardOutput.write(Data("Listening on \(url)\n".utf8))
            }
        } catch let error as StoreError {
            FileHandle.standardError.write(Data("\(error)\n".utf8))
            throw ExitCode(74)
        } catch let error as any CustomStringConvertible & Error {
            FileHandle.standardError.write(Data("The server cannot listen on \(host):\(port): \(error)\n".utf8))
            throw ExitCode(69)
        }
    }

    private var databasePath: String {
        if let database { return database }
        let environment = ProcessInfo.processInfo.environment
        let folder =
            data ?? environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : "\($0)/todo-server" }
            ?? "\(environment["HOME"] ?? ".")/.local/share/todo-server"
        return "\(folder)/todo-server.db"
    }
}
