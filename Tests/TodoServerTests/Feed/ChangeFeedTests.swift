import Basics
import FirestoreWire
import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoNetwork
import TodoServer

extension HTTPTests {
    @Suite("the change feed")
    struct ChangeFeedTests {
        private static let feed = "/todo/changes/p/(default)"

        private static func move(_ user: String, to sequence: Int64) -> JSONValue {
            let head: Fields = ["seq": .integer(sequence), "gcSeq": 0, "epoch": "e", "schema": 1]
            return ["writes": [GuardedServer.update("users/\(user)/sync/head", head)]]
        }

        private static func limits(_ time: Duration) -> Limits {
            var limits = Limits.development
            limits.feedTimeout = time
            return limits
        }

        @Test("every reply of the API announces it, and what is known already is answered at once")
        func announced() async throws {
            try await GuardedServer.with { server async throws in
                let reply = try await server.send(as: "u", .get, "/users/u/sync/head")
                let name = try #require(HTTPField.Name("Todo-Change-Feed"))
                #expect(reply.fields[name] == Self.feed)
                let now = try await server.changes(as: "u", space: "u", after: 0)
                #expect(now.status == 200 && now.text == #"{"sequence":"1"}"#)
            }
        }

        @Test("it answers when the head moves, to all who wait for that space and to nobody else")
        func wakes() async throws {
            try await GuardedServer.with(limits: Self.limits(.seconds(30))) { server async throws in
                try await withThrowingTaskGroup(of: Endpoint.Reply.self) { group in
                    for _ in 0..<10 { group.addTask { try await server.changes(as: "u", space: "u", after: 1) } }
                    let other = Task { try await server.changes(as: "v", space: "v", after: 1) }
                    #expect(await eventually { await server.waiters() == 11 })
                    let commit = try await server.send(as: "u", .post, ":commit", Self.move("u", to: 2))
                    #expect(commit.status == 200)
                    for try await reply in group { #expect(reply.text == #"{"sequence":"2"}"#) }
                    #expect(await server.waiters() == 1)
                    other.cancel()
                }
            }
        }

        @Test("where nothing moves it answers that, in time")
        func timesOut() async throws {
            try await GuardedServer.with(limits: Self.limits(.milliseconds(200))) { server async throws in
                #expect(try await server.changes(as: "u", space: "u", after: 1).status == 204)
                #expect(try await server.changes(as: "root", space: "none", after: 0).status == 204)
                #expect(await server.waiters() == 0)
            }
        }

        @Test("it is closed to strangers and to others, and wants what it needs")
        func refusals() async throws {
            try await GuardedServer.with { server async throws in
                #expect(try await server.changes(as: "u", space: "v", after: 0).status == 403)
                let path = "\(Self.feed)?space=u&after=0"
                #expect(try await server.server.endpoint.send(.get, path, authorization: nil).status == 401)
                for query in [
                    "", "?space=u", "?after=1", "?space=u&after=x", "?space=%2F&after=1", "?space=..&after=1",
                ] {
                    let reply = try await server.server.endpoint.send(
                        .get, Self.feed + query, authorization: server.tokens["u"])
                    #expect(reply.status == 400, "\(query)")
                }
            }
        }

        @Test("the client learns of it, waits, and hears of a change")
        func client() async throws {
            try await GuardedServer.with(limits: Self.limits(.milliseconds(300))) { server async throws in
                let token = try #require(server.tokens["u"]).dropFirst("Bearer ".count)
                let service = FirestoreService(
                    server.server.database, transport: server.server.endpoint.transport,
                    credentials: StaticTokenCredentials(try BearerToken(String(token))), retry: .never)
                #expect(service.changeFeed == nil)
                #expect(try await service.waitForChange(space: "u", after: 0) == nil)
                _ = try await service.get(try service.database.resource("users", "u", "sync", "head"))
                #expect(service.changeFeed == Self.feed)
                #expect(try await service.waitForChange(space: "u", after: 0) == 1)
                #expect(try await service.waitForChange(space: "u", after: 1) == nil)
            }
        }

        @Test("ten thousand wait without a thread each, and all hear of the change")
        func thousands() async throws {
            try await GuardedServer.with { server async throws in
                let feed = server.server.store.feed
                let spaces = 100
                try await withThrowingTaskGroup(of: Int64?.self) { group in
                    for index in 0..<10_000 {
                        let head = try server.server.database.resource("users", "s\(index % spaces)", "sync", "head")
                        group.addTask { try await feed.wait(for: head) }
                    }
                    #expect(await eventually { feed.count == 10_000 })
                    // Those of all suites that run at the same time are among them.
                    #expect(threadCount() < feed.count / 10)
                    let writes = (0..<spaces).map { GuardedServer.update("users/s\($0)/sync/head", ["seq": 7]) }
                    let reply = try await server.send(as: "root", .post, ":commit", ["writes": .array(writes)])
                    #expect(reply.status == 200)
                    for try await sequence in group { #expect(sequence == 7) }
                }
                #expect(feed.count == 0)
            }
        }

        @Test("of very many who wait for one space, the one that came first makes room")
        func displaced() async throws {
            try await GuardedServer.with { server async throws in
                let feed = server.server.store.feed
                let head = try server.server.database.resource("users", "s", "sync", "head")
                let first = Task { try await feed.wait(for: head) }
                #expect(await eventually { feed.count == 1 })
                // Those of somebody else are not in the way.
                let strangers = (0..<300).map { _ in Task { try await feed.wait(for: head, of: "v") } }
                #expect(await eventually { feed.count == 257 })
                let others = (0..<256).map { _ in Task { try await feed.wait(for: head) } }
                #expect(try await first.value == nil)
                for stranger in strangers { stranger.cancel() }
                for other in others { other.cancel() }
                #expect(await eventually { feed.count == 0 })
            }
        }

        @Test("who waits with a token that is taken back is sent away, and not let in again")
        func revoked() async throws {
            try await GuardedServer.with(limits: Self.limits(.seconds(3000))) { server async throws in
                let waiting = Task { try await server.changes(as: "u", space: "u", after: 1).status }
                #expect(await eventually { await server.waiters() == 1 })
                let accounts = server.server.store.accounts
                _ = try accounts.rotate("u")
                // Repeatedly: the server may have read the tokens first only after that.
                let others = Task {
                    while (try? await Task.sleep(for: .milliseconds(300))) != nil { _ = try accounts.rotate("v") }
                }
                #expect(try await waiting.value == 204)
                others.cancel()
                #expect(try await server.changes(as: "u", space: "u", after: 1).status == 401)
            }
        }

        @Test("told to stop, the server sends away at once who waits")
        func shutdown() async throws {
            let folder = try TemporaryFolder()
            let server = try ServerProcess(database: folder.file("server.db"))
            let transport = CurlTransport(configuration: .init(proxy: .none))
            let endpoint = Endpoint(authority: String(server.url.dropFirst("http://".count)), transport: transport)
            let waiting = Task { try await endpoint.send(.get, "\(Self.feed)?space=u&after=0").status }
            let isWaiting = await eventually {
                (try? await endpoint.send(.get, "/metrics").text)?.contains("todo_server_feed_waiters 1.0") == true
            }
            #expect(isWaiting)
            server.process.terminate()
            #expect(try await waiting.value == 204)
            try await blocking { [process = server.process] in process.waitUntilExit() }
            #expect(server.process.terminationStatus == 0)
            await transport.shutDown()
        }
    }
}

extension ChangeFeed {
    /// Waits for one head, of which nothing is known.
    fileprivate func wait(for head: ResourceName, of user: String = "u") async throws -> Int64? {
        try await wait(for: [Watch(head, after: 0)], of: user, atMost: .seconds(300)) { _ in nil }[0]
    }
}

extension GuardedServer {
    fileprivate func changes(as user: String, space: String, after: Int64) async throws -> Endpoint.Reply {
        try await server.endpoint.send(
            .get, "/todo/changes/p/%28default%29?space=\(space)&after=\(after)", authorization: tokens[user] ?? admin)
    }

    /// How many are waiting.
    fileprivate func waiters() async -> Int {
        let text = (try? await server.endpoint.send(.get, "/metrics", authorization: admin).text) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("todo_server_feed_waiters ") }
        return line?.split(separator: " ").last.flatMap { Double($0) }.map(Int.init) ?? -1
    }
}

/// How many threads this process has; 0 if the system does not report it.
private func threadCount() -> Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
}
