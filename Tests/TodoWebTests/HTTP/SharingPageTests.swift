import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoKitTesting

/// Two people who share a list by forms, on a server with accounts.
@Suite("Sharing lists, in the pages")
struct SharingPageTests {
    private let folder: TemporaryFolder
    private let server: ServerProcess

    init() throws {
        folder = try TemporaryFolder()
        let database = folder.file("server.db")
        for person in ["ann", "bob"] {
            let added = try ServerProcess.run("user", "add", person, "--database", database)
            try Data(added.output.utf8).write(to: URL(filePath: folder.file(person)))
        }
        server = try ServerProcess(database: database, [])
    }

    /// A device of a person, on the day on which the test runs: the server judges links by its clock.
    private func device(of person: String, seed: UInt64) async throws -> TestStore {
        let test = try TestStore(.pool, seed: seed, clock: ManualClock(Date()))
        let token = try String(contentsOfFile: folder.file(person), encoding: .utf8).trimmed
        try await test.store.sync.setRemote(RemoteConfiguration(url: server.url, user: person), token: token)
        return test
    }

    /// Runs `body` with the browsers of Ann, who shares “Groceries” with “Oat milk” in it, and of Bob.
    private func withTwo(_ body: (_ ann: SignedIn, _ bob: SignedIn, Space) async throws -> Void) async throws {
        let (anns, bobs) = (try await device(of: "ann", seed: 1), try await device(of: "bob", seed: 2))
        try await RunningSite.with(anns.store) { annsSite in
            try await RunningSite.with(bobs.store) { bobsSite in
                let (ann, bob) = (try await annsSite.signIn(), try await bobsSite.signIn())
                let list = try await anns.store.addList("Groceries")
                try await anns.store.add("Oat milk", placement: .list(list.id))
                #expect(try await ann.get("/lists/\(list.id)").text.contains("action=\"/do/share\""))
                let page = try await ann.act("share", ["id": list.id.rawValue, "name": "Ann"])
                #expect(page.text.contains("“Groceries” can be shared now. Invite somebody."))
                let space = try #require(try await anns.store.spaces().first)
                try await body(ann, bob, space)
            }
        }
        withExtendedLifetime((anns, bobs)) {}
    }

    /// The link that a page shows once.
    private func invite(_ browser: SignedIn, to space: Space) async throws -> String {
        let page = try await browser.act(
            "invite", ["space": space.id.rawValue, "role": "editor", "back": "/people/\(space.id)"]
        ).text
        let link = try #require(page.firstMatch(of: #/<input readonly value="([^"]+)"/#)?.1)
        #expect(page.contains("data-copies=\"\(link)\"") && link.contains("#join."))
        #expect(try await browser.get("/people/\(space.id)").text.contains("#join.") == false, "it is shown once")
        return String(link)
    }

    @Test("a link that is shown once lets somebody in, whose role is changed and who is removed")
    func shares() async throws {
        try await withTwo { ann, bob, space in
            let id = space.id.rawValue
            let joined = try await bob.act("join", ["link": try await invite(ann, to: space), "name": "Bob"]).text
            #expect(joined.contains("You share “Groceries” now. It has 1 to-do."))
            #expect(joined.contains(">Oat milk</a>") && joined.contains("Shared with Ann</a>"))
            try await ann.store.sync.sync()
            #expect(
                try await ann.get("/people").text.contains(
                    "<tr data-member=\"bob\"><th scope=\"row\" dir=\"auto\">Bob</th>"))
            #expect(try await bob.get("/people").text.contains("/do/member-remove") == false)

            #expect(try await bob.post("/do/invite", ["space": id, "role": "owner"]).status == 422)
            let nonsense = try await ann.post("/do/member-role", ["space": id, "member": "bob", "role": "king"])
            #expect(nonsense.text.problem.contains("“king” is not a role"))
            let roles = try await ann.act("member-role", ["space": id, "member": "bob", "role": "viewer"]).text
            #expect(roles.contains("The role of Bob is now: reads."))
            try await bob.store.sync.sync()
            #expect(try await bob.get("/people").text.contains("You may read it."))

            let open = try await invite(ann, to: space)
            let removed = try await ann.act("member-remove", ["space": id, "member": "bob"]).text
            #expect(removed.contains("Removed Bob, and took back all links."))
            _ = try? await bob.store.sync.sync()
            #expect(try await bob.get("/people").text.contains("You are no longer among its members."))
            let again = try await bob.post("/do/join", ["link": open, "name": "Bob", "back": "/join"])
            #expect(again.status == 422 && again.text.contains("The server does not know this link"))
        }
    }

    @Test("what is no link is refused beside the form, which keeps what was typed")
    func refused() async throws {
        try await RunningSite.with { site in
            let browser = try await site.signIn()
            #expect(try await browser.get("/join").text.contains("A shared list needs a server."))
            let reply = try await browser.post("/do/join", ["link": "hello <b>", "name": "Bob", "back": "/join"])
            #expect(reply.status == 422)
            for part in ["“hello &lt;b&gt;” is not a link", "value=\"hello &lt;b&gt;\"", "value=\"Bob\""] {
                #expect(reply.text.contains(part), "\(part)")
            }
        }
    }

    @Test("a member leaves and keeps the copy; the end of the sharing makes the list the owner's own")
    func ends() async throws {
        try await withTwo { ann, bob, space in
            let id = space.id.rawValue
            try await bob.act("join", ["link": try await invite(ann, to: space), "name": "Bob"])
            let left = try await bob.act("leave", ["space": id, "back": "/people"]).text
            #expect(left.contains("You have left it.") && left.contains("/do/list-keep"))
            let copy = try #require(try await bob.store.topLists(of: space.id).first)
            #expect(try await bob.act("list-keep", ["id": copy.id.rawValue]).text.contains(">Oat milk</a>"))

            let ended = try await ann.act("share-end", ["space": id]).text
            #expect(ended.contains("“Groceries” is no longer shared, and is a list of your own."))
            let list = try #require(try await ann.store.lists.fetch(.all, source: .local).items.first)
            #expect(list.title == "Groceries" && list.space == nil)
        }
    }
}
