import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoKit

@testable import TodoDav

@Suite("Reading over CalDAV")
struct ReadingTests {
    @Test("discovery: from the well-known address to the lists")
    func discovery() async throws {
        try await RunningDav.with { dav in
            try await dav.store.addList("Work/Reports", color: "#aabbcc")
            let known = try await dav.send("PROPFIND", "/.well-known/caldav", depth: "0")
            #expect(known.status == 301 && known.fields[.location] == "/dav/")
            for path in ["/", "/dav/", "/dav/lists/", "/dav/lists/inbox/", "/dav/me/"] {
                let reply = try await dav.properties(path, "<D:current-user-principal/><D:principal-URL/>")
                #expect(reply.status == 207, "\(path)")
                #expect(reply.text.contains("<D:href>/dav/me/</D:href>"), "\(path)")
                let options = try await dav.send("OPTIONS", path)
                #expect(options.status == 200 && options.fields[.allow]?.contains("PROPFIND") == true)
                #expect(options.fields[.dav]?.contains("calendar-access") == true)
            }
            let principal = try await dav.properties("/dav/me/", "<C:calendar-home-set/>")
            #expect(principal.text.contains("<D:href>/dav/lists/</D:href>"))
            let lists = try await dav.properties(
                "/dav/lists/",
                """
                <D:resourcetype/><D:displayname/><C:supported-calendar-component-set/><A:calendar-color/><D:sync-token/>\
                <S:getctag/><D:current-user-privilege-set/>
                """, depth: "1"
            ).parts
            #expect(lists.count == 4)
            let inbox = try #require(lists["/dav/lists/inbox/"])
            #expect(inbox.property(.dav("resourcetype"))?.caldav("calendar") != nil)
            #expect(
                inbox.property(.caldav("supported-calendar-component-set"))?.children.map { $0.attributes["name"] } == [
                    "VTODO"
                ])
            let token = try #require(inbox.property(.dav("sync-token"))?.trimmed)
            #expect(token == inbox.property(XMLName(XMLName.server, "getctag"))?.trimmed)
            let names = lists.values.compactMap { $0.property(.dav("displayname"))?.trimmed }
            #expect(names.contains("Work / Reports"))
            #expect(
                lists.values.contains { $0.property(XMLName(XMLName.apple, "calendar-color"))?.trimmed == "#AABBCCFF" })
        }
    }

    @Test("only the password of a device reads anything, and a revoked one no longer does")
    func access() async throws {
        try await RunningDav.with { dav in
            let wrong = try await dav.send("PROPFIND", "/dav/", depth: "0", authorization: "Basic bWU6eA==")
            #expect(wrong.status == 401 && wrong.fields[.wwwAuthenticate] == "Basic realm=\"todo\", charset=\"UTF-8\"")
            #expect(try await dav.send("GET", "/dav/lists/inbox/").status == 200)
            let cross = try await dav.send("GET", "/dav/", fields: [HTTPField.Name("Sec-Fetch-Site")!: "cross-site"])
            #expect(cross.status == 403)
            try DevicePasswords(path: dav.folder.file("passwords")).revoke("phone")
            #expect(try await dav.send("GET", "/dav/lists/inbox/").status == 401)
        }
    }

    @Test("one ETag in all answers, and 304 for the same one")
    func etags() async throws {
        try await RunningDav.with { dav in
            try await dav.store.add("Buy milk", notes: "a, b; c", due: .day(2026, 12, 1))
            let listed = try await dav.properties("/dav/lists/inbox/", "<D:getetag/>", depth: "1").parts
            let (href, part) = try #require(listed.first { $0.key.hasSuffix(".ics") })
            let etag = try #require(part.property(.dav("getetag"))?.trimmed)
            let got = try await dav.send("GET", href)
            #expect(got.status == 200 && got.fields[.eTag] == etag)
            #expect(got.fields[.contentType]?.hasPrefix("text/calendar") == true)
            #expect(got.text.contains("SUMMARY:Buy milk"))
            let head = try await dav.send("HEAD", href)
            #expect(head.status == 200 && head.fields[.eTag] == etag && head.body.isEmpty)
            #expect(try await dav.send("GET", href, fields: [.ifNoneMatch: etag]).status == 304)
            let multiget = try await dav.send(
                "REPORT", "/dav/lists/inbox/",
                text: """
                    <C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/><C:calendar-data/>\
                    </D:prop><D:href>\(href)</D:href><D:href>/dav/lists/inbox/none.ics</D:href></C:calendar-multiget>
                    """
            ).parts
            #expect(multiget[href]?.property(.dav("getetag"))?.trimmed == etag)
            #expect(multiget[href]?.property(.caldav("calendar-data"))?.text == got.text)
            #expect(multiget["/dav/lists/inbox/none.ics"]?.dav("status")?.trimmed == "HTTP/1.1 404 Not Found")
            let synced = try await dav.sync("")
            #expect(try synced.parts[href]?.property(.dav("getetag"))?.trimmed == etag)
        }
    }

    @Test("a token leads from one state to the next, whoever makes it")
    func syncTokens() async throws {
        try await RunningDav.with { dav in
            func token(_ reply: RunningDav.Reply) throws -> String {
                try #require(try reply.xml.dav("sync-token")?.trimmed)
            }
            let milk = try await dav.store.add("Buy milk")
            let first = try await dav.sync("")
            #expect(try first.parts.count == 1)
            let start = try token(first)
            #expect(start.contains(":"))
            let same = try await dav.sync(start)
            #expect(try same.parts.isEmpty && token(same) == start)
            try await dav.store.perform(.edit(TodoChanges(title: "Buy oat milk")), on: [milk.id])
            let bread = try await dav.store.add("Buy bread")
            let second = try await dav.sync(start)
            #expect(try second.parts.count == 2)
            let next = try token(second)
            #expect(next != start)
            try await dav.store.todos.delete(bread.id)
            let third = try await dav.sync(next)
            #expect(try third.parts.values.map { $0.dav("status")?.trimmed } == ["HTTP/1.1 404 Not Found"])
            // An undo is a change as any other.
            try await dav.store.undo()
            #expect(try await dav.sync(try token(third)).parts.count == 1)
            for index in 0..<5 { try await dav.store.add("To-do \(index)") }
            var (seen, at) = (0, try token(third))
            while true {
                let page = try await dav.sync(at, limit: 2)
                let parts = try page.parts
                seen += parts.keys.filter { $0.hasSuffix(".ics") }.count
                at = try token(page)
                if parts["/dav/lists/inbox/"]?.dav("status")?.trimmed.contains("507") != true { break }
            }
            #expect(seen == 6)
        }
    }

    @Test(
        "a token that is not from here is refused by name, and never answered with nothing",
        arguments: [
            "x", "urn:todo:dav:0000:1:1", "urn:todo:dav:", "http://x/ns/sync/1", "-1",
        ])
    func wrongTokens(text: String) async throws {
        try await RunningDav.with { dav in
            let reply = try await dav.sync(text)
            #expect(reply.status == 403 && reply.precondition == "valid-sync-token")
            let real = try #require(try await dav.sync("").xml.dav("sync-token")?.trimmed)
            let list = try await dav.store.addList("Work")
            let elsewhere = try await dav.sync(real, list: list.id.rawValue)
            #expect(elsewhere.status == 403 && elsewhere.precondition == "valid-sync-token")
            let future = try await dav.sync(real + "9")
            #expect(future.status == 403 && future.precondition == "valid-sync-token")
        }
    }

    @Test("filters: components, texts, times, and what is not defined")
    func queries() async throws {
        try await RunningDav.with { dav in
            try await dav.store.add("Open", due: .day(2026, 12, 1))
            let done = try await dav.store.add("Done", priority: .high)
            try await dav.store.perform(.complete(.only), on: [done.id])
            func titles(_ filter: String) async throws -> [String] {
                let reply = try await dav.send(
                    "REPORT", "/dav/lists/inbox/",
                    text: """
                        <C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><C:calendar-data/></D:prop>\
                        <C:filter><C:comp-filter name="VCALENDAR">\(filter)</C:comp-filter></C:filter></C:calendar-query>
                        """)
                #expect(reply.status == 207, "\(reply.text)")
                return reply.text.matches(of: #/SUMMARY:([A-Za-z]+)/#).map { String($0.1) }.sorted()
            }
            #expect(try await titles(#"<C:comp-filter name="VTODO"/>"#) == ["Done", "Open"])
            #expect(try await titles(#"<C:comp-filter name="VEVENT"/>"#) == [])
            #expect(
                try await titles(
                    #"<C:comp-filter name="VTODO"><C:prop-filter name="COMPLETED"><C:is-not-defined/></C:prop-filter></C:comp-filter>"#
                )
                    == ["Open"])
            #expect(
                try await titles(
                    #"<C:comp-filter name="VTODO"><C:prop-filter name="SUMMARY"><C:text-match>dON</C:text-match></C:prop-filter></C:comp-filter>"#
                )
                    == ["Done"])
            #expect(
                try await titles(
                    #"<C:comp-filter name="VTODO"><C:time-range start="20261130T000000Z" end="20261202T000000Z"/><C:prop-filter name="DUE"/></C:comp-filter>"#
                )
                    == ["Open"])
            #expect(
                try await titles(
                    #"<C:comp-filter name="VTODO"><C:time-range start="20270101T000000Z"/><C:prop-filter name="DUE"/></C:comp-filter>"#
                )
                    == [])
        }
    }
}
