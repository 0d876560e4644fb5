import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoServer

extension HTTPTests {
    /// `make quick ONLY=Server FILTER=MalformedRequest HOSTILE_REQUESTS=100000` sends that many.
    @Suite("malformed requests")
    struct MalformedRequests {
        private static let count =
            ProcessInfo.processInfo.environment["HOSTILE_REQUESTS"].flatMap(Int.init) ?? Dose.of(800, whole: 2000)

        @Test(
            "bytes that are no HTTP, or almost, are refused or ended; nobody waits and nobody else's documents are told"
        )
        func bytes() async throws {
            try await GuardedServer.with { server async throws in
                let clients = 4
                let failures = try await withThrowingTaskGroup(of: [String].self) { group in
                    for client in 1...clients {
                        group.addTask { try await attack(server, seed: UInt64(client), Self.count / clients) }
                    }
                    return try await group.reduce(into: []) { $0 += $1 }
                }
                #expect(failures.isEmpty, "\(failures.prefix(10).joined(separator: "\n"))")
                #expect(try await server.send(as: "u", .get, "/users/u/todos/a").status == 200)
                #expect(try server.server.store.check().problems.isEmpty)
            }
        }

        /// Sends requests from a separate thread, and returns what went wrong.
        private func attack(_ server: GuardedServer, seed: UInt64, _ count: Int) async throws -> [String] {
            try await blocking {
                var generator = SeededGenerator(seed: seed)
                var failures: [String] = []
                for number in 0..<count {
                    let request = Self.request(server.tokens["u"] ?? "", using: &generator)
                    guard let problem = Self.problem(with: request, server.server.endpoint.authority) else { continue }
                    failures.append("seed \(seed), request \(number): \(problem)")
                }
                return failures
            }
        }

        /// Describes what is wrong with the answer; nil if nothing is.
        private static func problem(with request: [UInt8], _ authority: String) -> String? {
            guard let connection = try? RawConnection(authority) else { return "the server takes no connection" }
            connection.send(request)
            connection.finish()
            guard let answer = connection.readToEnd() else { return "the connection hangs" }
            if let line = answer.split(whereSeparator: \.isNewline).first(where: { $0.hasPrefix("HTTP/1.1 5") }) {
                return String(line)
            }
            return answer.contains(GuardedServer.secret) ? "it tells a secret" : nil
        }

        private static func request(_ token: String, using generator: inout SeededGenerator) -> [UInt8] {
            let method = generator.pick([
                "GET", "POST", "PATCH", "DELETE", "HEAD", "OPTIONS", "CONNECT", "TRACE", "PRI", "get", "", "G\u{0}T",
            ])
            let path = generator.pick([
                "\(Endpoint.documents)/users/v/todos/a", "\(Endpoint.documents)/users/u/todos/a",
                "\(Endpoint.documents):commit", "\(Endpoint.documents)/users/v:runQuery",
                "http://a\(Endpoint.documents)/users/v/todos/a", "*", "/", "", "/health?%zz", "//", "/todo/changes/p/x",
                "/todo/changes/p/(default)?space=v&after=0", String(repeating: "/a", count: 2000),
            ])
            let version = generator.pick(["HTTP/1.1", "HTTP/1.1", "HTTP/1.1", "HTTP/1.0", "HTTP/2.0", "HTTP/0.9", "X"])
            let fields = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                generator.pick([
                    "Host: a", "Host: b", "Content-Length: 2", "Content-Length: 3", "Content-Length: -1",
                    "Content-Length: 99999999999999999999", "Transfer-Encoding: chunked",
                    "Transfer-Encoding: gzip, chunked", "Transfer-Encoding : chunked", "Expect: 100-continue",
                    "Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "Upgrade: websocket", " folded: x", ": x",
                    "x",
                    "X-Forwarded-For: 127.0.0.1", "X: \u{0}", "Authorization: \(token)", "Authorization: Bearer",
                    "X: \(String(repeating: "y", count: 20 << 10))", "Content-Encoding: gzip",
                ])
            }
            let body = generator.pick([
                "", "{}", "{", "2\r\n{}\r\n0\r\n\r\n", "-1\r\n{}\r\n", "fffffffffffffffff\r\n{}",
                "2;x=\u{0}\r\n{}\r\n0\r\nX: y\r\n\r\n",
                "GET /health HTTP/1.1\r\nHost: a\r\n\r\n", #"{"writes":[{"delete":""}]}"#,
            ])
            let lineBreak = generator.chance(0.9) ? "\r\n" : generator.pick(["\n", "\r", "\r\n\r\n"])
            let text =
                (["\(method) \(path) \(version)", "Authorization: \(token)"] + fields)
                .joined(separator: lineBreak) + lineBreak + lineBreak + body
            var bytes = Array(text.utf8)
            while generator.chance(0.4), !bytes.isEmpty {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[index] = .random(in: 0...255, using: &generator)
                case 1: bytes.removeSubrange(index...)
                default: bytes.insert(contentsOf: bytes[index...].prefix(30), at: index)
                }
            }
            return bytes
        }
    }
}
