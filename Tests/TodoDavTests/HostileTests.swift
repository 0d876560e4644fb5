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
