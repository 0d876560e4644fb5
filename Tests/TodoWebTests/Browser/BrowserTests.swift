import Foundation
import JSON
import TestSupport
import Testing
import TodoKit
import TodoKitTesting
import TodoWeb

/// All tests in a browser, one after the other.
@Suite(
    "The pages in a browser", .serialized,
    .enabled(if: Chromedriver.programs != nil, "chromium and chromium-driver are not installed"))
enum BrowserTests {
    /// Runs `body` with a browser that is signed in to the pages of a store.
    static func with(
        _ store: TodoStore? = nil, _ body: (RunningSite, Browser, String) async throws -> Void
    ) async throws {
        try await RunningSite.with(store) { site in
            try await Browser.with { browser in
                let url = "http://\(site.authority)"
                try await browser.resize(1440)
                try await browser.setDark(false)
                try await browser.show(url + site.link)
                try await body(site, browser, url)
                #expect(try await browser.complaints() == [])
            }
        }
    }
}

extension BrowserTests {
    @Suite("Looks")
    struct LookTests {
        @Test(
            "every page can be read and reached at each width, light and dark", arguments: [320, 390, 768, 1440, 2560])
        func pages(width: Int) async throws {
            try await BrowserTests.with(try TodoStore.testing(seed: 9)) { site, browser, url in
                let ids = try await Examples.fill(site.store)
                try await browser.resize(width)
                let pages =
                    PageTests.paths + [
                        "/todos/\(ids.party)", "/lists/\(ids.list)?open=\(ids.party)", "/past?todo=\(ids.party)",
                        "/lists/\(ids.list)?done=1&sort=due", "/find?q=prioritty:high", "/nowhere",
                        "/calendar?day=2026-11-21&open=\(ids.party)",
                    ]
                for isDark in [false, true] {
                    try await browser.setDark(isDark)
                    for path in pages {
                        try await browser.show(url + path)
                        let problems = try await browser.script(pageCheck).elements?.compactMap(\.string) ?? []
                        #expect(problems == [], "\(path) at \(width)\(isDark ? ", dark" : "")")
                        let name = path.replacing("/", with: "_").replacing("?", with: "_").prefix(30)
                        try await browser.picture("\(width)\(isDark ? "-dark" : "")\(name)")
                        // The missing page is an error of the network, which this test expects.
                        let complaints = try await browser.complaints()
                        #expect(path == "/nowhere" || complaints == [], "\(path)")
                    }
                }
            }
        }

        @Test("titles of any kind are text, and none runs out of its row", arguments: [320, 1440])
        func titles(width: Int) async throws {
            try await BrowserTests.with { site, browser, url in
                for title in [
                    "<script>document.title = 'x'</script>", String(repeating: "w", count: 4096),
                    "\u{202E}right to left",
                    "שלום עולם", "👨‍👩‍👧‍👦 🎉", "<img src=x onerror=\"document.title='x'\">",
                ] { try await site.store.add(title) }
                try await browser.resize(width)
                try await browser.show(url + "/inbox")
                #expect(try await browser.script("return document.title").string == "Inbox · todo")
                #expect(try await browser.count("ol.todos script, ol.todos img") == 0)
                #expect(try await browser.script(pageCheck).elements == [])
                #expect(try await browser.titles().count == 6)
            }
        }
    }

    @Suite("Keys")
    struct KeyTests {
        private func withRows(
            _ titles: [String] = ["One", "Two", "Three"], _ body: (RunningSite, Browser, String) async throws -> Void
        ) async throws {
            // Rows are in the order in which they were made.
            let clock = ManualClock()
            try await BrowserTests.with(try TodoStore.testing(clock: clock)) { site, browser, url in
                for title in titles {
                    try await site.store.add(title)
                    clock.advance(by: 1)
                }
                try await browser.show(url + "/inbox")
                #expect(try await browser.titles() == titles)
                try await body(site, browser, url)
            }
        }

        private func todo(_ title: String, in store: TodoStore) async throws -> Todo {
            try #require(try await store.todos.fetch(.all.matching(title)).items.first)
        }

