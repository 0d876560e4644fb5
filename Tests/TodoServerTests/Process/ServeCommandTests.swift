import Basics
import FirestoreWire
import Foundation
import GRDB
import HTTPTypes
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("todo-server serve")
    struct ServeCommand {
        private func run(_ arguments: String...) throws -> (status: Int32, error: String) {
            let process = Process()
            let pipe = Pipe()
            process.executableURL = ServerProcess.executable
            process.arguments = ["serve"] + arguments
            process.standardError = pipe
            process.standardOutput = FileHandle.nullDevice
            try process.run()
            let error = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return (process.terminationStatus, String(decoding: error, as: UTF8.self))
        }

        private func service(_ url: String, _ transport: CurlTransport) throws -> FirestoreService {
            FirestoreService(
                try FirestoreDatabase(projectID: "p", url: url), transport: transport,
                credentials: try EmulatorCredentials.admin(), retry: .never)
        }

        @Test("told to stop, it answers what it has, closes the database and ends well")
        func gracefulShutdown() async throws {
            let folder = try TemporaryFolder()
            let server = try ServerProcess(database: folder.file("deep/er/server.db"))
            #expect(try permissions(of: folder.file("deep/er/server.db")) == 0o600)
            let transport = CurlTransport(configuration: .init(proxy: .none))
            let service = try service(server.url, transport)
            _ = try await service.create([:], in: try service.database.resource("c"), id: "a")
            await transport.shutDown()
            server.process.terminate()
            server.process.waitUntilExit()
            #expect(server.process.terminationStatus == 0 && server.process.terminationReason == .exit)
            #expect(contents(of: folder.file("deep/er/server.db-wal"))?.isEmpty != false, "the log was not taken in")
        }

        @Test("what cannot be served is refused with a sentence and a status")
        func refusals() async throws {
            let folder = try TemporaryFolder()
            #expect(try run("--port", "70000").status == 64)
            #expect(try run("--data", folder.path, "--database", "x").status == 64)
            let foreign = folder.file("foreign.db")
            try await DatabaseQueue(path: foreign).write { try $0.execute(sql: "CREATE TABLE other (x)") }
            let refused = try run("--port", "0", "--database", foreign)
            #expect(refused.status == 74 && refused.error.contains("is not a database of todo-server"))
            try Data("no database at all, by any means; not even a header".utf8).write(
                to: URL(filePath: folder.file("text")))
            #expect(try run("--port", "0", "--database", folder.file("text")).status == 74)
            #expect(try run("--port", "0", "--database", folder.path).status == 74)
            let server = try ServerProcess(database: folder.file("a.db"))
            let port = String(server.url.split(separator: ":").last ?? "")
            let taken = try run("--port", port, "--database", folder.file("b.db"))
            #expect(taken.status == 69 && taken.error.contains("listen on 127.0.0.1:\(port): Address already in use\n"))
        }
    }
}
