import Basics
import FirestoreWire
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("Firestore streams")
    struct Streams {
        @Test("elements come before the end of the reply has")
        func early() async throws {
            let gate = Gate()
            let head = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
            let first = "[\(Replies.good),", rest = "\(Replies.good)]"
            func chunk(_ text: String) -> String { "\(String(text.utf8.count, radix: 16))\r\n\(text)\r\n" }
            let script: [ScriptedStep] = [
                .receive, .send(head + chunk(first)), .pass(gate), .send(chunk(rest) + "0\r\n\r\n"),
            ]
            try await withService(script, areRepliesSound: false) { service, _, _ in
                var elements = service.stream(Replies.query).makeAsyncIterator()
                let early = try await elements.next()
                #expect(early?.document?.fields["a"] == 1)
                gate.open()
                let late = try await elements.next()
                #expect(late != nil)
                for _ in 0..<2 {
                    let end = try await elements.next()
                    #expect(end == nil)
                }
            }
        }

        @Test("before the first element a failure is repeated, behind it it is thrown")
        func failures() async throws {
            try await withService(
                failure(.unavailable), reply("[\(errorBody(.internal))]"),
                reply("[\(Replies.good),\(errorBody(.unavailable))]"), areRepliesSound: false
            ) { service, server, _ in
                var count = 0
                let error = try await firestoreError {
                    for try await _ in service.stream(Replies.query) { count += 1 }
                }
                #expect(error.status == .unavailable)
                // The good element and the error came in one piece, or in two.
                #expect(count <= 1)
                #expect(server.requests.count >= 3)
            }
        }

        @Test("an array without its end throws at its end")
        func truncated() async throws {
            try await withService(reply("[\(Replies.good)"), retry: .never, areRepliesSound: false) { service, _, _ in
                let error = try await firestoreError { for try await _ in service.stream(Replies.query) {} }
                #expect(error == .reply(.truncated))
            }
        }

        @Test("a collection is listed page by page, also over an empty page, and not in circles")
        func list() async throws {
            try await withService(
                reply(#"{"documents":[\#(documentText("1"))],"nextPageToken":"a b"}"#),
                reply(#"{"nextPageToken":"c"}"#), reply(#"{"documents":[\#(documentText("2"))]}"#)
            ) { service, server, _ in
                var names: [String] = []
                for try await document in service.documents(in: try service.collection, .init(pageSize: 1)) {
                    names.append(document.name)
                }
                #expect(names.map { $0.suffix(1) } == ["1", "2"])
                let paths = server.requests.map { $0.requestLine.split(separator: " ")[1].split(separator: "?")[1] }
                #expect(paths == ["pageSize=1", "pageSize=1&pageToken=a%20b", "pageSize=1&pageToken=c"])
            }
            try await withService(reply(#"{"nextPageToken":"a"}"#)) { service, server, _ in
                let error = try await firestoreError {
                    for try await _ in service.documents(in: try service.collection) {}
                }
                #expect(error.code == "malformed-json")
                #expect(server.requests.count == 2)
            }
        }
    }
}
