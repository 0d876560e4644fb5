import Foundation
import JSON
import TestSupport
import Testing
import TodoKit
import TodoKitTesting
import TodoWeb

extension BrowserTests {
    @Suite("What is typed is not lost")
    struct DraftTests {
        private func hasDraft(_ todo: Todo, _ browser: Browser) async throws -> Bool? {
            try await browser.script(
                "return sessionStorage.getItem('draft ' + arguments[0]) !== null", .string("\(todo.id)")
            )
            .bool
        }

        @Test(
            "text that was typed before a browser was signed out elsewhere is said not to be stored, is there again, and is stored"
        )
        func signedOut() async throws {
            try await BrowserTests.with { site, browser, url in
                let todo = try await site.store.add("Buy milk")
                try await browser.show(url + "/all?open=\(todo.id)")
                try await browser.type("precious", into: "#f-notes")
                try await browser.script(
                    "return fetch('/out', { method: 'POST', body: new URLSearchParams(document.body.dataset) }).then(() => 0)"
                )
                // The page is left with the field as it is.
                try await browser.show(url + (try site.makeLink()))
                try await browser.wait("it is said") {
                    try await browser.text("#note")?.contains("Notes of “Buy milk”") == true
                }
                #expect(try await site.store.todos.find(todo.id).notes == "")
                try await browser.click("#note a")
                try await browser.wait("it is stored") { try await site.store.todos.find(todo.id).notes == "precious" }
                #expect(try await browser.value("#f-notes") == "precious")
                try await browser.wait("nothing is kept") { try await hasDraft(todo, browser) == false }
                _ = try await browser.complaints()
            }
        }

        @Test("what was stored as the page was left is not kept, also where it is stored in other words")
        func reloaded() async throws {
            try await BrowserTests.with { site, browser, url in
                let todo = try await site.store.add("Buy milk")
                try await browser.show(url + "/all?open=\(todo.id)")
                try await browser.type("tomorrow", into: "#f-due")
                try await browser.show(url + "/all?open=\(todo.id)")
                try await browser.wait("it is stored") { try await site.store.todos.find(todo.id).due != nil }
                try await browser.wait("nothing is kept") { try await hasDraft(todo, browser) == false }
                #expect(try await browser.count(".theirs, #edit .problem") == 0)
                #expect(try await site.store.undoableSteps(limit: 9).count == 2)
                _ = try await browser.complaints()
            }
        }

        @Test("what is refused as the page was left is there again, with the reason")
        func refused() async throws {
            try await BrowserTests.with { site, browser, url in
                let todo = try await site.store.add("Buy milk")
                try await browser.show(url + "/all?open=\(todo.id)")
                try await browser.type("frday", into: "#f-due")
                try await browser.show(url + "/all?open=\(todo.id)")
                try await browser.wait("why shows") { try await browser.count("#e-due") == 1 }
                #expect(try await browser.value("#f-due") == "frday")
                _ = try await browser.complaints()
            }
        }

        @Test("a line that was not stored stays as a row to try again, and a half-typed one is there after a reload")
        func lines() async throws {
            try await BrowserTests.with { site, browser, url in
                try await browser.show(url + "/inbox")
                try await browser.script(
                    """
                    const real = window.fetch;
                    window.fetch = (address, options) => options?.method !== 'POST' ? real(address, options)
                      : new Promise((_, fail) => { window.fail = () => fail(new TypeError('away')); });
                    """)
                try await browser.type("Buy bread" + Key.enter, into: "#line")
                try await browser.type("half a line", into: "#line")
                try await browser.wait("it is said that it waits") {
                    try await browser.text(".unstored li")?.contains("“Buy bread” is not stored yet.") == true
                }
                try await browser.script("window.fail()")
                try await browser.wait("it is said that it failed") {
                    try await browser.text(".unstored li")?.contains("“Buy bread” is not stored.") == true
                }
                #expect(try await browser.value("#line") == "half a line")
                #expect(try await browser.script(pageCheck).elements == [])
                try await browser.show(url + "/all")
                #expect(try await browser.value("#line") == "half a line")
                // It is sent without being asked, and the server takes it once.
                try await browser.wait("it is stored") {
                    try await site.store.todos.fetch(.all).items.map(\.title) == ["Buy bread"]
                }
                try await browser.wait("nothing waits") { try await browser.count(".unstored") == 0 }
                #expect(try await browser.value("#line") == "half a line")
                _ = try await browser.complaints()
            }
        }
    }

