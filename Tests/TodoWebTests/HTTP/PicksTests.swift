import Foundation
import TestSupport
import Testing
import TodoKit
import TodoKitTesting

@Suite("Dates by hand, without JavaScript")
struct PicksTests {
    private func withTodo(_ body: (RunningSite, SignedIn, Todo.ID) async throws -> Void) async throws {
        try await RunningSite.with { site in
            _ = try await site.store.quickAdd("Buy milk 2026-12-24 17:00")
            let id = try #require(try await site.store.todos.first()).id
            try await body(site, try await site.signIn(), id)
        }
    }

    /// What a browser sends of the details, with changes.
    private func form(_ page: String, _ id: Todo.ID, _ changes: [String: String]) -> [String: String] {
        var fields = ["id": id.rawValue, "back": "/todos/\(id)"]
        // The page has other forms with a date.
        let page =
            page.components(separatedBy: "<form id=\"edit\"").last?.components(separatedBy: "</form>").first ?? ""
        for match in page.matches(of: #/<input[^>]* name="([a-z-]*(?:due|start)[a-z-]*)" value="([^"]*)"/#) {
            fields[String(match.1)] = String(match.2)
        }
        for match in page.matches(of: #/<input [^>]*name="([a-z-]*(?:repeat|reminders))" value="([^"]*)"/#) {
            fields[String(match.1)] = String(match.2)
        }
        return fields.merging(changes) { $1 }
    }

    @Test("a date is shown as day and time, and what is picked is stored where the words were left alone")
    func dates() async throws {
        try await withTodo { site, browser, id in
            func page() async throws -> String { try await browser.get("/todos/\(id)").text }
            func form(_ changes: [String: String]) async throws -> [String: String] {
                self.form(try await page(), id, changes)
            }
            let first = try await form([:])
            #expect(
                first["due"] == "2026-12-24 17:00" && first["due-day"] == "2026-12-24" && first["due-time"] == "17:00")
            #expect(first["was-due-day"] == "2026-12-24" && first["was-due-time"] == "17:00")
            #expect(first["start-day"] == "" && first["start-time"] == "")
            let before = try await site.store.historyToken()
            try await browser.act("edit", first)
            #expect(try await site.store.historyToken() == before, "nothing was picked")
            try await browser.act("edit", try await form(["due-day": "2026-12-31"]))
            #expect(try await page().contains("name=\"due\" value=\"2026-12-31 17:00\""))
            try await browser.act("edit", try await form(["due-time": ""]))
            #expect(try await site.store.todos.find(id).due == .day(2026, 12, 31))
            try await browser.act("edit", try await form(["due-day": "2027-01-01", "due": "2027-02-02"]))
            #expect(try await site.store.todos.find(id).due == .day(2027, 2, 2), "words count first")
            try await browser.act("edit", try await form(["due-day": ""]))
            #expect(try await site.store.todos.find(id).due == nil)
            try await browser.act("edit", try await form(["start-day": "2027-03-03", "start-time": "09:00"]))
            #expect(try await page().contains("name=\"start\" value=\"2027-03-03 09:00\""))
        }
    }

    @Test("a pick from a page that is out of date overwrites nothing")
    func stale() async throws {
        try await withTodo { site, browser, id in
            let old = form(try await browser.get("/todos/\(id)").text, id, ["due-day": "2026-12-31"])
            try await browser.act("due", ["id": id.rawValue, "value": "2027-05-05"])
            let due = try await site.store.todos.find(id).due
            let reply = try await browser.post("/do/edit", old)
            #expect(reply.status == 409 || reply.status == 422, "\(reply.status)")
            #expect(reply.text.contains("meanwhile"))
            #expect(try await site.store.todos.find(id).due == due)
        }
    }

    @Test("each button beside a date, and each of the usual repetitions and reminders, means what it says")
    func choices() async throws {
        try await withTodo { site, browser, id in
            func page() async throws -> String { try await browser.get("/todos/\(id)").text }
            let acts = try await page().matches(of: #/formaction="\/do\/((?:due|starts)\?id=[^"]*value=[^"]*)"/#).map {
                String($0.1).replacing("&amp;", with: "&")
            }
            #expect(acts.count == 10)
            for act in acts { try await browser.act(act, ["back": "/todos/\(id)"]) }
            let todo = try await site.store.todos.find(id)
            #expect(todo.due == nil && todo.start == nil, "the last one is none")
            try await browser.act("due", ["id": id.rawValue, "value": "tomorrow"])
            func options(_ name: String) async throws -> [String] {
                let all = try #require(
                    try await page().firstMatch(of: Regex("name=\"\(name)-usual\".*?</select>"))
                ).output
                return String(describing: all[0].substring ?? "").matches(of: #/option value="([^"]+)"/#).map {
                    String($0.1)
                }
            }
            for repetition in try await options("repeat") {
                try await browser.act("edit", form(try await page(), id, ["repeat-usual": repetition]))
                #expect(try await site.store.todos.find(id).isRepeating == (repetition != "none"), "\(repetition)")
            }
            let reminders = try await options("reminders")
            for reminder in reminders where reminder != "none" {
                try await browser.act("edit", form(try await page(), id, ["reminders-usual": reminder]))
            }
            #expect(try await site.store.todos.find(id).alarms.count == reminders.count - 1)
            try await browser.act("edit", form(try await page(), id, ["reminders-usual": "none"]))
            #expect(try await site.store.todos.find(id).alarms.isEmpty)
        }
    }
}
