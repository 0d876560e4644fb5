import HTTPTypes
import TestSupport
import Testing
import TodoDomain
import TodoKit

@testable import TodoDav

@Suite("Writing over CalDAV")
struct WritingTests {
    @Test("a PUT makes a to-do under the client's name, another one changes it, and a DELETE ends it")
    func putAndDelete() async throws {
        try await RunningDav.with { dav in
            let path = "/dav/lists/inbox/my%20file.ics"
            let made = try await dav.send(
                "PUT", path, text: RunningDav.todo("u1", "Buy milk"), fields: [.ifNoneMatch: "*"])
            #expect(made.status == 201, "\(made.text)")
            #expect(made.fields[.eTag] == nil, "our bytes are never those of the client")
            #expect(try await dav.store.todos.fetch(.all).items.map(\.title) == ["Buy milk"])
            let got = try await dav.send("GET", path)
            let etag = try #require(got.fields[.eTag])
            let token = try await dav.sync("").xml.dav("sync-token")?.trimmed
            #expect(try await dav.send("PUT", path, text: got.text, fields: [.ifMatch: etag]).status == 204)
            #expect(try await dav.sync("").xml.dav("sync-token")?.trimmed == token, "nothing has changed")
            let changed = got.text.replacing("SUMMARY:Buy milk", with: "SUMMARY:Buy oat milk")
            #expect(try await dav.send("PUT", path, text: changed, fields: [.ifMatch: etag]).status == 204)
            #expect(try await dav.store.todos.fetch(.all).items.map(\.title) == ["Buy oat milk"])
            #expect(try await dav.send("PUT", path, text: changed, fields: [.ifNoneMatch: "*"]).status == 412)
            #expect(try await dav.send("PUT", path, text: changed, fields: [.ifMatch: "\"00\""]).status == 412)
            for tag in ["*", "\"00\"", etag] {
                let unknown = try await dav.send(
                    "PUT", "/dav/lists/inbox/none.ics", text: RunningDav.todo("u9", "Bread"), fields: [.ifMatch: tag])
                #expect(unknown.status == 412, "\(tag)")
            }
            #expect(try await dav.send("DELETE", path, fields: [.ifMatch: etag]).status == 412)
            #expect(try await dav.send("DELETE", path).status == 204)
            #expect(try await dav.send("GET", path).status == 404)
            #expect(try await dav.store.todos.fetch(.all).items.isEmpty)
        }
    }

    @Test("a stale ETag that was issued is merged: both edits stay")
    func stale() async throws {
        try await RunningDav.with { dav in
            let path = "/dav/lists/inbox/u1.ics"
            _ = try await dav.send("PUT", path, text: RunningDav.todo("u1", "Buy milk"))
            let got = try await dav.send("GET", path)
            let todo = try #require(try await dav.store.todos.fetch(.all).items.first)
            try await dav.store.todos.update(Todo.Update(id: todo.id, notes: "at the corner"))
            let reply = try await dav.send(
                "PUT", path, text: got.text.replacing("SUMMARY:Buy milk", with: "SUMMARY:Buy oat milk"),
                fields: [.ifMatch: got.fields[.eTag] ?? ""])
            #expect(reply.status == 204, "\(reply.text)")
            let merged = try await dav.store.todos.find(todo.id)
            #expect(merged.title == "Buy oat milk" && merged.notes == "at the corner")
        }
    }

    @Test(
        "bodies that are no to-do are refused by name",
        arguments: [
            ("x", "supported-calendar-data"),
            (
                "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VEVENT\r\nUID:1\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n",
                "supported-calendar-component"
            ),
        ])
    func refused(body: String, name: String) async throws {
        try await RunningDav.with { dav in
            let reply = try await dav.send("PUT", "/dav/lists/inbox/a.ics", text: body)
            #expect(reply.status == 403 && reply.precondition == name, "\(reply.status) \(reply.text)")
            let other = try await dav.send("PUT", "/dav/lists/none/a.ics", text: RunningDav.todo("u", "A"))
            #expect(other.status == 404)
        }
    }

    @Test("lists: made with a name and a colour, changed, ordered, and deleted only while they are empty")
    func collections() async throws {
        try await RunningDav.with { dav in
            let made = try await dav.send(
                "MKCALENDAR", "/dav/lists/AB-12/",
                text: """
                    <C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav" xmlns:A="http://apple.com/ns/ical/"><D:set><D:prop>\
                    <D:displayname>Shopping</D:displayname><A:calendar-color>#11223344</A:calendar-color></D:prop></D:set></C:mkcalendar>
                    """)
            #expect(made.status == 201, "\(made.text)")
            #expect(try await dav.send("MKCALENDAR", "/dav/lists/AB-12/").status == 405)
            let list = try #require(try await dav.store.lists.fetch(.all).items.first)
            #expect(list.title == "Shopping" && list.color == "#112233")
            let patched = try await dav.send(
                "PROPPATCH", "/dav/lists/AB-12/",
                text: """
                    <D:propertyupdate xmlns:D="DAV:" xmlns:T="urn:tasks"><D:set><D:prop><D:displayname>Food</D:displayname>\
                    <T:icon>{"a":1}</T:icon></D:prop></D:set></D:propertyupdate>
                    """)
            #expect(patched.status == 207 && !patched.text.contains("403"), "\(patched.text)")
            #expect(try await dav.store.lists.fetch(.all).items.map(\.title) == ["Food"])
            let read = try await dav.send(
                "PROPFIND", "/dav/lists/AB-12/",
                text:
                    #"<D:propfind xmlns:D="DAV:" xmlns:T="urn:tasks"><D:prop><T:icon/><D:displayname/></D:prop></D:propfind>"#,
                depth: "0")
            #expect(try read.parts["/dav/lists/AB-12/"]?.property(XMLName("urn:tasks", "icon"))?.text == #"{"a":1}"#)
            let live = try await dav.send(
                "PROPPATCH", "/dav/lists/AB-12/",
                text:
                    #"<D:propertyupdate xmlns:D="DAV:"><D:set><D:prop><D:getetag>x</D:getetag></D:prop></D:set></D:propertyupdate>"#
            )
            #expect(live.status == 207 && live.text.contains("403 Forbidden"))
            _ = try await dav.send("PUT", "/dav/lists/AB-12/u.ics", text: RunningDav.todo("u", "Bread"))
            let full = try await dav.send("DELETE", "/dav/lists/AB-12/")
            #expect(full.status == 403 && full.precondition == "list-not-empty")
            _ = try await dav.send("DELETE", "/dav/lists/AB-12/u.ics")
            #expect(try await dav.send("DELETE", "/dav/lists/AB-12/").status == 204)
            #expect(try await dav.store.lists.fetch(.all).items.isEmpty)
        }
    }

