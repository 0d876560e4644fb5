import Foundation
import TestSupport
import Testing
import TodoKit
import TodoKitTesting

@Suite("Many to-dos at once, without JavaScript")
struct TogetherTests {
    /// Runs `body` with a site that has three to-dos, in order.
    private func withThree(_ body: (RunningSite, SignedIn, [Todo.ID]) async throws -> Void) async throws {
        try await RunningSite.with { site in
            var ids: [Todo.ID] = []
            for title in ["One", "Two", "Three"] { ids.append(try await site.store.add(title, tags: ["old"]).id) }
            try await body(site, try await site.signIn(), ids)
        }
    }

    private func steps(_ store: TodoStore) async throws -> Int { try await store.recentHistory(limit: 100).count }

    @Test("a page has a link to boxes for its rows, and they are fields of one form")
    func boxes() async throws {
        try await withThree { _, browser, ids in
            let page = try await browser.get("/inbox").text
            #expect(page.contains("<a class=\"select\" href=\"/inbox?select=1\">Select</a>"))
            #expect(!page.contains("class=\"pick\""))
            let boxes = try await browser.get("/inbox?select=1").text
            #expect(boxes.contains("<form id=\"many\" class=\"shown\""))
            for id in ids { #expect(boxes.contains("form=\"many\" name=\"id\" value=\"\(id)\""), "\(id)") }
            #expect(boxes.contains("<a class=\"select\" href=\"/inbox\">End selecting</a>"))
            // The details beside the list keep it.
            #expect(boxes.contains("/inbox?select=1&amp;open=\(ids[0])"))
        }
    }

    @Test("a date, a priority, tags and a list are changed in all of them as one step, which undo takes back")
    func change() async throws {
        try await withThree { site, browser, ids in
            _ = try await site.store.addList("Work")
            let before = try await steps(site.store)
            let page = try await browser.act(
                "change",
                [
                    "id": "\(ids[0]) \(ids[1])", "due": "2026-12-24", "priority": "high", "tags": "home, shop",
                    "untag": "old", "list": "Work", "back": "/inbox",
                ])
            #expect(page.text.contains("Changed 2 to-dos."))
            #expect(try await steps(site.store) == before + 1)
            for id in ids[..<2] {
                let todo = try await site.store.todos.find(id)
                #expect(try todo.due == .day(2026, 12, 24))
                #expect(todo.priority == .high)
                #expect(Set(todo.tags.map(\.title)) == ["home", "shop"])
                #expect(todo.list?.path == "Work")
            }
            #expect(try await site.store.todos.find(ids[2]).due == nil)
            try await browser.act("undo")
            for id in ids[..<2] {
                let todo = try await site.store.todos.find(id)
                #expect(todo.due == nil && todo.priority == nil && todo.tags.map(\.title) == ["old"])
                #expect(todo.list == nil)
            }
        }
    }

    @Test("they are done, put off and deleted together, one step each")
    func verbs() async throws {
        try await withThree { site, browser, ids in
            let two = "\(ids[0]) \(ids[1])"
            func expectStep(_ act: String, _ said: String, _ values: [String: String] = [:]) async throws {
                let before = try await steps(site.store)
                let page = try await browser.act(act, values.merging(["id": two]) { $1 })
                #expect(page.text.contains(said), "\(act)")
                #expect(try await steps(site.store) == before + 1, "\(act)")
            }
            try await expectStep("due", "2 to-dos are due ", ["value": "2026-12-24"])
            try await expectStep("defer", "Put off: 2 to-dos.")
            #expect(try await site.store.todos.find(ids[1]).due == .day(2026, 12, 25))
            try await expectStep("priority", "2 to-dos have priority low.", ["value": "low"])
            try await expectStep("done", "Done: 2 to-dos.")
            #expect(try await site.store.todos.count(.all.open) == 1)
            try await expectStep("delete", "Deleted 2 to-dos.")
            #expect(try await site.store.todos.count(.all) == 1)
            try await browser.act("undo")
            #expect(try await site.store.todos.count(.all) == 3)
        }
    }

    @Test("of those that repeat, the occurrence that was shown is settled, and no other one")
    func occurrences() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            _ = try await site.store.quickAdd("Pay the rent every month")
            let rent = try #require(try await site.store.todos.first(.all.repeating))
            let milk = try await site.store.add("Buy milk")
            let key = try #require(rent.current?.key)
            let page = try await browser.get("/inbox?select=1").text
            #expect(page.contains("name=\"id\" value=\"\(rent.id) \(key)\""))
            for _ in 0..<2 { try await browser.act("done", ["id": "\(rent.id) \(key) \(milk.id)"]) }
            let next = try #require(try await site.store.todos.find(rent.id).current?.key)
            #expect(next > key)
            try await browser.act("done", ["id": "\(rent.id) \(key) \(milk.id)"])
            #expect(try await site.store.todos.find(rent.id).current?.key == next)
        }
    }

    @Test("what is refused changes none of them, and the page comes back with the boxes and what was typed")
    func refused() async throws {
        try await withThree { site, browser, ids in
            let before = try await site.store.historyToken()
            for (fields, reason) in [
                (["due": "nonsense"], "nonsense"), (["list": "Wrok"], "There is no list “Wrok”."),
                (["untag": "hmoe"], "There is no tag “hmoe”."), ([:], "Nothing was changed"),
                (["priority": "urgent"], "“urgent”: A priority is high, medium or low."),
            ] {
                let values = fields.merging(["id": ids[0].rawValue, "back": "/inbox?select=1", "tags": ""]) { $1 }
                let reply = try await browser.post("/do/change", values)
                #expect(reply.status >= 400, "\(reason)")
                #expect(reply.text.contains(reason), "\(reason)")
                #expect(reply.text.contains("value=\"\(ids[0])\" aria-label=\"Select One\" checked"), "\(reason)")
                if let due = fields["due"] { #expect(reply.text.contains("name=\"due\" value=\"\(due)\"")) }
            }
            let reply = try await browser.post("/do/done", ["back": "/inbox?select=1"])
            #expect(reply.text.contains("No to-do is selected. Select one or more first."))
            #expect(
                try await browser.post("/do/done", ["id": "one/two"]).text.contains("“one/two” is not an identifier."))
            // A to-do without a date cannot be put off. It keeps the others where they are.
            _ = try await browser.post("/do/defer", ["id": ids.map(\.rawValue).joined(separator: " ")])
            #expect(try await site.store.historyToken() == before)
        }
    }

    @Test("all that is due since earlier days is due today as one step; a time of day stays")
    func overdue() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let environment = site.store.stack.environment
            let today = Day(containing: environment.now(), in: environment.timeZone)
            #expect(try await !browser.get("/").text.contains("All to today"))
            for days in 1...3 { try await site.store.add("Late \(days)", due: .day(today.adding(days: -days))) }
            let later = try await site.store.add("Later", due: .day(today.adding(days: 1)))
            #expect(try await browser.get("/").text.contains("formaction=\"/do/overdue\">All to today</button>"))
            let before = try await steps(site.store)
            #expect(try await browser.act("overdue").text.contains("3 to-dos are due today."))
            #expect(try await steps(site.store) == before + 1)
            #expect(try await site.store.todos.count(.all.due(on: today, in: environment.timeZone)) == 3)
            #expect(try await site.store.todos.find(later.id).due == .day(today.adding(days: 1)))
            #expect(try await !browser.get("/").text.contains("All to today"))
            #expect(try await browser.act("overdue").text.contains("Nothing is due since an earlier day."))
        }
    }
}
