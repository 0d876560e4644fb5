import FirestoreWire
import Foundation
import HTTPTypes
import JSON
import Testing

/// A space that `u`, who owns it, shares with `v`, an editor, on a server with accounts.
struct SharedSpace {
    let server: GuardedServer
    let id: String

    /// The path of the space below `documents`.
    var path: String { "spaces/\(id)" }

    /// Makes the space with its first commit.
    init(on server: GuardedServer, id: String = "0123456789abcdefghijklmnop") async throws {
        self.server = server
        self.id = id
        let made = try await make(as: "u")
        try #require(made.status == 200, "\(made.text)")
        let shared = try await commit(as: "u", 2, counting: [], members: ["u": "owner", "v": "editor"])
        try #require(shared.status == 200, "\(shared.text)")
    }

    private func make(as user: String) async throws -> Endpoint.Reply {
        try await Self.make(id, as: user, on: server)
    }

    /// Makes a space with `id`, which `user` owns.
    static func make(_ id: String, as user: String, on server: GuardedServer) async throws -> Endpoint.Reply {
        let head: Fields = [
            "seq": 1, "epoch": "e", "schema": 2, "gcSeq": 0, "gcHi": 0, "last": .map([:]), "ring": .array([]),
            "members": .map([user: "owner"]), "encrypted": false, "k": 0,
        ]
        return try await server.send(
            as: user, .post, ":commit", ["writes": [GuardedServer.update("spaces/\(id)/sync/head", head)]])
    }

    /// Makes the commit `sequence`, with to-dos by their ids.
    func commit(
        as user: String, _ sequence: Int64, counting kinds: [String] = ["todos"],
        members: Fields = ["u": "owner", "v": "editor"], closing: Bool = false, _ todos: [String: Fields] = [:],
        more: [JSONValue] = []
    ) async throws -> Endpoint.Reply {
        let stored = try await server.send(as: "admin", .get, "/\(path)/sync/head")
        var head = try Document(json: stored.body).fields
        var last: Fields = if case .map(let fields)? = head["last"] { fields } else { [:] }
        for kind in kinds { last[kind] = .integer(sequence) }
        head["seq"] = .integer(sequence)
        head["last"] = .map(last)
        head["members"] = .map(members)
        if closing { head["closed"] = true }
        let writes = todos.sorted { $0.key < $1.key }.map { id, fields in
            var fields = fields
            for (name, value) in record(sequence, by: user) { fields[name] = value }
            return GuardedServer.update("\(path)/todos/\(id)", fields)
        }
        return try await server.send(
            as: user, .post, ":commit",
            ["writes": .array([GuardedServer.update("\(path)/sync/head", head)] + writes + more)])
    }

    /// The fields that each record has.
    func record(_ sequence: Int64, by user: String) -> [(String, Value)] {
        [("seq", .integer(sequence)), ("hi", 1), ("v", 2), ("by", .string(user))]
    }
}
