import FirestoreWire
import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoServer

extension HTTPTests {
    @Suite("a user and the documents of others")
    struct Attacks {
        private typealias Attack = (method: HTTPRequest.Method, path: String, body: JSONValue?)

        private static let other = "\(GuardedServer.root)/users/v/todos/a"

        private static let reads: [Attack] = [
            (.get, "/users/v/todos/a", nil),
            (.get, "/users/%76/todos/a", nil),
            (.get, "/%75sers/v/todos/a", nil),
            (.get, "/users/%2576/todos/a", nil),
            (.get, "/users%2Fv/todos/a", nil),
            (.get, "/users/v%2Ftodos/a", nil),
            (.get, "/users/u/../v/todos/a", nil),
            (.get, "/users/u/%2e%2e/v/todos/a", nil),
            (.get, "/users/u/todos/a/../../../v/todos/a", nil),
            (.get, "/users/v%00/todos/a", nil),
            (.get, "/users//v/todos/a", nil),
            (.get, "//users/v/todos/a", nil),
            (.get, "/users/v/todos/a/", nil),
            (.get, "/users/V/todos/a", nil),
            (.get, "/users/%EF%BD%96/todos/a", nil),
            (.get, "/users/u%CC%88/todos/a", nil),
            (.get, "/users/v/sync/head", nil),
            (.get, "/users/v", nil),
            (.get, "/users/u", nil),
            (.get, "/users/u/todos/a/todos/a", nil),
            (.get, "/users/u/notes/a", nil),
            (.get, "/users/v/todos", nil),
            (.get, "/users", nil),
            (.get, "/users?showMissing=true", nil),
            (.get, "/users/u/todos?showMissing=true", nil),
            (.get, "/users/u/sync", nil),
            (.post, ":batchGet", ["documents": [.string(other)]]),
            (.post, ":batchGet", ["documents": [.string("\(GuardedServer.root)/users/u/todos/a"), .string(other)]]),
            (.post, ":batchGet", ["documents": [.string(other)], "newTransaction": ["readOnly": [:]]]),
            (.post, ":runQuery", ["structuredQuery": ["from": [["collectionId": "users"]]]]),
            (.post, ":runQuery", ["structuredQuery": ["from": [["collectionId": "todos", "allDescendants": true]]]]),
            (.post, ":runQuery", ["structuredQuery": ["from": [["allDescendants": true]]]]),
            (.post, ":runQuery", ["structuredQuery": [:]]),
            (.post, "/users/u:runQuery", ["structuredQuery": ["from": [["allDescendants": true]]]]),
            (.post, "/users/u:runQuery", ["structuredQuery": [:]]),
            (.post, "/users/u:runQuery", ["structuredQuery": ["from": [["collectionId": "sync"]]]]),
            (.post, "/users/u:runQuery", ["structuredQuery": ["from": [["collectionId": "../v/todos"]]]]),
            (.post, "/users/v:runQuery", ["structuredQuery": ["from": [["collectionId": "todos"]]]]),
            (.post, "/users/%76:runQuery", ["structuredQuery": ["from": [["collectionId": "todos"]]]]),
            (.post, "/users/v/todos/a:runQuery", ["structuredQuery": ["from": [["collectionId": "todos"]]]]),
            (
                .post, "/users/v:runAggregationQuery",
                [
                    "structuredAggregationQuery": [
                        "structuredQuery": ["from": [["collectionId": "todos"]]], "aggregations": [["count": [:]]],
                    ]
                ]
            ),
            (.post, ":listCollectionIds", [:]),
            (.post, "/users/u:listCollectionIds", [:]),
            (.post, "/users/v:listCollectionIds", [:]),
        ]

        private static let writes: [Attack] = [
            (.patch, "/users/v/todos/a", ["fields": [:]]),
            (.patch, "/users/%76/todos/a?updateMask.fieldPaths=title", ["fields": [:]]),
            (.patch, "/users/u/todos/a", ["name": .string(other), "fields": [:]]),
            (.delete, "/users/v/todos/a", nil),
            (.delete, "/users/v/sync/head", nil),
            (.delete, "/users/u/sync/head", nil),
            (.post, "/users/v/todos?documentId=b", ["fields": ["seq": ["integerValue": "1"]]]),
            (.post, "/users/u/notes?documentId=b", ["fields": ["seq": ["integerValue": "1"]]]),
            (.post, "/users?documentId=w", ["fields": [:]]),
            (.post, ":commit", ["writes": [["delete": .string(other)]]]),
            (.post, ":commit", ["writes": [GuardedServer.update("users/v/todos/a", ["seq": 1, "hi": 1])]]),
            (
                .post, ":commit",
                [
                    "writes": [
                        GuardedServer.update(
                            "users/u/sync/head", ["seq": 2, "gcSeq": 0, "epoch": "e", "schema": 1]),
                        GuardedServer.update("users/v/todos/b", ["seq": 1, "hi": 1]),
                    ]
                ]
            ),
            (
                .post, ":commit",
                [
                    "writes": [
                        [
                            "transform": [
                                "document": .string(other),
                                "fieldTransforms": [["fieldPath": "n", "increment": ["integerValue": "1"]]],
                            ]
                        ]
                    ]
                ]
            ),
            (.post, ":batchWrite", ["writes": [["delete": .string(other)]]]),
            (.post, ":batchWrite", ["writes": [GuardedServer.update("users/u/todos/z", ["seq": 1, "hi": 1])]]),
        ]

