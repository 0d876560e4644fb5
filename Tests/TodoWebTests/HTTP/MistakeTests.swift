import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoKitTesting
import TodoWeb

@Suite("What somebody did not mean")
struct MistakeTests {
    @Test("a field that was left alone in a refused form is the stored one when it is sent again")
    func sentAgain() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let todo = try await site.store.add("Buy milk")
            _ = try await site.store.edit([todo.id], TodoChanges(title: "Buy bread"))
            let form = [
                "id": todo.id.rawValue, "back": "/todos/\(todo.id)", "title": "Buy milk", "was-title": "Buy milk",
            ]
            let refused = try await browser.post(
                "/do/edit", form.merging(["due": "nonsense", "was-due": ""]) { $1 })
            #expect(refused.status == 400)
            let fields = refused.text.matches(of: #/name="(?:was-)?title" value="([^"]*)"/#).map { String($0.1) }
            #expect(fields == ["Buy bread", "Buy bread"], "\(fields)")
            #expect(refused.text.contains(#"value="nonsense""#))
        }
    }

    @Test("what a form without JavaScript could not do stays typed in it")
    func keptText() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let todo = try await site.store.add("Buy milk")
            let long = String(repeating: "x", count: Limits.comment + 1)
            let comment = try await browser.post(
                "/do/comment", ["back": "/todos/\(todo.id)", "id": todo.id.rawValue, "text": long])
            #expect(comment.status >= 400 && comment.text.contains(">\(long)</textarea>"))
            let place = try await browser.post(
                "/do/location-add", ["back": "/places", "title": "Migros \"\u{301}", "position": "here"])
            #expect(place.text.contains("value=\"Migros &quot;\u{301}\"") && place.text.contains("value=\"here\""))
            let list = try await browser.post("/do/list-add", ["back": "/lists", "title": "inbox"])
            #expect(list.text.contains("value=\"inbox\""))
            let view = try await browser.post(
                "/do/view-add", ["back": "/find?q=due:", "title": "soon", "filter": "due:"])
            #expect(view.text.contains("value=\"soon\""))
        }
    }

    @Test("a change of a row that was refused stays open with what was typed, and no other row has it")
    func keptRow() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let home = try await site.store.addList("Home")
            let work = try await site.store.addList("Work")
            let shop = try await site.store.tags.create(Tag(title: "shop"))
            _ = try await site.store.tags.create(Tag(title: "phone"))
            let position = try Coordinate(latitude: 47.4, longitude: 8.5)
            let place = try await site.store.locations.create(Location(coordinate: position, placeName: "Migros"))
            _ = try await site.store.locations.create(Location(coordinate: position, placeName: "Coop"))
            let filter = try TodoFilter.parse("is:open", now: site.store.stack.environment.now(), timeZone: .gmt)
            let view = try await site.store.addView("soon", filter: filter)
            try await site.store.addView("later", filter: filter)
            for (act, back, id, typed, value) in [
                ("view-edit", "/views/\(view.id)", view.id.rawValue, "title", "later"),
                ("list-edit", "/lists", home.id.rawValue, "title", "Work"),
                ("list-edit", "/lists/\(work.id)", work.id.rawValue, "title", "Home"),
                ("tag-edit", "/tags", shop.id.rawValue, "title", "phone"),
                ("tag-edit", "/tags/\(shop.id)", shop.id.rawValue, "color", String(repeating: "x", count: 65)),
                ("tag-merge", "/tags", shop.id.rawValue, "into", "shop"),
                ("location-edit", "/places", place.id.rawValue, "title", "Coop"),
            ] {
                let page = try await browser.post("/do/\(act)", ["back": back, "id": id, typed: value])
                #expect(page.status >= 400, "\(act) on \(back)")
                let open = page.text.components(separatedBy: "<details").dropFirst().filter {
                    $0.contains("/do/\(act)") && $0.prefix { $0 != ">" }.hasSuffix(" open")
                }
                #expect(
                    open.count == 1 && open.first?.contains("name=\"\(typed)\" value=\"\(value)\"") == true, "\(act)")
            }
        }
    }

    @Test("notes of the greatest length are stored and changed, in any script")
    func longNotes() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let todo = try await site.store.add("Read")
            let (first, second) = (
                String(repeating: "読", count: Limits.notes / 3), String(repeating: "書", count: Limits.notes / 3)
            )
            for (was, now) in [("", first), (first, second)] {
                try await browser.act("edit", ["id": todo.id.rawValue, "was-notes": was, "notes": now])
                #expect(try await site.store.todos.find(todo.id).notes == now)
            }
        }
    }

    @Test("lists, tags and places get no name that another one has, and no tag is merged into itself")
    func takenNames() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let (work, temporary) = (try await site.store.addList("Work"), try await site.store.addList("Temporary"))
            let one = try await site.store.tags.findOrCreate(titled: "one")
            _ = try await site.store.tags.findOrCreate(titled: "two")
            try await browser.act("location-add", ["title": "Migros", "position": "47.37, 8.54"])
            let before = try await site.store.historyToken()
            for (act, values) in [
                ("list-edit", ["id": temporary.id.rawValue, "title": "work"]),
                ("tag-edit", ["id": one.id.rawValue, "title": "Two"]),
                ("tag-merge", ["id": one.id.rawValue, "into": "one"]),
                ("location-add", ["title": "migros", "position": "46, 8"]),
            ] {
                let reply = try await browser.post("/do/" + act, values)
                #expect(reply.status == 422, "\(act) \(values)")
            }
            #expect(try await site.store.historyToken() == before)
            try await browser.act("list-edit", ["id": work.id.rawValue, "title": "WORK"])
            try await browser.act("tag-edit", ["id": one.id.rawValue, "title": "ONE"])
            try await browser.act("tag-merge", ["id": one.id.rawValue, "into": "two"])
            #expect(try await site.store.tags.fetch(.all).items.map(\.title) == ["two"])
        }
    }

    @Test("what changed nothing offers no undo, which would take back something else")
    func undoOfNothing() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let todo = try await site.store.add("Buy milk")
            let again = try await browser.act("reopen", ["id": todo.id.rawValue])
            #expect(again.text.contains("Open again"))
            let done = try await browser.act("done", ["id": todo.id.rawValue])
            let offers = [again, done].map { $0.text.ranges(of: "/do/undo").count }
            // One beside the note, and one at the top of the page.
            #expect(offers[1] == offers[0] + 1, "\(offers)")
        }
    }

    @Test("no browser chooses what runs or is read on this machine")
    func programs() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            // The server of ntfy is sent the token that is in a file.
            for name in [
                "remind.command", "remind.mail-program", "remind.ntfy-token-file", "remind.ntfy", "remind.mail",
                "Remind.Command",
            ] {
                let reply = try await browser.post("/do/setting", ["name": name, "value": "/bin/sh"])
                #expect(reply.status == 422, "\(name)")
            }
            let page = try await browser.get("/settings").text
            #expect(page.contains("todo config") && !page.contains("/bin/sh"))
        }
    }

    @Test("a remote that does not take the token is not set up, and its form says so")
    func refusedRemote() async throws {
        let folder = try TemporaryFolder()
        let server = try await InProcessServer()
        let store = try TodoStore(.init(storage: .onDisk(path: folder.file())))
        try await RunningSite.with(store) { site in
            let browser = try await site.signIn()
            let nowhere = "http://127.0.0.1:1"
            var form = ["back": "/sync", "url": nowhere, "user": "ada", "remote-token": "abc"]
            var refused = try await browser.post("/do/remote", form)
            #expect(refused.status == 422)
            #expect(try await store.sync.remote == nil)
            #expect(refused.text.contains(#"value="\#(nowhere)""#))
            let problem = #/<p class="problem">[^<]+<\/p><p class="buttons"><button>Save/#
            #expect(refused.text.contains(problem))
            #expect(refused.text.firstMatch(of: #/name="automatic" value="1" checked/#) == nil, "it was not ticked")

            form["url"] = server.url
            form["automatic"] = "1"
            try await browser.act("remote", form)
            #expect(try await store.sync.remote?.isAutomatic == true)
            // The token is kept where the server and the user are the same, and else asked for.
            (form["remote-token"], form["automatic"]) = (nil, nil)
            try await browser.act("remote", form)
            #expect(try await store.sync.remote?.isAutomatic == false)
            #expect(try await store.sync.sync().pushed >= 0)
            form["user"] = "bob"
            refused = try await browser.post("/do/remote", form)
            #expect(refused.status == 422 && refused.text.contains(problem))
            #expect(try await store.sync.remote?.user == "ada")
        }
        await server.stop()
    }

    @Test("a subtask that is refused is no line of quick add, and nothing leads elsewhere after a deletion")
    func elsewhere() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let todo = try await site.store.add("Party")
            let refused = try await browser.post(
                "/do/add", ["line": "Cake due:nonsense", "parent": todo.id.rawValue, "back": "/todos/\(todo.id)"])
            #expect(refused.status == 422)
            #expect(!refused.text.contains(#"value="Cake due:nonsense""#))
            let deleted = try await browser.post(
                "/do/delete", ["id": todo.id.rawValue, "then": "https://evil.example/", "back": "/inbox"])
            #expect(deleted.location == "/inbox")
        }
    }

    @Test("asking for the head of the events takes nobody's place")
    func heads() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            for _ in 0..<520 {
                let reply = try await site.send(.head, "/events", cookie: browser.cookie)
                #expect(reply.status == 200)
            }
            var ids = try await browser.events("change").makeAsyncIterator()
            #expect(try await ids.next() != nil)
        }
    }

    @Test("a long title can be read in full, and places are suggested")
    func words() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let title = String(repeating: "Organise the birthday ", count: 6) + "cake"
            let todo = try await site.store.add(title)
            try await browser.act("location-add", ["title": "Migros", "position": "47.37, 8.54"])
            let page = try await browser.get("/todos/\(todo.id)").text
            #expect(page.contains("whole\" dir=\"auto\">\(title)</p>"))
            #expect(page.contains(#"<datalist id="places"><option value="Migros">"#))
        }
    }
}
