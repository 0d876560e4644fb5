import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoKit

@testable import TodoDav

@Suite("Requests over CalDAV that no client sends")
struct HostileTests {
    @Test(
        "XML that is not read is refused with words, for each method that has a body",
        arguments: ["PROPFIND", "REPORT", "PROPPATCH", "MKCOL"])
    func xml(method: String) async throws {
        try await RunningDav.with { dav in
            let bomb =
                "<!DOCTYPE a [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><D:propfind xmlns:D=\"DAV:\">&b;</D:propfind>"
            let deep = String(repeating: "<a>", count: 10_000) + String(repeating: "</a>", count: 10_000)
            for body in [bomb, deep, "<", "<a>", "\u{0}", "<D:x/>"] {
                let reply = try await dav.send(method, "/dav/lists/inbox/", text: body, depth: "1")
                #expect(reply.status == 400, "\(method) \(body.prefix(20)): \(reply.status)")
                #expect(reply.precondition == "valid-xml")
            }
        }
    }

    @Test("bodies of 12 MB, many addresses, and deep listings have their own refusals")
    func large() async throws {
        try await RunningDav.with { dav in
            let large = String(repeating: "x", count: 12 << 20)
            let put = try await dav.send("PUT", "/dav/lists/inbox/a.ics", text: large)
            #expect(put.status == 413 && put.precondition == "max-resource-size")
            #expect(try await dav.send("REPORT", "/dav/lists/inbox/", text: large).status == 413)
            func multiget(_ count: Int) async throws -> RunningDav.Reply {
                let hrefs = (0..<count).map { "<D:href>/dav/lists/inbox/\($0).ics</D:href>" }.joined()
                return try await dav.send(
                    "REPORT", "/dav/lists/inbox/",
                    text: """
                        <C:calendar-multiget xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:prop/>\(hrefs)</C:calendar-multiget>
                        """)
            }
            #expect(try await multiget(5000).parts.count == 5000)
            #expect(try await multiget(5001).precondition == "too-many-hrefs")
            let infinite = try await dav.send("PROPFIND", "/dav/lists/inbox/", depth: "infinity")
            #expect(infinite.status == 403 && infinite.precondition == "propfind-finite-depth")
        }
    }

    @Test(
        "bodies that come a byte at a time hold turns of their own device only, and not for long",
        .timeLimit(.minutes(2)))
    func slowBodies() async throws {
        try await RunningDav.with(nil, { configuration, _ in configuration.bodyPeriod = .seconds(3) }) { dav in
            let tablet = try DevicePasswords(path: dav.folder.file("passwords")).add("tablet", now: .now)
            let other = "Basic " + Data("me:\(tablet)".utf8).base64EncodedString()
            let own = "Basic " + Data("me:\(dav.password)".utf8).base64EncodedString()
            let authority = dav.authority
            let connections = try (0..<8).map { index in
                let connection = try RawConnection(authority)
                connection.send(
                    """
                    PUT /dav/lists/inbox/slow\(index).ics HTTP/1.1\r\nHost: \(authority)\r\nAuthorization: \(own)\r\n\
                    Content-Length: 100000\r\n\r\nBEGIN
                    """)
                return connection
            }
            async let ended = blocking {
                // A byte now and then does not make a body.
                for _ in 0..<200 where connections.contains(where: { $0.send("x") }) { usleep(50_000) }
                return connections.filter { $0.readToEnd() != nil }.count
            }
            for _ in 0..<20 {
                #expect(try await dav.send("GET", "/dav/lists/inbox/", authorization: other).status == 200)
            }
            #expect(try await ended == 8)
            #expect(try await dav.send("GET", "/dav/lists/inbox/").status == 200)
            #expect(try await dav.store.todos.count(.all) == 0)
        }
    }

    @Test("what is not done here is refused by name, and nothing ends in 500")
    func refusals() async throws {
        try await RunningDav.with { dav in
            for method in ["POST", "LOCK", "UNLOCK", "ACL", "SEARCH", "PATCH"] {
                let reply = try await dav.send(method, "/dav/lists/inbox/")
                #expect(reply.status == 405 && reply.fields[.allow] != nil, "\(method)")
            }
            let report = try await dav.send(
                "REPORT", "/dav/lists/inbox/", text: "<D:expand-property xmlns:D=\"DAV:\"/>")
            #expect(report.status == 403 && report.precondition == "supported-report")
            for path in [
                "/dav/lists/none/", "/dav/lists/inbox/a/b", "/dav/lists/inbox/%2F", "/dav/lists/inbox/%zz", "/x",
                "/dav/lists/inbox/%00.ics",
            ] {
                let status = try await dav.send("PROPFIND", path, depth: "0").status
                #expect(status == 404, "\(path): \(status)")
            }
            #expect(try await dav.send("DELETE", "/dav/lists/inbox/").status == 403)
            #expect(try await dav.send("DELETE", "/dav/lists/inbox/none.ics").status == 404)
        }
    }
}
