import Foundation
import TestSupport
import Testing
import TodoKit
import TodoWeb

extension MistakeTests {
    @Test("a field that is refused keeps no other of its form from being stored, and alone comes back as it was typed")
    func fieldByField() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let todo = try await site.store.add("Buy milk")
            _ = try await site.store.edit([todo.id], TodoChanges(title: "Buy bread"))
            let form = [
                "id": todo.id.rawValue, "back": "/todos/\(todo.id)", "title": "Buy eggs", "was-title": "Buy milk",
                "due": "frday", "was-due": "", "start": "2 jan 2027", "was-start": "", "notes": "precious",
                "was-notes": "",
            ]
            let refused = try await browser.post("/do/edit", form)
            #expect(refused.status == 400)
            let stored = try await site.store.todos.find(todo.id)
            #expect(stored.title == "Buy bread" && stored.due == nil)
            #expect(stored.notes == "precious")
            #expect(try stored.start == .day(2027, 1, 2))
            #expect(refused.text.contains(#"value="frday""#) && refused.text.contains(#"value="Buy eggs""#))
            #expect(refused.text.contains(#"value="2027-01-02""#), "what was stored is shown as it is stored")
            for name in ["title", "due"] {
                #expect(refused.text.contains(#"aria-invalid="true" aria-describedby="e-\#(name)""#), "\(name)")
                #expect(refused.text.contains(#"<p class="problem" id="e-\#(name)">"#), "\(name)")
            }
            #expect(refused.text.contains(#"class="failure said""#), "the box leaves it to the fields")
        }
    }

    @Test("a step that is undone beside what it did is that one, or none")
    func undoOfStep() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let todo = try await site.store.add("Buy milk")
            let done = try await browser.act("done", ["id": todo.id.rawValue])
            let step = String(try #require(done.text.firstMatch(of: #/\/do\/undo\?step=([0-9]+)"/#)?.1))
            let precious = try await site.store.add("Precious")
            let refused = try await browser.post("/do/undo", ["step": step])
            #expect(refused.status == 422)
            #expect(refused.text.contains("Nothing was undone: the last step is now "))
            #expect(try await site.store.todos.find(precious.id).title == "Precious")
            #expect(try await site.store.todos.find(todo.id).isDone)
            try await browser.act("undo")
            try await browser.act("undo", ["step": step])
            #expect(try await !site.store.todos.find(todo.id).isDone)
        }
    }

    @Test("a date or a list that is left empty takes neither away")
    func emptyAnswers() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let work = try await site.store.addList("Work")
            let todo = try await site.store.add("Buy milk", due: .day(2027, 1, 2), placement: .list(work.id))
            for act in ["due", "move"] {
                let reply = try await browser.post("/do/\(act)", ["id": todo.id.rawValue, "value": " "])
                #expect(reply.status == 400, "\(act)")
            }
            #expect(try await site.store.todos.find(todo.id) == todo)
        }
    }

    @Test("a view whose name is refused, and a setting, say so where they are typed")
    func saidWhereTyped() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let view = try await browser.post(
                "/do/view-add", ["back": "/find?q=milk", "title": "soon", "filter": "due:"])
            #expect(view.status >= 400)
            #expect(view.text.contains(#"<details class="edit" open><summary>Keep this search as a view"#))
            let setting = try await browser.post(
                "/do/setting", ["name": "dates.week-starts", "value": "someday", "back": "/settings"])
            #expect(setting.text.contains(#"aria-invalid="true" aria-describedby="w-dates-week-starts-problem""#))
            #expect(setting.text.contains(#"<p class="problem" id="w-dates-week-starts-problem">"#))
            #expect(setting.text.contains(#"class="failure said""#))
        }
    }

    @Test(
        "a comment that was changed elsewhere is not overwritten unseen, and what was typed stays; saved again, it is")
    func staleComment() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let todo = try await site.store.add("Buy milk")
            let comment = try await site.store.addComment("first", to: todo.id)
            _ = try await site.store.comments.update(Todo.Comment.Update(id: comment.id, text: "theirs"))
            func stored() async throws -> String { try await site.store.comments.find(comment.id).text }
            var form = [
                "back": "/todos/\(todo.id)", "comment": comment.id.rawValue, "text": "first", "was-text": "first",
            ]
            try await browser.act("comment-edit", form)
            #expect(try await stored() == "theirs", "nothing was typed")
            form["text"] = "mine"
            let refused = try await browser.post("/do/comment-edit", form)
            #expect(refused.status == 422)
            #expect(refused.text.contains("changed to “theirs” meanwhile"))
            #expect(refused.text.contains(#"name="was-text" value="theirs""#))
            #expect(refused.text.contains("\nmine</textarea>"))
            #expect(try await stored() == "theirs")
            form["was-text"] = "theirs"
            try await browser.act("comment-edit", form)
            #expect(try await stored() == "mine")
        }
    }

    @Test(
        "of a list, a tag, a view or a place only what was changed is written, and not over what was changed elsewhere")
    func staleNames() async throws {
        try await RunningSite.with { site in
            let (browser, store) = (try await site.signIn(), site.store)
            let list = try await store.addList("Work", color: "teal")
            let tag = try await store.tags.create(Tag(title: "shop", color: "teal"))
            let filter = try TodoFilter.parse("is:open", now: store.stack.environment.now(), timeZone: .gmt)
            let view = try await store.addView("soon", filter: filter)
            let place = try await store.locations.create(
                Location(coordinate: Coordinate(latitude: 47, longitude: 8), placeName: "Migros"))
            _ = try await store.lists.update(TodoList.Update(id: list.id, color: .set("red")))
            _ = try await store.tags.update(Tag.Update(id: tag.id, color: .set("red")))
            let colors = ["was-color": "teal", "color": "teal"]
            for (act, id, was) in [("list-edit", list.id.rawValue, "Work"), ("tag-edit", tag.id.rawValue, "shop")] {
                try await browser.act(act, colors.merging(["id": id, "was-title": was, "title": was + "s"]) { $1 })
            }
            let (works, shops) = (try await store.lists.find(list.id), try await store.tags.find(tag.id))
            #expect(works.title == "Works" && works.color == "red")
            #expect(shops.title == "shops" && shops.color == "red")

            _ = try await store.views.update(SavedView.Update(id: view.id, name: "later"))
            _ = try await store.locations.update(Location.Update(id: place.id, placeName: .set("Coop")))
            let before = try await store.historyToken()
            for (act, back, id, was, now) in [
                ("list-edit", "/lists", list.id.rawValue, "Work", "Works"),
                ("tag-edit", "/tags/\(tag.id)", tag.id.rawValue, "shop", "shops"),
                ("view-edit", "/views/\(view.id)", view.id.rawValue, "soon", "later"),
                ("location-edit", "/places", place.id.rawValue, "Migros", "Coop"),
            ] {
                let form = ["back": back, "id": id, "was-title": was, "title": "mine"].merging(colors) { $1 }
                let refused = try await browser.post("/do/" + act, form)
                #expect(refused.status == 422, "\(act)")
                #expect(refused.text.contains(#"name="was-title" value="\#(now)""#), "\(act)")
                #expect(refused.text.contains(#"name="title" value="mine""#), "\(act)")
                #expect(!refused.text.contains(#"name="color" value="teal""#), "\(act): that was left alone")
            }
            #expect(try await store.historyToken() == before)
            try await browser.act("view-edit", ["id": view.id.rawValue, "was-title": "later", "title": "mine"])
            #expect(try await store.views.find(view.id).name == "mine")
        }
    }

    @Test("notes and comments with the line ends of other systems are edited as a browser shows and sends them")
    func lineEnds() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let todo = try await site.store.add("Read", notes: "a\r\nb\rc")
            let comment = try await site.store.addComment("a\r\nb\rc", to: todo.id)
            let (was, now) = ("a\r\nb\r\nc", "a\r\nb\r\nc\r\nd")
            try await browser.act("edit", ["id": todo.id.rawValue, "was-notes": was, "notes": now])
            try await browser.act("comment-edit", ["comment": comment.id.rawValue, "was-text": was, "text": now])
            let edited = try await site.store.todos.find(todo.id)
            #expect(edited.notes == "a\nb\nc\nd")
            #expect(edited.comments.map(\.text) == ["a\nb\nc\nd"])
        }
    }

    @Test("rows of tables are told apart by what they are about, so that none takes what is typed into another")
    func tableRows() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let list = try await site.store.addList("Work")
            let tag = try await site.store.tags.create(Tag(title: "shop"))
            let place = try await site.store.locations.create(
                Location(coordinate: Coordinate(latitude: 47, longitude: 8), placeName: "Migros"))
            for (path, id) in [
                ("/lists", list.id.rawValue), ("/tags", tag.id.rawValue), ("/places", place.id.rawValue),
            ] {
                #expect(try await browser.get(path).text.contains("<tr data-id=\"\(id)\""), "\(path)")
            }
        }
    }
}
