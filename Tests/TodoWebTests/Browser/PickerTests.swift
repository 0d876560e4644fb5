import Foundation
import JSON
import TestSupport
import Testing
import TodoKit
import TodoKitTesting
import TodoWeb

extension BrowserTests {
    @Suite("Dates by hand")
    struct PickerTests {
        private func withTodo(_ body: (RunningSite, Browser, Todo.ID) async throws -> Void) async throws {
            try await BrowserTests.with { site, browser, url in
                let todo = try await site.store.add("Buy milk")
                try await browser.show(url + "/inbox?open=\(todo.id)")
                try await body(site, browser, todo.id)
            }
        }

        /// Opens what can be picked beside a field.
        private func open(_ name: String, _ browser: Browser) async throws {
            try await browser.click(".field:has(> [name=\(name)]) > .hand > summary")
        }

        @Test("a day that is typed into the picker is saved once it is whole, as one step, in the form of the words")
        func day() async throws {
            try await withTodo { site, browser, id in
                let before = try await site.store.recentHistory(limit: 100).count
                try await open("due", browser)
                #expect(try await browser.script(pageCheck).elements == [])
                try await browser.picture("by-hand")
                try await browser.type("12242027", into: "[name=due-day]")
                try await browser.press(Key.tab)
                try await browser.wait("it is saved") {
                    try await site.store.todos.find(id).due == .day(2027, 12, 24)
                }
                #expect(try await browser.value("#f-due") == "2027-12-24")
                try await browser.type("0530PM", into: "[name=due-time]")
                try await browser.press(Key.tab)
                try await browser.wait("it has a time") {
                    try await browser.script("return document.querySelector('#f-due').dataset.stored").string
                        == "2027-12-24 17:30"
                }
                #expect(try await site.store.recentHistory(limit: 100).count == before + 2)
                // Changed elsewhere, the picker follows.
                try await site.store.edit([id], TodoChanges(due: .set(.day(2028, 2, 1))))
                try await browser.wait("it is shown") { try await browser.value("[name=due-day]") == "2028-02-01" }
                #expect(try await browser.count(".theirs") == 0)
            }
        }

        @Test("buttons give usual days, and the usual repetitions and reminders are put into their fields")
        func usual() async throws {
            try await withTodo { site, browser, id in
                try await open("due", browser)
                try await browser.click(".hand[open] [formaction$=\"value=tomorrow\"]")
                try await browser.wait("it is due") { try await site.store.todos.find(id).due != nil }
                try await browser.wait("the field shows it") { try await browser.value("#f-due") != "" }
                try await browser.click(".hand[open] [formaction$=\"value=none\"]")
                try await browser.wait("it is not due") { try await site.store.todos.find(id).due == nil }
                try await browser.click(".hand[open] [formaction$=\"value=today\"]")
                try await browser.wait("it is due again") { try await site.store.todos.find(id).due != nil }
                try await open("repeat", browser)
                try await browser.type("Every week", into: "[name=repeat-usual]")
                try await browser.press(Key.tab)
                try await browser.wait("it repeats") { try await site.store.todos.find(id).isRepeating }
                try await open("reminders", browser)
                for (count, usual) in ["10 minutes before", "1 hour before"].enumerated() {
                    try await browser.type(usual, into: "[name=reminders-usual]")
                    try await browser.press(Key.tab)
                    try await browser.wait("it reminds") {
                        try await site.store.todos.find(id).alarms.count == count + 1
                    }
                }
            }
        }

        @Test("the question for a date has a day to pick")
        func question() async throws {
            try await BrowserTests.with { site, browser, url in
                let todo = try await site.store.add("Buy milk")
                try await browser.show(url + "/inbox")
                try await browser.press("jd")
                try await browser.type("12242027", into: "#ask-day")
                try await browser.press(Key.enter)
                try await browser.wait("it is due") {
                    try await site.store.todos.find(todo.id).due == .day(2027, 12, 24)
                }
                try await browser.wait("the row has the focus again") {
                    try await browser.focusedTitle() == "Buy milk"
                }
                try await browser.press("p")
                #expect(try await browser.script("return document.querySelector('#ask-day').hidden").bool == true)
                try await browser.press(Key.escape)
            }
        }
    }
}
