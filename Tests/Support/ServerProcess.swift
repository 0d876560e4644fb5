package import Foundation

/// The built `todo-server`, run as a service manager runs it.
package final class ServerProcess {
    package let process = Process()
    /// What it printed first: where it listens.
    package private(set) var url = ""
    private let output = Pipe()

    /// The program: beside the test runner.
    package static var executable: URL {
        TodoProcess.built.appending(path: "todo-server")
    }

    /// Starts it and waits until it listens.
    /// - Parameters:
    ///   - options: Nothing but `--open` where none are given.
    ///   - log: The file to which it writes what it has to say.
    ///   - under: The words before the program: of one that runs it as this process.
    package init(
        database: String, _ options: [String] = ["--open"], log: FileHandle = .nullDevice, under: [String] = []
    ) throws {
        let words = under + [Self.executable.path, "serve", "--port", "0", "--database", database] + options
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        process.standardOutput = output
        process.standardError = log
        try process.run()
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
            line.append(byte)
        }
        url = String(decoding: line, as: UTF8.self).replacing("Listening on ", with: "")
    }

    /// Runs a command of the program to its end.
    /// - Parameter under: The words before the program: of one that runs it.
    package static func run(
        _ arguments: String..., under: [String] = []
    ) throws -> (status: Int32, output: String, error: String) {
        let process = Process()
        let (output, error) = (Pipe(), Pipe())
        let words = under + [executable.path] + arguments
        process.executableURL = URL(filePath: words[0])
        process.arguments = Array(words.dropFirst())
        process.standardOutput = output
        process.standardError = error
        try process.run()
        // These commands print little, so neither pipe fills up.
        let texts = [output, error].map {
            String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        }
        process.waitUntilExit()
        return (process.terminationStatus, texts[0], texts[1])
    }

    /// The same with files, of which one is read and one written: what a pipe holds is not enough.
    package static func run(
        _ arguments: [String], from input: String = "/dev/null", to output: String = "/dev/null"
    ) throws -> (status: Int32, error: String) {
        let process = Process()
        let error = Pipe()
        process.executableURL = executable
        process.arguments = arguments
        process.standardInput = FileHandle(forReadingAtPath: input)
        try Data().write(to: URL(filePath: output))
        process.standardOutput = FileHandle(forWritingAtPath: output)
        process.standardError = error
        try process.run()
        let text = String(decoding: error.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text)
    }

    /// Ends it without a warning, as a power cut would.
    package func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    deinit {
        if process.isRunning { kill() }
    }
}
