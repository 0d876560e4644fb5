import FirestoreWire
import Foundation
import GRDB
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoNetwork
import TodoServer

extension HTTPTests {
    /// A later version of the program is this one with a further step in its schema.
    @Suite("an upgrade of todo-server")
    struct UpgradeTests {
        private static var later: DatabaseMigrator {
            var migrator = StoreSchema.migrator
            migrator.registerMigration("1.1.0") { try $0.execute(sql: "ALTER TABLE account ADD COLUMN colour TEXT") }
            return migrator
        }

        /// What is beside the database and begins with these words.
        private func backups(_ folder: TemporaryFolder) throws -> [String] {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.contains(".before-") }.sorted()
        }

        private func read(_ name: String, of path: String, _ token: String) async throws -> Int {
            let server = try ServerProcess(database: path, [])
            let transport = CurlTransport(configuration: .init(proxy: .none))
            let endpoint = Endpoint(authority: String(server.url.dropFirst("http://".count)), transport: transport)
            let reply = try await endpoint.send(
                .get, "\(Endpoint.documents)/\(name)", authorization: "Bearer \(token)")
            await transport.shutDown()
            server.process.terminate()
            try await blocking { [process = server.process] in process.waitUntilExit() }
            return reply.status
        }

        @Test("the database is backed up, then migrated; the former version refuses it, and goes on as it says")
        func andBack() async throws {
            let folder = try TemporaryFolder()
            let path = folder.file("server.db")
            let token = try ServerProcess.run("user", "add", "u", "--database", path).output
                .trimmingCharacters(in: .newlines)
            let name = "users/u/todos/one"
            do {
                let server = try ServerProcess(database: path, [])
                let transport = CurlTransport(configuration: .init(proxy: .none))
                let endpoint = Endpoint(
                    authority: String(server.url.dropFirst("http://".count)), transport: transport)
                let writes: JSONValue = [
                    "writes": [
                        GuardedServer.update(
                            "users/u/sync/head", ["seq": 1, "gcSeq": 0, "epoch": "first", "schema": 1]),
                        GuardedServer.update(name, ["seq": 1, "hi": 1]),
                    ]
                ]
                let reply = try await endpoint.send(
                    .post, "\(Endpoint.documents):commit", writes.canonicalJSON, authorization: "Bearer \(token)")
                #expect(reply.status == 200, "\(reply.text)")
                await transport.shutDown()
                // A power cut: the commit is only in the log, and the backup must have it.
                server.kill()
            }
            #expect(try backups(folder).isEmpty)

            let upgraded = try DocumentStore(path: path, migrator: Self.later)
            let backup = try #require(upgraded.migrationBackup)
            try upgraded.close()
            #expect(try backups(folder) == [(backup as NSString).lastPathComponent])
            #expect(backup.hasPrefix("\(path).before-1.1.0-"))
            let mode = try FileManager.default.attributesOfItem(atPath: backup)[.posixPermissions] as? Int
            #expect(mode == 0o600)
            // It happens once, as the database is of the new version now.
            let again = try DocumentStore(path: path, migrator: Self.later)
            #expect(again.migrationBackup == nil)
            try again.close()

            let refused = try ServerProcess.run("serve", "--port", "0", "--database", path)
            #expect(refused.status == 74)
            let advice = [
                "update the program", "run 'todo-server restore --database \(path) ",
                (backup as NSString).lastPathComponent,
            ]
            #expect(advice.allSatisfy(refused.error.contains), "\(refused.error)")
            // The way that the message names.
            let away = folder.file("away")
            try FileManager.default.createDirectory(atPath: away, withIntermediateDirectories: true)
            for file in ["server.db", "server.db-wal", "server.db-shm"] {
                try? FileManager.default.moveItem(atPath: folder.file(file), toPath: "\(away)/\(file)")
            }
            let restored = try ServerProcess.run("restore", "--database", path, backup)
            #expect(restored.status == 0, "\(restored.error)")
            #expect(try await read(name, of: path, token) == 200)
        }

        @Test("without room for the backup nothing is migrated")
        func withoutBackup() throws {
            let folder = try TemporaryFolder()
            let path = folder.file("server.db")
            try DocumentStore(path: path).close()
            // The name of the backup is too long for a file.
            var later = StoreSchema.migrator
            later.registerMigration(String(repeating: "9", count: 250)) { _ in Issue.record("it was migrated") }
            #expect {
                try DocumentStore(path: path, migrator: later).close()
            } throws: { error in
                (error as? ServerError)?.code == .backup && "\(error)".contains("Nothing was changed.")
            }
            try DocumentStore(path: path).close()
        }

        @Test("the health command answers for a server that runs, is away, and is no todo-server")
        func health() async throws {
            let folder = try TemporaryFolder()
            let server = try ServerProcess(database: folder.file("server.db"))
            let (url, process) = (server.url, server.process)
            let well = try await blocking { try ServerProcess.run("health", url + "/") }
            #expect(well.status == 0 && well.output.isEmpty && well.error.isEmpty, "\(well.error)")
            // The file is gone, so nothing could be stored.
            try FileManager.default.removeItem(atPath: folder.file("server.db"))
            #expect(
                await eventually {
                    let ill = try? await blocking { try ServerProcess.run("health", url) }
                    return ill?.status == 74 && ill?.error.isEmpty == false
                })
            process.terminate()
            try await blocking { process.waitUntilExit() }
            let away = try await blocking { try ServerProcess.run("health", url) }
            #expect(away.status == 69 && away.error.contains("refused the connection"), "\(away.error)")
            #expect(try ServerProcess.run("health", "localhost:8080").status == 64)
        }
    }
}
