import Foundation
import TestSupport
import Testing

extension HTTPTests {
    @Suite("a server that ends while clients connect")
    struct ShutdownTests {
        @Test("cut off in the middle, it closes the connections that it has just accepted")
        func cutOff() async throws {
            for _ in 0..<Dose.of(2, whole: 5) {
                let storm = try await RunningServer.with { server in
                    let storm = ConnectionStorm(server.endpoint.authority)
                    try await Task.sleep(for: .milliseconds(50))
                    return storm
                }
                storm.end()
            }
        }

        @Test("told to stop, it ends well")
        func toldToStop() async throws {
            for _ in 0..<3 {
                let folder = try TemporaryFolder()
                let server = try ServerProcess(database: folder.file("server.db"))
                let storm = ConnectionStorm(server.url)
                try await Task.sleep(for: .milliseconds(50))
                server.process.terminate()
                server.process.waitUntilExit()
                storm.end()
                #expect(server.process.terminationReason == .exit && server.process.terminationStatus == 0)
            }
        }
    }
}
