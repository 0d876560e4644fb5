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
            #expect(taken.status == 69 && taken.error.contains(port))
        }

        @Test("killed at any moment, it has every commit that it acknowledged, and none in part")
        func killedUnderLoad() async throws {
            let folder = try TemporaryFolder()
            let path = folder.file("server.db")
            var acknowledged: Set<String> = []
            for round in 0..<5 {
                let server = try ServerProcess(database: path)
                let transport = CurlTransport(configuration: .init(proxy: .none))
                let service = try service(server.url, transport)
                let done = await withTaskGroup(of: [String].self) { group in
                    for client in 0..<8 {
                        group.addTask {
                            var done: [String] = []
                            while !Task.isCancelled {
                                let id = "\(round)-\(client)-\(done.count)"
                                let writes = (0..<5).map { index in
                                    Write(
                                        .update(
                                            Document(name: "\(Self.root)/c\(index)/\(id)", fields: ["id": .string(id)]))
                                    )
                                }
                                guard (try? await service.commit(writes)) != nil else { return done }
                                done.append(id)
                            }
                            return done
                        }
                    }
                    try? await Task.sleep(for: .milliseconds(150 + 70 * round))
                    server.kill()
                    return await group.reduce(into: []) { $0 += $1 }
                }
                acknowledged.formUnion(done)
                await transport.shutDown()
            }
            #expect(acknowledged.count > 20)
            let server = try ServerProcess(database: path)
            let transport = CurlTransport(configuration: .init(proxy: .none))
            let service = try service(server.url, transport)
            var found: [Set<String>] = []
            for index in 0..<5 {
                let query = StructuredQuery(from: [CollectionSelector("c\(index)")])
                let documents = try await service.runQuery(query, under: try service.database.resource()).documents
                found.append(Set(documents.compactMap { $0.name.split(separator: "/").last.map(String.init) }))
            }
            await transport.shutDown()
            #expect(acknowledged.isSubset(of: found[0]), "an acknowledged commit is lost")
            #expect(found.allSatisfy { $0 == found[0] }, "a commit is torn")
            server.kill()
            let check = try await DatabaseQueue(path: path).read {
                try String.fetchOne($0, sql: "PRAGMA integrity_check")
            }
            #expect(check == "ok")
        }

        private static let root = "projects/p/databases/(default)/documents"
    }
}
