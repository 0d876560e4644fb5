import FirestoreWire
import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoNetwork
import TodoServer

/// A server with accounts: an administrator and the users `u` and `v`, each with a head and one to-do.
struct GuardedServer: Sendable {
    let server: RunningServer
    let admin: String
    let tokens: [String: String]

    /// What only `v` may see.
    static let secret = "5ecret-0f-v"

    static func with(
        limits: Limits = .development, _ body: (GuardedServer) async throws -> Void
    ) async throws {
        try await RunningServer.with(access: nil, limits: limits) { server in
            let accounts = server.store.accounts
            var tokens: [String: String] = [:]
            for user in ["u", "v"] { tokens[user] = "Bearer \(try accounts.add(user).text)" }
            let admin = "Bearer \(try accounts.add("root", isAdmin: true).text)"
            let guarded = GuardedServer(server: server, admin: admin, tokens: tokens)
            for user in ["u", "v"] {
                let reply = try await guarded.send(as: user, .post, ":commit", Self.first(user))
                try #require(reply.status == 200, "\(reply.text)")
            }
            try await body(guarded)
        }
    }

    /// Sends a request to `documents` plus a path, as a user.
    func send(
        as user: String, _ method: HTTPRequest.Method, _ path: String, _ body: JSONValue? = nil
    ) async throws -> Endpoint.Reply {
        try await server.endpoint.send(
            method, Endpoint.documents + path, body?.canonicalJSON, authorization: tokens[user] ?? admin)
    }

    static let root = String(Endpoint.documents.dropFirst("/v1/".count))

    /// A write of whole fields.
    static func update(_ path: String, _ fields: Fields) -> JSONValue {
        let write = Write(.update(Document(name: "\(root)/\(path)", fields: fields)))
        return (try? JSONValue(parsing: write.json)) ?? .null
    }

    private static func first(_ user: String) -> JSONValue {
        [
            "writes": [
                update("users/\(user)/sync/head", ["seq": 1, "gcSeq": 0, "epoch": "e", "schema": 1]),
                update(
                    "users/\(user)/todos/a", ["seq": 1, "hi": 1, "title": .string(user == "v" ? secret : "mine")]),
            ]
        ]
    }
}
