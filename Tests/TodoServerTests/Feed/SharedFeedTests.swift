import FirestoreWire
import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoServer

extension HTTPTests {
    @Suite("the change feed of many spaces")
    struct SharedFeedTests {
        private func limits(_ time: Duration) -> Limits {
            var limits = Limits.development
            limits.feedTimeout = time
            return limits
        }

        private func watch(_ spaces: [String], as user: String, on server: GuardedServer) async throws -> Endpoint.Reply
        {
            let query = spaces.map { "watch=\($0)" }.joined(separator: "&")
            return try await server.server.endpoint.send(
                .get, "/todo/changes/p/%28default%29?\(query)", authorization: server.tokens[user] ?? server.admin)
        }

        @Test("it answers at once with all that moved, and nothing about the others")
        func known() async throws {
            try await GuardedServer.with(limits: limits(.milliseconds(200))) { server async throws in
                let space = try await SharedSpace(on: server)
                let both = try await watch(["users/v@0", "\(space.path)@1"], as: "v", on: server)
                #expect(both.text == #"{"changed":{"users/v":"1","\#(space.path)":"2"}}"#)
                let one = try await watch(["users/v@1", "\(space.path)@0"], as: "v", on: server)
                #expect(one.text == #"{"changed":{"\#(space.path)":"2"}}"#)
                #expect(try await watch(["users/v@1", "\(space.path)@2"], as: "v", on: server).status == 204)
                #expect(server.server.store.feed.count == 0)
            }
        }

        @Test("one request hears of each of its spaces, also of what another member changed")
        func wakes() async throws {
            try await GuardedServer.with(limits: limits(.seconds(30))) { server async throws in
                let space = try await SharedSpace(on: server)
                let feed = server.server.store.feed
                for sequence in 3...5 as ClosedRange<Int64> {
                    let waiting = Task {
                        try await watch(["users/v@1", "\(space.path)@\(sequence - 1)"], as: "v", on: server)
                    }
                    #expect(await eventually { feed.count == 1 })
                    #expect(try await space.commit(as: "u", sequence, ["a": [:]]).status == 200)
                    #expect(try await waiting.value.text == #"{"changed":{"\#(space.path)":"\#(sequence)"}}"#)
                    #expect(feed.count == 0)
                }
            }
        }

        @Test("who is removed while waiting hears that the space is gone")
        func removed() async throws {
            try await GuardedServer.with(limits: limits(.seconds(30))) { server async throws in
                let space = try await SharedSpace(on: server)
                let waiting = Task { try await watch(["users/v@1", "\(space.path)@2"], as: "v", on: server) }
                #expect(await eventually { server.server.store.feed.count == 1 })
                let removal = try await space.commit(as: "u", 3, counting: [], members: ["u": "owner"])
                #expect(removal.status == 200, "\(removal.text)")
                #expect(try await waiting.value.text == #"{"changed":{"\#(space.path)":"gone"}}"#)
            }
        }

        @Test("a space of others, or of nobody, is gone at once, and what else is known comes with it")
        func gone() async throws {
            try await GuardedServer.with(limits: limits(.seconds(30))) { server async throws in
                let space = try await SharedSpace(on: server)
                _ = try await space.commit(as: "u", 3, counting: [], members: ["u": "owner"])
                let nobody = "spaces/00000000000000000000000000"
                let reply = try await watch(
                    ["users/v@0", "\(space.path)@0", "\(nobody)@0", "users/u@0"], as: "v", on: server)
                #expect(
                    reply.text
                        == #"{"changed":{"users/v":"1","\#(space.path)":"gone","\#(nobody)":"gone","users/u":"gone"}}"#)
            }
        }

        @Test("it wants spaces with sequences, each once, and not too many")
        func refusals() async throws {
            try await GuardedServer.with(limits: limits(.milliseconds(50))) { server async throws in
                let many = (0..<102).map { "spaces/s\($0)@0" }
                for spaces in [
                    ["users/u"], ["u@0"], ["users/u@x"], ["users/@0"], ["lists/u@0"], ["users/u/todos@0"], [""],
                    ["users/u@0", "users/u@1"], ["users/u@0&space=u"], many,
                ] {
                    #expect(try await watch(spaces, as: "u", on: server).status == 400, "\(spaces)")
                }
                let most = try await watch(Array(many.prefix(101)), as: "u", on: server)
                #expect(most.status == 200 && most.json["changed"]?.members?.count == 101)
            }
        }
    }
}
