import Foundation
import HTTPTypes
import JSON
import TestSupport
import Testing
import TodoKit
import TodoKitTesting
import TodoWeb

/// What makes an app of the pages.
@Suite("Installing the pages")
struct InstallationTests {
    @Test("the manifest, the icons and the worker are there without a session, and nothing else is")
    func files() async throws {
        try await RunningSite.with { site in
            let manifest = try await site.send(.get, "/app/manifest.webmanifest")
            #expect(manifest.status == 200 && manifest.fields[.contentType] == "application/manifest+json")
            let json = try JSONValue(parsing: manifest.body)
            #expect(json["start_url"]?.string == "/" && json["display"]?.string == "standalone")
            let icons = try #require(json["icons"]?.elements)
            #expect(icons.count == 2)
            for icon in icons {
                let reply = try await site.send(.get, try #require(icon["src"]?.string))
                #expect(reply.status == 200 && reply.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            }
            let worker = try await site.send(.get, "/app/worker.js")
            #expect(worker.fields[.cacheControl] == "no-cache")
            #expect(!worker.text.contains("VERSION") && worker.text.contains("main.js"))
            #expect(try await site.send(.get, "/app/none").status == 401)
            #expect(try await site.send(.get, "/inbox").status == 401)
        }
    }

    @Test("what another app shares is a line of quick add, which nobody has added yet")
    func share() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let page = try await browser.get("/share?title=A%20book&text=Read%0Athis&url=https%3A%2F%2Fexample.org%2Fa")
            #expect(page.text.contains("value=\"A book Read this https://example.org/a\""))
            let same = try await browser.get(
                "/share?title=A&text=A%20https%3A%2F%2Fexample.org&url=https%3A%2F%2Fexample.org")
            #expect(same.text.contains("value=\"A https://example.org\""))
            #expect(try await site.store.todos.fetch(.all).items.isEmpty)
        }
    }

    @Test("a line that is sent twice under one id is stored once; another id is another to-do")
    func once() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let id = "3f2a5b1c-0000-4000-8000-00000000000a"
            try await browser.act("add", ["line": "Buy bread", "made": id])
            let again = try await browser.act("add", ["line": "Buy bread", "made": id])
            #expect(again.text.contains("“Buy bread” is stored already."))
            #expect(try await site.store.todos.fetch(.all).items.map(\.id.rawValue) == [id])
            try await site.store.todos.delete(try #require(Todo.ID(id)))
            try await browser.act("add", ["line": "Buy bread", "made": id])
            #expect(try await site.store.todos.fetch(.all).items.isEmpty)
            try await browser.act("add", ["line": "Buy bread", "made": ""])
            #expect(try await site.store.todos.fetch(.all).items.count == 1)
            let reply = try await browser.post("/do/add", ["line": "Buy bread", "made": "7"])
            #expect(reply.status == 400 && reply.text.problem.contains("“7” is not an id"))
        }
    }
}
