import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("a server whose log goes nowhere")
    struct LogProcessTests {
        /// Sends the server more requests than its log can hold, tells it to stop, and returns how it ended.
        private func run(_ log: FileHandle, before: () -> Void = {}) async throws -> Process {
            let folder = try TemporaryFolder()
            let server = try ServerProcess(
                database: folder.file("server.db"), ["--open", "--log-level", "trace"], log: log)
            before()
            let transport = CurlTransport(configuration: .init(proxy: .none))
            let endpoint = Endpoint(authority: String(server.url.dropFirst("http://".count)), transport: transport)
            // A pipe holds 64 KiB, and a line has over a hundred bytes.
            for _ in 0..<1000 { #expect(try await endpoint.send(.get, "/health").status == 200) }
            await transport.shutDown()
            server.process.terminate()
            try await blocking { [process = server.process] in process.waitUntilExit() }
            return server.process
        }

        @Test("one that nobody reads hangs nothing, the end neither")
        func unread() async throws {
            let pipe = Pipe()
            let process = try await run(pipe.fileHandleForWriting)
            #expect(process.terminationReason == .exit && process.terminationStatus == 0)
            withExtendedLifetime(pipe) {}
        }

        @Test("one whose reader has gone away ends nothing")
        func gone() async throws {
            let pipe = Pipe()
            let process = try await run(pipe.fileHandleForWriting) {
                try? pipe.fileHandleForWriting.close()
                try? pipe.fileHandleForReading.close()
            }
            #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        }

        @Test("one on a full disk ends nothing", .enabled(if: FileManager.default.fileExists(atPath: "/dev/full")))
        func full() async throws {
            let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
            let process = try await run(full)
            #expect(process.terminationReason == .exit && process.terminationStatus == 0)
        }
    }
}
