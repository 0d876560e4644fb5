import Foundation
import TestSupport
import Testing

/// A server with one user, as a test's devices know it.
final class Remote {
    /// The port of 127.0.0.1 it listens on.
    let port: Int
    /// The arguments of `todo remote set` besides the address.
    let options: [String]
    /// The environment variables that hold the programs' credentials.
    let environment: [String: String]
    /// The options by which `todo-server` moves the user's space from here or to here, after `--from` or `--to`, if these
    /// are needed.
    let place: (url: String?, options: [String])
    /// Keeps the server and its files alive.
    private let owners: [AnyObject]

    private init(
        port: Int, options: [String], environment: [String: String] = [:], place: (url: String?, options: [String]),
        owners: [AnyObject] = []
    ) {
        self.port = port
        self.options = options
        self.environment = environment
        self.owners = owners
        self.place = place
    }

    /// The built `todo-server`, with the access checks for the internet.
    static func todoServer() throws -> Remote {
        let folder = try TemporaryFolder()
        let database = folder.file("server.db")
        let token = try ServerProcess.run("user", "add", "ada", "--database", database)
        try #require(token.status == 0, "\(token.error)")
        let server = try ServerProcess(
            database: database, ["--user-rate", "100000", "--address-rate", "100000", "--connections", "1000"])
        let port = try #require(server.url.split(separator: ":").last.flatMap { Int($0) })
        return Remote(
            port: port, options: ["--user", "ada", "--token-variable", "DEVICE_TOKEN"],
            environment: ["DEVICE_TOKEN": token.output.trimmingCharacters(in: .newlines)],
            place: (nil, ["--database", database]), owners: [folder, server])
    }

    /// Google's emulator with the security rules loaded, in its own project.
    static func emulator() async throws -> Remote {
        let emulator = try FirestoreEmulator.shared.get()
        let project = "todo-devices-\(UUID().uuidString.prefix(8).lowercased())"
        try await emulator.loadRules(project: project)
        return Remote(
            port: emulator.port, options: ["--user", "ada", "--project", project, "--emulator"],
            place: ("http://127.0.0.1:\(emulator.port)", ["--project", project, "--emulator"]))
    }

    /// Returns a new device of the user, with this machine's clock.
    /// - Parameter port: The port of the server, or of what stands in front of it.
    func device(port: Int? = nil, _ more: String...) throws -> TodoProcess {
        var device = try TodoProcess()
        device.environment["TODO_NOW"] = nil
        device.environment["NO_PROXY"] = "*"
        let set = try self.set(for: &device, port: port, more)
        try #require(set.status == 0, "\(set.error)")
        return device
    }

    /// Makes this the remote of a device.
    func set(for device: inout TodoProcess, port: Int? = nil, _ more: [String] = []) throws -> TodoProcess.Result {
        device.environment.merge(environment) { _, new in new }
        return try device.run(["remote", "set", "http://127.0.0.1:\(port ?? self.port)"] + options + more)
    }

    /// Writes the user's space into a file.
    func export(to file: String) throws {
        let from = place.url.map { ["--from", $0] } ?? []
        let export = try ServerProcess.run(["export", "--user", "ada"] + from + place.options, to: file)
        try #require(export.status == 0, "\(export.error)")
    }

    /// Puts the user's space there.
    func `import`(_ file: String) throws {
        let to = place.url.map { ["--to", $0] } ?? []
        let imported = try ServerProcess.run(["import", file] + to + place.options)
        try #require(imported.status == 0, "\(imported.error)")
    }
}

extension TodoProcess {
    /// The same device, started and left running.
    func start(_ arguments: String...) throws -> Process {
        try startShell("exec todo \(arguments.joined(separator: " ")) --quiet")
    }
}