    @Suite("Where one comes to")
    struct ArrivalTests {
        @Test("a link of another site leads a browser that is signed in to its page")
        func link() async throws {
            try await BrowserTests.with { site, browser, url in
                try await browser.open("data:text/html,<a id=go href='\(url)/inbox?sort=due'>To-dos</a>")
                try await browser.click("#go")
                try await browser.wait("the page is there") {
                    try await browser.script("return document.documentElement.classList.contains('js')").bool == true
                }
                #expect(try await browser.address() == "/inbox?sort=due")
                _ = try await browser.complaints()
            }
        }

        @Test("what was added beyond the rows that are shown can be opened")
        func beyond() async throws {
            try await BrowserTests.with { site, browser, url in
                _ = try await site.store.todos.create((0..<60).map { Todo(title: "Number \($0)") })
                try await browser.show(url + "/inbox")
                try await browser.type("Buy milk" + Key.enter, into: "#line")
                try await browser.wait("it is offered") { try await browser.text("#note a") == "Open" }
                try await browser.click("#note a")
                try await browser.wait("it is open") { try await browser.value("#f-title") == "Buy milk" }
                #expect(try await browser.address().hasPrefix("/inbox?open="))
            }
        }

        @Test("a list that is named in the details is only made when that is meant")
        func newList() async throws {
            try await BrowserTests.with { site, browser, url in
                let todo = try await site.store.add("Buy milk")
                try await browser.show(url + "/all?open=\(todo.id)")
                try await browser.script("const list = document.querySelector('#f-list'); list.focus(); list.select()")
                try await browser.press("Wrok" + Key.tab)
                try await browser.wait("it asks") {
                    try await browser.text("#e-list")?.contains("There is no list “Wrok”.") == true
                }
                #expect(try await site.store.lists.count(.all) == 0)
                #expect(try await browser.script(pageCheck).elements == [])
                try await browser.click("#e-list input")
                try await browser.wait("it is made") { try await site.store.todos.find(todo.id).list?.path == "Wrok" }
                try await browser.wait("nothing is asked any more") { try await browser.count("#e-list") == 0 }
                _ = try await browser.complaints()
            }
        }

        @Test("how many there are stands on one line beside a long title")
        func counts() async throws {
            try await BrowserTests.with { site, browser, url in
                let list = try await site.store.addList(String(repeating: "Reports", count: 12))
                for _ in 0..<20 { try await site.store.add("Read it", placement: .list(list.id)) }
                try await browser.show(url + "/inbox")
                let height = try await browser.script(
                    """
                    const range = new Range();
                    range.selectNodeContents(document.querySelector('#side .lists .count'));
                    return range.getClientRects().length;
                    """)
                #expect(height.integer == 1)
            }
        }

        @Test("a colour is picked, and what is none is refused")
        func colours() async throws {
            try await BrowserTests.with { site, browser, url in
                let tag = try await site.store.tags.create(Tag(title: "shop"))
                try await browser.show(url + "/tags")
                try await browser.click("main summary")
                try await browser.type("notacolor", into: "[name=color]")
                try await browser.click("main [action='/do/tag-edit'] button")
                try await browser.wait("it is refused") {
                    try await browser.text("#note")?.contains("“notacolor” is not a colour") == true
                }
                try await browser.script(
                    """
                    const pick = document.querySelector('[data-picks]');
                    pick.value = '#2a7de1';
                    pick.dispatchEvent(new Event('input', { bubbles: true }));
                    """)
                #expect(try await browser.value("[name=color]") == "#2a7de1")
                try await browser.click("main [action='/do/tag-edit'] button")
                try await browser.wait("it is said") {
                    try await browser.text("#note")?.contains("Saved the tag “shop”.") == true
                }
                #expect(try await site.store.tags.find(tag.id).color == "#2a7de1")
                _ = try await browser.complaints()
            }
        }
    }
}