        @Test("the line to add has no focus at first; j and k move, x completes, and the next row has the focus")
        func moving() async throws {
            try await withRows { site, browser, _ in
                #expect(try await browser.script("return document.activeElement.id").string != "line")
                try await browser.press("j")
                #expect(try await browser.focusedTitle() == "One")
                try await browser.press("jj")
                #expect(try await browser.focusedTitle() == "Three")
                try await browser.press("k")
                #expect(try await browser.focusedTitle() == "Two")
                try await browser.press("x")
                try await browser.wait("it is gone") { try await browser.titles() == ["One", "Three"] }
                try await browser.wait("the next one has the focus") { try await browser.focusedTitle() == "Three" }
                #expect(try await todo("Two", in: site.store).isDone)
                try await browser.press("u")
                try await browser.wait("it is back") { try await browser.titles() == ["One", "Two", "Three"] }
                try await browser.press("u", holding: Key.shift)
                try await browser.wait("it is gone again") { try await browser.titles() == ["One", "Three"] }
            }
        }

        @Test("a and q add, / searches, and letters are letters while one types")
        func typing() async throws {
            try await withRows { site, browser, _ in
                try await browser.press("a")
                try await browser.press("jxk tomorrow +phone")
                try await browser.wait("the words are coloured") {
                    try await browser.text("#understood mark.due") == "tomorrow"
                }
                try await browser.press(Key.enter)
                try await browser.wait("it is added") { try await browser.titles().contains("jxk") }
                #expect(try await browser.script("return document.activeElement.id").string == "line")
                #expect(try await browser.value("#line") == "")
                #expect(try await todo("jxk", in: site.store).tags.map(\.title) == ["phone"])
                try await browser.press(Key.escape)
                try await browser.press("q")
                #expect(try await browser.script("return document.activeElement.id").string == "line")
                try await browser.press(Key.escape)
                try await browser.press("/")
                #expect(try await browser.script("return document.activeElement.id").string == "q")
                try await browser.press("three")
                try await browser.wait("it finds as one types") { try await browser.titles() == ["Three"] }
                #expect(try await browser.script("return document.activeElement.id").string == "q")
                #expect(try await browser.value("#q") == "three")
            }
        }

        @Test("Enter opens, e edits, d, p and m ask, Delete deletes")
        func rows() async throws {
            try await withRows { site, browser, _ in
                try await browser.press("j")
                try await browser.press("d")
                try await browser.press("2027-01-02", Key.enter)
                try await browser.wait("it is due") { try await todo("One", in: site.store).due == .day(2027, 1, 2) }
                try await browser.wait("the row has the focus") { try await browser.focusedTitle() == "One" }
                try await browser.press("p")
                try await browser.press(Key.enter)
                try await browser.wait("it matters") { try await todo("One", in: site.store).priority == .high }
                try await browser.wait("the row has the focus") { try await browser.focusedTitle() == "One" }
                try await browser.press("m")
                try await browser.press("Work", Key.enter)
                try await browser.wait("it asks before it makes a list") {
                    try await browser.count("#ask .problem button") == 1
                }
                try await browser.click("#ask .problem button")
                try await browser.wait("it is in the list") {
                    try await todo("One", in: site.store).list?.path == "Work"
                }
                try await browser.wait("and gone from here") { try await browser.titles() == ["Two", "Three"] }
                // The question was refused, which the browser reports as an error of the network.
                _ = try await browser.complaints()
                try await browser.press(Key.escape)
                try await browser.press("j")
                let first = try #require(try await browser.focusedTitle())
                try await browser.press(Key.enter)
                try await browser.wait("it is open") { try await browser.value("#f-title") == first }
                try await browser.press(Key.escape)
                try await browser.wait("it is closed") { try await browser.count("#f-title") == 0 }
                try await browser.wait("the row has the focus") { try await browser.focusedTitle() == first }
                try await browser.press("e")
                try await browser.wait("the title has the focus") {
                    try await browser.script("return document.activeElement.id").string == "f-title"
                }
                try await browser.press(Key.escape)
                try await browser.press(Key.escape)
                try await browser.wait("it is closed") { try await browser.count("#f-title") == 0 }
                try await browser.press(Key.delete)
                try await browser.wait("it is deleted") { try await browser.titles().count == 1 }
            }
        }

