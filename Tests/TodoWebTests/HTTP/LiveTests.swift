import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoKit
import TodoNetwork

@Suite("The stream of changes")
struct LiveTests {
    /// The ids of events as they come.
    private func events(_ browser: SignedIn, after last: String? = nil) async throws -> AsyncThrowingStream<
        String, any Error
    > {
        var request = HTTPRequest(method: .get, scheme: "http", authority: browser.site.authority, path: "/events")
        request.headerFields[.cookie] = browser.cookie
        if let last { request.headerFields[try #require(HTTPField.Name("Last-Event-ID"))] = last }
        let (response, body) = try await browser.site.transport.send(request, body: nil, options: HTTPOptions())
        #expect(response.status == .ok)
        #expect(response.headerFields[.contentType] == "text/event-stream")
        return AsyncThrowingStream { continuation in
            let task = Task {
                var text = ""
                do {
                    for try await chunk in body {
                        text += String(decoding: chunk, as: UTF8.self)
                        while let end = text.range(of: "\n\n") {
                            let event = text[..<end.lowerBound]
                            text.removeSubrange(..<end.upperBound)
                            if event.contains("event: change"), let id = event.firstMatch(of: #/id: (\d+)/#)?.1 {
                                continuation.yield(String(id))
                            }
                        }
                    }
                    continuation.finish()
                } catch {
                    continuation.finish(throwing: error)
                }
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    @Test("the newest token comes at once, and another one with each edit")
    func changes() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            try await site.store.add("Buy milk")
            var ids = try await events(browser).makeAsyncIterator()
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
            var ids = try await events(browser, after: "\(token)").makeAsyncIterator()
            var last: Int64 = 0
            while last <= token { last = try #require(try await ids.next().flatMap { Int64($0) }) }
            #expect(last > token)
        }
    }
}
