import Foundation
import TestSupport
import Testing

/// A Python that has Google's Firestore client: `python3`, or the one in `.build/python-venv`, which is created if
/// `pip` can get the package.
private enum GooglePython {
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

    private static func shell(_ command: String) -> Bool {
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
            let python = try #require(GooglePython.path)
            let script = try #require(
                Bundle.module.url(forResource: "google_client", withExtension: "py", subdirectory: "Fixtures"))
            let process = Process()
            let output = Pipe()
            process.executableURL = URL(filePath: "/bin/sh")
            process.arguments = [
                "-c", "timeout 120 \(python) '\(script.path)' \(server.url.replacing("http://", with: "")) 2>&1",
            ]
            process.standardOutput = output
            try process.run()
            let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            process.waitUntilExit()
            #expect(process.terminationStatus == 0 && text.hasSuffix("ok\n"), "\(text)")
        }
    }
}
