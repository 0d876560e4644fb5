import Foundation
import JSON
import TestSupport
import Testing
import TodoKit
import TodoKitTesting
import TodoWeb

extension BrowserTests {
    @Suite("What is shown is so")
    struct StateTests {
        @Test("what was refused for the token of another session is not shown as done, and is done at the next try")
        func refused() async throws {
            try await BrowserTests.with { site, browser, url in
                let todo = try await site.store.add("Buy milk")
                try await browser.show(url + "/inbox")
                // At once, since the page may be replaced in between.
                try await browser.script(
                    """
                    for (const field of document.querySelectorAll('[name=token]')) field.value = 'old';
                    document.querySelector('li.todo .check').click();
                    """)
                try await browser.wait("it is said") { try await browser.count("#note .failure") == 1 }
                #expect(try await browser.count(".going") == 0)
                try await browser.wait("the token is the present one") {
                    try await browser.count("[name=token][value=old]") == 0
                }
                #expect(try await !site.store.todos.find(todo.id).isDone)
                try await browser.click("li.todo .check")
                try await browser.wait("it is done") { try await site.store.todos.find(todo.id).isDone }
                // The refusal is an error of the network, which this test expects.
                _ = try await browser.complaints()
            }
        }

        @Test("a page that stays in view learns that another day has begun, and keeps what is being typed")
        func anotherDay() async throws {
            let clock = ManualClock()
            try await BrowserTests.with(try TodoStore.testing(clock: clock)) { site, browser, url in
                try await site.store.add("Buy milk", due: .day(2026, 11, 21))
                // A clock that can be set, and minutes that are short.
                let source = """
                    {
                      const [now, every] = [Date.now, setInterval];
                      window.ahead = 0;
                      Date.now = () => now() + window.ahead;
                      window.setInterval = (does, pause) => every(does, pause / 600);
                    }
                    """
                try await browser.devtools("Page.addScriptToEvaluateOnNewDocument", ["source": .string(source)])
                try await browser.show(url + "/")
                try await browser.type("half a line", into: "#line")
                #expect(try await browser.count(".group.today li.todo") == 1)
                clock.advance(by: 86_400)
                try await browser.script("window.ahead = 660_000")
                try await browser.wait("it is overdue") { try await browser.count(".group.overdue li.todo") == 1 }
                #expect(try await browser.value("#line") == "half a line")
            }
        }
    }
}
