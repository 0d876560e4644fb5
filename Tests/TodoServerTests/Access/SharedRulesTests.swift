import FirestoreWire
import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoServer

extension HTTPTests {
    /// The rules of shared spaces, judged by one table on both sides.
    @Suite("the rules of shared spaces")
    struct SharedRules {
        private static let project = "todo-shared-rules"

        @Test("todo-server allows what the table allows, and nothing else")
        func ours() async throws {
            let table = try SharedRulesTable()
            try await RunningServer.with(access: nil) { server in
                let accounts = server.store.accounts
                let admin = "Bearer \(try accounts.add("root", isAdmin: true).text)"
                var tokens: [String: String] = [:]
                for person in table.people { tokens[person] = "Bearer \(try accounts.add(person).text)" }
                try await judge(table.rows, of: table, at: server.endpoint, admin: admin) { tokens[$0] ?? "" }
            }
        }

        @Test(
            "Google's emulator does the same with the rules that are deployed",
            .enabled(if: FirestoreEmulator.isInstalled, "the Firestore emulator is not installed"))
        func theirs() async throws {
            let table = try SharedRulesTable()
            let emulator = try FirestoreEmulator.shared.get()
            try await emulator.loadRules(project: Self.project)
            let step = Dose.of(4, whole: 1)
            let rows = table.rows.enumerated().filter { $0.offset % step == 0 }.map(\.element)
            try await RunningServer.with { server in
                let endpoint = Endpoint(
                    authority: "127.0.0.1:\(emulator.port)", transport: server.endpoint.transport)
                try await judge(rows, of: table, at: endpoint, admin: "Bearer owner") {
                    "Bearer \(FirestoreEmulator.token(of: $0, project: Self.project))"
                }
            }
        }

        private func judge(
            _ rows: [SharedRulesTable.Row], of table: SharedRulesTable, at endpoint: Endpoint, admin: String,
            token: (String) -> String
        ) async throws {
            let documents = "projects/\(Self.project)/databases/(default)/documents"
            for row in rows {
                let space = "spaces/\(SharedRulesTable.newSpace(for: row))"
                let writes = table.preparation(of: row, in: "\(documents)/\(space)")
                if !writes.isEmpty {
                    let body: JSONValue = ["writes": .array(writes)]
                    let made = try await endpoint.send(
                        .post, "/v1/\(documents):commit", body.canonicalJSON, authorization: admin)
                    try #require(made.status == 200, "\(row.name): \(made.text)")
                }
                let request = table.request(of: row, in: space, documents: documents)
                let reply = try await endpoint.send(
                    request.method, "/v1/\(documents)\(request.path)", request.body?.canonicalJSON,
                    authorization: token(row.user))
                // A document that is missing may be read.
                #expect(
                    row.isAllowed ? [200, 404].contains(reply.status) : reply.status == 403,
                    "\(row.name): \(reply.status) \(reply.text)")
            }
        }
    }
}
