import Foundation
import JSON
import TestSupport
import Testing
import TodoKit
import TodoKitTesting
import TodoWeb

extension BrowserTests {
    @Suite("Selecting many")
    struct PickTests {
        private func withRows(
            _ titles: [String] = ["One", "Two", "Three", "Four"],
            _ body: (RunningSite, Browser, String) async throws -> Void
        ) async throws {
            let clock = ManualClock()
            try await BrowserTests.with(try TodoStore.testing(clock: clock)) { site, browser, url in
                for title in titles {
                    try await site.store.add(title)
                    clock.advance(by: 1)
                }
                try await browser.show(url + "/inbox")
                try await body(site, browser, url)
            }
        }

        private func picked(_ browser: Browser) async throws -> [String] {
            try await browser.script(
                """
                const rows = [...document.querySelectorAll('#content li.todo:not(aside *)')];
                return rows.filter((row) => row.querySelector('.pick')?.checked && row.matches('.is-picked'))
                    .map((row) => row.dataset.title);
                """
            ).elements?.compactMap(\.string) ?? []
        }

        private func said(_ browser: Browser) async throws -> String {
            try await browser.script(
                "return [...document.querySelectorAll('[aria-live]')].map((box) => box.textContent).join(' | ')"
            ).string ?? ""
        }

        private func todo(_ title: String, in store: TodoStore) async throws -> Todo {
            try #require(try await store.todos.fetch(.all.matching(title)).items.first)
        }

        @Test(
            "Shift with x and with the arrows selects; it is said; x completes all as one step, and undo brings them back"
        )
        func keys() async throws {
            try await withRows { site, browser, _ in
                let before = try await site.store.recentHistory(limit: 100).count
                try await browser.press("j")
                try await browser.press("x", holding: Key.shift)
                #expect(try await picked(browser) == ["One"])
                #expect(try await said(browser).contains("“One” selected, 1 to-do selected"))
                #expect(try await browser.text("#picked") == "1 to-do selected")
                try await browser.press(Key.down, holding: Key.shift)
                #expect(try await picked(browser) == ["One", "Two"])
                #expect(try await browser.focusedTitle() == "Two")
                let label = try await browser.script("return document.activeElement.getAttribute('aria-label')").string
                #expect(label?.hasPrefix("selected, Two") == true, "\(label ?? "")")
                try await browser.press("x")
                try await browser.wait("they are gone") { try await browser.titles() == ["Three", "Four"] }
                #expect(try await site.store.recentHistory(limit: 100).count == before + 1)
                try await browser.wait("a row has the focus") { try await browser.focusedTitle() == "Three" }
                #expect(try await picked(browser) == [])
                #expect(try await browser.count("html.selecting, .pick") == 0)
                try await browser.press("u")
                try await browser.wait("they are back") { try await browser.titles().count == 4 }
            }
        }

        @Test("a question asks for all that is selected, and Escape ends selecting before anything else")
        func questions() async throws {
            try await withRows { site, browser, _ in
                try await browser.press("j")
                try await browser.press("a", holding: Key.control)
                #expect(try await picked(browser).count == 4)
                try await browser.press("x", holding: Key.shift)
                #expect(try await picked(browser) == ["Two", "Three", "Four"])
                try await browser.press("d")
                #expect(try await browser.text("#ask-title") == "Due: 3 to-dos")
                try await browser.press("24 dec", Key.enter)
                try await browser.wait("they have dates") {
                    try await site.store.todos.count(.all.filter(.hasDue(true))) == 3
                }
                #expect(try await todo("One", in: site.store).due == nil)
                try await browser.wait("it is said") {
                    try await browser.text("#note")?.contains("3 to-dos are due ") == true
                }
                #expect(try await picked(browser) == [])
                try await browser.wait("a row has the focus") { try await browser.focusedTitle() != nil }
                try await browser.press("x", holding: Key.shift)
                try await browser.wait("one is selected") { try await picked(browser).count == 1 }
                try await browser.press("t")
                try await browser.press("home", Key.enter)
                try await browser.wait("it has a tag") {
                    try await site.store.tags.fetch(.titled("home"), source: .local).items.count == 1
                }
                try await browser.wait("nothing is selected") { try await browser.count(".pick") == 0 }
                try await browser.press("j")
                try await browser.press("x", holding: Key.shift)
                try await browser.press(Key.escape)
                #expect(try await browser.count("html.selecting, .pick") == 0)
                try await browser.wait("a row has the focus") { try await browser.focusedTitle() != nil }
            }
        }

