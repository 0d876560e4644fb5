import FirestoreWire
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("Unknown outcomes")
    struct UnknownOutcomes {
        static let scripts: [(name: String, script: [ScriptedStep])] = [
            ("a reset behind the request", [.receive, .reset]), ("an end behind the request", [.receive]),
            ("503", failure(.unavailable)), ("a bare 500", reply("500 X", "")),
            ("silence", [.receive, .hold]),
            ("half a head", [.receive, .send("HTTP/1.1 200 OK\r\nContent-")]),
            ("half a body", [.receive, .send("HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{\"writeResults\":")]),
            ("half a message", reply(#"{"writeResults":[{"#)), ("an empty 200", reply("")),
            ("a page", reply("<html>Welcome to the hotel</html>")),
            ("a refusal in no form", reply("403 X", "<html>Pay first</html>")),
            ("a redirect", reply("302 Found", fields: ["Location: http://127.0.0.1:1/login"], "")),
            ("JSON of another kind", reply(#"{"status":"ok"}"#)),
        ]

        @Test("a commit is not sent again", arguments: scripts.map(\.name))
        func commit(name: String) async throws {
            let script = Self.scripts.first { $0.name == name }?.script ?? []
            // Silence lasts as long as the timeout, which the others never reach.
            let options = HTTPOptions(idleTimeout: name == "silence" ? .seconds(1) : .seconds(4))
            try await withService(script, options: options, areRepliesSound: false) { service, server, clock in
                let error = try await firestoreError { try await service.commitOne() }
                guard case .outcomeUnknown(let cause) = error else {
                    Issue.record("\(error)")
                    return
                }
                #expect(cause.errorClass() == .transient)
                // The server may read it only after the timeout.
                #expect(await eventually { !server.requests.isEmpty })
                #expect(server.requests.count == 1)
                #expect(clock.pauses.isEmpty)
            }
        }

        @Test("a create and a change with a precondition are not sent again either")
        func otherChanges() async throws {
            try await withService(failure(.unavailable)) { service, server, _ in
                let created = try await firestoreError {
                    _ = try await service.create(["a": 1], in: service.collection)
                }
                let patched = try await firestoreError {
                    _ = try await service.patch(service.first, ["a": 1], if: .exists(true))
                }
                let deleted = try await firestoreError { try await service.delete(service.first, if: .exists(true)) }
                for error in [created, patched, deleted] {
                    #expect(error == .outcomeUnknown(.status(Status(.unavailable))))
                }
                #expect(server.requests.count == 3)
            }
        }

        @Test("a change that may be done twice is")
        func repeatable() async throws {
            try await withService([.receive, .reset], reply(documentText()), [.receive, .reset], reply("{}")) {
                service, _, clock in
                _ = try await service.patch(service.first, ["a": 1])
                try await service.delete(service.first)
                #expect(clock.pauses.count == 2)
            }
        }

        @Test("a commit that is cancelled on its way is unknown")
        func cancelled() async throws {
            try await withService([.receive, .hold]) { service, server, _ in
                let task = Task { try await service.commitOne() }
                #expect(await eventually { server.requests.count == 1 })
                task.cancel()
                let error = try await firestoreError { try await task.value }
                #expect(error.code == "outcome-unknown")
            }
        }
    }
}