        @Test("Alt-arrows indent and reorder, and Tab changes nothing")
        func order() async throws {
            try await withRows { site, browser, _ in
                try await browser.press("jj")
                try await browser.press(Key.up, holding: Key.alt)
                try await browser.wait("it is before") { try await browser.titles() == ["Two", "One", "Three"] }
                #expect(try await browser.focusedTitle() == "Two")
                try await browser.press(Key.down, holding: Key.alt)
                try await browser.wait("it is after") { try await browser.titles() == ["One", "Two", "Three"] }
                let before = try await site.store.historyToken()
                try await browser.press(Key.tab)
                #expect(try await browser.script("return document.activeElement.matches('li.todo')").bool == false)
                try await browser.press(Key.tab, holding: Key.shift)
                #expect(try await browser.focusedTitle() == "Two")
                #expect(try await site.store.historyToken() == before)
                try await browser.press(Key.right, holding: Key.alt)
                try await browser.wait("it is below") {
                    try await todo("Two", in: site.store).parent == todo("One", in: site.store).id
                }
                try await browser.wait("the row has the focus") { try await browser.focusedTitle() == "Two" }
                try await browser.wait("it is shown so") {
                    try await browser.count("li[data-title=Two][data-level='1']") == 1
                }
                try await browser.press(Key.left, holding: Key.alt)
                try await browser.wait("it is out again") { try await todo("Two", in: site.store).parent == nil }
            }
        }

        @Test("g goes to pages, ? shows the keys")
        func pages() async throws {
            try await withRows { _, browser, _ in
                for (key, path) in [("t", "/"), ("i", "/inbox"), ("c", "/calendar"), ("h", "/history"), ("s", "/sync")]
                {
                    try await browser.press("g")
                    try await browser.press(key)
                    try await browser.wait("\(path)") { try await browser.address() == path }
                }
                try await browser.press("?")
                #expect(try await browser.script("return document.querySelector('#keys').open").bool == true)
                try await browser.press(Key.escape)
                #expect(try await browser.script("return document.querySelector('#keys').open").bool == false)
            }
        }
    }

    @Suite("Live")
    struct LiveTests {
        @Test("an edit from elsewhere shows without taking what is being typed, the caret or the place")
        func elsewhere() async throws {
            try await BrowserTests.with { site, browser, url in
                for number in 1...40 { try await site.store.add("Number \(number)") }
                try await browser.show(url + "/inbox")
                try await browser.type("half a line", into: "#line")
                try await browser.script("document.querySelector('#line').setSelectionRange(2, 4); scrollTo(0, 500)")
                try await site.store.add("From elsewhere")
                try await browser.wait("it shows") { try await browser.titles().contains("From elsewhere") }
                #expect(try await browser.value("#line") == "half a line")
                let caret = try await browser.script(
                    "const line = document.querySelector('#line'); return [line.selectionStart, line.selectionEnd, scrollY, document.activeElement.id]"
                )
                #expect(caret.elements == [2, 4, 500, "line"])
            }
        }

        @Test("of a page that is looked at, only the row changes that was edited elsewhere")
        func onlyTheRow() async throws {
            try await BrowserTests.with { site, browser, url in
                var ids: [Todo.ID] = []
                for number in 1...40 { ids.append(try await site.store.add("Number \(number)").id) }
                try await browser.show(url + "/inbox")
                try await browser.script(
                    """
                    window.changed = new Set();
                    new MutationObserver((records) => {
                      for (const { target, addedNodes } of records) {
                        const element = target.nodeType === 1 ? target : target.parentElement;
                        const row = element.closest('li.todo');
                        if (row) changed.add(row.id);
                        for (const node of addedNodes) if (node.matches?.('li.todo')) changed.add(node.id);
                      }
                    }).observe(document.querySelector('#content'),
                      { subtree: true, childList: true, attributes: true, characterData: true });
                    """)
                try await site.store.edit([ids[6]], TodoChanges(title: "Another name", priority: .set(.high)))
                try await browser.wait("it shows") { try await browser.titles().contains("Another name") }
                let changed = try await browser.script("return [...changed]").elements?.compactMap(\.string)
                #expect(changed == ["t-\(ids[6])"])
            }
        }

        @Test("what one browser does shows in another")
        func twoBrowsers() async throws {
            try await BrowserTests.with { site, browser, url in
                let todo = try await site.store.add("Buy milk")
                try await browser.show(url + "/inbox")
                try await Browser.with { other in
                    try await other.show(url + site.makeLink())
                    try await other.show(url + "/todos/\(todo.id)")
                    try await other.script("document.querySelector('#f-title').value = ''")
                    try await other.type("Buy oat milk" + Key.enter, into: "#f-title")
                    try await browser.wait("the other title shows") { try await browser.titles() == ["Buy oat milk"] }
                    try await browser.click("li.todo .check")
                    try await other.wait("it is done there") { try await other.count(".headline.is-done") == 1 }
                }
            }
        }

