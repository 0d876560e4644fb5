import Foundation
import TestSupport

/// The built `todo-server`, run as a service manager runs it.
final class ServerProcess {
    let process = Process()
    /// What it printed first: where it listens.
    private(set) var url = ""
    private let output = Pipe()

    /// The program: beside the test runner.
    static var executable: URL {
        URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "todo-server")
    }

    /// Starts it and waits until it listens.
    init(database: String) throws {
        process.executableURL = Self.executable
        process.arguments = ["serve", "--port", "0", "--database", database]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        var line: [UInt8] = []
        while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first, byte != UInt8(ascii: "\n") {
            line.append(byte)
        }
        url = String(decoding: line, as: UTF8.self).replacing("Listening on ", with: "")
    }

    /// Ends it without a warning, as a power cut would.
    func kill() {
        Foundation.kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    deinit {
        if process.isRunning { kill() }
    }
}
