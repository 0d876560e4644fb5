import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoKitTesting

@Suite("The pages about the past")
struct StoryTests {
    @Test("the history tells day by day who did what, with the words that are different")
    func history() async throws {
        let clock = ManualClock()
        try await RunningSite.with(.testing(clock: clock)) { site in
            let browser = try await site.signIn()
            let todo = try await site.store.add("Call Bob about the report")
            clock.advance(by: 86_400)
            try await site.store.edit([todo.id], TodoChanges(title: "Call Ann about the report"))
            try await site.store.acting(for: HistoryClient(name: "Claude", conversation: "9f3c")) {
                try await site.store.complete([todo.id])
            }
            let page = try await browser.get("/history").text
            #expect(page.matches(of: /<h2>(Today|Yesterday)<\/h2>/).map { String($0.1) } == ["Today", "Yesterday"])
            #expect(page.contains(">added “Call Ann about the report”<"))
            #expect(page.contains(">changed the title of “Call Ann about the report”<"))
            #expect(page.contains(#"<del dir="auto">Bob</del><ins dir="auto">Ann</ins>"#))
            #expect(page.contains(#"<span class="who assistant" dir="auto">Claude</span>"#))
            #expect(page.contains(#"<span class="who" dir="auto">You</span>"#))
            // Only what the assistant did.
            #expect(page.contains(#"href="/history?by=Claude""#))
            let claude = try await browser.get("/history?by=Claude").text
            #expect(claude.contains(">completed “Call Ann about the report”<") && !claude.contains(">You</span>"))
            #expect(try await browser.get("/todos/\(todo.id)").text.contains(">Claude</span>"), "its own history too")
        }
    }

    @Test("time travel says what is different now")
    func past() async throws {
        let clock = ManualClock()
        try await RunningSite.with(.testing(clock: clock)) { site in
            let store = site.store
            let (milk, report) = (
                try await store.add("Buy milk"), try await store.add("Send it", due: .day(2026, 11, 24))
            )
            let (gone, same) = (try await store.add("Gone"), try await store.add("Same"))
            let then = clock.now
            clock.advance(by: 60)
            try await store.complete([milk.id])
            try await store.edit([report.id], TodoChanges(title: "Send the report", due: .set(.day(2026, 11, 30))))
            try await store.delete([gone.id])
            let new = try await store.add("New")
            let browser = try await site.signIn()
            let at = "at=\(Int64(then.timeIntervalSince1970 * 1000))"
            let page = try await browser.get("/past?\(at)").text
            func row(_ todo: Todo) throws -> String {
                try #require(page.firstMatch(of: Regex("todo=\(todo.id)\".*?</li>"))?.output[0].substring).description
            }
            #expect(try row(milk).contains(">done since<"))
            #expect(
                try row(report).contains(">now called “Send the report”<")
                    && row(report).contains(">now due Mon 30 Nov<"))
            #expect(try row(gone).contains(">deleted since<"))
            #expect(try !row(same).contains("since"))
            #expect(page.contains("Not there yet") && page.contains("/todos/\(new.id)"))
            #expect(try await !browser.get("/past").text.contains("Not there yet"))
            let one = try await browser.get("/past?\(at)&todo=\(report.id)").text
            #expect(one.contains("Send <ins>the report</ins>"))
        }
    }

    @Test("conflicts are shown by to-do, and all of one field are settled at once")
    func conflicts() async throws {
        let (clock, remote) = (ManualClock(), FakeRemote())
        let (mine, theirs) = (
            try TodoStore.testing(remote, clock: clock, seed: 1), try TodoStore.testing(remote, clock: clock, seed: 2)
        )
        try await RunningSite.with(mine) { site in
            let todos = [try await mine.add("Buy milk"), try await mine.add("Call Bob")]
            for store in [mine, theirs] { try await store.sync.sync() }
            for todo in todos {
                try await mine.edit([todo.id], TodoChanges(title: todo.title + " here", notes: "mine"))
            }
            clock.advance(by: 60)
            for todo in todos {
                try await theirs.edit([todo.id], TodoChanges(title: todo.title + " there", notes: "theirs"))
            }
            for store in [theirs, mine] { try await store.sync.sync() }
            let browser = try await site.signIn()
            let page = try await browser.get("/conflicts").text
            #expect(page.ranges(of: "<article").count == 2 && page.ranges(of: "<section id=\"c-").count == 4)
            #expect(page.contains("All 2 of the field “title”"))
            let form = try #require(
                page.matches(of: /<form method="post" action="\/do\/take-back" class="buttons kind">.*?<\/form>/).first
                {
                    $0.output.contains("each “title”")
                })
            let ids = form.output.matches(of: /name="conflict" value="([^"]*)"/).map { String($0.1) }
            #expect(ids.count == 2)
            let body = (["token=\(browser.token)"] + ids.map { "conflict=\($0)" }).joined(separator: "&")
            #expect(try await site.send(.post, "/do/take-back", body, cookie: browser.cookie).status == 303)
            for todo in todos {
                let now = try await mine.todos.find(todo.id)
                #expect(now.title == todo.title + " here" && now.notes == "theirs")
            }
            #expect(try await browser.get("/conflicts").text.ranges(of: "<section id=\"c-").count == 2)
        }
    }
}

