import Foundation
import JSON
import TestSupport
import Testing
import TodoKit
import TodoKitTesting
import TodoWeb

extension BrowserTests {
    @Suite("Slips of the hand")
    struct SlipTests {
        @Test("a double click on a circle settles one row, and one occurrence of what repeats")
        func doubleClick() async throws {
            let clock = ManualClock()
            try await BrowserTests.with(try TodoStore.testing(clock: clock)) { site, browser, url in
                for title in ["One", "Two", "Three"] {
                    try await site.store.add(title)
                    clock.advance(by: 1)
                }
                try await site.store.quickAdd("Pay the rent every month")
                let rent = try #require(try await site.store.todos.first(.all.repeating))
                try await browser.show(url + "/inbox")
                try await browser.doubleClick("#content li[data-title=One] .check")
                try await browser.wait("it is gone") { try await !browser.titles().contains("One") }
                try await browser.doubleClick("#t-\(rent.id) .check")
                try await browser.wait("it is settled") {
                    try await site.store.todos.find(rent.id).current?.key != rent.current?.key
                }
                let next = try await site.store.todos.find(rent.id).current?.key
                // Later on, a click counts as a click again.
                try await Task.sleep(for: .milliseconds(500))
                try await browser.click("#content li[data-title=Three] .check")
                try await browser.wait("it is gone") { try await !browser.titles().contains("Three") }
                #expect(try await browser.titles().contains("Two"))
                #expect(try await site.store.todos.find(rent.id).current?.key == next)
            }
        }

        @Test("a row that is moved past the end of a part of the list keeps the focus, press after press")
        func parts() async throws {
            try await BrowserTests.with { site, browser, url in
                _ = try await site.store.todos.create((0..<60).map { Todo(title: "Number \($0)") })
                try await browser.show(url + "/inbox")
                try await browser.script("scrollTo(0, document.documentElement.scrollHeight)")
                try await browser.wait("all rows") { try await browser.titles().count == 60 }
                let title = try await browser.titles()[48]
                try await browser.script(
                    "const row = document.querySelectorAll('#content li.todo')[48]; row.tabIndex = -1; row.focus();")
                var last = 48
                for place in [49, 50, 51, 50, 49, 48] {
                    try await browser.press(place > last ? Key.down : Key.up, holding: Key.alt)
                    try await browser.wait("it is at \(place), with the focus") {
                        let (titles, focused) = (try await browser.titles(), try await browser.focusedTitle())
                        return titles.count == 60 && titles[place] == title && focused == title
                    }
                    last = place
                }
            }
        }

        @Test("a question that is answered with nothing changes nothing, and no list is made unasked")
        func questions() async throws {
            try await BrowserTests.with { site, browser, url in
                let work = try await site.store.addList("Work")
                let todo = try await site.store.add("Buy milk", due: .day(2027, 1, 2), placement: .list(work.id))
                try await browser.show(url + "/lists/\(work.id)")
                let before = try await site.store.historyToken()
                try await browser.press("j")
                for key in ["d", "m"] {
                    try await browser.press(key)
                    try await browser.press(Key.enter)
                    #expect(try await browser.count("#ask[open]") == 0)
                }
                try await browser.press("m")
                try await browser.press("Wrk", Key.enter)
                try await browser.wait("it asks") {
                    try await browser.text("#ask .problem")?.contains("There is no list “Wrk”.") == true
                }
                #expect(try await site.store.historyToken() == before)
                try await browser.click("#ask .problem button")
                try await browser.wait("it is made") {
                    try await site.store.todos.find(todo.id).list?.path == "Wrk"
                }
                _ = try await browser.complaints()
            }
        }

        @Test("letters act on a row or on details with the focus, and can be turned off")
        func letters() async throws {
            try await BrowserTests.with { site, browser, url in
                let todo = try await site.store.add("Buy milk")
                try await browser.show(url + "/inbox?open=\(todo.id)")
                let before = try await site.store.historyToken()
                try await browser.press("x", Key.delete)
                try await browser.press("?")
                try await browser.click("#letters")
                try await browser.press(Key.escape)
                try await browser.press("j")
                #expect(try await browser.focusedTitle() == nil)
                try await browser.show(url + "/inbox?open=\(todo.id)")
                try await browser.press("j")
                #expect(try await browser.focusedTitle() == nil, "it is remembered")
                try await browser.click("#help")
                try await browser.click("#letters")
                try await browser.press(Key.escape)
                #expect(try await site.store.historyToken() == before)
                try await browser.script("document.querySelector('#detail .close').focus()")
                try await browser.press("x")
                try await browser.wait("it is done") { try await site.store.todos.find(todo.id).isDone }
            }
        }

