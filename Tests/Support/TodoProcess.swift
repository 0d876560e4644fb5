package import Foundation

/// The built `todo` program, run as a person or a script runs it: on a database of its own, with a clock that stands.
package struct TodoProcess: Sendable {
    /// What a run came to.
    package struct Result: Sendable {
        package var status: Int32
        package var output: String
        package var error: String

        /// The lines of the standard output.
        package var lines: [String] { output.split(separator: "\n").map(String.init) }
    }

    /// The folder in which it runs and in which its database is.
    package let folder: URL
    /// The environment, on top of a bare one.
    package var environment: [String: String] = [:]

    /// The program in a new, empty folder.
    package init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "todo-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        environment["TODO_DB"] = folder.appending(path: "todo.db").path
        environment["TODO_NOW"] = "2026-11-21T10:00:00Z"
        environment["TZ"] = "UTC"
    }

    /// Where the database is.
    package var database: URL { folder.appending(path: "todo.db") }

    /// The program: beside the test runner, or what `TODO_BINARY` names.
    package static var executable: URL {
        if let path = ProcessInfo.processInfo.environment["TODO_BINARY"] { return URL(filePath: path) }
        return built.appending(path: "todo")
    }

    /// The folder of the test runner and of all the programs that were built with it.
    static var built: URL { URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent() }

    /// Runs it to its end.
    @discardableResult
    package func callAsFunction(_ arguments: String..., input: String = "") throws -> Result {
        try run(arguments, input: Data(input.utf8))
    }

    /// Runs it to its end.
    package func run(_ arguments: [String], input: Data = Data()) throws -> Result {
        try Self.run(Self.executable, arguments, input: input, folder: folder, environment: environment)
    }

    /// Starts a shell command in the folder, with the project's programs on its path, and leaves it running.
    package func startShell(_ command: String) throws -> Process {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        process.currentDirectoryURL = folder
        process.environment = Self.bare.merging(shellEnvironment) { _, own in own }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // Tests that run in the background ignore interrupts, and the programs that they start would inherit that.
        signal(SIGINT, SIG_DFL)
        try process.run()
        return process
    }

    /// Runs a shell command in the folder, with the project's programs on its path.
    @discardableResult
    package func shell(_ command: String) throws -> Result {
        try Self.run(
            URL(filePath: "/bin/sh"), ["-c", command], input: Data(), folder: folder, environment: shellEnvironment)
    }

    private var shellEnvironment: [String: String] {
        // `TODO_BINARY` may be alone in its folder: the servers beside it are those of the tests.
        let folders = [Self.executable.deletingLastPathComponent().path, Self.built.path, Self.systemPath]
        let path = folders.joined(separator: ":")
        return environment.merging(["PATH": path]) { _, path in path }
    }

    private static let systemPath = "/usr/bin:/bin:/usr/sbin:/sbin"
    private static let bare = ["PATH": systemPath, "HOME": "/nonexistent"]

    static func run(
        _ executable: URL, _ arguments: [String], input: Data, folder: URL, environment: [String: String]
    ) throws -> Result {
        // Files, not pipes: nothing can fill up and wait.
        let base = FileManager.default.temporaryDirectory.appending(path: "todo-run-\(UUID().uuidString)").path
        let paths = [base + ".in", base + ".out", base + ".err"]
        defer { for path in paths { try? FileManager.default.removeItem(atPath: path) } }
        for path in paths { try (path == paths[0] ? input : Data()).write(to: URL(filePath: path)) }
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = folder
        process.environment = bare.merging(environment) { _, own in own }
        process.standardInput = try FileHandle(forReadingFrom: URL(filePath: paths[0]))
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: paths[1]))
        process.standardError = try FileHandle(forWritingTo: URL(filePath: paths[2]))
        try process.run()
        process.waitUntilExit()
        func text(_ path: String) throws -> String {
            String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        }
        return Result(status: process.terminationStatus, output: try text(paths[1]), error: try text(paths[2]))
    }
}
