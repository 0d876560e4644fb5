import FirestoreWire
import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoServer

extension HTTPTests {
    @Suite("the quotas of shared spaces")
    struct SharedQuotaTests {
        @Test("a full space takes nothing new from anybody, lets all delete and leave, and costs nobody's own space")
        func full() async throws {
            var limits = Limits.development
            limits.quota = Quota(documents: 3, bytes: 100_000)
            limits.sharedQuota = Quota(documents: 4, bytes: 100_000)
            try await GuardedServer.with(limits: limits) { server async throws in
                let space = try await SharedSpace(on: server)
                #expect(try await space.commit(as: "u", 3, ["a": [:], "b": [:]]).status == 200)
                #expect(try await space.commit(as: "v", 4, ["c": [:]]).status == 200)
                for user in ["u", "v"] {
                    let refused = try await space.commit(as: user, 5, ["d": [:]])
                    #expect(refused.status == 429 && refused.error == "RESOURCE_EXHAUSTED", "\(refused.text)")
                }
                #expect(try await space.commit(as: "v", 5, ["c": ["deleted": true]]).status == 200)
                // What each has of the own quota is as before.
                for user in ["u", "v"] {
                    let own: JSONValue = [
                        "writes": [
                            GuardedServer.update(
                                "users/\(user)/sync/head", ["seq": 2, "gcSeq": 0, "epoch": "e", "schema": 1]),
                            GuardedServer.update("users/\(user)/todos/b", ["seq": 2, "hi": 1]),
                        ]
                    ]
                    #expect(try await server.send(as: user, .post, ":commit", own).status == 200)
                }
                let left = try await space.commit(as: "v", 6, counting: [], members: ["u": "owner"])
                #expect(left.status == 200, "\(left.text)")
                #expect(try server.server.store.check().problems.isEmpty)
            }
        }

        @Test("a space whose bytes are used up can still be left, with the note that says so")
        func leaving() async throws {
            var limits = Limits.development
            limits.sharedQuota = Quota(documents: 100, bytes: 3000)
            try await GuardedServer.with(limits: limits) { server async throws in
                let space = try await SharedSpace(on: server)
                func note(_ sequence: Int64, _ fields: Fields) -> JSONValue {
                    var fields = fields
                    for (name, value) in space.record(sequence, by: "v") { fields[name] = value }
                    return GuardedServer.update("\(space.path)/members/v", fields)
                }
                let named = try await space.commit(
                    as: "v", 3, counting: ["members"], more: [note(3, ["name": "V"])])
                #expect(named.status == 200, "\(named.text)")
                var (sequence, size): (Int64, Int) = (4, 2000)
                while size > 0 {
                    let text = Value.string(String(repeating: "x", count: size))
                    let reply = try await space.commit(as: "u", sequence, ["t\(sequence)": ["title": text]])
                    if reply.status == 200 { sequence += 1 } else { size /= 2 }
                }
                let left = try await space.commit(
                    as: "v", sequence, counting: ["members"], members: ["u": "owner"],
                    more: [note(sequence, ["name": "V", "gone": true])])
                #expect(left.status == 200, "\(left.text)")
            }
        }

        @Test("a closed space counts until it is emptied")
        func closed() async throws {
            var limits = Limits.development
            limits.sharedSpacesPerUser = 1
            try await GuardedServer.with(limits: limits) { server async throws in
                let space = try await SharedSpace(on: server)
                let todos = Dictionary(uniqueKeysWithValues: (0..<110).map { ("t\($0)", Fields()) })
                #expect(try await space.commit(as: "u", 3, todos).status == 200)
                #expect(try await space.commit(as: "u", 4, counting: [], closing: true).status == 200)
                let other = String(repeating: "a", count: 26)
                #expect(try await SharedSpace.make(other, as: "u", on: server).status == 429)
                let deletions = todos.keys.sorted().map { id -> JSONValue in
                    ["delete": .string("\(GuardedServer.root)/\(space.path)/todos/\(id)")]
                }
                let emptied = try await server.send(as: "u", .post, ":commit", ["writes": .array(deletions)])
                #expect(emptied.status == 200, "\(emptied.text)")
                #expect(try await SharedSpace.make(other, as: "u", on: server).status == 200)
            }
        }

        @Test("a user makes so many spaces, and another one where one was closed; to be a member costs nothing")
        func made() async throws {
            var limits = Limits.development
            limits.sharedSpacesPerUser = 2
            try await GuardedServer.with(limits: limits) { server async throws in
                let space = try await SharedSpace(on: server)
                func make(_ digit: Character, as user: String) async throws -> Endpoint.Reply {
                    try await SharedSpace.make(String(repeating: digit, count: 26), as: user, on: server)
                }
                #expect(try await make("a", as: "u").status == 200)
                let refused = try await make("b", as: "u")
                #expect(refused.status == 429 && refused.error == "RESOURCE_EXHAUSTED", "\(refused.text)")
                for digit in ["c", "d"] as [Character] { #expect(try await make(digit, as: "v").status == 200) }
                let closed = try await space.commit(as: "u", 3, counting: [], closing: true)
                #expect(closed.status == 200, "\(closed.text)")
                #expect(try await make("b", as: "u").status == 200)
                #expect(try await make("e", as: "u").status == 429)
                #expect(try await make("e", as: "admin").status == 200)
            }
        }
    }
}