        @Test("nothing that is sent reads them or changes them, however it is written")
        func attacks() async throws {
            try await GuardedServer.with { server async throws in
                for attack in Self.reads + Self.writes {
                    let reply = try await server.send(as: "u", attack.method, attack.path, attack.body)
                    #expect(
                        [400, 403, 404].contains(reply.status), "\(attack.method) \(attack.path): \(reply.status)")
                    #expect(!reply.text.contains(GuardedServer.secret), "\(attack.method) \(attack.path)")
                    #expect(reply.error != nil, "\(attack.method) \(attack.path): \(reply.text)")
                }
                let untouched = try await server.send(as: "v", .get, "/users/v/todos/a")
                #expect(untouched.json["fields"]?["title"]?["stringValue"]?.string == GuardedServer.secret)
                #expect(try await server.send(as: "u", .get, "/users/u/sync/head").text.contains(#""1""#))
                #expect(try await server.send(as: "admin", .get, "/users/v/todos").status == 200)
            }
        }

        @Test("a denial is 403 in Google's form, and the user's own documents are there, however they are spelt")
        func forms() async throws {
            try await GuardedServer.with { server async throws in
                let denied = try await server.send(as: "u", .get, "/users/v/todos/a")
                #expect(denied.status == 403 && denied.error == "PERMISSION_DENIED")
                #expect(denied.json["error"]?["code"]?.integer == 403)
                for path in ["/users/u/todos/a", "/%75sers/%75/todos/%61"] {
                    #expect(try await server.send(as: "u", .get, path).status == 200)
                }
            }
        }

        @Test("a reference and a cursor into another's space show nothing of it")
        func references() async throws {
            try await GuardedServer.with { server async throws in
                let query: JSONValue = [
                    "structuredQuery": [
                        "from": [["collectionId": "todos"]], "orderBy": [["field": ["fieldPath": "__name__"]]],
                        "startAt": ["values": [["referenceValue": .string(Self.other)]]],
                    ]
                ]
                let reply = try await server.send(as: "u", .post, "/users/u:runQuery", query)
                #expect(reply.status == 200 && !reply.text.contains(GuardedServer.secret))
            }
        }

        @Test("the transaction of one is worth nothing to another")
        func transactions() async throws {
            try await GuardedServer.with { server async throws in
                let begun = try await server.send(as: "v", .post, ":beginTransaction", [:])
                let transaction = try #require(begun.json["transaction"]?.string)
                for method in [":rollback", ":commit"] {
                    let reply = try await server.send(as: "u", .post, method, ["transaction": .string(transaction)])
                    #expect(method == ":rollback" ? reply.status < 500 : reply.status == 400)
                }
                let read = try await server.send(
                    as: "v", .post, ":batchGet",
                    ["documents": [.string(Self.other)], "transaction": .string(transaction)])
                #expect(read.status == 200, "another's rollback ended it: \(read.text)")
            }
        }

        @Test(
            "who shows no valid token is asked for one",
            arguments: [
                nil, "", "Bearer", "Bearer ", "Bearer owner", "Basic dTp1", "Bearer todo_0000000000000000_00",
                "Bearer todo_0000000000000000_" + String(repeating: "0", count: 64), "Bearer \u{e9}",
            ])
        func strangers(authorization: String?) async throws {
            try await GuardedServer.with { server async throws in
                for path in ["/users/u/todos/a", "/users/u/sync/head", ":commit"] {
                    let reply = try await server.server.endpoint.send(
                        path.hasPrefix(":") ? .post : .get, Endpoint.documents + path, authorization: authorization)
                    #expect(reply.status == 401 && reply.error == "UNAUTHENTICATED")
                }
            }
        }

        @Test("a token with one wrong digit is worth nothing, a rotated one after a second at the latest")
        func tokens() async throws {
            try await GuardedServer.with { server async throws in
                var wrong = try #require(server.tokens["u"])
                let last = wrong.removeLast()
                wrong.append(last == "0" ? "1" : "0")
                let endpoint = server.server.endpoint
                let path = "\(Endpoint.documents)/users/u/todos/a"
                #expect(try await endpoint.send(.get, path, authorization: wrong).status == 401)
                let new = try server.server.store.accounts.rotate("u")
                let isGone = await eventually {
                    (try? await server.send(as: "u", .get, "/users/u/todos/a").status) == 401
                }
                #expect(isGone)
                #expect(try await endpoint.send(.get, path, authorization: "Bearer \(new.text)").status == 200)
            }
        }
    }
}
