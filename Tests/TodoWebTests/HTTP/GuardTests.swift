import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoKit
import TodoWeb

@Suite("What keeps others out of the pages")
struct GuardTests {
    @Test("another name is refused before anything else")
    func host() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            for host in ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "[::2]", ""] {
                for request in ["GET / HTTP/1.1", "POST /do/add HTTP/1.1", "GET \(site.link) HTTP/1.1"] {
                    let reply = try await site.raw(
                        "\(request)\r\nHost: \(host)\r\nCookie: \(browser.cookie)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
                    )
                    let answer = try #require(reply)
                    let isRefused = answer.hasPrefix("HTTP/1.1 421") || host.isEmpty && answer.hasPrefix("HTTP/1.1 4")
                    #expect(isRefused, "\(host): \(answer.prefix(60))")
                }
            }
            let port = site.authority.split(separator: ":").last ?? ""
            for host in ["localhost:\(port)", "127.0.0.1:\(port)", "[::1]:\(port)", "LOCALHOST:\(port)"] {
                let reply = try await site.raw(
                    "GET / HTTP/1.1\r\nHost: \(host)\r\nCookie: \(browser.cookie)\r\nConnection: close\r\n\r\n")
                #expect(reply?.hasPrefix("HTTP/1.1 200") == true, "\(host)")
            }
        }
    }

    @Test("a form that another site's page sends does nothing")
    func origin() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let origins = ["https://evil.example", "null", "http://127.0.0.1:1", "https://\(site.authority)"]
            for origin in origins {
                let reply = try await browser.post("/do/add", ["line": "x"], fields: [.origin: origin])
                #expect(reply.status == 403, "\(origin)")
            }
            for site in ["cross-site", "same-site"] {
                let reply = try await browser.post(
                    "/do/add", ["line": "x"], fields: [try #require(HTTPField.Name("Sec-Fetch-Site")): site])
                #expect(reply.status == 403, "\(site)")
            }
            for token in ["", "0", String(repeating: "0", count: 64)] {
                #expect(try await browser.post("/do/add", ["line": "x"], token: token).status == 403)
            }
            #expect(try await site.store.todos.count(.all) == 0)
            let own = try await browser.post("/do/add", ["line": "x"], fields: [.origin: "http://\(site.authority)"])
            #expect(own.status == 303)
        }
    }

    @Test("behind a proxy with TLS, forms and the password are taken from pages of its name, and from no others")
    func proxy() async throws {
        try await RunningSite.with(
            nil,
            { configuration, folder in
                configuration.passwordFile = folder.file("password")
                try PasswordFile(path: folder.file("password")).set("correct horse battery")
            }
        ) { site in
            let browser = try await site.signIn()
            // The name of the cookie contains the port, and what the proxy sends has none.
            let secret = try #require(browser.cookie.split(separator: "=").last)
            func isTaken(_ path: String, _ form: String, from page: String) async throws -> Bool? {
                try await site.raw(
                    """
                    POST \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: https://todo.example.org\r
                    Sec-Fetch-Site: \(page)\r\nCookie: todo-80=\(secret)\r
                    Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)\r
                    Connection: close\r\n\r\n\(form)
                    """)?.hasPrefix("HTTP/1.1 303")
            }
            let forms = [
                ("/do/add", "token=\(browser.token)&line=x"), ("/in", "password=correct+horse+battery"),
            ]
            for (path, form) in forms {
                for page in ["same-site", "cross-site", "x"] {
                    #expect(try await isTaken(path, form, from: page) == false, "\(path) \(page)")
                }
                #expect(try await isTaken(path, form, from: "same-origin") == true, "\(path)")
            }
            #expect(try await site.store.todos.count(.all) == 1)
        }
    }

    @Test("reading changes nothing")
    func reading() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let todo = try await site.store.add("Buy milk")
            let before = try await site.store.historyToken()
            for act in ["done?id=\(todo.id)", "delete?id=\(todo.id)", "undo", "add?line=x"] {
                #expect(try await browser.get("/do/" + act).status == 404, "\(act)")
            }
            _ = try await browser.get("/todos/\(todo.id)")
            #expect(try await site.store.historyToken() == before)
        }
    }

    @Test("each answer says what the browser must not do")
    func headers() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let replies = [
                try await browser.get("/"), try await browser.get("/nope"), try await browser.post("/do/nope"),
                try await browser.get("/understood?line=x"),
            ]
            for reply in replies {
                let policy = reply.fields[.contentSecurityPolicy] ?? ""
                #expect(policy.hasPrefix("default-src 'self';"))
                #expect(policy.contains("frame-ancestors 'none'"))
                #expect(!policy.contains("unsafe"))
                #expect(reply.fields[.xContentTypeOptions] == "nosniff")
                #expect(reply.fields[.cacheControl] == "no-store")
            }
            let page = try await browser.get("/").text
            #expect(page.firstMatch(of: #/ style="/#) == nil, "the policy would refuse it")
            #expect(page.firstMatch(of: #/<script(?! type="module" src="\/a\/)/#) == nil)
            #expect(page.firstMatch(of: #/ on[a-z]+="/#) == nil)
        }
    }

    @Test("answers are compressed for those who ask, and files are kept for good")
    func compression() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let plain = try await browser.get("/all")
            // The client of the other tests unpacks what it gets.
            func answer(accepting coding: String) async throws -> (head: String, body: [UInt8]) {
                let reply = try await site.rawAnswer(
                    """
                    GET /all HTTP/1.1\r\nHost: \(site.authority)\r\nCookie: \(browser.cookie)\r\nAccept-Encoding: \(coding)\r\n\r\n
                    """)
                let bytes = try #require(reply)
                let end = try #require(bytes.firstRange(of: Array("\r\n\r\n".utf8)))
                return (
                    String(decoding: bytes[..<end.lowerBound], as: UTF8.self).lowercased(),
                    Array(bytes[end.upperBound...])
                )
            }
            for coding in ["br, gzip", "gzip", "GZIP;q=0.5"] {
                let packed = try await answer(accepting: coding)
                #expect(packed.head.contains("content-encoding: gzip"), "\(coding)")
                #expect(packed.head.contains("vary: accept-encoding"))
                #expect(Array(packed.body.prefix(2)) == [0x1F, 0x8B])
                #expect(packed.body.count < plain.body.count / 2)
            }
            for coding in ["gzip;q=0", "br", "identity"] {
                #expect(try await !answer(accepting: coding).head.contains("content-encoding"), "\(coding)")
            }

            let names = plain.text.matches(of: #/\/a\/[0-9a-f]+\/[a-z]+\.(?:js|css|svg)/#).map { String($0.0) }
            #expect(names.count >= 3)
            for name in Set(names) {
                let file = try await browser.get(name)
                #expect(file.status == 200, "\(name)")
                #expect(file.fields[.cacheControl]?.contains("immutable") == true, "\(name)")
            }
            #expect(try await browser.get("/a/0123456789abcdef/app.css").status == 404)
        }
    }

    @Test("what is malformed is refused with a sentence, never with a failure of the server")
    func malformed() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let paths = [
                "/%zz", "/%ff", "/all?after=%00", "/all?after=eyJ9", "/lists/none",
                "/lists/\(UUID().uuidString.lowercased())",
                "/todos/x", "/find?q=%22", "/find?q=" + String(repeating: "(", count: 500), "/calendar?month=-1",
                "/calendar?day=9999-12-31", "/calendar?month=0001-01", "/past?at=99999999999999999999", "/past?at=-1",
                "/past?when=never", "/report?weeks=9999999999999999999", "/history?before=-5", "/all?page=-1",
                "/inbox?page=99999999999", "/inbox?page=1000000&part=rows", "/all?open=zzz", "/places?from=x",
                "//evil.example/", "/all?" + String(repeating: "a=b&", count: 2000),
            ]
            for path in paths {
                let reply = try await browser.get(path)
                #expect(reply.status < 500, "\(path): \(reply.status)")
                #expect(!reply.text.isEmpty, "\(path)")
            }
            #expect(try await site.send(.put, "/", cookie: browser.cookie).status == 405)
            #expect(try await site.send(.head, "/", cookie: browser.cookie).body.isEmpty)
            let forms = ["a=%", "a=%f", "token", "=", "&&&", "token=%ff"]
            for form in forms {
                let reply = try await site.send(.post, "/do/add", form, cookie: browser.cookie)
                #expect((400..<500).contains(reply.status), "\(form)")
            }
            let large = try await browser.post("/do/add", ["line": String(repeating: "x", count: 2 << 20)])
            #expect(large.status == 413)
            let json = try await site.send(
                .post, "/do/add", "{}", cookie: browser.cookie, fields: [.contentType: "application/json"])
            #expect(json.status == 400)
        }
    }

    @Test("bytes that are no text are refused, encoded or not, and stored as nothing else")
    func noText() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let body = Array("token=\(browser.token)&line=".utf8)
            for line in [[0xFF], Array("%ff".utf8), [0xC3]] {
                let head = """
                    POST /do/add HTTP/1.1\r\nHost: \(site.authority)\r\nCookie: \(browser.cookie)\r
                    Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.count + line.count)\r
                    Connection: close\r\n\r\n
                    """
                #expect(
                    try await site.raw(Array(head.utf8) + body + line)?.hasPrefix("HTTP/1.1 400") == true, "\(line)")
            }
            #expect(try await site.store.todos.count(.all) == 0)
            let (start, end) = (
                Array("GET /find?q=".utf8),
                Array(
                    " HTTP/1.1\r\nHost: \(site.authority)\r\nCookie: \(browser.cookie)\r\nConnection: close\r\n\r\n"
                        .utf8)
            )
            #expect(try await site.raw(start + [0xFF] + end)?.hasPrefix("HTTP/1.1 400") == true)
        }
    }

    @Test("whoever asks for the end of the connection gets it, also after a form that is too large")
    func close() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            for count in [1, 12 << 20] {
                let form = "token=\(browser.token)&line=" + String(repeating: "x", count: count)
                let answer = try await site.raw(
                    """
                    POST /do/add HTTP/1.1\r\nHost: \(site.authority)\r\nCookie: \(browser.cookie)\r
                    Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(form.utf8.count)\r
                    Connection: close\r\n\r\n\(form)
                    """)
                #expect(answer?.hasPrefix(count == 1 ? "HTTP/1.1 303" : "HTTP/1.1 413") == true, "\(answer ?? "none")")
            }
        }
    }

    @Test("a form never leads to another server")
    func redirects() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            for back in ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)", ""] {
                let reply = try await browser.post("/do/add", ["line": "x", "back": back])
                #expect(reply.status == 303)
                #expect(reply.location == "/", "\(back)")
            }
        }
    }
}
