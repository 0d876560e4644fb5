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
