import FirestoreWire
import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("todo-server user")
    struct UserCommandTests {
        @Test("a user is made, listed, given a new token and removed, while the server runs and heeds it")
        func lifeCycle() async throws {
            let folder = try TemporaryFolder()
            let path = folder.file("server.db")
            let server = try ServerProcess(database: path, [])
            let transport = CurlTransport(configuration: .init(proxy: .none))
            let endpoint = Endpoint(authority: String(server.url.dropFirst("http://".count)), transport: transport)
            @Sendable func status(_ token: String) async throws -> Int {
                try await endpoint.send(
                    .get, "\(Endpoint.documents)/users/ann/sync/head", authorization: "Bearer \(token)"
                ).status
            }
            let added = try ServerProcess.run("user", "add", "ann", "--database", path)
            let token = added.output.trimmingCharacters(in: .newlines)
            #expect(added.status == 0 && token.count == 86 && !added.error.contains(token))
            #expect(try await status(token) == 404, "let in, and there is no head yet")
            let listed = try ServerProcess.run("user", "list", "--json", "--database", path)
            #expect(try JSONValue(parsing: listed.output).elements?.first?["name"]?.string == "ann")
            #expect(!listed.output.contains(token.suffix(64)))
            let made = try #require(try JSONValue(parsing: listed.output).elements?.first?["createdAt"]?.string)
            #expect(made.count == 20 && Timestamp(made) != nil, "in seconds and UTC: \(made)")
            let lines = try ServerProcess.run("user", "list", "--database", path).output
            #expect(lines.hasPrefix("ann\tuser\ttoken of \(made.prefix(13))"))
            let rotated = try ServerProcess.run("user", "rotate", "ann", "--database", path)
            let next = rotated.output.trimmingCharacters(in: .newlines)
            #expect(rotated.status == 0 && next != token)
            #expect(try await status(next) == 404)
            #expect(await eventually { (try? await status(token)) == 401 })
            #expect(try ServerProcess.run("user", "remove", "ann", "--database", path).status == 0)
            #expect(await eventually { (try? await status(next)) == 401 })
            await transport.shutDown()
            server.kill()
            // The secret is nowhere on the disk.
            for suffix in ["", "-wal"] {
                let bytes = contents(of: path + suffix) ?? Data()
                #expect(bytes.range(of: Data(token.suffix(64).utf8)) == nil)
            }
        }

        @Test("what cannot be done is refused with a sentence and a status")
        func refusals() throws {
            let folder = try TemporaryFolder()
            let path = folder.file("server.db")
            #expect(try ServerProcess.run("user", "list", "--database", path).status == 1)
            #expect(try ServerProcess.run("user", "add", "ann", "--database", path).status == 0)
            #expect(try permissions(of: path) == 0o600)
            let again = try ServerProcess.run("user", "add", "ann", "--database", path)
            #expect(again.status == 65 && again.output.isEmpty && again.error.contains("rotate ann"))
            for name in ["", "a/b", "..", "a b", "é", "-a", String(repeating: "a", count: 129)] {
                #expect(try ServerProcess.run("user", "add", "--database", path, "--", name).status == 64)
            }
            for command in ["remove", "rotate"] {
                let refused = try ServerProcess.run("user", command, "bob", "--database", path)
                #expect(refused.status == 1 && refused.error.contains("bob"))
            }
        }
    }
}
