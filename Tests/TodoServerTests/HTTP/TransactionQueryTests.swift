import FirestoreWire
import Foundation
import JSON
import TestSupport
import Testing
import TodoNetwork
import TodoServer

extension HTTPTests {
    /// Google's emulator locks the whole collection, so that it cannot be the judge here.
    @Suite("a query within a transaction")
    struct TransactionQueries {
        private static let root = String(Endpoint.documents.dropFirst("/v1/".count))
        private static let all: JSONValue = ["from": [["collectionId": "c"]]]
        private static let large: JSONValue = [
            "from": [["collectionId": "c"]],
            "where": [
                "fieldFilter": ["field": ["fieldPath": "n"], "op": "GREATER_THAN", "value": ["integerValue": "5"]]
            ],
            "orderBy": [["field": ["fieldPath": "n"]]],
        ]

        private static func with(_ query: JSONValue, _ members: [String: JSONValue]) -> JSONValue {
            guard case .object(let known) = query else { return query }
            return .object(known.merging(members) { $1 })
        }

        /// `c/x0` to `c/x9`, whose `n` are their numbers.
        private static func seed(_ server: RunningServer) async throws {
            let writes = (0..<10).map { set("c/x\($0)", $0) } + [set("d/y", 0)]
            try #require(try await commit(server, writes) == nil)
        }

        private static func set(_ path: String, _ n: Int, text: String = "a") -> JSONValue {
            [
                "update": [
                    "name": .string("\(root)/\(path)"),
                    "fields": ["n": ["integerValue": .string("\(n)")], "t": ["stringValue": .string(text)]],
                ]
            ]
        }

        private static func delete(_ path: String) -> JSONValue { ["delete": .string("\(root)/\(path)")] }

        private static func commit(
            _ server: RunningServer, _ writes: [JSONValue], in transaction: JSONValue? = nil
        ) async throws -> String? {
            var body: [String: JSONValue] = ["writes": .array(writes)]
            body["transaction"] = transaction
            return try await server.endpoint.call("commit", .object(body)).error
        }

        /// Whether a transaction that ran `query` can commit although `writes` were made meanwhile.
        private static func commits(
            _ query: JSONValue, despite writes: [JSONValue], method: String = "runQuery"
        ) async throws -> Bool {
            try await RunningServer.with { server in
                try await seed(server)
                let begun = try await server.endpoint.call("beginTransaction", [:])
                let transaction = try #require(begun.json["transaction"])
                let key = method == "runQuery" ? "structuredQuery" : "structuredAggregationQuery"
                let reply = try await server.endpoint.call(
                    method, .object([key: query, "transaction": transaction]))
                try #require(reply.status == 200, "\(reply.text)")
                for write in writes { try #require(try await commit(server, [write]) == nil) }
                let error = try await commit(server, [set("result/z", 1)], in: transaction)
                try #require(error == nil || error == "ABORTED")
                return error == nil
            }
        }

        @Test("what it could not find does not matter to it")
        func unrelated() async throws {
            for write in [
                Self.set("c/new", 1), Self.set("c/x1", 2), Self.set("c/x5", 5, text: "b"), Self.delete("c/x2"),
                Self.set("d/new", 9), Self.set("c/x7/c/below", 9),
            ] {
                #expect(try await Self.commits(Self.large, despite: [write]), "\(write.canonicalJSON)")
            }
            #expect(try await Self.commits(Self.all, despite: [Self.set("d/new", 9), Self.set("c/x1/c/below", 9)]))
        }

        @Test("what it found, and what it would now find too, are conflicts")
        func conflicts() async throws {
            for write in [
                Self.set("c/new", 9), Self.set("c/x1", 12), Self.set("c/x7", 8), Self.set("c/x7", 7, text: "b"),
                Self.set("c/x7", 1), Self.delete("c/x7"),
            ] {
                #expect(try await !Self.commits(Self.large, despite: [write]), "\(write.canonicalJSON)")
            }
            #expect(try await !Self.commits(Self.all, despite: [Self.set("c/new", 1)]))
            // A document that was found, changed and changed back counts as changed.
            #expect(
                try await !Self.commits(Self.large, despite: [Self.set("c/x7", 1), Self.set("c/x7", 7)]))
        }

        @Test("beyond its limit nothing matters; what it skips does, and what moves within its limit")
        func limits() async throws {
            let two = Self.with(Self.large, ["limit": 2])
            for write in [
                Self.set("c/new", 20), Self.set("c/x9", 10), Self.delete("c/x9"), Self.set("c/x8", 8, text: "b"),
            ] {
                #expect(try await Self.commits(two, despite: [write]), "\(write.canonicalJSON)")
            }
            for write in [Self.set("c/new", 6), Self.set("c/x9", 6), Self.delete("c/x6"), Self.set("c/a", 7)] {
                #expect(try await !Self.commits(two, despite: [write]), "\(write.canonicalJSON)")
            }
            let skipping = Self.with(Self.large, ["limit": 1, "offset": 1])
            #expect(try await !Self.commits(skipping, despite: [Self.delete("c/x6")]))
            #expect(try await Self.commits(skipping, despite: [Self.delete("c/x8")]))
            // A limit that was not reached does not end the range.
            let many = Self.with(Self.large, ["limit": 20])
            #expect(try await !Self.commits(many, despite: [Self.set("c/new", 99)]))
            #expect(try await Self.commits(Self.with(Self.large, ["limit": 0]), despite: [Self.set("c/x7", 8)]))
            let descending = Self.with(
                Self.large, ["limit": 2, "orderBy": [["field": ["fieldPath": "n"], "direction": "DESCENDING"]]])
            #expect(try await Self.commits(descending, despite: [Self.delete("c/x6")]))
            #expect(try await !Self.commits(descending, despite: [Self.set("c/new", 20)]))
        }

        @Test("a count depends on what it counts, and a query of all collections of a name on those")
        func otherForms() async throws {
            let count: JSONValue = ["structuredQuery": Self.large, "aggregations": [["count": [:]]]]
            #expect(
                try await Self.commits(count, despite: [Self.set("c/new", 1)], method: "runAggregationQuery"))
            #expect(
                try await !Self.commits(count, despite: [Self.set("c/new", 9)], method: "runAggregationQuery"))
            let group = Self.with(Self.large, ["from": [["collectionId": "c", "allDescendants": true]]])
            #expect(try await Self.commits(group, despite: [Self.set("c/x1/c/below", 1), Self.set("d/new", 9)]))
            #expect(try await !Self.commits(group, despite: [Self.set("d/y/c/below", 9)]))
            #expect(
                try await !Self.commits(
                    Self.with(Self.large, ["from": [["collectionId": "e"]]]), despite: [Self.set("e/a", 9)]))
        }

        @Test("where what has changed is no longer known, any change of its collections counts")
        func forgotten() throws {
            let changes = RecentChanges()
            let name = try ResourceName(parsing: "\(Self.root)/c/a")
            #expect(changes.names(after: 5) == nil)
            changes.begin(after: 10)
            #expect(changes.names(after: 10) == nil && changes.names(after: 11)?.isEmpty == true)
            for time in 12..<10_012 { changes.note(name, at: Int64(time)) }
            #expect(changes.names(after: 11) == nil)
            #expect(changes.names(after: 10_010)?.count == 1)
            // The clock goes back.
            changes.note(name, at: 100)
            #expect(changes.names(after: 99) == nil && changes.names(after: 10_010) == nil)
            changes.note(name, at: 10_020)
            #expect(changes.names(after: 10_015)?.count == 1)
        }
    }
}
