import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoKit
import TodoWeb

@Suite("Signing in to the pages")
struct SignInTests {
    @Test("a link signs one browser in, once, and leaves nothing secret in the address")
    func link() async throws {
        try await RunningSite.with { site in
            let reply = try await site.send(.get, site.link)
            #expect(reply.status == 303)
            #expect(reply.location == "/")
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
            for act in ["/do/add", "/out", "/in"] {
                let reply = try await site.send(.post, act, "line=x&password=x")
                #expect(reply.status == 401, "\(act)")
            }
            #expect(try await site.store.todos.count(.all) == 0)
        }
    }

    @Test("signing out ends the session of this browser alone")
    func out() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let other = LinkFile(path: site.folder.file("link"))
            let second = try other.makeLink(at: "")
            let cookie = try #require(try await site.send(.get, second).cookie)
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
            let link = try file.makeLink(at: "")
            #expect(try await site.send(.get, "/in/0000").status == 401)
            #expect(try await site.send(.get, link).status == 303)
            #expect(try await site.send(.get, link).status == 401)
            #expect(!FileManager.default.fileExists(atPath: file.path))
        }
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
            #expect(try await browser.get("/").status == 200)
            clock.advance(by: 20 * 86_400)
            #expect(try await browser.get("/").status == 200, "it was used in between")
            clock.advance(by: 31 * 86_400)
            #expect(try await browser.get("/").status == 401)
        }
    }
}
