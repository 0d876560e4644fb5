import FirestoreWire
import Foundation
import GRDB
import JSON
import TestSupport
import Testing
import TodoNetwork
import TodoServer

extension HTTPTests {
    @Suite("queries by an index")
    struct IndexScans {
        private static let seq = try? FieldPath(["seq"])

        private func fill(_ server: RunningServer, count: Int) async throws {
            let names = (0..<count).map { "projects/p/databases/(default)/documents/users/u/todos/t\($0 * 7 % count)" }
            _ = try await server.service.commit(
                names.enumerated().map { index, name in
                    Write(.update(Document(name: name, fields: ["seq": .integer(Int64(index / 4)), "n": .integer(1)])))
                })
        }

        /// The page of SYNC.md, section 8.
        private func page(behind cursor: (seq: Int64, name: String)?, limit: Int32) throws -> StructuredQuery {
            let seq = try #require(Self.seq)
            var query = StructuredQuery(
                from: [CollectionSelector("todos")], orderBy: [Order(seq), Order(.documentID)], limit: limit)
            if let cursor {
                query.startAt = QueryCursor([.integer(cursor.seq), .reference(cursor.name)], before: false)
            } else {
                query.filter = .field(seq, .greaterThan, 3)
            }
            return query
        }

        @Test("pages behind a cursor see every document once, in the order of the sequence and the names")
        func keysetPages() async throws {
            try await RunningServer.with { server in
                try await fill(server, count: 100)
                let parent = try server.database.resource("users", "u")
                var found: [Document] = []
                while true {
                    let cursor: (Int64, String)? = found.last.flatMap { document in
                        if case .integer(let seq)? = document.fields["seq"] { (seq, document.name) } else { nil }
                    }
                    let page = try await server.service.runQuery(try page(behind: cursor, limit: 7), under: parent)
                        .documents
                    found += page
                    if page.count < 7 { break }
                }
                #expect(found.count == 84 && Set(found.map(\.name)).count == 84)
                let keys = found.map { ($0.fields["seq"], Value.reference($0.name)) }
                for (left, right) in zip(keys, keys.dropFirst()) {
                    let order = try #require(left.0).compare(try #require(right.0))
                    #expect(order == .before || order == .same && left.1.compare(right.1) == .before)
                }
            }
        }

        @Test("a sequence that is no integer is found in its place all the same")
        func otherTypes() async throws {
            try await RunningServer.with { server in
                try await fill(server, count: 8)
                let seq = try #require(Self.seq)
                for (id, value) in [("x", 0.5), ("y", "text"), ("z", .null)] as [(String, Value)] {
                    _ = try await server.service.patch(
                        try server.database.resource("users", "u", "todos", id), ["seq": value])
                }
                let query = StructuredQuery(
                    from: [CollectionSelector("todos")], orderBy: [Order(seq), Order(.documentID)])
                let found = try await server.service.runQuery(query, under: try server.database.resource("users", "u"))
                let values = found.documents.compactMap { $0.fields["seq"] }
                #expect(values == [.null, 0, 0, 0, 0, 0.5, 1, 1, 1, 1, "text"])
            }
        }

        @Test("the plan of a page is a range of an index, without a sort")
        func plan() async throws {
            let folder = try TemporaryFolder()
            let path = folder.file("server.db")
            let store = try DocumentStore(path: path)
            defer { try? store.close() }
            let reader = try DatabaseQueue(path: path)
            let statements = [
                "SELECT createTime FROM document WHERE collection = 1 AND seq IS NOT NULL AND seq > 3 ORDER BY seq ASC, key ASC",
                """
                SELECT createTime FROM document WHERE collection = 1 AND seq IS NOT NULL AND (seq, key) > (3, x'01')
                ORDER BY seq ASC, key ASC
                """,
                "SELECT createTime FROM document WHERE collection = 1 AND key > x'01' ORDER BY key ASC",
                "SELECT createTime FROM document WHERE collection = 1 AND key < x'01' ORDER BY key DESC",
            ]
            for sql in statements {
                let plan = try await reader.read { db in
                    try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN " + sql).map { $0["detail"] as String }
                }
                #expect(plan.count == 1 && plan[0].hasPrefix("SEARCH document USING INDEX"), "\(sql): \(plan)")
            }
        }
    }
}
