import FirestoreWire
import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoServer

extension HTTPTests {
    @Suite("shared spaces after a restore")
    struct SharedRestoreTests {
        private func link(in space: SharedSpace, _ digit: Character) -> JSONValue {
            let expiry = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000) + 86_400_000)
            return GuardedServer.update(
                "\(space.path)/invites/\(String(repeating: digit, count: 64))",
                ["role": "owner", "left": 1, "by": "u", "expires": expiry.map(Value.timestamp) ?? .null])
        }

        @Test("who was removed since the backup stays removed, who joined stays in, links are gone, the epoch is new")
        func members() async throws {
            let folder = try TemporaryFolder()
            try await GuardedServer.with { server async throws in
                let space = try await SharedSpace(on: server)
                for user in ["late", "later"] { _ = try server.server.store.accounts.add(user) }
                let invited = try await server.send(
                    as: "u", .post, ":commit", ["writes": [link(in: space, "a"), link(in: space, "b")]])
                #expect(invited.status == 200, "\(invited.text)")
                let other = String(repeating: "1", count: 26)
                #expect(try await SharedSpace.make(other, as: "v", on: server).status == 200)
                let backup = folder.file("backup.db")
                try server.server.store.backup(to: backup)

                let changed = try await space.commit(
                    as: "u", 3, ["a": [:]], more: [])
                #expect(changed.status == 200)
                let people = try await space.commit(
                    as: "u", 4, counting: [], members: ["u": "owner", "late": "viewer"])
                #expect(people.status == 200, "\(people.text)")
                try server.server.store.restore(from: backup)

                let head = try await eventuallyRestored(server, space)
                #expect(head["seq"] == 2 && head["epoch"] != "e")
                #expect(head["members"] == ["u": "owner", "late": "viewer"])
                #expect(try await server.send(as: "v", .get, "/\(space.path)/sync/head").status == 403)
                let links = try await server.send(as: "u", .get, "/\(space.path)/invites")
                #expect(links.status == 200 && links.json["documents"] == nil, "\(links.text)")
                // One that nobody has touched keeps its members too.
                let untouched = try await server.send(as: "v", .get, "/spaces/\(other)/sync/head")
                #expect(try Document(json: untouched.body).fields["members"] == ["v": "owner"])
                #expect(try server.server.store.check().problems.isEmpty)
            }
        }

        /// The head, once the server has noticed the restore.
        private func eventuallyRestored(_ server: GuardedServer, _ space: SharedSpace) async throws -> Fields {
            var fields: Fields = [:]
            for _ in 0..<600 {
                let reply = try await server.send(as: "u", .get, "/\(space.path)/sync/head")
                fields = reply.status == 200 ? try Document(json: reply.body).fields : [:]
                if fields["epoch"] != "e", !fields.isEmpty { break }
                try await Task.sleep(for: .milliseconds(50))
            }
            return fields
        }
    }
}
