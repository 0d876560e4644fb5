import FirestoreWire
import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("spaces exported and imported while they are served")
    struct MovedUnderServerTests {
        private let folder: TemporaryFolder
        private let database: String

        init() throws {
            folder = try TemporaryFolder()
            database = folder.file("server.db")
        }

        private func head(_ endpoint: Endpoint, _ token: String) async throws -> String? {
            let head = try await endpoint.send(.get, "\(Endpoint.documents)/users/u/sync/head", authorization: token)
            return head.json["fields"]?["seq"]?["integerValue"]?.string
        }

        @Test("a server sees what was imported, and lets no device write before all of it is there")
        func served() async throws {
            let added = try ServerProcess.run("user", "add", "u", "--database", database)
            let token = "Bearer " + added.output.trimmingCharacters(in: .newlines)
            let server = try ServerProcess(database: database, ["--user-rate", "100000"])
            defer { server.kill() }
            let transport = CurlTransport(configuration: .init(proxy: .none))
            let endpoint = Endpoint(authority: String(server.url.dropFirst("http://".count)), transport: transport)
            func commit(_ sequence: Int64) async throws -> Int {
                let head = GuardedServer.update(
                    "users/u/sync/head", ["seq": .integer(sequence), "gcSeq": 0, "epoch": "e", "schema": 1])
                let todo = GuardedServer.update("users/u/todos/t\(sequence)", ["seq": .integer(sequence), "hi": 1])
                let body: JSONValue = ["writes": [head, todo]]
                return try await endpoint.send(
                    .post, "\(Endpoint.documents):commit", body.canonicalJSON, authorization: token
                ).status
            }
            #expect(try await commit(1) == 200)
            #expect(try await commit(2) == 200)
            let file = folder.file("u.ndjson")
            let place = ["--user", "u", "--project", "p", "--database", database]
            let exported = try ServerProcess.run(["export"] + place, to: file)
            #expect(exported.status == 0 && exported.error == "Exported 3 documents.\n", "\(exported.error)")
            #expect(try await commit(3) == 200)
            // The server still has the head in its memory, and has to forget it.
            #expect(try await head(endpoint, token) == "3")

            let refused = try ServerProcess.run("import", file, "--project", "p", "--database", database)
            #expect(refused.status == 65 && refused.error.contains("--replace"), "\(refused.error)")
            let text = try String(contentsOfFile: file, encoding: .utf8)
            let half = folder.file("half.ndjson")
            try text.split(separator: "\n").dropLast().joined(separator: "\n").write(
                toFile: half, atomically: true, encoding: .utf8)
            let broken = try ServerProcess.run("import", half, "--replace", "--project", "p", "--database", database)
            #expect(broken.status == 65 && broken.error.contains("incomplete"), "\(broken.error)")
            #expect(await eventually { (try? await head(endpoint, token)).flatMap { $0 } == nil })
            for sequence: Int64 in [1, 3, 4] { #expect(try await commit(sequence) == 403) }

            let imported = try ServerProcess.run(["import", "--project", "p", "--database", database], from: file)
            #expect(imported.status == 0 && imported.error == "Imported 3 documents.\n", "\(imported.error)")
            #expect(await eventually { (try? await head(endpoint, token)).flatMap { $0 } == "2" })
            #expect(try await commit(4) == 403)
            #expect(try await commit(3) == 200)
            let checked = try ServerProcess.run("check", "--database", database)
            #expect(checked.status == 0 && checked.output.contains("0 problems"), "\(checked.output)")
            await transport.shutDown()
        }

        @Test("what cannot be moved is said in a sentence, with an exit status")
        func failures() throws {
            let missing = try ServerProcess.run("export", "--user", "u", "--database", database)
            #expect(missing.status == 1 && missing.error.contains("There is no database"))
            #expect(try ServerProcess.run("user", "add", "u", "--database", database).status == 0)
            let nobody = try ServerProcess.run("export", "--user", "u", "--database", database)
            #expect(nobody.status == 1 && nobody.error.contains("no such space"), "\(nobody.error)")
            #expect(nobody.output.isEmpty)
            #expect(try ServerProcess.run("import", "/nowhere", "--database", database).status == 1)
            #expect(try ServerProcess.run("import", "/dev/null", "--database", folder.file("new.db")).status == 65)
            #expect(!FileManager.default.fileExists(atPath: folder.file("new.db")))
            #expect(try ServerProcess.run("export", "--user", "a/b", "--database", database).status == 64)
            let url = "http://127.0.0.1:9"
            #expect(try ServerProcess.run("export", "--user", "u", "--from", url).status == 64)
            #expect(try ServerProcess.run("export", "--user", "u", "--emulator").status == 64)
            #expect(
                try ServerProcess.run("export", "--user", "u", "--from", "http://example.org", "--emulator").status
                    == 64)
            let noToken = try ServerProcess.run("export", "--user", "u", "--from", url, "--token-file", "/nowhere")
            #expect(noToken.status == 78, "\(noToken.error)")
            #expect(try ServerProcess.run("import", "--help").output.contains("--replace"))
        }
    }
}
