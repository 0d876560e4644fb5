import Foundation
import JSON
import TestSupport
import Testing
import TodoKit
import TodoKitTesting
import TodoWeb

extension BrowserTests {
    @Suite("Reminders")
    struct ReminderTests {
        /// Notifications that the page shows are kept in `window.notes`, with those that it took away again.
        private static let recorder = """
            window.notes = [];
            window.Notification = class {
              static permission = 'granted';
              constructor(title, options) { Object.assign(this, { title, tag: options.tag, isOpen: true }); notes.push(this); }
              close() { this.isOpen = false; }
            };
            """

        @Test(
            "a reminder appears when its time comes, is shown outside the page too, and goes when it is dismissed elsewhere"
        )
        func live() async throws {
            try await BrowserTests.with(try TodoStore(StackConfiguration(storage: .inMemory))) { site, browser, url in
                try await browser.show(url + "/inbox")
                try await browser.script(Self.recorder)
                try await browser.type("half a line", into: "#line")
                try await site.store.add(
                    "Call Ada",
                    reminders: [.trigger(.moment(Date().addingTimeInterval(1.5), zone: "Europe/Zurich"))])
                try await browser.wait("it rings") {
                    try await browser.text("#rings li a")?.contains("Call Ada") == true
                }
                try await browser.wait("a notification") {
                    try await browser.script("return notes.map((note) => note.title)").elements == ["⏰ Call Ada"]
                }
                #expect(try await browser.value("#line") == "half a line")
                #expect(try await browser.script(pageCheck).elements == [])
                try await browser.picture("reminder")
                try await browser.resize(320)
                #expect(
                    try await browser.script("return document.querySelector('#rings').offsetHeight").number ?? 999 < 170
                )
                try await browser.picture("320-reminder")
                try await browser.resize(1440)
                let settings = site.store.reminderSettings()
                _ = try await site.store.acknowledge(try await site.store.ringing(settings))
                try await browser.wait("it is gone") { try await browser.count("#rings li") == 0 }
                try await browser.wait("the notification too") {
                    try await browser.script("return notes.filter((note) => note.isOpen).length").integer == 0
                }
                #expect(try await browser.script("return notes.length").integer == 1, "it was shown once")
            }
        }

        @Test("it is snoozed and dismissed by its buttons", arguments: [320, 1440])
        func buttons(width: Int) async throws {
            try await BrowserTests.with(try TodoStore(StackConfiguration(storage: .inMemory))) { site, browser, url in
                let moment = Date().addingTimeInterval(-60)
                for title in ["Call Ada", "Water the plants on the balcony and in the kitchen"] {
                    try await site.store.add(title, reminders: [.trigger(.moment(moment, zone: "Europe/Zurich"))])
                }
                try await browser.resize(width)
                try await browser.show(url + "/")
                #expect(try await browser.count("#rings li") == 2)
                #expect(try await browser.script(pageCheck).elements == [])
                try await browser.picture("\(width)-reminders")
                try await browser.click("#rings li button[formaction*=snooze]")
                try await browser.wait("one is left") { try await browser.count("#rings li") == 1 }
                try await browser.click("#rings li button[formaction*=acknowledge]")
                try await browser.wait("none is left") { try await browser.count("#rings li") == 0 }
                let next = try await site.store.nextAlarm(after: Date(), site.store.reminderSettings())
                #expect(try #require(next).at.timeIntervalSinceNow > 500)
            }
        }
    }
}
