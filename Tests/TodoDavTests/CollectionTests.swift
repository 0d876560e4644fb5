import HTTPTypes
import TestSupport
import Testing
import TodoKit

@testable import TodoDav

@Suite("Lists that clients make and order, and addresses on other servers")
struct CollectionTests {
    private func make(_ dav: RunningDav, _ path: String, _ properties: String) async throws -> RunningDav.Reply {
        try await dav.send(
            "MKCOL", "/dav/lists/\(path)/",
            text: """
                <D:mkcol xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:A="http://apple.com/ns/ical/"><D:set><D:prop>\
                \(properties)</D:prop></D:set></D:mkcol>
                """)
    }

    private static let calendar = "<D:resourcetype><D:collection/><C:calendar/></D:resourcetype>"

    @Test("extended MKCOL makes a list of a calendar with a name and a colour, and of nothing else")
    func extendedMKCOL() async throws {
        try await RunningDav.with { dav in
            let made = try await make(
                dav, "shop",
                Self.calendar + "<D:displayname>Shopping</D:displayname><A:calendar-color>#11223344</A:calendar-color>")
            #expect(made.status == 201, "\(made.text)")
            let list = try #require(try await dav.store.lists.fetch(.all).items.first)
            #expect(list.title == "Shopping" && list.color == "#112233")
            let shown = try await dav.properties("/dav/lists/shop/", "<D:resourcetype/><D:displayname/>").parts
            let part = try #require(shown["/dav/lists/shop/"])
            #expect(part.property(.dav("resourcetype"))?.caldav("calendar") != nil)
            #expect(part.property(.dav("displayname"))?.trimmed == "Shopping")
            #expect(try await make(dav, "shop", Self.calendar).status == 405)

            #expect(
                try await make(dav, "again", Self.calendar + "<D:displayname>shopping</D:displayname>").status == 201)
            #expect(
                try await dav.store.lists.fetch(.all).items.map(\.title).sorted() == ["Shopping", "shopping 2"])

            let folder = try await make(dav, "folder", "<D:resourcetype><D:collection/></D:resourcetype>")
            #expect(folder.status == 403 && folder.precondition == "valid-resourcetype")
            #expect(try await dav.send("MKCOL", "/dav/lists/plain/").status == 403)
            let events = try await make(
                dav, "events",
                Self.calendar
                    + #"<C:supported-calendar-component-set><C:comp name="VEVENT"/></C:supported-calendar-component-set>"#
            )
            #expect(events.status == 403 && events.precondition == "supported-calendar-component")
            #expect(try await make(dav, "a/b", Self.calendar).status == 403)
            #expect(try await dav.store.lists.fetch(.all).items.count == 2)
        }
    }

    @Test("a number that a client gives to a list is its place, and is read back")
    func order() async throws {
        try await RunningDav.with { dav in
            for title in ["1", "2", "3"] { try await dav.store.addList(title) }
            let made = try await dav.store.lists.fetch(.all.ascending(\.manual)).items
            let paths = made.map { "/dav/lists/\($0.id)/" }
            let names = made.map(\.title)
            func orders() async throws -> [String?] {
                let parts = try await dav.properties("/dav/lists/", "<A:calendar-order/>", depth: "1").parts
                return paths.map { parts[$0]?.property(XMLName(XMLName.apple, "calendar-order"))?.trimmed }
            }
            func set(_ path: String, _ number: String) async throws -> Int {
                try await dav.send(
                    "PROPPATCH", path,
                    text: """
                        <D:propertyupdate xmlns:D="DAV:" xmlns:A="http://apple.com/ns/ical/"><D:set><D:prop>\
                        <A:calendar-order>\(number)</A:calendar-order></D:prop></D:set></D:propertyupdate>
                        """
                ).status
            }
            func titles() async throws -> [String] {
                try await dav.store.lists.fetch(.all.ascending(\.manual)).items.map(\.title)
            }
            let first = try await orders()
            #expect(first == ["1", "2", "3"])
            #expect(try await set(paths[0], "12") == 207)
            #expect(try await titles() == [names[1], names[2], names[0]])
            #expect(try await orders() == ["12", "1", "2"])
            #expect(try await set(paths[2], "0") == 207)
            #expect(try await titles() == [names[2], names[1], names[0]])
            #expect(try await orders() == ["12", "2", "1"])
            let all = try await dav.send("PROPFIND", paths[0], depth: "0")
            #expect(all.text.ranges(of: "calendar-order>").count <= 2, "it is told once")
        }
    }

    @Test(
        "a Destination on another server is refused, also if its path is one of ours",
        arguments: [
            ("http://AUTHORITY/dav/lists/inbox/v.ics", 201), ("/dav/lists/inbox/v.ics", 201),
            ("https://TODO.example.org/dav/lists/inbox/v.ics", 201),
            ("https://todo.example.org:8443/dav/lists/inbox/v.ics", 201),
            ("https://other.example.org/dav/lists/inbox/v.ics", 502), ("https://other.example.org/", 502),
        ])
    func destinations(_ address: String, _ status: Int) async throws {
        try await RunningDav.with(nil, { configuration, _ in configuration.names = ["todo.example.org"] }) { dav in
            _ = try await dav.send("PUT", "/dav/lists/inbox/u.ics", text: RunningDav.todo("u", "Report"))
            let reply = try await dav.send(
                "MOVE", "/dav/lists/inbox/u.ics",
                fields: [.destination: address.replacing("AUTHORITY", with: dav.authority)])
            #expect(reply.status == status, "\(reply.text)")
            #expect(try await dav.send("GET", "/dav/lists/inbox/v.ics").status == (status == 201 ? 200 : 404))
        }
    }

    @Test("a query for events finds nothing, whatever its times, and is no error")
    func events() async throws {
        try await RunningDav.with { dav in
            try await dav.store.add("Open", due: .day(2026, 12, 1))
            for filter in [
                #"<C:comp-filter name="VEVENT"><C:time-range start="20261101T000000Z" end="20270101T000000Z"/></C:comp-filter>"#,
                #"<C:comp-filter name="VJOURNAL"><C:prop-filter name="SUMMARY"/></C:comp-filter>"#,
            ] {
                let reply = try await dav.send(
                    "REPORT", "/dav/lists/inbox/",
                    text: """
                        <C:calendar-query xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop><D:getetag/></D:prop>\
                        <C:filter><C:comp-filter name="VCALENDAR">\(filter)</C:comp-filter></C:filter></C:calendar-query>
                        """)
                #expect(reply.status == 207)
                #expect(try reply.parts.isEmpty)
            }
        }
    }
}