        @Test("a key that is held down goes on moving, and does nothing else again")
        func held() async throws {
            let clock = ManualClock()
            try await BrowserTests.with(try TodoStore.testing(clock: clock)) { site, browser, url in
                for title in ["One", "Two", "Three"] {
                    try await site.store.add(title)
                    clock.advance(by: 1)
                }
                /// Goes on holding a key.
                /// - Returns: whether the page takes it from the browser.
                func hold(_ key: String, withAlt altKey: Bool = false) async throws -> Bool? {
                    try await browser.script(
                        """
                        const [key, altKey, on] = [arguments[0], arguments[1], document.activeElement];
                        return !on.dispatchEvent(
                          new KeyboardEvent('keydown', { key, altKey, repeat: true, bubbles: true, cancelable: true }));
                        """, .string(key), .bool(altKey)
                    ).bool
                }
                try await browser.show(url + "/inbox")
                try await browser.press("j")
                for key in ["x", "Delete", "u", "Enter"] { #expect(try await hold(key) == true, "\(key)") }
                #expect(try await hold("z") == false)
                #expect(try await hold("Tab") == false)
                #expect(try await hold("j") == true)
                #expect(try await browser.focusedTitle() == "Two")
                #expect(try await hold("ArrowRight", withAlt: true) == true)
                #expect(try await hold("ArrowUp") == true)
                #expect(try await browser.focusedTitle() == "One")
                try await browser.press("x")
                try await browser.wait("it is done") { try await browser.titles() == ["Two", "Three"] }
                let open = try await site.store.todos.fetch(.all.open).items
                #expect(open.count == 2 && open.allSatisfy { $0.parent == nil })
                #expect(try await browser.address() == "/inbox")
            }
        }

        @Test("a row is called by what it shows, with pauses, and by its new name once it has one")
        func names() async throws {
            try await BrowserTests.with { site, browser, url in
                let work = try await site.store.addList("Work")
                let todo = try await site.store.add(
                    "Buy milk", tags: ["home", "shop"], priority: .medium, placement: .list(work.id))
                try await browser.show(url + "/all")
                try await browser.press("j")
                let name = "return document.activeElement.getAttribute('aria-label')"
                #expect(try await browser.script(name).string == "Buy milk, Work, home, shop, priority medium")
                _ = try await site.store.edit([todo.id], TodoChanges(title: "Buy bread"))
                try await browser.wait("it follows") {
                    try await browser.script(name).string == "Buy bread, Work, home, shop, priority medium"
                }
            }
        }

        @Test("the details move their row up and down, where there is an order")
        func moves() async throws {
            let clock = ManualClock()
            try await BrowserTests.with(try TodoStore.testing(clock: clock)) { site, browser, url in
                var ids: [Todo.ID] = []
                for title in ["One", "Two"] {
                    ids.append(try await site.store.add(title).id)
                    clock.advance(by: 1)
                }
                try await browser.resize(320)
                try await browser.show(url + "/inbox?open=\(ids[1])")
                #expect(try await browser.script(pageCheck).elements == [])
                try await browser.click("[data-move='-1']")
                try await browser.wait("it is first") { try await browser.titles() == ["Two", "One"] }
                try await browser.show(url + "/all?open=\(ids[1])")
                #expect(try await browser.count("[data-move]:not([hidden])") == 0)
            }
        }

        @Test("undo beside what was done takes nothing else back")
        func undo() async throws {
            try await BrowserTests.with { site, browser, url in
                try await site.store.add("Buy milk")
                try await browser.show(url + "/inbox")
                try await browser.click("li.todo .check")
                try await browser.wait("it is offered") { try await browser.count("#note button") == 1 }
                try await site.store.add("Precious")
                try await browser.click("#note button")
                try await browser.wait("it is refused") {
                    try await browser.text("#note")?.contains("Nothing was undone") == true
                }
                #expect(try await site.store.todos.fetch(.all.open).items.map(\.title) == ["Precious"])
                _ = try await browser.complaints()
            }
        }

        @Test(
            "without scripts what a field says is not said over it, and the box is in the flow", arguments: [320, 1440])
        func withoutScripts(width: Int) async throws {
            try await BrowserTests.with { site, browser, url in
                let todo = try await site.store.add("Buy milk")
                try await browser.devtools("Emulation.setScriptExecutionDisabled", ["value": true])
                try await browser.resize(width)
                try await browser.open(url + "/all?open=\(todo.id)")
                try await browser.type("frday", into: "#f-due")
                try await browser.click(".save button")
                let isSeen = "return document.querySelector('#note').innerText.trim()"
                try await browser.wait("why shows beside it") { try await browser.count("#e-due") == 1 }
                #expect(try await browser.script(isSeen).string == "")
                try await browser.open(url + "/inbox")
                try await browser.click("li.todo .check")
                try await browser.wait("it is done") { try await browser.count("li.todo") == 0 }
                #expect(try await browser.script(isSeen).string?.contains("Done: “Buy milk”.") == true)
                #expect(
                    try await browser.script("return getComputedStyle(document.querySelector('#note')).position").string
                        == "static")
                _ = try await browser.complaints()
            }
        }

        @Test("names of fields are whole words, in the narrowest window too", arguments: [360, 1280])
        func wholeWords(width: Int) async throws {
            try await BrowserTests.with { site, browser, url in
                let todo = try await site.store.add(
                    "Buy milk", notes: String(repeating: "two litres of it ", count: 40))
                try await browser.resize(width)
                try await browser.show(url + "/past?todo=\(todo.id)")
                let heights = try await browser.script(
                    "return [...document.querySelectorAll('tbody th')].map((cell) => cell.firstChild).map((text) => {"
                        + " const range = new Range(); range.selectNode(text); return range.getClientRects().length; })"
                )
                #expect(heights.elements?.allSatisfy { $0.integer == 1 } == true)
            }
        }
    }
}