        @Test("two who edit one field see it, and nothing of either is lost unseen")
        func oneField() async throws {
            try await BrowserTests.with { site, browser, url in
                let todo = try await site.store.add("Buy milk", notes: "old")
                try await browser.show(url + "/todos/\(todo.id)")
                try await browser.type(" and mine", into: "#f-notes")
                _ = try await site.store.edit([todo.id], TodoChanges(title: "Buy bread", notes: "theirs"))
                try await browser.wait("the other's words show") {
                    try await browser.text(".field.notes")?.contains("theirs") == true
                }
                #expect(try await browser.value("#f-notes") == "old and mine")
                #expect(try await browser.value("#f-title") == "Buy bread", "what was not edited follows")
                #expect(try await site.store.todos.find(todo.id).notes == "theirs")
                // Going on to another field chooses nothing.
                try await browser.script("document.querySelector('#f-notes').blur()")
                #expect(try await site.store.todos.find(todo.id).notes == "theirs")
                try await browser.click(".theirs button:last-of-type")
                try await browser.wait("it is saved knowingly") {
                    try await site.store.todos.find(todo.id).notes == "old and mine"
                }
                // The other way, by mouse.
                try await browser.type(" once more", into: "#f-notes")
                _ = try await site.store.edit([todo.id], TodoChanges(notes: "theirs again"))
                try await browser.wait("theirs shows") {
                    try await browser.text(".theirs")?.contains("theirs again") == true
                }
                try await browser.click(".theirs button")
                try await browser.wait("it is taken") { try await browser.value("#f-notes") == "theirs again" }
                #expect(try await site.store.todos.find(todo.id).notes == "theirs again")
            }
        }

        @Test("a server that is gone is said, and when it is back the page is right again")
        func gone() async throws {
            let port = try freePort()
            let folder = try TemporaryFolder()
            let clock = ManualClock()
            let store = try TodoStore.testing(clock: clock)
            try await store.add("Before")
            clock.advance(by: 1)
            func serve(_ body: (RunningSite) async throws -> Void) async throws {
                try await RunningSite.with(
                    store,
                    { configuration, _ in
                        configuration.port = port
                        configuration.sessionFile = folder.file("sessions")
                    }, body)
            }
            try await Browser.with { browser in
                let url = "http://127.0.0.1:\(port)"
                try await serve { site in
                    try await browser.show(url + site.link)
                    try await browser.show(url + "/inbox")
                }
                try await browser.wait("it says so") {
                    try await browser.script("return document.querySelector('#offline').checkVisibility()").bool == true
                }
                try await browser.click("li.todo .check")
                try await browser.wait("it is said that this was not done") {
                    try await browser.text("#note")?.contains("did not answer") == true
                }
                #expect(try await browser.count(".going") == 0)
                #expect(try await browser.titles() == ["Before"], "what was loaded stays")
                try await store.add("Meanwhile")
                try await serve { _ in
                    try await browser.wait("what was missed shows") {
                        try await browser.titles() == ["Before", "Meanwhile"]
                    }
                    try await browser.wait("nothing is said any more") {
                        try await browser.script("return document.querySelector('#offline').checkVisibility()").bool
                            == false
                    }
                }
            }
        }
    }

    @Suite("Hands")
    struct HandTests {
        @Test("without JavaScript the same is done with links and forms")
        func withoutScripts() async throws {
            try await BrowserTests.with { site, browser, url in
                try await browser.devtools("Emulation.setScriptExecutionDisabled", ["value": true])
                try await browser.open(url + "/inbox")
                try await browser.type("Buy milk +shop" + Key.enter, into: "#line")
                try await browser.wait("it is added") { try await site.store.todos.count(.all.open) == 1 }
                try await browser.click("a.title")
                try await browser.type(" and bread", into: "#f-title")
                try await browser.click(".save button")
                try await browser.wait("it is saved") {
                    try await site.store.todos.first()?.title == "Buy milk and bread"
                }
                try await browser.open(url + "/inbox")
                try await browser.click("li.todo .check")
                try await browser.wait("it is done") { try await site.store.todos.count(.all.done) == 1 }
                try await browser.click("[formaction='/do/undo']")
                try await browser.wait("it is open again") { try await site.store.todos.count(.all.open) == 1 }
            }
        }

        @Test("rows are dragged into another order, and below another row")
        func drag() async throws {
            let clock = ManualClock()
            try await BrowserTests.with(try TodoStore.testing(clock: clock)) { site, browser, url in
                var ids: [Todo.ID] = []
                for title in ["One", "Two", "Three"] {
                    ids.append(try await site.store.add(title).id)
                    clock.advance(by: 1)
                }
                try await browser.show(url + "/inbox")
                try await browser.drag("#t-\(ids[2]) .handle", to: "#t-\(ids[0])", y: -12)
                try await browser.wait("it is first") { try await browser.titles() == ["Three", "One", "Two"] }
                #expect(
                    try await site.store.todos.fetch(.all.inbox.ascending(\.manual)).items.map(\.title) == [
                        "Three", "One", "Two",
                    ])
            }
        }

