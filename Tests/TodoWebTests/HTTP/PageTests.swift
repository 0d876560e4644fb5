import Foundation
import HTTPTypes
import TestSupport
import Testing
import TodoKit
import TodoKitTesting

@Suite("The pages")
struct PageTests {
    static let paths = [
        "/", "/inbox", "/all", "/calendar", "/calendar?day=2026-11-21",
        "/calendar?week=2026-11-21", "/history", "/past", "/report", "/places", "/people", "/join",
        "/tags", "/lists", "/conflicts", "/sync", "/settings", "/find", "/find?q=milk", "/find?q=due:..today",
    ]

    @Test("each shows itself, empty and with something in it")
    func all() async throws {
        for isEmpty in [true, false] {
            try await RunningSite.with(try TodoStore.testing(seed: 5)) { site in
                if !isEmpty { try await Self.fill(site.store) }
                let browser = try await site.signIn()
                for path in Self.paths {
                    let reply = try await browser.get(path)
                    #expect(reply.status == 200, "\(path)")
                    #expect(reply.text.contains("<main id=\"main\""), "\(path)")
                    #expect(reply.text.matches(of: #/<h1/#).count == 1, "\(path) has one heading")
                    #expect(!reply.text.contains("{{"), "\(path)")
                    #expect(!reply.text.contains("Optional("), "\(path)")
                    #expect(reply.text.contains("</html>"), "\(path)")
                }
            }
        }
    }

