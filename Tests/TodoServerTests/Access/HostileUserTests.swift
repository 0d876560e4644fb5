import FirestoreWire
import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoServer

extension HTTPTests {
    /// `make quick ONLY=Server FILTER=HostileUser HOSTILE_REQUESTS=100000` sends that many.
    @Suite("a hostile user")
    struct HostileUser {
        private static let count =
            ProcessInfo.processInfo.environment["HOSTILE_REQUESTS"].flatMap(Int.init) ?? Dose.of(1000, whole: 10_000)

        @Test("any number of requests, damaged and not, get no error of the server and nothing of another user")
        func requests() async throws {
            try await GuardedServer.with { server async throws in
                let clients = 8
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for client in 0..<clients {
                        group.addTask { try await attack(server, seed: UInt64(client + 1), Self.count / clients) }
                    }
                    try await group.waitForAll()
                }
                let untouched = try await server.send(as: "v", .get, "/users/v/todos/a")
                #expect(untouched.text.contains(GuardedServer.secret))
                let list = try await server.send(as: "v", .get, "/users/v/todos")
                #expect(list.json["documents"]?.elements?.count == 1)
                #expect(try server.server.store.check().problems.isEmpty)
            }
        }

        private func attack(_ server: GuardedServer, seed: UInt64, _ count: Int) async throws {
            var generator = SeededGenerator(seed: seed)
            var own = RandomSpaceRequests(user: "u", seed: seed)
            var others = RandomSpaceRequests(user: "v", seed: seed)
            for number in 0..<count {
                let exchange = generator.chance(0.5) ? own.next() : others.next()
                var path = exchange.path
                var body = (exchange.body?.canonicalJSON ?? "").replacing("<documents>", with: GuardedServer.root)
                if generator.chance(0.3) { Self.damage(&path, using: &generator) }
                if generator.chance(0.3) { Self.damage(&body, using: &generator) }
                let reply = try await server.server.endpoint.send(
                    exchange.method, Endpoint.documents + path.filter { $0 > " " && $0 != "\u{7F}" && $0.isASCII },
                    body.isEmpty ? nil : body, authorization: server.tokens["u"])
                #expect(reply.status < 500, "seed \(seed), request \(number): \(exchange.method) \(path) \(body)")
                #expect(!reply.text.contains(GuardedServer.secret), "seed \(seed), request \(number): \(path)")
            }
        }

        private static func damage(_ text: inout String, using generator: inout SeededGenerator) {
            let pieces = ["%", "%2F", "//", "%00", ":", "..", "%76", "v", "u", "{", "}", "\"", "[", "null", "users/v/"]
            for _ in 0..<Int.random(in: 1...3, using: &generator) where !text.isEmpty {
                let index = text.index(text.startIndex, offsetBy: Int.random(in: 0..<text.count, using: &generator))
                if generator.chance(0.4) {
                    text.remove(at: index)
                } else {
                    text.insert(contentsOf: generator.pick(pieces), at: index)
                }
            }
        }
    }
}
