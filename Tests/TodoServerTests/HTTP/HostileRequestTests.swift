import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoNetwork

extension HTTPTests {
    @Suite("hostile requests")
    struct HostileRequests {
        private let root = Endpoint.documents

        @Test(
            "whatever is sent is answered, and never with an error of the server",
            arguments: 1...4 as ClosedRange<UInt64>)
        func garbage(seed: UInt64) async throws {
            try await RunningServer.with { server async throws in
                var generator = SeededGenerator(seed: seed)
                var requests = RandomExchanges(seed: seed)
                for _ in 0..<Dose.of(80, whole: 250) {
                    for exchange in requests.next() {
                        let text = (exchange.rawBody ?? exchange.body?.canonicalJSON ?? "")
                            .replacing("<documents>", with: String(root.dropFirst("/v1/".count)))
                        let body = Self.damaged(Array(text.utf8), using: &generator)
                        let path = root + exchange.path.filter { $0 != "<" && $0 != ">" }
                        let reply = try await server.endpoint.send(
                            exchange.method, generator.chance(0.2) ? Self.damagedPath(path, using: &generator) : path,
                            exchange.method == .get ? nil : String(decoding: body, as: UTF8.self))
                        // 501: a damaged path may look like that of a method which does not exist.
                        #expect(
                            reply.status < 500 || reply.status == 501,
                            "seed \(seed): \(exchange.method) \(path) \(reply.text)")
                        #expect(
                            reply.status == 200 || reply.status == 404 || reply.error != nil,
                            "seed \(seed): \(path) \(reply.text)")
                    }
                }
            }
        }

        @Test("a head that is too large is refused with an error like any other")
        func largeHead() async throws {
            try await RunningServer.with { server async throws in
                let answer = try await blocking { [authority = server.endpoint.authority, root] in
                    let connection = try RawConnection(authority)
                    let field = "X-Long: " + String(repeating: "x", count: 40 << 10)
                    connection.send("GET \(root)/c/a HTTP/1.1\r\nHost: \(authority)\r\n\(field)\r\n\r\n")
                    return connection.readAnswer()
                }
                let text = String(decoding: try #require(answer), as: UTF8.self)
                #expect(text.hasPrefix("HTTP/1.1 400"))
                #expect(text.lowercased().contains("content-type: application/json"))
                #expect(text.contains("INVALID_ARGUMENT") && text.contains("too large"), "\(text)")
            }
        }

        @Test("nesting, size, length and count have their ends")
        func bounds() async throws {
            try await RunningServer.with { server async throws in
                func status(_ fields: String) async throws -> String? {
                    try await server.endpoint.send(.patch, "\(root)/c/a", #"{"fields":{"a":\#(fields)}}"#).error
                }
                func nested(_ depth: Int) -> String {
                    String(repeating: #"{"mapValue":{"fields":{"a":"#, count: depth) + #"{"nullValue":null}"#
                        + String(repeating: "}}}", count: depth)
                }
                #expect(try await status(nested(20)) == nil)
                #expect(try await status(nested(21)) == "INVALID_ARGUMENT")
                #expect(try await status(nested(100_000)) == "INVALID_ARGUMENT")
                #expect(try await status(String(repeating: "[", count: 1_000_000)) == "INVALID_ARGUMENT")
                let long = String(repeating: "x", count: 1_048_487)
                #expect(try await status(#"{"stringValue":"\#(long)"}"#) == nil)
                #expect(try await status(#"{"stringValue":"\#(long)x"}"#) == "INVALID_ARGUMENT")
                #expect(
                    try await status(#"{"stringValue":"\#(String(repeating: "x", count: 11 << 20))"}"#)
                        == "INVALID_ARGUMENT")
                // An answer sent before the body is read leaves the server healthy.
                #expect(try await status(#"{"integerValue":"1"}"#) == nil)
                for path in [
                    "\(root)/c/\(String(repeating: "x", count: 1501))", root + String(repeating: "/c/a", count: 101),
                ] {
                    #expect(try await server.endpoint.send(.get, path).error == "INVALID_ARGUMENT")
                }
                let chain = (0..<60).reduce(
                    JSONValue.object(["unaryFilter": ["field": ["fieldPath": "a"], "op": "IS_NULL"]])
                ) {
                    inner, _ in ["compositeFilter": ["op": "AND", "filters": [inner]]]
                }
                let query: JSONValue = ["structuredQuery": ["from": [["collectionId": "c"]], "where": chain]]
                #expect(try await server.endpoint.call("runQuery", query).status < 500)
            }
        }

        @Test("an error in the place of a message makes no error of the server")
        func errorAsRequest() async throws {
            try await RunningServer.with { server async throws in
                let body = #"{"error":{"code":500,"status":"INTERNAL","message":"x"}}"#
                #expect(try await server.endpoint.send(.post, "\(root)/c", body).error == "INVALID_ARGUMENT")
                #expect(try await server.endpoint.send(.post, "\(root):commit", body).error == "INVALID_ARGUMENT")
                let nested = #"{"writes":[{"update":{"error":{"status":"INTERNAL"}}}]}"#
                #expect(try await server.endpoint.send(.post, "\(root):commit", nested).error == "INVALID_ARGUMENT")
            }
        }

        private static func damaged(_ bytes: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
            var bytes = bytes
            guard !bytes.isEmpty, generator.chance(0.7) else { return bytes }
            for _ in 0..<Int.random(in: 1...3, using: &generator) where !bytes.isEmpty {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[index] = generator.pick(Array("{}[]\",:0-\\".utf8))
                case 1: bytes.remove(at: index)
                case 2: bytes.insert(contentsOf: bytes[..<min(index, 40)], at: index)
                default: bytes.removeSubrange(index...)
                }
            }
            return bytes
        }

        private static func damagedPath(_ path: String, using generator: inout SeededGenerator) -> String {
            var path = path
            let index = path.index(path.startIndex, offsetBy: Int.random(in: 1..<path.count, using: &generator))
            path.insert(
                contentsOf: generator.pick(["%", "%2F", "//", "%00", ":", "..", "%C3%28", "?", "&", "__x__"]), at: index
            )
            return path
        }
    }
}