@Suite("The forms of settings and places")
struct SettingFormTests {
    @Test("each setting has a form of its own, with an example of what it changes")
    func settings() async throws {
        let clock = ManualClock()
        try await RunningSite.with(.testing(clock: clock)) { site in
            let browser = try await site.signIn()
            var page = try await browser.get("/settings").text
            #expect(page.contains(#"<option value="monday" selected>Monday</option>"#))
            #expect(
                page.contains(#"<input id="w-remind-desktop-value" type="checkbox" name="value" value="yes" checked>"#))
            // Its name is beside the box, and says what it is for.
            #expect(page.contains(#"value="yes" checked> <strong>Show reminders on the desktop</strong></label>"#))
            #expect(page.contains("“1/2” is refused"))
            #expect(page.contains("“tomorrow evening” is "))
            for key in Settings.Key.all where !key.isProtected {
                #expect(page.contains(#"name="name" value="\#(key.name)""#), "\(key.name)")
            }
            // The box is not ticked, and a day is first.
            try await browser.act("setting", ["name": "remind.desktop", "unticked": "no", "back": "/settings"])
            try await browser.act("setting", ["name": "dates.slashes", "value": "day-first", "back": "/settings"])
            try await browser.act("setting", ["name": "dates.evening", "value": "19:30", "back": "/settings"])
            page = try await browser.get("/settings").text
            #expect(page.contains(#"type="checkbox" name="value" value="yes">"#))
            #expect(page.contains(#"<option value="day-first" selected>"#) && page.contains("“1/2” is Mon 1 Feb"))
            #expect(page.contains(#"type="time" value="19:30""#) && page.contains("19:30"))
            try await browser.act("setting", ["name": "dates.slashes", "value": "", "back": "/settings"])
            #expect(try await browser.get("/settings").text.contains("“1/2” is refused"))
            // What belongs to the terminal comes last.
            let terminal = try #require(page.range(of: "For the terminal"))
            for name in ["list.view", "remind.command"] {
                let place = try #require(page.range(of: name, options: .backwards))
                #expect(place.lowerBound > terminal.lowerBound, "\(name)")
            }
        }
    }

    @Test("places are sorted by how far they are from a position")
    func places() async throws {
        try await RunningSite.with { site in
            for (name, latitude) in [("Far", 48.0), ("Near", 47.38), ("Middle", 47.5)] {
                _ = try await site.store.locations.create(
                    Location(coordinate: Coordinate(latitude: latitude, longitude: 8.5), placeName: name))
            }
            let browser = try await site.signIn()
            let page = try await browser.get("/places?at=47.37,8.5").text
            let names = page.matches(of: /<th scope="row"><a [^>]*>(\w+)<\/a>/).map { String($0.1) }
            #expect(names == ["Near", "Middle", "Far"])
            #expect(page.contains("Distances from where you are") && page.contains("1.1 km"))
            let wrong = try await browser.get("/places?at=nowhere").text
            #expect(wrong.contains("“nowhere” is not a position"))
        }
    }
}
