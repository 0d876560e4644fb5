import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoNetwork

@Suite("The program todo-web")
struct ProgramTests {
    @Test("`todo web` prints a link at once, serves the same database, and ends well")
    func todoWeb() async throws {
        let folder = try TemporaryFolder()
        let program = try Program("todo", ["web", "--port", "0", "--no-open"], database: folder.file())
        let link = try await program.line()
        let reply = try await get(link)
        #expect(reply.status == 200)
        let cookie = try #require(reply.fields[.setCookie]?.prefix { $0 != ";" })
        let home = link.components(separatedBy: "/in/")[0]
        #expect(try await get(home + "/", cookie: String(cookie)).status == 200)
        #expect(try await program.stop() == 0)
    }

    @Test("where the port is taken, the link that it prints is taken by the server that runs")
    func taken() async throws {
        let folder = try TemporaryFolder()
        let port = try freePort()
        let first = try Program("todo-web", ["--port", "\(port)", "--no-open"], database: folder.file())
        _ = try await first.line()
        let second = try await run("--port", "\(port)", database: folder.file())
        #expect(second.status == 69)
        let link = try #require(second.output.wholeMatch(of: #/(http:\/\/\S+\/in\/[0-9a-f]{64})\n/#)?.1)
        #expect(!second.error.contains("/in/"), "a log of errors has no link")
        #expect(try await get(String(link)).status == 200)
        #expect(try await get(String(link)).status == 401)
        #expect(try await first.stop() == 0)
    }

    @Test("where another program has the port, no link is made that a browser would show it")
    func takenByOthers() async throws {
        let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
        let port = try freePort()
        let first = try Program("todo-web", ["--port", "\(port)", "--no-open"], database: other.file())
        _ = try await first.line()
        let second = try await run("--port", "\(port)", database: folder.file())
        #expect(second.status == 69)
        #expect(second.output.isEmpty && !second.error.contains("/in/"))
        #expect(second.error.contains("Another program has port \(port)"), "\(second.error)")
        #expect(try await first.stop() == 0)
    }

    /// Runs todo-web where it ends by itself.
    private func run(
        _ arguments: String..., database: String
    ) async throws -> (status: Int32, output: String, error: String) {
        let process = Process()
        let (output, errors) = (Pipe(), Pipe())
        process.executableURL = TodoProcess.executable.deletingLastPathComponent().appending(path: "todo-web")
        process.arguments = arguments + ["--no-open", "--db", database]
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
}
