import HTTPTypes
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoKitTesting

@testable import TodoDav

@Suite("How CalDAV answers")
struct AnswerTests {
    @Test("the UID of a to-do at another address of its list is refused, with that address")
    func otherAddress() async throws {
        try await RunningDav.with { dav in
            _ = try await dav.send("PUT", "/dav/lists/inbox/u1.ics", text: RunningDav.todo("u1", "Buy milk"))
            let again = try await dav.send("PUT", "/dav/lists/inbox/u2.ics", text: RunningDav.todo("u1", "Buy bread"))
            #expect(again.status == 409 && again.precondition == "no-uid-conflict", "\(again.text)")
            #expect(again.text.contains("<D:href>/dav/lists/inbox/u1.ics</D:href>"), "\(again.text)")
            #expect(try await dav.store.todos.fetch(.all).items.map(\.title) == ["Buy milk"])
        }
    }

    @Test("a request to another host is refused before its password is looked at")
    func otherHost() async throws {
        try await RunningDav.with { dav in
            let authority = dav.authority
            let answer = try await blocking {
                let connection = try RawConnection(authority)
                connection.send(
                    "PROPFIND /dav/ HTTP/1.1\r\nHost: todo.example.org\r\nDepth: 0\r\nConnection: close\r\n\r\n")
                return connection.readToEnd() ?? ""
            }
            #expect(answer.hasPrefix("HTTP/1.1 421 "), "\(answer)")
        }
    }

    @Test("who guesses passwords has to wait, and a right one is taken all the same")
    func guesses() async throws {
        try await RunningDav.with { dav in
            var statuses: [Int] = []
            for _ in 0..<8 {
                let reply = try await dav.send("GET", "/dav/lists/inbox/", authorization: "Basic bWU6eA==")
                statuses.append(reply.status)
                #expect((reply.status == 429) == (reply.fields[.retryAfter] != nil))
            }
            #expect(statuses.first == 401 && statuses.last == 429, "\(statuses)")
            #expect(try await dav.send("GET", "/dav/lists/inbox/").status == 200)
        }
    }

    @Test("only the names of properties, or no word of what is not there, for who asks so")
    func names() async throws {
        try await RunningDav.with { dav in
            let names = try await dav.send(
                "PROPFIND", "/dav/lists/inbox/", text: "<D:propfind xmlns:D=\"DAV:\"><D:propname/></D:propfind>",
                depth: "0")
            let part = try #require(try names.parts["/dav/lists/inbox/"])
            #expect(part.property(.dav("sync-token"))?.trimmed == "" && part.property(.dav("resourcetype")) != nil)
            let all = try await dav.properties("/dav/lists/inbox/", "<D:getetag/><D:quota-used-bytes/>")
            #expect(all.text.contains("quota-used-bytes") && all.text.contains(" 404 "))
            for fields: HTTPFields in [[.brief: "t"], [.prefer: "return=minimal"]] {
                let reply = try await dav.send(
                    "PROPFIND", "/dav/lists/inbox/",
                    text: """
                        <D:propfind xmlns:D="DAV:"><D:prop><D:getetag/><D:quota-used-bytes/></D:prop></D:propfind>
                        """, depth: "0", fields: fields)
                #expect(!reply.text.contains("quota-used-bytes") && reply.text.contains("getetag"), "\(reply.text)")
            }
        }
    }

    @Test("a list goes with its to-dos only where that is allowed, and one undo brings all back")
    func deletesLists() async throws {
        for isAllowed in [false, true] {
            try await RunningDav.with(nil, { configuration, _ in configuration.settings.deletesLists = isAllowed }) {
                dav in
                let list = try await dav.store.addList("Work")
                try await dav.store.add("Report", placement: .list(list.id))
                let reply = try await dav.send("DELETE", "/dav/lists/\(list.id)/")
                #expect(reply.status == (isAllowed ? 204 : 403), "\(reply.text)")
                #expect(try await dav.store.todos.fetch(.all).items.isEmpty == isAllowed)
                guard isAllowed else { return #expect(reply.precondition == "list-not-empty") }
                try await dav.store.undo()
                #expect(try await dav.store.todos.fetch(.all).items.map(\.list?.id) == [list.id])
                #expect(try await dav.send("GET", "/dav/lists/\(list.id)/").status == 200)
            }
        }
    }

    @Test("a token from before what is forgotten after 90 days is refused, and a later one goes on")
    func oldTokens() async throws {
        let clock = ManualClock()
        try await RunningDav.with(.testing(clock: clock, seed: 1)) { dav in
            func token() async throws -> String {
                try #require(try await dav.sync("").xml.dav("sync-token")?.trimmed)
            }
            let todo = try await dav.store.add("Buy milk")
            let first = try await token()
            try await dav.store.todos.update(Todo.Update(id: todo.id, title: "Buy oat milk"))
            let second = try await token()
            clock.advance(by: 89 * 86_400)
            #expect(try await dav.sync(first).parts.count == 1)
            clock.advance(by: 2 * 86_400)
            let refused = try await dav.sync(first)
            #expect(refused.status == 403 && refused.precondition == "valid-sync-token", "\(refused.text)")
            #expect(try await dav.sync(second).parts.isEmpty)
            #expect(try await dav.sync("").parts.count == 1)
        }
    }

    @Test("a to-do that was completed long ago goes, and a token says so")
    func window() async throws {
        let clock = ManualClock()
        let change: (inout DavConfiguration, TemporaryFolder) -> Void = { configuration, _ in
            configuration.settings.completedDays = 2
        }
        try await RunningDav.with(.testing(clock: clock, seed: 1), change) { dav in
            let todo = try await dav.store.add("Buy milk")
            try await dav.store.complete([todo.id])
            let token = try #require(try await dav.sync("").xml.dav("sync-token")?.trimmed)
            clock.advance(by: 2 * 86_400)
            #expect(try await dav.sync(token).parts.isEmpty)
            clock.advance(by: 86_400)
            let gone = try await dav.sync(token).parts
            #expect(gone.values.first?.dav("status")?.trimmed == "HTTP/1.1 404 Not Found", "\(gone)")
            #expect(try await dav.store.todos.find(todo.id).isDone)
        }
    }
}
