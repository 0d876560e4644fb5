import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite(
        "what todo-server has acknowledged is on the disk",
        .enabled(if: Strace.isPossible, "strace is missing, or may not look at processes"))
    struct SyncTests {
        @Test("each of forty commits, one after the other, is answered after a sync of its own")
        func commits() async throws {
            let folder = try TemporaryFolder()
            let strace = try Strace()
            let server = try ServerProcess(database: folder.file("server.db"), under: strace.words)
            let transport = CurlTransport(configuration: .init(proxy: .none))
            let endpoint = Endpoint(authority: String(server.url.dropFirst("http://".count)), transport: transport)
            #expect(try await endpoint.send(.get, "/health").status == 200)
            var syncs = strace.syncs(of: "/server.db-wal")
            for index in 0..<40 {
                let reply = try await endpoint.send(
                    .patch, "\(Endpoint.documents)/c/\(index)", #"{"fields":{"t":{"stringValue":"x"}}}"#)
                #expect(reply.status == 200, "\(reply.text)")
                let now = strace.syncs(of: "/server.db-wal")
                #expect(now > syncs, "commit \(index) is acknowledged and not on the disk")
                syncs = now
            }
            await transport.shutDown()
            server.process.terminate()
            try await blocking { [process = server.process] in process.waitUntilExit() }
            #expect(server.process.terminationReason == .exit && server.process.terminationStatus == 0)
        }

        @Test("a new token and a backup are, when the command has ended")
        func commands() throws {
            let folder = try TemporaryFolder()
            let (path, backup) = (folder.file("server.db"), folder.file("backup.db"))
            #expect(try ServerProcess.run("user", "add", "ada", "--database", path).status == 0)
            let rotation = try Strace()
            let rotated = try ServerProcess.run("user", "rotate", "ada", "--database", path, under: rotation.words)
            #expect(rotated.status == 0, "\(rotated.error)")
            #expect(rotation.syncs(of: "/server.db-wal") > 0)
            let copying = try Strace()
            let made = try ServerProcess.run("backup", backup, "--database", path, under: copying.words)
            #expect(made.status == 0, "\(made.error)")
            #expect(copying.showsDurableRename(to: backup), "\(copying.calls)")
        }
    }
}
