import Foundation
import TestSupport
import Testing
import TodoKit
import TodoKitTesting
import TodoWeb

@Suite("Reminders on pages")
struct RingingTests {
    private func withRing(_ body: (SignedIn, Todo, ManualClock) async throws -> Void) async throws {
        let clock = ManualClock()
        try await RunningSite.with(try TodoStore.testing(clock: clock)) { site in
            let moment = clock.now.addingTimeInterval(60)
            let todo = try await site.store.add(
                "Call <Ada>", reminders: [.trigger(.moment(moment, zone: "Europe/Zurich"))])
            let browser = try await site.signIn()
            #expect(try await !browser.get("/").text.contains("Dismiss"), "its time has not come")
            clock.advance(by: 61)
            try await body(browser, todo, clock)
        }
    }

    @Test("what rings is shown on each page, until it is dismissed")
    func shown() async throws {
        try await withRing { browser, todo, _ in
            for path in ["/", "/inbox", "/history", "/todos/\(todo.id)"] {
                let page = try await browser.get(path).text
                #expect(page.contains("Call &lt;Ada&gt;</a>"), "\(path)")
                #expect(page.contains("/do/acknowledge?id=\(todo.id)"), "\(path)")
            }
            let page = try await browser.act("acknowledge?id=\(todo.id)", ["back": "/inbox"])
            #expect(!page.text.contains("/do/acknowledge"))
            let again = try await browser.post("/do/acknowledge?id=\(todo.id)", ["back": "/inbox"])
            #expect(again.status == 422 && again.text.problem.contains("no reminder that rings"))
            #expect(try await browser.act("undo").text.contains("/do/acknowledge?id=\(todo.id)"))
        }
    }

    @Test("the hour at which days ring is the one that is set, as soon as it is")
    func hourOfDays() async throws {
        let noon = ManualClock()
        try await RunningSite.with(try TodoStore.testing(clock: noon)) { site in
            try await site.store.add(
                "Call Ada", due: .day(2026, 11, 21), reminders: [.trigger(.before(.zero, of: .either))])
            let browser = try await site.signIn()
            func set(_ time: String) async throws {
                try await browser.act("setting", ["name": "dates.default-time", "value": time, "back": "/settings"])
            }
            var rings = try await browser.events("ring").makeAsyncIterator()
            while try !#require(try await rings.next()).contains("Call Ada") {}
            try await set("23:00")
            while try #require(try await rings.next()).contains("Call Ada") {}
            try await set("08:00")
            while try !#require(try await rings.next()).contains("Call Ada") {}
        }
    }

    @Test("it is snoozed for a time, and rings again; nonsense changes nothing")
    func snoozed() async throws {
        try await withRing { browser, todo, clock in
            let refused = try await browser.post("/do/snooze?id=\(todo.id)&value=arriving", ["back": "/inbox"])
            #expect(refused.status == 422 && refused.text.problem.contains("Say until when"))
            let page = try await browser.act("snooze?id=\(todo.id)&value=10m", ["back": "/inbox"])
            #expect(page.text.contains("Reminds again") && !page.text.contains("/do/acknowledge"))
            clock.advance(by: 599)
            #expect(try await !browser.get("/").text.contains("/do/acknowledge"))
            clock.advance(by: 2)
            #expect(try await browser.get("/").text.contains("/do/acknowledge"))
        }
    }
}