    @Test("the history says for whom a step was done, as text")
    func historyByProgram() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            try await site.store.acting(for: HistoryClient(name: "Claude <b>", conversation: "9f3c")) {
                _ = try await site.store.add("Buy milk")
            }
            try await site.store.add("Call Bob")
            let page = try await browser.get("/history").text
            #expect(page.contains("Claude &lt;b&gt;") && !page.contains("Claude <b>"))
        }
    }

    @Test("the style sheet and all modules are under 120 kB")
    func size() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let version = try #require(
                try await browser.get("/").text.firstMatch(of: #/\/a\/([0-9a-f]+)\/app\.css/#)?.1)
            var (known, names, size) = (Set<String>(), ["app.css", "main.js"], 0)
            while let name = names.popLast() {
                guard known.insert(name).inserted else { continue }
                let reply = try await browser.get("/a/\(version)/\(name)")
                #expect(reply.status == 200, "\(name)")
                size += reply.body.count
                names += reply.text.matches(of: #/import .*'\.\/([a-z]+\.js)'/#).map { String($0.1) }
            }
            #expect(known.count > 5 && size < 120_000, "\(known.sorted()): \(size) bytes")
        }
    }

    @Test("titles are text, whatever they are")
    func hostile() async throws {
        let titles =
            [
                "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "' onmouseover='x",
                "</title></textarea>",
                "\u{202E}evil\u{202C}", "{{token}} {{{body}}}", "&lt;b&gt;", "🎉 👨‍👩‍👧‍👦", String(repeating: "w", count: 4096),
                "javascript:alert(1)", "]]>-->", "שלום עולם",
            ] + Self.accented
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            var ids: [Todo.ID] = []
            for title in titles {
                let todo = try await site.store.add(
                    title, notes: title, tags: [String(title.prefix(100)).replacing(",", with: "")],
                    due: .day(2026, 11, 21), placement: .path(String(title.prefix(50)).replacing("/", with: " ")))
                try await site.store.addComment(title, to: todo.id)
                ids.append(todo.id)
            }
            let pages = Self.paths + ids.flatMap { ["/todos/\($0)", "/all?open=\($0)", "/past?todo=\($0)"] }
            for path in pages {
                let text = try await browser.get(path).text
                // Only the templates begin elements.
                for match in text.matches(of: #/<\/?([a-zA-Z!][a-zA-Z0-9]*)/#) {
                    #expect(Self.elements.contains(String(match.1)), "\(path): <\(match.1)")
                }
                #expect(
                    text.firstMatch(of: #/<script(?! type="module" src="\/a\/[0-9a-f]+\/main\.js">)/#) == nil, "\(path)"
                )
                // Values are between quotation marks, which titles cannot close.
                let bare = text.replacing(#/="[^"]*"/#, with: "=")
                #expect(bare.firstMatch(of: #/<[^>]*\son[a-z]+=/#) == nil, "\(path)")
                #expect(text.firstMatch(of: #/href="(?!\/|https?:\/\/|#)/#) == nil, "\(path)")
                for mark in Self.accented {
                    #expect(Data(text.utf8).range(of: Data(mark.utf8)) == nil, "\(path): \(mark.debugDescription)")
                }
            }
            let page = try await browser.get("/all").text
            #expect(page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"))
            #expect(page.contains("{{token}} {{{body}}}"), "a title is no template")
        }
    }

    /// What a browser reads as the end of a value or the beginning of an element, in characters that are not these for
    /// Swift, because an accent follows them.
    private static let accented = ["\"", "'", "<", ">", "&"].map { "\($0)\u{338}" }

    private static let elements: Set<String> = [
        "!DOCTYPE", "html", "head", "meta", "title", "link", "script", "body", "a", "form", "input", "header", "svg",
        "path",
        "circle", "rect", "text", "g", "span", "details", "summary", "nav", "ul", "li", "ol", "h1", "h2", "h3",
        "button",
        "label", "main", "div", "p", "section", "aside", "article", "dialog", "dl", "dt", "dd", "kbd", "datalist",
        "option",
        "code", "mark", "table", "thead", "tbody", "tr", "th", "td", "abbr", "fieldset", "legend", "textarea", "del",
        "ins",
        "strong", "figure", "figcaption", "output", "style", "small", "em", "br", "select", "time", "footer", "hr",
    ]

    @Test("a long list comes in parts, each after the one before")
    func parts() async throws {
        try await RunningSite.with { site in
            _ = try await site.store.todos.create((0..<130).map { Todo(title: "Number \($0)") })
            let browser = try await site.signIn()
            for path in ["/all", "/inbox"] {
                var (text, titles, parts) = (try await browser.get(path).text, [String](), 0)
                while true {
                    titles += text.matches(of: #/class="title"[^>]*>([^<]*)</#).map { String($0.1) }
                    guard let next = text.firstMatch(of: #/<li class="more"><a href="([^"]*)"/#)?.1 else { break }
                    parts += 1
                    let address = String(next).replacing("&amp;", with: "&")
                    // Without JavaScript it is a page of its own.
                    #expect(try await browser.get(address).text.contains("<html"))
                    let reply = try await browser.get(address + "&part=rows")
                    #expect(!reply.text.contains("<html"), "only rows")
                    text = reply.text
                }
                #expect(parts == 2, "\(path)")
                #expect(titles.count == 130, "\(path)")
                #expect(Set(titles).count == 130, "\(path)")
            }
        }
    }

    @Test("a row of the calendar opens beside its day, which stays when the details are closed")
    func calendar() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let todo = try await site.store.add("Buy milk", due: .day(2026, 11, 27))
            let day = "/calendar?day=2026-11-27"
            #expect(try await browser.get(day).text.contains("class=\"title\" href=\"\(day)&amp;open=\(todo.id)\""))
            let open = try await browser.get("\(day)&open=\(todo.id)").text
            for part in [
                "<aside id=\"detail\"", "<li id=\"t-\(todo.id)\"", " is-open", "aria-current=\"date\"",
                "class=\"close\" href=\"\(day)\"",
            ] { #expect(open.contains(part), "\(part)") }
        }
    }

    @Test("what the agenda leaves out is counted, with a link to it")
    func leftOut() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let now = site.store.stack.environment.now()
            let today = Day(containing: now, in: site.store.stack.environment.timeZone)
            for (count, days) in [(60, 1), (70, 5)] {
                let due = Due.day(today.adding(days: days))
                _ = try await site.store.todos.create((0..<count).map { Todo(title: "Number \($0)", due: due) })
            }
            func links(_ page: String) -> [(address: String, count: String)] {
                page.matches(of: #/<a href="([^"]*)">and ([0-9]+) more</#).map {
                    (address: String($0.1), count: String($0.2))
                }
            }
            var page = try await browser.get("/").text
            #expect(page.matches(of: #/class="title"/#).count == 98)
            #expect(links(page).map { $0.count } == ["32"])
            _ = try await site.store.todos.create((0..<150).map { Todo(title: "Started \($0)", startedAt: now) })
            page = try await browser.get("/").text
            #expect(links(page).count == 2)
            for (link, total) in zip(links(page), [150, 130]) {
                #expect(try await browser.get(link.address).text.contains("\(total) to do"), "\(link.address)")
            }
        }
    }

    @Test("lists and views beside a page are those that are there, after each change")
    func beside() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            func shown() async throws -> [String] {
                let page = try await browser.get("/inbox").text
                let side = try #require(
                    page.split(separator: "<nav id=\"side\"").last?.split(separator: "</nav>").first)
                return side.matches(of: #/href="\/(?:lists|views)\/[^>]*>.*?<span>([^<]*)/#).map { String($0.1) }
            }
            #expect(try await shown().isEmpty)
            let list = try await site.store.lists.create(TodoList(title: "Work"))
            #expect(try await shown() == ["Work"])
            try await browser.act("view-add", ["title": "Soon", "filter": "due:..tomorrow"])
            #expect(try await shown() == ["Work", "Soon"])
            try await browser.act("list-edit", ["id": list.id.rawValue, "was-title": "Work", "title": "Job"])
            #expect(try await shown() == ["Job", "Soon"])
            try await browser.act("list-edit", ["id": list.id.rawValue, "archived": "1"])
            #expect(try await shown() == ["Soon"])
            try await browser.act("undo")
            #expect(try await shown() == ["Job", "Soon"])
        }
    }

    @Test("an order that is chosen takes the place of the one that a view has")
    func orderOfView() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            try await site.store.add("Bread", due: .day(2026, 11, 28))
            try await site.store.add("Apples", due: .day(2026, 11, 29))
            try await browser.act("view-add", ["title": "soon", "filter": "due:any sort:due"])
            let view = try #require(try await site.store.views.first())
            func titles(_ path: String) async throws -> [String] {
                try await browser.get(path).text.matches(of: #/class="title"[^>]*>([^<]*)</#).map { String($0.1) }
            }
            #expect(try await titles("/views/\(view.id)") == ["Bread", "Apples"])
            #expect(try await titles("/views/\(view.id)?sort=title") == ["Apples", "Bread"])
        }
    }

    @Test("a filter that is wrong is shown with its place and what may be meant")
    func filter() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let page = try await browser.get("/find?q=milk%20prioritty:high").text
            #expect(page.contains("<mark>prioritty</mark>") || page.contains("<mark>prioritty:</mark>"))
            #expect(page.contains("priority"))
        }
    }

    @Test("what quick add understands is coloured piece by piece")
    func understood() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            let page = try await browser.get("/understood?line=Call%20%3Cb%3E%20tomorrow%20%2Bphone%20p1").text
            #expect(page.contains("<span>Call &lt;b&gt; </span>"))
            #expect(page.contains("<mark class=\"due\">tomorrow</mark>"))
            #expect(page.contains("<mark class=\"tag\">+phone</mark>"))
            #expect(page.contains("<mark class=\"priority\">p1</mark>"))
        }
    }

    /// A store with a conflict about the title of a to-do: its own edit has lost to that of another device.
    private static func conflict() async throws -> (store: TodoStore, todo: Todo) {
        let clock = ManualClock()
        let remote = FakeRemote()
        let mine = try TodoStore.testing(remote, clock: clock, seed: 1)
        let theirs = try TodoStore.testing(remote, clock: clock, seed: 2)
        let todo = try await mine.add("Buy milk")
        for store in [mine, theirs] { try await store.sync.sync() }
        _ = try await mine.edit([todo.id], TodoChanges(title: "Buy oat milk"))
        clock.advance(by: 60)
        _ = try await theirs.edit([todo.id], TodoChanges(title: "Buy goat milk"))
        for store in [theirs, mine] { try await store.sync.sync() }
        return (mine, todo)
    }

    @Test("a conflict shows the three values, and is taken back with one button")
    func conflict() async throws {
        let (mine, todo) = try await Self.conflict()
        try await RunningSite.with(mine) { site in
            let browser = try await site.signIn()
            let page = try await browser.get("/conflicts").text
            for value in ["“Buy oat milk”", "“Buy goat milk”"] { #expect(page.contains(value), "\(value)") }
            let id = try #require(page.firstMatch(of: #/name="conflict" value="([^"]*)"/#)?.1)
            try await browser.act("take-back", ["conflict": String(id)])
            #expect(try await mine.todos.find(todo.id).title == "Buy oat milk")
            #expect(try await browser.get("/conflicts").text.contains("No conflicts"))
        }
    }

    @Test("a conflict about a to-do that was deleted since says so, and its button brings that back")
    func conflictOfDeleted() async throws {
        let (mine, todo) = try await Self.conflict()
        try await RunningSite.with(mine) { site in
            try await mine.todos.delete(todo.id)
            let browser = try await site.signIn()
            let page = try await browser.get("/conflicts").text
            #expect(page.contains("Deleted since") && page.contains("name=\"force\" value=\"1\""))
            let id = try #require(page.firstMatch(of: #/name="conflict" value="([^"]*)"/#)?.1)
            try await browser.act("take-back", ["conflict": String(id), "force": "1"])
            #expect(try await mine.todos.find(todo.id).title == "Buy oat milk")
            #expect(try await !browser.get("/conflicts").text.contains("Deleted since"))
        }
    }

    private static func fill(_ store: TodoStore) async throws {
        let work = try await store.addList("Work/Reports", color: "teal")
        let party = try await store.add("Plan the party", tags: ["party"], due: .day(2026, 11, 21), priority: .high)
        try await store.add("Buy milk", notes: "https://example.org/milk", placement: .below(party.id))
        try await store.add("Write", due: .day(2026, 11, 20), placement: .list(work.id))
        let done = try await store.add("Done")
        try await store.complete([done.id])
        _ = try await store.locations.create(
            Location(coordinate: Coordinate(latitude: 47.3769, longitude: 8.5417), placeName: "Migros"))
    }
}
