import Foundation
import JSON
import TestSupport
import Testing
import TodoKit
import TodoKitTesting
import TodoWeb

extension BrowserTests {
    @Suite("A server that is away")
    struct AwayTests {
        /// Takes the network from the browser, or gives it back.
        private func setAway(_ isAway: Bool, _ browser: Browser) async throws {
            try await browser.devtools("Network.enable")
            try await browser.devtools(
                "Network.emulateNetworkConditions",
                ["offline": .bool(isAway), "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1])
        }

        private func waiting(_ browser: Browser) async throws -> [String] {
            try await browser.script(
                "return [...document.querySelectorAll('.unstored li > span:first-child')].map((e) => e.textContent)"
            ).elements?.compactMap(\.string) ?? []
        }

        @Test(
            "what is added and ticked meanwhile is on the page, and is stored once, in order, when the server is back")
        func queue() async throws {
            try await BrowserTests.with { site, browser, url in
                let milk = try await site.store.add("Buy milk")
                try await browser.show(url + "/inbox")
                try await setAway(true, browser)
                try await browser.type("Buy bread" + Key.enter, into: "#line")
                try await browser.wait("it is said") { try await waiting(browser).count == 1 }
                try await browser.click("#t-\(milk.id) .check")
                try await browser.wait("both are said") {
                    try await waiting(browser) == [
                        "“Buy bread” is not stored. ", "“Buy milk”, done, is not stored. ",
                    ]
                }
                #expect(try await site.store.todos.fetch(.all).items.map(\.title) == ["Buy milk"])
                try await setAway(false, browser)
                try await browser.wait("both are stored") {
                    let todos = try await site.store.todos.fetch(.all).items
                    return todos.map(\.title).sorted() == ["Buy bread", "Buy milk"]
                        && todos.first { $0.title == "Buy milk" }?.isDone == true
                }
                try await browser.wait("nothing waits") {
                    let kept = try await browser.script(
                        "return Object.keys(localStorage).filter((name) => name.startsWith('unstored')).length")
                    let shown = try await browser.count(".unstored")
                    return kept.integer == 0 && shown == 0
                }
                _ = try await browser.complaints()
            }
        }

        @Test("a line whose answer was lost is sent again after the page is loaded anew, and is there once")
        func lostAnswer() async throws {
            try await BrowserTests.with { site, browser, url in
                try await browser.show(url + "/inbox")
                try await browser.script(
                    """
                    const real = window.fetch;
                    window.fetch = async (address, options) => {
                      if (options?.method !== 'POST') return real(address, options);
                      await real(address, options);
                      throw new TypeError('the answer is lost');
                    };
                    """)
                try await browser.type("Buy bread" + Key.enter, into: "#line")
                try await browser.wait("it is said") { try await waiting(browser) == ["“Buy bread” is not stored. "] }
                try await browser.show(url + "/all")
                try await browser.wait("it is known that it is stored") {
                    try await browser.text("#note p")?.contains("“Buy bread” is stored already.") == true
                }
                #expect(try await waiting(browser) == [])
                #expect(try await site.store.todos.fetch(.all).items.map(\.title) == ["Buy bread"])
                _ = try await browser.complaints()
            }
        }

        @Test("nobody signs out over what is not stored")
        func signingOut() async throws {
            try await BrowserTests.with { _, browser, url in
                try await browser.show(url + "/settings")
                try await setAway(true, browser)
                try await browser.type("Buy bread" + Key.enter, into: "#line")
                try await browser.wait("it is said") { try await waiting(browser).count == 1 }
                try await browser.click("form[action='/out'] button")
                #expect(try await browser.text("#note .failure")?.contains("is not stored yet") == true)
                #expect(try await browser.address() == "/settings")
                _ = try await browser.complaints()
            }
        }

        @Test("kept pages are shown while the server is away, and say so; they can be switched off")
        func keptPages() async throws {
            try await BrowserTests.with { site, browser, url in
                let list = try await site.store.lists.create(TodoList(title: "Work"))
                try await site.store.add("Write the report", placement: .list(list.id))
                try await site.store.quickAdd("Call Bob today")
                try await browser.show(url + "/settings")
                // The worker removes what is there when it begins, so this has to be there before.
                try await browser.script(
                    "caches.open('pages of an older version').then(() => { window.isOlderKept = true; })")
                try await browser.wait("something older is kept") {
                    try await browser.script("return window.isOlderKept ?? false").bool == true
                }
                try await browser.click("[data-keeps] input")
                try await browser.wait("agenda, inbox, the list and the settings are kept") {
                    try await browser.kept() >= 3
                }
                // A worker replaces an older one at once, with what that has kept.
                try await browser.wait("the worker has the page") {
                    try await browser.script("return navigator.serviceWorker.controller !== null").bool == true
                }
                try await browser.wait("nothing older is kept") {
                    try await browser.script("caches.keys().then((names) => { window.keptNames = names; })")
                    let names = try await browser.script("return window.keptNames ?? []").elements?.compactMap(\.string)
                    return names?.isEmpty == false && names?.contains { $0.contains("older") } == false
                }
                try await setAway(true, browser)
                try await browser.show(url + "/")
                #expect(try await browser.titles().contains("Call Bob"))
                try await browser.wait("it is said") {
                    try await browser.text("#offline")?.contains("The server does not answer.") == true
                }
                try await browser.click("#side a[href='/lists/\(list.id)']")
                try await browser.wait("the list shows") { try await browser.titles() == ["Write the report"] }
                try await setAway(false, browser)
                try await browser.wait("it is back") {
                    try await browser.script("return document.querySelector('#offline').hidden").bool == true
                }
                try await browser.show(url + "/settings")
                try await browser.click("[data-keeps] input")
                try await browser.wait("nothing is kept") { try await browser.kept() == -1 }
                _ = try await browser.complaints()
            }
        }
    }
}

extension Browser {
    /// How many pages its worker keeps; -1 without a worker.
    fileprivate func kept() async throws -> Int {
        // A sync script cannot wait for a promise: the answer of one call is read by a later one.
        try await script(
            """
            (async () => {
              const name = (await caches.keys()).find((name) => name.startsWith('pages'));
              const worker = await navigator.serviceWorker.getRegistration();
              window.keptPages = worker ? (name ? (await (await caches.open(name)).keys()).length : 0) : -1;
            })();
            """)
        return Int(try await script("return window.keptPages ?? 0").integer ?? 0)
    }
}
