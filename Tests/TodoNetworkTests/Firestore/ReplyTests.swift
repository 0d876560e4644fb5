import FirestoreWire
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("Firestore replies")
    struct Replies {
        static let query = StructuredQuery(from: [CollectionSelector("c")])
        static let good = #"{"document":\#(documentText()),"readTime":"2026-11-20T16:02:45.698187Z"}"#

        @Test(
            "what is no reply is repeated, and named",
            arguments: [
                ("", "empty-reply"), ("  \n", "empty-reply"), ("<!doctype html><p>Sign in", "not-json"),
                (#"{"document":"#, "truncated-reply"), (#"{"welcome":"to the hotel"}"#, "malformed-json"),
            ])
        func noReply(text: String, code: String) async throws {
            try await withService(reply(text), areRepliesSound: false) { service, server, _ in
                let error = try await firestoreError { _ = try await service.getOne() }
                #expect(error.code == code)
                #expect(!error.description.contains("hotel"))
                #expect(server.requests.count == 5)
            }
            try await withService(reply(text), reply(documentText()), areRepliesSound: false) { service, _, _ in
                _ = try await service.getOne()
            }
        }

        @Test(
            "a refusal by a sign-in page is no refusal",
            arguments: ["403 X", "404 X", "409 X", "400 X", "302 X", "200 X"])
        func page(status: String) async throws {
            try await withService(reply(status, "<html>"), areRepliesSound: false) { service, _, _ in
                let error = try await firestoreError { _ = try await service.getOne() }
                #expect(error == .reply(.notJSON))
            }
        }

        @Test(
            "a redirect is named with where it leads, without its path, and is not followed or waited for",
            arguments: [
                ("https://login.hotel.test/secret?token=1", "https://login.hotel.test:443"),
                ("http://127.0.0.1:9/x", "http://127.0.0.1:9"), ("/login", "another path of the same server"),
                ("mailto:me", "what is not an http or https address"),
            ])
        func redirect(location: String, target: String) async throws {
            try await withService(reply("302 X", fields: ["Location: \(location)"], ""), areRepliesSound: false) {
                service, server, _ in
                let error = try await firestoreError { _ = try await service.getOne() }
                #expect(error.code == "redirect-refused" && error.errorClass() == .transient)
                #expect(error.description.hasSuffix("(to \(target))"), "\(error)")
                #expect(error.description.contains("http://\(server.authority)"))
                #expect(!error.description.contains("secret") && !error.description.contains("token"))
                #expect(server.requests.count == 1)
            }
        }

        @Test("a full disk of the server is said in words; a commit has not happened, and nobody waits for room")
        func noSpace() async throws {
            let status = Status(.unavailable, "The server's disk is full.", retryDelay: .seconds(30))
                .with(reason: Status.noSpace)
            let body = String(decoding: ErrorBody(status).json, as: UTF8.self)
            try await withService(reply("503 X", body)) { service, server, clock in
                let error = try await firestoreError { try await service.commitOne() }
                #expect(error == .status(status) && error.reason == "NO_SPACE")
                #expect(error.description.contains("no space left"))
                #expect(error.errorClass() == .transient && error.retryDelay == .seconds(30))
                #expect(server.requests.count == 1 && clock.pauses.isEmpty)
            }
            // Another service's reason is its own.
            let other = body.replacing("todo-server", with: "googleapis.com")
            try await withService(reply("503 X", other)) { service, _, _ in
                let error = try await firestoreError { try await service.commitOne() }
                #expect(error.reason == nil)
                guard case .outcomeUnknown = error else {
                    Issue.record("\(error)")
                    return
                }
            }
        }

        @Test(
            "an array with an error element, or without its end, is never returned in part",
            arguments: [
                "[\(good),\(errorBody(.unavailable))]", "[\(good),\(errorBody(.unavailable)),\(good)]", "[\(good)",
                "[\(good),", "[\(good),{\"docu", "[\(good),1]", "", "<html>",
            ])
        func broken(text: String) async throws {
            try await withService(reply(text), areRepliesSound: false) { service, server, _ in
                let error = try await firestoreError { _ = try await service.runQuery(Self.query) }
                #expect(error.errorClass() == .transient)
                #expect(server.requests.count == 5)
            }
            try await withService(reply(text), reply("[\(Self.good)]"), areRepliesSound: false) { service, _, _ in
                let result = try await service.runQuery(Self.query)
                #expect(result.documents.count == 1)
            }
        }

        @Test("an error element that is no passing one ends the page at once")
        func permanentElement() async throws {
            try await withService(reply("[\(Self.good),\(errorBody(.invalidArgument))]"), areRepliesSound: false) {
                service, server, _ in
                let error = try await firestoreError { _ = try await service.runQuery(Self.query) }
                #expect(error.status == .invalidArgument)
                #expect(server.requests.count == 1)
            }
        }

        @Test("a connection that breaks in the middle of an array is repeated")
        func cut() async throws {
            let cut = [
                ScriptedStep.receive,
                .send("HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n[\(Self.good),"),
                .wait(.milliseconds(20)), .reset,
            ]
            try await withService(cut, reply(#"[{"readTime":"2026-11-20T16:02:45Z"}]"#)) { service, _, clock in
                let result = try await service.runQuery(Self.query)
                #expect(result.documents.isEmpty)
                #expect(result.readTime == Timestamp("2026-11-20T16:02:45Z"))
                #expect(clock.pauses.count == 1)
            }
        }

        @Test("a batch must tell of each document that was asked for")
        func incompleteBatch() async throws {
            let name = "projects/p/databases/(default)/documents/c/2"
            let half = #"[{"found":\#(documentText())}]"#
            let whole = #"[{"found":\#(documentText())},{"missing":"\#(name)"}]"#
            try await withService(reply(half), reply(whole)) { service, _, clock in
                let second = try service.database.resource("c", "2")
                let result = try await service.batchGet([service.first, second])
                #expect(result.found.count == 1)
                #expect(result.missing == [name])
                #expect(clock.pauses.count == 1)
            }
        }

        @Test("a reply beyond the bound is refused and not asked for again")
        func tooLarge() async throws {
            let options = HTTPOptions(maximumResponseBytes: 100)
            try await withService(reply("[\(Self.good)]"), options: options) { service, server, _ in
                let error = try await firestoreError { _ = try await service.runQuery(Self.query) }
                #expect(error.code == "response-too-large")
                #expect(server.requests.count == 1)
            }
        }
    }
}
