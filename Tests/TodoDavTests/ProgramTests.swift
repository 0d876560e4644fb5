import Foundation
import TestSupport
import Testing

@Suite("The program todo-dav")
struct ProgramTests {
    /// Runs todo-dav where it ends by itself.
    private func run(
        _ arguments: String..., database: String, program: String = "todo-dav", settings: String? = nil
    ) async throws -> (status: Int32, output: String, error: String) {
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = TodoProcess.executable.deletingLastPathComponent().appending(path: program)
        process.arguments = arguments
        process.environment = ["TODO_DB": database, "HOME": "/nonexistent", "PATH": "/usr/bin:/bin"]
        if let settings { process.environment?["TODO_CONFIG"] = settings }
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        return try await blocking { [process] in
            let texts = [output, errors].map {
                String(decoding: $0.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            }
            process.waitUntilExit()
            return (process.terminationStatus, texts[0], texts[1])
        }
    }

    @Test("passwords are made, listed and revoked, and `todo dav` passes its words on")
    func passwords() async throws {
        let folder = try TemporaryFolder()
        let made = try await run("dav", "password", "add", "phone", database: folder.file(), program: "todo")
        #expect(
            made.status == 0 && made.output.wholeMatch(of: #/[a-z2-9]{4}(-[a-z2-9]{4}){4}\n/#) != nil, "\(made.error)")
        #expect(try await run("password", "add", "phone", database: folder.file()).status == 64)
        let listed = try await run("password", "list", database: folder.file())
        #expect(listed.output.hasPrefix("phone\tmade ") && !listed.output.contains(made.output.dropLast()))
        #expect(try await run("password", "revoke", "phone", database: folder.file()).status == 0)
        #expect(try await run("password", "revoke", "phone", database: folder.file()).status == 1)
    }

    @Test("the port is that of the settings, an option goes first, and a mistake in the settings is said")
    func settings() async throws {
        let folder = try TemporaryFolder()
        let file = folder.file("config")
        try await RunningDav.with { dav in
            let port = dav.authority.split(separator: ":").last.map(String.init) ?? ""
            try "[dav]\nport = \(port)\ncompleted-days = many\n".write(toFile: file, atomically: true, encoding: .utf8)
            let taken = try await run(database: folder.file(), settings: file)
            #expect(taken.status == 69 && taken.error.contains(port), "\(taken.error)")
            #expect(taken.error.contains("\(file), line 3: dav.completed-days"), "\(taken.error)")
            try "[dav]\nport = 1\n".write(toFile: file, atomically: true, encoding: .utf8)
            let typed = try await run("--port", port, database: folder.file(), settings: file)
            #expect(typed.status == 69 && typed.error.contains(port), "\(typed.error)")
        }
    }

    @Test("other machines are not served without a certificate")
    func unsafe() async throws {
        let folder = try TemporaryFolder()
        let refused = try await run("--host", "0.0.0.0", database: folder.file())
        #expect(refused.status == 78 && refused.error.contains("--tls-certificate"), "\(refused.error)")
    }
}
