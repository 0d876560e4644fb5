import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoKit
import TodoKitTesting
import TodoNetwork
import TodoWeb
import WebService

@Suite("Signing in to the pages")
struct SignInTests {
    @Test("a link signs one browser in, once, and leaves nothing secret in the address")
    func link() async throws {
        try await RunningSite.with { site in
            let reply = try await site.send(.get, site.link)
            // A redirect from a page of another site would go on without the cookie.
            #expect(reply.status == 200)
            #expect(reply.text.contains(#"<meta http-equiv="refresh" content="0;url=/">"#))
            #expect(reply.text.contains(#"<a href="/">"#))
            #expect(reply.fields[.cacheControl] == "no-store")
            #expect(reply.fields[.contentSecurityPolicy]?.hasPrefix("default-src 'self';") == true)
            let cookie = try #require(reply.fields[.setCookie])
            for part in ["HttpOnly", "SameSite=Strict", "Path=/", "Max-Age="] { #expect(cookie.contains(part)) }
            let port = try #require(site.authority.split(separator: ":").last)
            #expect(cookie.hasPrefix("todo-\(port)="), "cookies are not kept apart by port")
            #expect(try await site.send(.get, "/", cookie: reply.cookie).status == 200)

            let again = try await site.send(.get, site.link)
            #expect(again.status == 401)
            #expect(again.cookie == nil)
            #expect(again.text.contains("todo web"), "the page says how to get a link")
        }
    }

    @Test("another link is used up by a browser that is signed in, whose open pages stay as good as they were")
    func another() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let link = try site.makeLink()
            let reply = try await browser.get(link)
            #expect(reply.status == 303 && reply.location == "/")
            #expect(reply.cookie == nil)
            let page = SignedIn(site: site, cookie: reply.cookie ?? browser.cookie, token: browser.token)
            #expect(try await page.post("/do/add", ["line": "Buy milk"]).status == 303)
            #expect(try await site.send(.get, link).status == 401)
        }
    }

    @Test("without a session there is nothing but the page that says how to get one")
    func nothing() async throws {
        try await RunningSite.with { site in
            let style = try #require(
                try await site.signIn().get("/").text.firstMatch(of: #/href="(\/a\/[0-9a-f]+\/app\.css)"/#)?.1)
            let paths = ["/", "/inbox", "/events", "/understood?line=x", "/nope", "/in/x", "/in", String(style)]
            for path in paths {
                for cookie in [nil, "todo-1=x", "other=y"] {
                    let reply = try await site.send(.get, path, cookie: cookie)
                    #expect(reply.status == 401, "\(path)")
                    #expect(reply.text.contains("You are not signed in here"), "\(path)")
                }
            }
            for act in ["/do/add", "/out", "/out/others", "/in"] {
                let reply = try await site.send(.post, act, "line=x&password=x")
                #expect(reply.status == 401, "\(act)")
            }
            #expect(try await site.store.todos.count(.all) == 0)
        }
    }

    @Test("a link of another site, with which no cookie comes, leads on to its page")
    func elsewhere() async throws {
        try await RunningSite.with { site in
            var fields: HTTPFields = [try #require(HTTPField.Name("Sec-Fetch-Site")): "cross-site"]
            #expect(try await site.send(.get, "/inbox?sort=due", fields: fields).status == 401)
            fields[try #require(HTTPField.Name("Sec-Fetch-Mode"))] = "navigate"
            let reply = try await site.send(.get, "/inbox?sort=due", fields: fields)
            #expect(reply.status == 200)
            #expect(reply.text.contains(#"content="0;url=/inbox?sort=due""#))
            #expect(!reply.text.contains("You are signed in"))
            // What comes next is sent by that page.
            fields[try #require(HTTPField.Name("Sec-Fetch-Site"))] = "same-origin"
            #expect(try await site.send(.get, "/inbox?sort=due", fields: fields).status == 401)
        }
    }

    @Test("signing out ends the session of this browser alone")
    func out() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let cookie = try #require(try await site.send(.get, try site.makeLink()).cookie)
            let reply = try await browser.post("/out")
            #expect(reply.status == 303)
            #expect(try await browser.get("/").status == 401)
            #expect(try await site.send(.get, "/", cookie: cookie).status == 200)
        }
    }

    @Test("a link that another process makes is taken once")
    func linkFile() async throws {
        try await RunningSite.with { site in
            let file = LinkFile(path: site.folder.file("link"))
            let link = try site.makeLink()
            #expect(try await site.send(.get, "/in/0000").status == 401)
            #expect(try await site.send(.get, link).status == 200)
            #expect(try await site.send(.get, link).status == 401)
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
    }

    @Test("a link that nobody has used for a quarter of an hour is too old, whoever made it")
    func oldLinks() async throws {
        let clock = ManualClock()
        try await RunningSite.with(.testing(clock: clock)) { site in
            let file = LinkFile(path: site.folder.file("link"))
            let link = try site.makeLink()
            clock.advance(by: 15 * 60)
            for old in [site.link, link] {
                let reply = try await site.send(.get, old)
                #expect(reply.status == 401)
                #expect(reply.text.contains("too old"))
            }
            #expect(!FileManager.default.fileExists(atPath: file.path))
            // One without a time.
            let timeless = try site.makeLink()
            let text = try String(contentsOfFile: file.path, encoding: .utf8)
            try SecretFile(path: file.path).write(Secret(String(text.prefix { $0 != " " })))
            #expect(try await site.send(.get, timeless).status == 401)
            let fresh = try site.makeLink()
            clock.advance(by: 14 * 60)
            #expect(try await site.send(.get, fresh).status == 200)
        }
    }

    @Test(
        "all other browsers are signed out from the settings of one: at once, with their links and what is told to them live"
    )
    func others() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let cookie = try #require(try await site.send(.get, try site.makeLink()).cookie)
            let other = SignedIn(site: site, cookie: cookie, token: "")
            var heard = try await other.events("change").makeAsyncIterator()
            #expect(try await heard.next() != nil)
            let unused = try site.makeLink()

            #expect(try await browser.get("/settings").text.contains(#"action="/out/others""#))
            let reply = try await browser.post("/out/others")
            #expect(reply.location == "/settings")
            #expect(try await browser.get("/settings").text.contains("All other browsers are signed out."))
            #expect(try await other.get("/").status == 401)
            #expect(try await site.send(.get, unused).status == 401)
            try await site.store.add("Secret")
            #expect(try await heard.next() == nil)
        }
    }

    @Test("whoever has the port can be told from a server of the same database")
    func mark() async throws {
        let (folder, mark) = try await RunningSite.with { site in
            let port = try #require(site.authority.split(separator: ":").last.flatMap { Int($0) })
            let links = LinkFile(path: site.folder.file("link"))
            let mark = ListeningMark(beside: links.path, host: "127.0.0.1", port: port)
            #expect(mark.isHeld)
            #expect(!ListeningMark(beside: links.path, host: "::1", port: port).isHeld, "another program may have that")
            #expect(!ListeningMark(beside: site.folder.file("x"), host: "127.0.0.1", port: port).isHeld)
            return (site.folder, mark)
        }
        #expect(!mark.isHeld)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).allSatisfy { !$0.hasPrefix("link-") })
    }

    @Test("sessions outlive the server, in a file that nobody else can read and nobody can use")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let store = try TodoStore.testing()
        let (cookie, _) = try await RunningSite.with(
            store,
            { configuration, _ in
                configuration.sessionFile = folder.file("sessions")
            }
        ) { site in
            let browser = try await site.signIn()
            return (browser.cookie, browser.token)
        }
        let secret = try #require(cookie.split(separator: "=").last.map(String.init))
        let attributes = try FileManager.default.attributesOfItem(atPath: folder.file("sessions"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let kept = try String(contentsOfFile: folder.file("sessions"), encoding: .utf8)
        #expect(!kept.contains(secret))

        try await RunningSite.with(
            store,
            { configuration, _ in
                configuration.sessionFile = folder.file("sessions")
            }
        ) { site in
            let port = try #require(site.authority.split(separator: ":").last)
            #expect(try await site.send(.get, "/", cookie: "todo-\(port)=\(secret)").status == 200)
        }
    }

    @Test("a session that was not used for a month has ended")
    func expiry() async throws {
        let clock = ManualClock()
        try await RunningSite.with(.testing(clock: clock)) { site in
            let browser = try await site.signIn()
            clock.advance(by: 20 * 86_400)
            let first = try await browser.get("/")
            #expect(first.status == 200)
            #expect(first.cookie == browser.cookie, "the browser keeps its cookie for longer too")
            #expect(try await browser.get("/").cookie == nil)
            clock.advance(by: 20 * 86_400)
            #expect(try await browser.get("/").status == 200, "it was used in between")
            clock.advance(by: 31 * 86_400)
            #expect(try await browser.get("/").status == 401)
        }
    }
}
