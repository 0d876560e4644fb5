import Foundation
import TestSupport
import Testing

/// A Python that has Google's Firestore client: `python3`, or the one in `.build/python-venv`, which is created if
/// `pip` can get the package.
enum GooglePython {
    static let path: String? = {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let folder = root.appending(path: ".build/python-venv").path
        let candidates = ["\(folder)/bin/python", "/usr/bin/env python3"]
        func hasClient(_ python: String) -> Bool { shell("\(python) -c 'import google.cloud.firestore'") }
        if let python = candidates.first(where: hasClient) { return python }
        let isMade = shell(
            "python3 -m venv '\(folder)' && timeout 120 '\(folder)/bin/pip' install -q --retries 0 google-cloud-firestore==2.34.1 requests"
        )
        return isMade && hasClient(candidates[0]) ? candidates[0] : nil
    }()

    /// Whether a command ends well.
    static func shell(_ command: String) -> Bool {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}

extension HTTPTests {
    @Suite(
        "Google's Python client",
        .enabled(if: GooglePython.path != nil, "google-cloud-firestore cannot be imported or installed"))
    struct GoogleClient {
        @Test("it creates, sets, merges, updates, deletes, batches, queries, counts and runs a transaction")
        func everything() async throws {
            let folder = try TemporaryFolder()
            let server = try ServerProcess(database: folder.file("server.db"))
            try run("google_client", server.url.replacing("http://", with: ""))
        }

        @Test(
            "with gRPC, its default, a call ends at once and says what to use, also with TLS", arguments: [false, true])
        func grpc(withTLS: Bool) throws {
            let folder = try TemporaryFolder()
            _ = try Certificate(in: folder.path)
            let certificate = folder.file("certificate.pem")
            let options = ["--tls-certificate", certificate, "--tls-key", folder.file("key.pem")]
            let server = try ServerProcess(database: folder.file("server.db"), withTLS ? options : ["--open"])
            try run("google_grpc", server.url, certificate)
        }

        /// Runs a script of the fixtures, which prints `ok` at its end.
        private func run(_ script: String, _ arguments: String...) throws {
            let python = try #require(GooglePython.path)
            let script = try #require(
                Bundle.module.url(forResource: script, withExtension: "py", subdirectory: "Fixtures"))
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = [
                "-c", "timeout 120 \(python) '\(script.path)' \(arguments.joined(separator: " ")) 2>&1",
            ]
            process.standardOutput = output
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0 && text.hasSuffix("ok\n"), "\(text)")
        }
    }
}