        @Test("a click with Ctrl selects, further clicks select too, with Shift all between; the form changes them")
        func mouse() async throws {
            try await withRows { site, browser, url in
                try await browser.click("#content li[data-title=One] .title", holding: Key.control)
                try await browser.wait("it is selected") { try await picked(browser) == ["One"] }
                #expect(try await browser.address() == "/inbox", "nothing is opened")
                try await browser.click("#content li[data-title=Three] .title", holding: Key.shift)
                #expect(try await picked(browser) == ["One", "Two", "Three"])
                try await browser.click("#content li[data-title=Two] .pick")
                #expect(try await picked(browser) == ["One", "Three"])
                #expect(try await browser.script(pageCheck).elements == [])
                try await browser.picture("selecting")
                try await browser.type("high", into: "#many [name=priority]")
                try await browser.click("#many .main")
                try await browser.wait("they have a priority") {
                    try await site.store.todos.count(.all.priority(.high)) == 2
                }
                try await browser.wait("nothing is selected") { try await browser.count(".pick") == 0 }
                // What is changed elsewhere does not take the selection away.
                try await browser.click("a.select")
                try await browser.click("#content li[data-title=Two] .title")
                try await site.store.add("Five")
                try await browser.wait("it is shown") { try await browser.titles().contains("Five") }
                #expect(try await picked(browser) == ["Two"])
                try await browser.show(url + "/inbox")
                #expect(try await browser.count(".pick") == 0)
            }
        }

        @Test("a finger that rests on a row selects it, and a tap selects further ones", arguments: [390])
        func finger(width: Int) async throws {
            try await withRows { site, browser, url in
                try await browser.devtools("Emulation.setTouchEmulationEnabled", ["enabled": true])
                try await browser.resize(width)
                try await browser.show(url + "/inbox")
                try await browser.touch("#content li[data-title=Two] .title", for: .milliseconds(700))
                try await browser.wait("it is selected") { try await picked(browser) == ["Two"] }
                #expect(try await browser.address() == "/inbox", "nothing is opened")
                try await browser.touch("#content li[data-title=One] .title", for: .milliseconds(20))
                try await browser.wait("two are selected") { try await picked(browser) == ["One", "Two"] }
                #expect(try await browser.script(pageCheck).elements == [])
                try await browser.picture("selecting-\(width)")
                try await browser.click("#many [formaction=\"/do/delete\"]")
                try await browser.wait("they are gone") { try await browser.titles() == ["Three", "Four"] }
                try await browser.touch("#content li[data-title=Three] .title", for: .milliseconds(20))
                try await browser.wait("a tap opens") { try await browser.address().contains("open=") }
            }
        }

        @Test("a swipe to the right finishes, one to the left puts off, and a short one does nothing")
        func swipe() async throws {
            try await withRows { site, browser, url in
                try await browser.devtools("Emulation.setTouchEmulationEnabled", ["enabled": true])
                try await browser.resize(390)
                try await site.store.quickAdd("Five today")
                try await browser.show(url + "/inbox")
                let isAtFoot = "return innerHeight - document.querySelector('#add').getBoundingClientRect().bottom < 1"
                #expect(try await browser.script(isAtFoot).bool == true, "a thumb reaches the line to add")
                let before = try await site.store.historyToken()
                try await browser.swipe("#content li[data-title=One] .body", by: 40)
                #expect(try await browser.titles() == ["One", "Two", "Three", "Four", "Five"])
                #expect(try await site.store.historyToken() == before)
                try await browser.swipe("#content li[data-title=Two] .body", by: 140)
                try await browser.wait("it is done") {
                    try await browser.titles() == ["One", "Three", "Four", "Five"]
                }
                try await browser.swipe("#content li[data-title=Five] .body", by: -140)
                try await browser.wait("it is due tomorrow") {
                    try await browser.text("#content li[data-title=Five] .due")?.contains("tomorrow") == true
                }
                #expect(try await browser.address() == "/inbox", "nothing is opened")
            }
        }

        @Test("what is refused keeps the selection and what was typed")
        func refused() async throws {
            try await withRows { site, browser, _ in
                try await browser.press("j")
                try await browser.press("x", holding: Key.shift)
                let before = try await site.store.historyToken()
                try await browser.type("nonsense", into: "#many [name=due]")
                try await browser.press(Key.enter)
                try await browser.wait("it says why") {
                    try await browser.text("#note .failure")?.contains("not a date") == true
                }
                #expect(try await picked(browser) == ["One"])
                #expect(try await browser.value("#many [name=due]") == "nonsense")
                #expect(try await site.store.historyToken() == before)
                _ = try await browser.complaints()
            }
        }
    }
}
