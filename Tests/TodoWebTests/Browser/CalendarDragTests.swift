import Foundation
import JSON
import TestSupport
import Testing
import TodoKit
import TodoKitTesting
import TodoWeb

extension BrowserTests {
    @Suite("The calendar by hand")
    struct CalendarDragTests {
        @Test("an entry is dragged to another day, in a month and in a week, and opens when it is only clicked")
        func drag() async throws {
            try await BrowserTests.with { site, browser, url in
                let todo = try await site.store.add("Buy milk", due: .day(2026, 11, 25))
                @Sendable func isDue(_ day: Int) async throws -> Bool {
                    try await site.store.todos.find(todo.id).due == .day(2026, 11, day)
                }
                try await browser.show(url + "/calendar?month=2026-11")
                let entry = "[data-entry=\"\(todo.id)\"] a"
                try await browser.drag(entry, to: "[data-day=\"2026-11-18\"]")
                try await browser.wait("it is moved") { try await isDue(18) }
                try await browser.wait("it is shown there") {
                    try await browser.count("[data-day=\"2026-11-18\"] [data-entry]") == 1
                }
                #expect(try await browser.address() == "/calendar?month=2026-11", "nothing is opened")
                try await browser.click(entry)
                try await browser.wait("it is opened") { try await browser.address().contains("open=") }
                try await browser.show(url + "/calendar?week=2026-11-18")
                #expect(try await browser.script(pageCheck).elements == [])
                try await browser.picture("week")
                try await browser.drag(entry, to: "[data-day=\"2026-11-20\"]")
                try await browser.wait("it is moved in the week") { try await isDue(20) }
                try await browser.press("u")
                try await browser.wait("undo takes it back") { try await isDue(18) }
            }
        }

        @Test("plus on a day leads into the line to add, with that day; the page is as wide as the window")
        func plus() async throws {
            try await BrowserTests.with { site, browser, url in
                try await browser.resize(2560)
                try await browser.show(url + "/calendar?month=2026-11")
                #expect(
                    try await browser.script(
                        "return document.querySelector('.month').getBoundingClientRect().width > 2100"
                    )
                    .bool == true)
                #expect(try await browser.script(pageCheck).elements == [])
                try await browser.resize(1440)
                for title in ["One", "Two"] {
                    try await browser.script("document.querySelector('[data-day=\"2026-11-27\"] .plus').click()")
                    try await browser.wait("the line has the day and the focus") {
                        let isThere = try await browser.script("return document.activeElement.id === 'line'").bool
                        return try await browser.value("#line") == "due:2026-11-27 " && isThere == true
                    }
                    try await browser.press(title, Key.enter)
                    try await browser.wait("it is there") {
                        try await browser.count("[data-day=\"2026-11-27\"] [data-title=\(title)]") == 1
                    }
                }
            }
        }
    }
}
