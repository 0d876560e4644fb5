import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoKitTesting
import TodoLocal

@Suite("Lists that are shared, in the pages")
struct PeopleTests {
    /// Runs `body` with a site whose list “Groceries” Ann shares with Bob, whose store it is, and the to-do “Milk” in it.
    private func withGroceries(
        role: SpaceRole = .editor, _ body: (SignedIn, TodoList.ID, Todo.ID) async throws -> Void
    ) async throws {
        try await RunningSite.with { site in
            try await site.store.add("Mine")
            let (list, milk) = try await site.store.stack.write("join") { transaction in
                let space = try transaction.add(
                    StoredSpace(
                        sid: "g", path: "spaces/g", role: .editor, name: "Groceries",
                        members: ["ann": .owner, "bob": role, "cleo": .viewer],
                        names: ["ann": "Ann <b>", "bob": "Bob", "cleo": "Cleo"], me: "bob"))
                return try transaction.within(space) {
                    let list = TodoList.sample("groceries", "Groceries")
                    try transaction.create(list)
                    var milk = Todo.sample("abcd1234", "Milk")
                    milk.list = list
                    return (list.id, Todo.ID(stored: try transaction.create(milk).record.id))
                }
            }
            try await body(try await site.signIn(), list, milk)
        }
    }

    private func end(_ browser: SignedIn, as state: SpaceState) async throws {
        try await SpaceDAO(browser.store.stack).deactivate(
            try #require(try await browser.store.stack.read { try $0.space(sid: "g") }), as: state)
    }

    @Test("the page of a shared list says with whom, and leads to what each may do and what was changed lately")
    func people() async throws {
        try await withGroceries { browser, list, milk in
            let page = try await browser.get("/lists/\(list)").text
            #expect(page.contains("<a href=\"/people/g\" dir=\"auto\">Shared with Ann &lt;b&gt;, Cleo</a>"))
            for path in ["/people", "/people/g"] {
                let people = try await browser.get(path).text
                for part in [
                    "You may edit it.", "href=\"/lists/\(list)\"", "href=\"/todos/\(milk)\"",
                    "<tr data-member=\"ann\"><th scope=\"row\" dir=\"auto\">Ann &lt;b&gt;</th><td>Owner</td></tr>",
                    "Bob <span class=\"sub\">you</span></th><td>Edits</td>", "Cleo</th><td>Reads</td>",
                ] { #expect(people.contains(part), "\(path): \(part)") }
                #expect(!people.contains("list-forget") && !people.contains("Mine"))
            }
            #expect(try await browser.get("/people/h").status == 404)
            #expect(try await browser.get("/inbox").text.contains("Shared with") == false)
        }
    }

    @Test("nothing shared is said so")
    func nobody() async throws {
        try await RunningSite.with { site in
            let page = try await site.signIn().get("/people").text
            #expect(page.contains("No list is shared."))
        }
    }

    @Test("a to-do is given to a member, whom its row names, and taken back; others are refused")
    func assignees() async throws {
        try await withGroceries { browser, list, milk in
            let detail = try await browser.get("/todos/\(milk)").text
            #expect(detail.contains("<option value=\"bob\">Bob (you)</option>"))
            let page = try await browser.act("assign", ["id": milk.rawValue, "member": "cleo"])
            #expect(page.text.contains("“Milk” is for Cleo."))
            #expect(try await browser.store.todos.find(milk).assignee == "cleo")
            #expect(try await browser.get("/lists/\(list)").text.contains(">for Cleo</span>"))
            #expect(try await browser.get("/todos/\(milk)").text.contains("<option value=\"cleo\" selected>"))
            #expect(try await browser.post("/do/assign", ["id": milk.rawValue, "member": "dora"]).status == 404)
            #expect(try await browser.store.todos.find(milk).assignee == "cleo")
            try await browser.act("assign", ["id": milk.rawValue, "member": ""])
            #expect(try await browser.store.todos.find(milk).assignee == nil)
            #expect(try await browser.get("/lists/\(list)").text.contains(">for Cleo</span>") == false)
            let mine = try #require(try await browser.store.todos.fetch(.all.inbox, source: .local).items.first)
            #expect(try await browser.get("/todos/\(mine.id)").text.contains("f-member") == false)
        }
    }

    @Test(
        "the copy of a list that is no longer shared is kept or forgotten, after its page has said why",
        arguments: [true, false])
    func copies(isKept: Bool) async throws {
        try await withGroceries { browser, list, milk in
            try await end(browser, as: .removed)
            #expect(try await browser.get("/lists/\(list)").text.contains("Not shared any more"))
            let people = try await browser.get("/people").text
            #expect(people.contains("You are no longer among its members."))
            #expect(people.contains("/do/list-keep") && people.contains("/do/list-forget"))
            #expect(try await browser.get("/todos/\(milk)").text.contains("f-member") == false)
            let page = try await browser.act(isKept ? "list-keep" : "list-forget", ["id": list.rawValue])
            #expect(page.text.contains(isKept ? "is a list of your own now." : "Forgot “Groceries” on this device."))
            let titles = try await browser.store.lists.fetch(.all, source: .local).items.map(\.title)
            #expect(titles == (isKept ? ["Groceries"] : []))
            #expect(try await browser.post("/do/list-keep", ["id": list.rawValue]).status == 404)
        }
    }
}