    @Test("changes of a list are all made or none, in one step")
    func allOrNone() async throws {
        try await RunningDav.with { dav in
            let list = try await dav.store.addList("Work", color: "#aabbcc")
            func patch(_ order: String) async throws -> RunningDav.Reply {
                try await dav.send(
                    "PROPPATCH", "/dav/lists/\(list.id)/",
                    text: """
                        <D:propertyupdate xmlns:D="DAV:" xmlns:A="http://apple.com/ns/ical/"><D:set><D:prop>\
                        <D:displayname>Food</D:displayname><A:calendar-color>#112233FF</A:calendar-color>\
                        <A:calendar-order>\(order)</A:calendar-order></D:prop></D:set></D:propertyupdate>
                        """)
            }
            let refused = try await patch("first")
            #expect(refused.text.contains("409 Conflict") && refused.text.contains("424 Failed Dependency"))
            let same = try #require(try await dav.store.lists.fetch(.all).items.first)
            #expect(same.title == "Work" && same.color == "#aabbcc")
            #expect(try await !patch("1").text.contains("409"))
            let changed = try #require(try await dav.store.lists.fetch(.all).items.first)
            #expect(changed.title == "Food" && changed.color == "#112233")
            try await dav.store.undo()
            let undone = try #require(try await dav.store.lists.fetch(.all).items.first)
            #expect(undone.title == "Work" && undone.color == "#aabbcc")
        }
    }

    @Test("a MOVE takes a to-do to another list, and a token of each list says so")
    func move() async throws {
        try await RunningDav.with { dav in
            let list = try await dav.store.addList("Work")
            _ = try await dav.send("PUT", "/dav/lists/inbox/u.ics", text: RunningDav.todo("u", "Report"))
            let inbox = try #require(try await dav.sync("").xml.dav("sync-token")?.trimmed)
            let moved = try await dav.send(
                "MOVE", "/dav/lists/inbox/u.ics",
                fields: [.destination: "http://\(dav.authority)/dav/lists/\(list.id)/v.ics"])
            #expect(moved.status == 201, "\(moved.text)")
            #expect(
                try await dav.sync(inbox).parts["/dav/lists/inbox/u.ics"]?.dav("status")?.trimmed
                    == "HTTP/1.1 404 Not Found")
            #expect(
                try await dav.sync("", list: list.id.rawValue).parts.keys.sorted() == ["/dav/lists/\(list.id)/v.ics"])
            #expect(try await dav.store.todos.fetch(.all).items.first?.list?.id == list.id)
            let other = try await dav.send(
                "MOVE", "/dav/lists/\(list.id)/v.ics",
                fields: [.destination: "http://example.org/calendars/u.ics"])
            #expect(other.status == 502)
            // A proxy has another host than the server behind it.
            let proxied = try await dav.send(
                "MOVE", "/dav/lists/\(list.id)/v.ics",
                fields: [.destination: "https://todo.example.org/dav/lists/inbox/u.ics"])
            #expect(proxied.status == 201, "\(proxied.text)")
        }
    }

    @Test(
        "a MOVE or a COPY onto an existing name is one step, and one undo takes all of it back",
        arguments: ["MOVE", "COPY"])
    func replaces(method: String) async throws {
        try await RunningDav.with { dav in
            let list = try await dav.store.addList("Work")
            _ = try await dav.send("PUT", "/dav/lists/inbox/u.ics", text: RunningDav.todo("u", "Report"))
            _ = try await dav.send("PUT", "/dav/lists/\(list.id)/v.ics", text: RunningDav.todo("v", "Old report"))
            let destination: HTTPFields = [.destination: "/dav/lists/\(list.id)/v.ics"]
            var kept = destination
            kept[.overwrite] = "F"
            #expect(try await dav.send(method, "/dav/lists/inbox/u.ics", fields: kept).status == 412)
            var stale = destination
            stale[.ifMatch] = "\"00\""
            #expect(try await dav.send(method, "/dav/lists/inbox/u.ics", fields: stale).status == 412)
            let before = try await dav.store.todos.fetch(.all.ascending(\.title)).items
            let reply = try await dav.send(method, "/dav/lists/inbox/u.ics", fields: destination)
            #expect(reply.status == 204, "\(reply.text)")
            let got = try await dav.send("GET", "/dav/lists/\(list.id)/v.ics")
            #expect(got.text.contains("SUMMARY:Report"))
            #expect(try await dav.send("GET", "/dav/lists/inbox/u.ics").status == (method == "COPY" ? 200 : 404))
            try await dav.store.undo()
            let after = try await dav.store.todos.fetch(.all.ascending(\.title)).items
            #expect(
                after.map(\.title) == before.map(\.title) && after.map { $0.list?.id } == before.map { $0.list?.id })
        }
    }
}
