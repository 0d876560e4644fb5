import Foundation
import TestSupport
import Testing
import TodoKit
import TodoWeb

@Suite("What forms do, without JavaScript")
struct ActTests {
    private func id(_ page: RunningSite.Reply, _ title: String) throws -> String {
        let rows = page.text.components(separatedBy: "<li id=\"t-").dropFirst()
        let row = try #require(rows.first { $0.contains(">\(title)<") }, "no row “\(title)”")
        return String(row.prefix { $0 != "\"" })
    }

    @Test("a line of quick add is understood, and what it does not name is that of the page")
    func add() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let work = try await site.store.addList("Work")
            let page = try await browser.act(
                "add", ["line": "Call Bob tomorrow 17:00 +phone p1", "list": work.id.rawValue])
            #expect(page.text.contains("Added “Call Bob” to Work, due tomorrow 17:00."))
            let todo = try #require(try await site.store.todos.first())
            #expect(todo.title == "Call Bob")
            #expect(todo.list?.id == work.id)
            #expect(todo.tags.map(\.title) == ["phone"])
            #expect(todo.priority == .high)
            _ = try await site.store.addList("Home")
            try await browser.act("add", ["line": "Water plants /Home", "list": work.id.rawValue])
            #expect(try await site.store.todos.fetch(.all.matching("plants")).items.first?.list?.title == "Home")
            try await browser.act("add", ["line": "Mow /Graden"])
            #expect(try await site.store.lists.count(.all) == 2, "a slip makes no list")
            try await browser.act("setting", ["name": "lists.create", "value": "yes", "back": "/settings"])
            let made = try await browser.act("add", ["line": "Rake /Garden"])
            #expect(made.text.contains("Added “Rake” to Garden, a new list."))
            let rake = try #require(try await site.store.todos.fetch(.all.matching("Rake")).items.first)
            let shown = try await browser.get("/understood?line=Dig%20/Shed").text
            #expect(shown.contains("Shed (new)"))
            try await browser.act("edit", ["id": rake.id.rawValue, "list": "Shed", "was-list": "Garden"])
            #expect(try await site.store.todos.find(rake.id).list?.path == "Shed")
            try await browser.act("add", ["line": "Dial", "parent": todo.id.rawValue])
            #expect(try await site.store.todos.fetch(.all.matching("Dial")).items.first?.parent == todo.id)
        }
    }

    @Test("what is refused comes back as it was typed, with the reason, and nothing is changed")
    func refused() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            for line in ["", "   ", "Call due:nonsense", String(repeating: "x", count: 5000)] {
                let reply = try await browser.post("/do/add", ["line": line, "back": "/inbox"])
                #expect(reply.status == 422, "\(line.prefix(20))")
                #expect(reply.text.contains("class=\"problem\""), "\(line.prefix(20))")
                #expect(reply.text.contains("value=\"\(line.trimmingCharacters(in: .whitespaces).prefix(5))"))
                #expect(reply.text.contains("<h1>Inbox"))
            }
            #expect(try await site.store.todos.count(.all) == 0)
        }
    }

    @Test("rows are completed, reopened and deleted, with undo and redo of each")
    func states() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let todo = try await site.store.add("Buy milk")
            func current() async throws -> Todo { try await site.store.todos.find(todo.id) }
            let row = try id(try await browser.get("/inbox"), "Buy milk")
            #expect(row == todo.id.rawValue)
            let done = try await browser.act("done?id=\(row)", ["back": "/inbox"])
            #expect(done.text.contains("Done: “Buy milk”."))
            #expect(try await current().isDone)
            #expect(try await browser.act("undo").text.contains("Undone: done “Buy milk”."))
            #expect(try await !current().isDone)
            try await browser.act("redo")
            #expect(try await current().isDone)
            try await browser.act("reopen", ["id": row])
            #expect(try await !current().isDone)
            try await browser.act("start", ["id": row])
            #expect(try await current().isStarted)
            try await browser.act("stop", ["id": row])
            #expect(try await !current().isStarted)
            try await browser.act("priority", ["id": row, "value": "high"])
            #expect(try await current().priority == .high)
            try await browser.act("due", ["id": row, "value": "2027-01-02"])
            #expect(try await current().due == .day(2027, 1, 2))
            try await browser.act("due", ["id": row, "value": "2027-01-02 17:00"])
            try await browser.act("due", ["id": row, "value": "2027-01-03"])
            #expect(try await current().due?.day == Day("2027-01-03"))
            if case .day = try await current().due { Issue.record("the time of day is gone") }
            try await browser.act("due", ["id": row, "value": "2027-01-03, all day"])
            #expect(try await current().due == .day(2027, 1, 3))
            try await browser.act("due", ["id": row, "value": "none"])
            #expect(try await current().due == nil)
            try await browser.act("delete", ["id": row, "then": "/inbox"])
            await #expect(throws: TodoError.self) { try await current() }
            try await browser.act("undo")
            #expect(try await current().title == "Buy milk")
        }
    }

    @Test("a double tap on what repeats settles one occurrence")
    func doubleTap() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            try await browser.act("add", ["line": "Pay the rent every month"])
            let todo = try #require(try await site.store.todos.first(.all.repeating))
            let key = try #require(todo.current?.key)
            let form = ["id": todo.id.rawValue, "key": key.description]
            try await browser.act("done", form)
            let once = try await site.store.todos.find(todo.id).current?.key
            try await browser.act("done", form)
            #expect(try await site.store.todos.find(todo.id).current?.key == once)
            #expect(once != key)
            try await browser.act("skip", form)
            #expect(
                try await site.store.todos.find(todo.id).current?.key == once, "a page of before skips nothing more")
            let shown = try #require(once)
            #expect(try await browser.get("/todos/\(todo.id)").text.contains("/do/skip?id=\(todo.id)&amp;key=\(shown)"))
            try await browser.act("skip", ["id": todo.id.rawValue])
            #expect(try await site.store.todos.find(todo.id).current?.key != once)
        }
    }

    @Test("what has a date is put off by a day, or as far as a form says; what has none has no button for it")
    func deferred() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let dated = try await site.store.add("Milk", due: .day(2030, 11, 25), start: .day(2030, 11, 23))
            let idea = try await site.store.add("Idea")
            #expect(try await browser.get("/todos/\(dated.id)").text.contains("/do/defer?id=\(dated.id)"))
            #expect(try await !browser.get("/todos/\(idea.id)").text.contains("/do/defer?id="))
            try await browser.act("defer", ["id": dated.id.rawValue])
            try await browser.act("defer", ["id": dated.id.rawValue, "value": "1w"])
            let moved = try await site.store.todos.find(dated.id)
            #expect(try moved.due == .day(2030, 12, 3) && moved.start == .day(2030, 12, 1))
            #expect(try await site.store.recentHistory(limit: 2).map(\.action) == ["defer", "defer"])
        }
    }

    @Test("each field is edited as people type it; what was not touched is not written")
    func edit() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let todo = try await site.store.add("Buy milk", notes: "two")
            _ = try await site.store.locations.create(
                Location(coordinate: Coordinate(latitude: 47, longitude: 8), placeName: "Migros"))
            let form = [
                "id": todo.id.rawValue, "title": "Buy oat milk", "was-title": "Buy milk", "due": "2027-01-02 17:00",
                "was-due": "", "start": "2027-01-01", "was-start": "", "priority": "low", "was-priority": "",
                "tags": "shop, home", "was-tags": "", "list": "Work/Errands", "was-list": "", "place": "Migros",
                "was-place": "", "reminders": "10m", "was-reminders": "", "notes": "two\r\nthree", "was-notes": "two",
                "repeat": "", "was-repeat": "",
            ]
            let address = "/all?open=\(todo.id)"
            let unknown = try await browser.post("/do/edit", form.merging(["back": address]) { $1 })
            #expect(unknown.status == 400 && unknown.text.contains("There is no list “Work/Errands”."))
            #expect(unknown.text.contains(#"name="make" value="Work/Errands""#))
            #expect(try await site.store.lists.count(.all) == 0, "a name that was mistyped makes no list")
            let list = ["id": todo.id.rawValue, "list": "Work/Errands", "was-list": "", "make": "Work/Errands"]
            try await browser.act("edit", list)
            let edited = try await site.store.todos.find(todo.id)
            #expect(edited.title == "Buy oat milk")
            #expect(edited.notes == "two\nthree")
            #expect(edited.due?.day == (try Day(year: 2027, month: 1, day: 2)))
            #expect(edited.priority == .low)
            #expect(Set(edited.tags.map(\.title)) == ["shop", "home"])
            #expect(edited.list?.path == "Work/Errands")
            #expect(edited.location?.placeName == "Migros")
            #expect(edited.alarms.count == 1)
            let token = try await site.store.historyToken()
            try await browser.act(
                "edit", ["id": todo.id.rawValue, "title": "Buy oat milk", "was-title": "Buy oat milk"])
            // A page that never heard whether it was stored sends this.
            try await browser.act(
                "edit",
                [
                    "id": todo.id.rawValue, "due": "2027-01-02T17:00", "was-due": "", "tags": "Home, shop",
                    "was-tags": "",
                ])
            #expect(try await site.store.historyToken() == token, "nothing was written")
        }
    }

    @Test("a form that is out of date overwrites nothing unseen; saved again, it does")
    func stale() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let todo = try await site.store.add("Buy milk")
            _ = try await site.store.edit([todo.id], TodoChanges(title: "Buy bread", notes: "theirs"))
            let stale = [
                "id": todo.id.rawValue, "title": "Buy eggs", "was-title": "Buy milk", "notes": "", "was-notes": "",
            ]
            let refused = try await browser.post("/do/edit", stale.merging(["back": "/todos/\(todo.id)"]) { $1 })
            #expect(refused.status == 422)
            #expect(refused.text.contains("changed to “Buy bread” meanwhile"))
            #expect(refused.text.contains("name=\"title\" value=\"Buy eggs\""))
            #expect(refused.text.contains("name=\"was-title\" value=\"Buy bread\""))
            #expect(try await site.store.todos.find(todo.id).title == "Buy bread")
            try await browser.act("edit", ["id": todo.id.rawValue, "title": "Buy eggs", "was-title": "Buy bread"])
            let saved = try await site.store.todos.find(todo.id)
            #expect(saved.title == "Buy eggs")
            #expect(saved.notes == "theirs", "what this form did not touch stays")
        }
    }

    @Test("several fields that are not understood are named at once")
    func problems() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let todo = try await site.store.add("Buy milk")
            let reply = try await browser.post(
                "/do/edit",
                [
                    "id": todo.id.rawValue, "due": "nonsense", "was-due": "", "repeat": "whenever", "was-repeat": "",
                    "back": "/todos/\(todo.id)",
                ])
            #expect(reply.status == 400)
            for name in ["due", "repeat"] { #expect(reply.text.contains("id=\"e-\(name)\""), "\(name)") }
            #expect(reply.text.contains("value=\"nonsense\""))
            #expect(try await site.store.todos.find(todo.id) == todo)
        }
    }

    @Test("rows are moved: to a list, below another, before and after")
    func move() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let (first, second) = (try await site.store.add("First"), try await site.store.add("Second"))
            try await browser.act("place", ["id": second.id.rawValue, "before": first.id.rawValue])
            let page = try await browser.get("/inbox").text
            let (a, b) = (try #require(page.range(of: ">Second<")), try #require(page.range(of: ">First<")))
            #expect(a.lowerBound < b.lowerBound)
            try await browser.act("place", ["id": second.id.rawValue, "below": first.id.rawValue])
            #expect(try await site.store.todos.find(second.id).parent == first.id)
            let circle = try await browser.post("/do/place", ["id": first.id.rawValue, "below": second.id.rawValue])
            #expect(circle.status == 422)
            let list = ["id": first.id.rawValue, "value": "Work/Reports"]
            let unknown = try await browser.post("/do/move", list)
            #expect(unknown.status == 404 && unknown.text.contains("There is no list “Work/Reports”."))
            try await browser.act("move", list.merging(["make": "Work/Reports"]) { $1 })
            #expect(try await site.store.todos.find(second.id).list?.path == "Work/Reports", "the tree goes with it")
            try await browser.act("wait", ["id": first.id.rawValue, "for": second.id.rawValue.prefix(8).description])
            #expect(try await site.store.todos.find(first.id).dependsOn == [second.id])
            try await browser.act("unwait", ["id": first.id.rawValue, "for": second.id.rawValue])
            #expect(try await site.store.todos.find(first.id).dependsOn.isEmpty)
        }
    }

    @Test("comments, lists, tags, places, views and settings are made, changed and deleted")
    func names() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let todo = try await site.store.add("Buy milk", tags: ["shop"])
            try await browser.act("comment", ["id": todo.id.rawValue, "text": "the <b>blue</b> one"])
            let comment = try #require(try await site.store.todos.find(todo.id).comments.first)
            #expect(try await browser.get("/todos/\(todo.id)").text.contains("the &lt;b&gt;blue&lt;/b&gt; one"))
            try await browser.act("comment-edit", ["comment": comment.id.rawValue, "text": "green"])
            #expect(try await site.store.todos.find(todo.id).comments.first?.text == "green")
            try await browser.act("comment-delete", ["comment": comment.id.rawValue])
            #expect(try await site.store.todos.find(todo.id).comments.isEmpty)

            try await browser.act("list-add", ["title": "Work/Reports"])
            let list = try #require(try await site.store.lists.find(path: "Work/Reports").first)
            try await browser.act("list-edit", ["id": list.id.rawValue, "title": "Papers", "color": "teal"])
            #expect(try await site.store.lists.find(list.id).path == "Work/Papers")
            try await browser.act("list-edit", ["id": list.id.rawValue, "archived": "1"])
            #expect(try await site.store.lists.find(list.id).isArchived)
            try await browser.act("list-delete", ["id": list.id.rawValue])
            await #expect(throws: TodoError.self) { try await site.store.lists.find(list.id) }

            let tag = try #require(try await site.store.tags.find(titled: "shop"))
            try await browser.act("tag-edit", ["id": tag.id.rawValue, "title": "shopping", "color": "#2a7de1"])
            #expect(try await site.store.tags.find(tag.id).title == "shopping")
            #expect(try await browser.get("/all").text.contains("fill=\"#2a7de1\""))
            try await browser.act("tag-delete", ["id": tag.id.rawValue])

            try await browser.act("location-add", ["title": "Migros", "position": "47.3769, 8.5417"])
            let place = try #require(try await site.store.locations.first())
            try await browser.act("location-edit", ["id": place.id.rawValue, "title": "Coop"])
            #expect(try await browser.get("/places").text.contains("Coop"))
            try await browser.act("location-delete", ["id": place.id.rawValue])

            try await browser.act("view-add", ["title": "soon", "filter": "due:..tomorrow sort:due"])
            let view = try #require(try await site.store.views.first())
            #expect(try await browser.get("/views/\(view.id)").text.contains("due:..tomorrow"))
            let bad = try await browser.post("/do/view-add", ["title": "bad", "filter": "due:"])
            #expect(bad.status == 422)
            try await browser.act("view-delete", ["id": view.id.rawValue])
            #expect(try await site.store.views.count(.all) == 0)

            let saved = try await browser.act("setting", ["name": "dates.week-starts", "value": "sunday"])
            #expect(saved.text.contains("Saved: dates.week-starts is “sunday”."))
            #expect(try await browser.get("/settings").text.contains("value=\"sunday\""))
            let wrong = try await browser.post(
                "/do/setting", ["name": "dates.week-starts", "value": "someday", "back": "/settings"])
            #expect(wrong.status == 422)
            #expect(wrong.text.contains("value=\"someday\""))
        }
    }
}
