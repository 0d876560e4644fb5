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
    @Suite("backup, restore and check")
    struct BackupTests {
        /// Runs `body` with a server process that has a user with a head and a to-do.
        private func withServer(_ body: (_ path: String, _ endpoint: Endpoint, _ token: String) async throws -> Void)
            async throws
        {
            let folder = try TemporaryFolder()
            let path = folder.file("server.db")
            let added = try ServerProcess.run("user", "add", "u", "--database", path)
            let token = "Bearer " + added.output.trimmingCharacters(in: .newlines)
            let server = try ServerProcess(database: path, ["--user-rate", "100000", "--address-rate", "100000"])
            let transport = CurlTransport(configuration: .init(proxy: .none))
            try await body(
                path, Endpoint(authority: String(server.url.dropFirst("http://".count)), transport: transport), token)
            await transport.shutDown()
            server.kill()
        }

        private func commit(_ endpoint: Endpoint, _ token: String, _ sequence: Int64) async throws -> Int {
            let writes: JSONValue = [
                "writes": [
                    GuardedServer.update(
                        "users/u/sync/head", ["seq": .integer(sequence), "gcSeq": 0, "epoch": "first", "schema": 1]),
                    GuardedServer.update("users/u/todos/t\(sequence)", ["seq": .integer(sequence), "hi": 1]),
                ]
            ]
            return try await endpoint.send(
                .post, "\(Endpoint.documents):commit", writes.canonicalJSON, authorization: token
            ).status
        }

        private func head(_ endpoint: Endpoint, _ token: String) async throws -> (sequence: String?, epoch: String?) {
            let head = try await endpoint.send(.get, "\(Endpoint.documents)/users/u/sync/head", authorization: token)
            let fields = head.json["fields"]
            return (fields?["seq"]?["integerValue"]?.string, fields?["epoch"]?["stringValue"]?.string)
        }

        @Test("a backup made under load is whole, and restored under the server it begins a new epoch")
        func lifeCycle() async throws {
            try await withServer { path, endpoint, token async throws in
                #expect(try await commit(endpoint, token, 1) == 200)
                let writer = Task {
                    var sequence: Int64 = 2
                    while !Task.isCancelled, try await commit(endpoint, token, sequence) == 200 { sequence += 1 }
                }
                #expect(
                    await eventually {
                        (try? await head(endpoint, token).sequence).flatMap { $0 }.flatMap { Int($0) } ?? 0 > 9
                    })
                let backup = path + ".backup"
                let made = try ServerProcess.run("backup", backup, "--database", path)
                #expect(made.status == 0, "\(made.error)")
                writer.cancel()
                _ = await writer.result
                #expect(try permissions(of: backup) == 0o600)
                let again = try ServerProcess.run("backup", backup, "--database", path)
                #expect(again.status == 74 && again.error.contains("already"))
                let checked = try ServerProcess.run("check", "--database", path)
                #expect(checked.status == 0 && checked.output.contains("0 problems"), "\(checked.output)")
                // A user is added after the backup.
                let added = try ServerProcess.run("user", "add", "late", "--database", path)
                let late = "Bearer " + added.output.trimmingCharacters(in: .newlines)

                let restored = try ServerProcess.run("restore", backup, "--database", path)
                #expect(restored.status == 0, "\(restored.error)")
                // The server looks four times a second whether another process has restored a backup.
                #expect(await eventually { (try? await head(endpoint, token).epoch).flatMap { $0 } != "first" })
                let now = try await head(endpoint, token)
                let sequence = try #require(now.sequence.flatMap { Int64($0) })
                #expect(sequence > 1)
                #expect(now.epoch?.isEmpty == false)
                let query = #"{"structuredQuery":{"from":[{"collectionId":"todos"}]}}"#
                let todos = try await endpoint.send(
                    .post, "\(Endpoint.documents)/users/u:runQuery", query, authorization: token)
                #expect(todos.json.elements?.count == Int(sequence), "the backup holds a commit in part")
                let lateHead = "\(Endpoint.documents)/users/late/sync/head"
                #expect(try await endpoint.send(.get, lateHead, authorization: late).status == 404)
                // The old epoch is over: nobody carries on as if nothing had happened.
                #expect(try await commit(endpoint, token, sequence + 1) == 403)
                #expect(try ServerProcess.run("check", "--database", path).status == 0)
            }
        }

        @Test("what is no backup changes nothing, and a damaged database is found")
        func refusals() async throws {
            try await withServer { path, endpoint, token async throws in
                #expect(try await commit(endpoint, token, 1) == 200)
                try Data("no database".utf8).write(to: URL(filePath: path + ".text"))
                try await DatabaseQueue(path: path + ".other").write { try $0.execute(sql: "CREATE TABLE other (x)") }
                for name in [path + ".text", path + ".other", path + ".none"] {
                    let refused = try ServerProcess.run("restore", name, "--database", path)
                    #expect(refused.status == 74 && !refused.error.isEmpty, "\(name)")
                    #expect(refused.error.firstMatch(of: #/: [0-9]+ \(/#) == nil, "\(refused.error)")
                }
                let refused = try ServerProcess.run("restore", path + ".text", "--database", path)
                #expect(refused.error.hasSuffix(".text cannot be restored: file is not a database.\n"))
                #expect(try await head(endpoint, token).epoch == "first")
                let backup = path + ".backup"
                #expect(try ServerProcess.run("backup", backup, "--database", path).status == 0)
                try await DatabaseQueue(path: backup).write { db in
                    try db.execute(sql: "UPDATE document SET fields = x'7B22' WHERE seq = 1")
                }
                let damaged = try ServerProcess.run("check", "--database", backup)
                #expect(damaged.status == 74 && damaged.error.contains("cannot be read"))
                #expect(try ServerProcess.run("restore", backup, "--database", path).status == 74)
                #expect(try await head(endpoint, token).epoch == "first")
            }
        }

        @Test("a second server does not serve the same file")
        func oneServer() async throws {
            try await withServer { path, _, _ async throws in
                let second = try ServerProcess.run("serve", "--port", "0", "--database", path)
                #expect(second.status == 75 && second.error.contains("Another todo-server"))
            }
        }
    }
}
