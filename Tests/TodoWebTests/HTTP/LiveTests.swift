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
