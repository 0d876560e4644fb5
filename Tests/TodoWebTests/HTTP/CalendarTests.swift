import Foundation
import TestSupport
import Testing
import TodoKit
import TodoKitTesting

@Suite("The calendar")
struct CalendarTests {
    @Test("a month shows the first titles of each day with their times, how many more there are, and where to add")
    func month() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            for number in 1...6 { try await site.store.add("Number \(number)", due: .day(2026, 11, 27)) }
            _ = try await site.store.quickAdd("Call Bob 2026-11-25 17:00 p1")
            let page = try await browser.get("/calendar?month=2026-11").text
            let cells = page.components(separatedBy: "<td ")
            let busy = try #require(cells.first { $0.contains("data-day=\"2026-11-27\"") })
            #expect(busy.matches(of: #/data-entry=/#).count == 4)
            #expect(busy.contains("<a href=\"/calendar?day=2026-11-27\">and 2 more</a>"))
            #expect(busy.contains("href=\"/calendar?day=2026-11-27#line\" aria-label=\"Add on Fri 27 Nov 2026"))
            let timed = try #require(cells.first { $0.contains("data-day=\"2026-11-25\"") })
            #expect(timed.contains("<time>17:00</time> Call Bob") && timed.contains("p-high"))
            // Details that open beside the month stay in it.
            #expect(timed.contains("href=\"/calendar?month=2026-11&amp;open="))
            #expect(try await browser.get("/calendar?day=2026-11-27").text.contains("value=\"due:2026-11-27 \""))
        }
    }

    @Test("a week has seven days with all that is due, and leads to the weeks beside it and to its month")
    func week() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            for number in 1...6 { try await site.store.add("Number \(number)", due: .day(2026, 11, 27)) }
            _ = try await site.store.quickAdd("Call Bob 2026-11-25 17:00")
            let page = try await browser.get("/calendar?week=2026-11-25").text
            let days = page.matches(of: #/<li class="(?:today)?" data-day="([^"]*)"/#).map { String($0.1) }
            #expect(days == (23...29).map { "2026-11-\($0)" })
            #expect(page.matches(of: #/data-entry=/#).count == 7)
            #expect(page.contains("<time>17:00</time> Call Bob"))
            for link in ["week=2026-11-16", "week=2026-11-30", "month=2026-11"] {
                #expect(page.contains("/calendar?\(link)\""), "\(link)")
            }
            #expect(try await browser.get("/calendar?week=soon").status == 404)
            // The ends of the calendar.
            for day in ["0001-01-01", "9999-12-31"] {
                #expect(try await browser.get("/calendar?week=\(day)").status == 200, "\(day)")
            }
        }
    }

    @Test("an entry that is put on another day keeps its time")
    func moved() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            _ = try await site.store.quickAdd("Call Bob 2026-11-25 17:00")
            let todo = try #require(try await site.store.todos.first())
            try await browser.act("due", ["id": todo.id.rawValue, "value": "2026-11-26"])
            let page = try await browser.get("/calendar?week=2026-11-25").text
            let day = page.components(separatedBy: "data-day=\"2026-11-26\"").last ?? ""
            #expect(day.contains("<time>17:00</time> Call Bob"))
        }
    }
}
