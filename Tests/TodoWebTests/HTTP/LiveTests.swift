import HTTPTypes
import TestSupport
import Testing
import TodoKit

@Suite("The stream of changes")
struct LiveTests {
    @Test("the newest token comes at once, and another one with each edit")
    func changes() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            try await site.store.add("Buy milk")
            var ids = try await browser.events("change").makeAsyncIterator()
            let first = try #require(try await ids.next().flatMap { Int64($0) })
            #expect(first <= (try await site.store.historyToken().rawValue))
            try await site.store.add("Buy bread")
            let newest = try await site.store.historyToken().rawValue
            var last = first
            while last < newest { last = try #require(try await ids.next().flatMap { Int64($0) }) }
            #expect(last == newest)
            #expect(try await browser.get("/").text.contains("data-history=\"\(newest)\""))
        }
    }

    @Test(
        "a page that is only looked at makes no row again but those that changed", arguments: ["/all", "/inbox", "/"])
    func rows(path: String) async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let zone = site.store.stack.environment.timeZone
            let today = Day(containing: site.store.stack.environment.now(), in: zone)
            let new = (0..<40).map { Todo(title: "Number \($0)", due: .day(today)) }
            let todos = try await site.store.todos.create(new)
            /// How many rows a look at the page makes, as the server says.
            func made() async throws -> Int? {
                let reply = try await browser.get(path, fields: [.refresh: "1"])
                #expect(reply.text.ranges(of: "<li id=\"t-").count == 40)
                let name = try #require(HTTPField.Name("Server-Timing"))
                return reply.fields[name]?.firstMatch(of: /rows;desc=(\d+)/).flatMap { Int($0.1) }
            }
            #expect(try await made() == 40)
            #expect(try await made() == 0)
            try await site.store.edit([todos[7].id], TodoChanges(title: "Another name"))
            #expect(try await made() == 1)
            try await site.store.edit(todos[20..<23].map(\.id), TodoChanges(priority: .set(.high)))
            #expect(try await made() == 3)
            // A row shows neither the text of the notes nor when it was edited.
            try await site.store.edit([todos[8].id], TodoChanges(notes: "Long"))
            #expect(try await made() == 1)
            try await site.store.edit([todos[8].id], TodoChanges(notes: "Longer"))
            #expect(try await made() == 0)
        }
    }

    @Test("a browser that slept learns what it has missed")
    func missed() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let token = try await site.store.historyToken().rawValue
            try await site.store.add("Buy milk")
            var ids = try await browser.events("change", after: "\(token)").makeAsyncIterator()
            var last: Int64 = 0
            while last <= token { last = try #require(try await ids.next().flatMap { Int64($0) }) }
            #expect(last > token)
        }
    }
}

extension HTTPField.Name {
    /// A page asks for itself again, without the person.
    fileprivate static let refresh = HTTPField.Name("X-Refresh").unsafelyUnwrapped  // a valid name
}