        @Test("ten thousand rows come as one scrolls, and stay right")
        func longList() async throws {
            try await BrowserTests.with { site, browser, url in
                _ = try await site.store.todos.create((0..<10_000).map { Todo(title: "Number \($0)") })
                try await browser.show(url + "/all?sort=title")
                for wanted in [100, 200, 300] {
                    try await browser.wait("more rows") {
                        try await browser.script("scrollTo(0, document.documentElement.scrollHeight)")
                        return try await browser.titles().count >= wanted
                    }
                }
                let titles = try await browser.titles()
                #expect(Set(titles).count == titles.count, "none comes twice")
                try await browser.script("scrollTo(0, document.documentElement.scrollHeight - 2 * innerHeight)")
                let place = try await browser.script("return Math.round(scrollY)").integer
                let seen = "return document.elementFromPoint(700, 400)?.closest('li.todo')?.dataset.title ?? null"
                let row = try await browser.script(seen).string
                try await browser.click("#side a[href='/inbox']")
                try await browser.wait("the inbox") { try await browser.address() == "/inbox" }
                // Parts take a while, and something changes before each of them is there.
                try await browser.script(
                    """
                    const ask = fetch, asked = new Set(), program = import(document.querySelector('script').src.replace('main', 'page'));
                    window.fetch = async (address, ...rest) => {
                      const isPart = new URL(address, location).searchParams.has('part');
                      if (isPart && !asked.has(address)) {
                        asked.add(address);
                        setTimeout(async () => (await program).refresh(), 30);
                      }
                      if (isPart) await new Promise((resume) => setTimeout(resume, 200));
                      return ask(address, ...rest);
                    };
                    history.back();
                    """)
                try await browser.wait("it is back where it was") {
                    let now = try await browser.script("return Math.round(scrollY)").integer
                    let shown = try await browser.script(seen).string
                    return now == place && shown == row
                }
                #expect(row != nil)
                let title = try #require(titles.last)
                let last = try #require(try await site.store.todos.fetch(.all.matching(title)).items.first)
                try await site.store.complete([last.id])
                try await browser.wait("it is gone where it was loaded") {
                    try await !browser.titles().contains(last.title)
                }
            }
        }
    }
}

/// To-dos as people have them.
enum Examples {
    @discardableResult
    static func fill(_ store: TodoStore) async throws -> (party: Todo.ID, list: TodoList.ID) {
        let today = Day(containing: store.stack.environment.now(), in: store.stack.environment.timeZone)
        let work = try await store.addList("Work/Reports", color: "teal")
        let home = try await store.addList("Home", color: "#d97706")
        let place = try await store.locations.create(
            Location(coordinate: Coordinate(latitude: 47.3769, longitude: 8.5417), placeName: "Migros"))
        for (name, latitude, longitude) in [
            ("Airport", 47.458, 8.555), ("Coop", 47.3772, 8.542), ("Post", 47.378, 8.5402),
        ] {
            _ = try await store.locations.create(
                Location(coordinate: Coordinate(latitude: latitude, longitude: longitude), placeName: name))
        }
        let party = try await store.add(
            "Plan the party", notes: "See https://example.org/party", tags: ["party", "friends"], due: .day(today),
            priority: .high, placement: .list(home.id))
        for title in ["Order the cake 🎂", "Invite everybody", "Crème brûlée"] {
            try await store.add(title, placement: .below(party.id))
        }
        try await store.addComment("Ada brings the music", to: party.id)
        try await store.add("Send the report", due: .day(today.adding(days: -1)), placement: .list(work.id))
        let bottles = try await store.add(
            "Return the bottles", tags: ["shop"], due: .day(today.adding(days: 1)), place: .location(place.id))
        try await store.add("Water the plants", due: .day(today.adding(days: 3)), dependsOn: [bottles.id])
        try await store.quickAdd("Pay the rent each 1st p2")
        let done = try await store.add("Book the flight", placement: .list(home.id))
        try await store.complete([done.id])
        _ = try await store.start([bottles.id])
        let filter = try TodoFilter.parse("due:..tomorrow", now: store.stack.environment.now(), timeZone: .zurich)
        try await store.addView("soon", filter: filter)
        return (party.id, home.id)
    }
}
