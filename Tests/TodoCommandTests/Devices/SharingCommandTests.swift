import Foundation
import JSON
import TestSupport
import Testing

/// People with homes of their own, one server, and the command alone.
@Suite("The command: sharing a list")
struct SharingCommandTests {
    @Test("the first five minutes of two people")
    func fiveMinutes() throws { try firstFiveMinutes(on: try .todoServer("ann", "bob")) }

    @Test(
        "they are the same on Google's emulator, with the security rules",
        .enabled(if: FirestoreEmulator.isInstalled, "the Firestore emulator is not installed"))
    func emulator() async throws { try firstFiveMinutes(on: try await .emulator("ann", "bob")) }

    private func firstFiveMinutes(on remote: SharingRemote) throws {
        let (ann, bob) = (try remote.home(of: "ann"), try remote.home(of: "bob"))
        try ann("lists", "add", "Groceries")
        try ann("location", "add", "Migros", "--latitude", "47.3769", "--longitude", "8.5417")
        try ann(
            "add", "oat milk", "--list", "Groceries", "--tag", "shop", "--due", "tomorrow 9:00", "--remind", "10m",
            "--location", "Migros")
        try ann("add", "eggs", "--list", "Groceries", "--tag", "shop")
        try ann("add", "diary")
        let nameless = try ann.run(["share", "Groceries", "--json"])
        #expect(try nameless.failure() == ("usage", 64) && nameless.error.contains("--as Ann"))
        let shared = try ann("share", "Groceries", "--as", "Ann")
        #expect(shared.status == 0)
        #expect(
            shared.error.contains(
                "Groceries is shared now: 2 to-dos, 1 tag and 1 place went with it. Your 1 reminder stays yours."),
            "\(shared.error)")
        #expect(shared.error.contains("Send this to one person, within 7 days:"))
        let link = try #require(shared.lines.first)
        #expect(shared.lines.count == 1 && link.hasPrefix(remote.url) && link.contains("#join."), "\(link)")

        #expect(try bob("join", link, "--show").error.contains("Groceries, where you may edit"))
        #expect(try bob("members").output.isEmpty, "looking is not joining")
        let joined = try bob("join", link, "--as", "Bob")
        #expect(joined.status == 0)
        #expect(
            joined.error.contains("Ann shares Groceries with you (2 members, you may edit). 2 to-dos are here: "),
            "\(joined.error)")
        #expect(joined.error.contains("todo list --list Groceries"))
        #expect(try Set(bob.titles("list", "--list", "Groceries")) == ["oat milk", "eggs"])
        let id = try bob.groceries("oat milk")
        #expect(try bob("show", id, "--json").json()["reminders"] == [], "reminders are personal")
        #expect(try bob.titles("list").contains("diary") == false)
        #expect(try bob("done", id).status == 0)
        try bob("sync")
        try ann("sync")
        #expect(try ann("show", id, "--json").json()["completedAt"] != .null)
        #expect(try ann.members() == ["Ann owner", "Bob editor"])
        #expect(try bob.members() == ["Ann owner", "Bob editor"])
        let promoted = try ann("members", "role", "Bob", "owner", "--list", "Groceries")
        #expect(promoted.error.contains("Bob is an owner of Groceries now."), "\(promoted.error)")
        try bob("sync")
        #expect(try bob.members() == ["Ann owner", "Bob owner"])
        for home in [ann, bob] {
            #expect(try home("doctor").status == 0)
            #expect(try home("sync", "status", "--json").json()["pending"] == 0)
        }
    }

    @Test("a terminal proposes a second owner to the only one", .enabled(if: Pty.isPossible))
    func heir() throws {
        let remote = try SharingRemote.todoServer("ann", "bob")
        let (ann, bob) = (try remote.home(of: "ann"), try remote.home(of: "bob"))
        let (_, link) = try ann.shareGroceries(as: "Ann")
        #expect(try !Pty.run(ann, "members Groceries --no-color", columns: 100).contains("outlive"))
        try bob("join", link, "--as", "Bob")
        try ann("sync")
        let hint = "todo members role Bob owner --list Groceries"
        #expect(try Pty.run(ann, "members Groceries --no-color", columns: 100).contains(hint))
        #expect(try !Pty.run(bob, "members Groceries --no-color", columns: 100).contains("outlive"))
        try ann("members", "role", "Bob", "owner", "--list", "Groceries")
        #expect(try !Pty.run(ann, "members Groceries --no-color", columns: 100).contains("outlive"))
    }

    @Test("a link is good for as many people as it says, and then for nobody")
    func usedTwice() throws {
        let remote = try SharingRemote.todoServer("ann", "bob", "cleo")
        let (ann, bob, cleo) = (try remote.home(of: "ann"), try remote.home(of: "bob"), try remote.home(of: "cleo"))
        let (_, link) = try ann.shareGroceries(as: "Ann")
        #expect(try bob("join", link, "--as", "Bob").status == 0)
        let again = try bob.run(["join", link, "--json"])
        #expect(try again.failure() == ("usage", 64) && again.error.contains("member of “Groceries” already"))
        let late = try cleo.run(["join", link, "--as", "Cleo", "--json"])
        #expect(try late.failure() == ("bad-link", 65) && late.error.contains("Ask for a new one"))
        #expect(try cleo("members").output.isEmpty)
        let two = try ann("share", "invite", "Groceries", "--role", "viewer", "--uses", "2", "--json").json()
        #expect(two["uses"] == 2 && two["role"] == "viewer")
        #expect(try cleo("join", try #require(two["link"]?.string), "--as", "Cleo").status == 0)
        let links = try ann("share", "links", "Groceries", "--json").json()["items"]?.elements
        #expect(links?.count == 1 && links?.first?["uses"] == 1 && links?.first?["link"] == .null)
        #expect(links?.first?["id"] == two["id"])
        #expect(try ann("share", "revoke", "Groceries", "--json").json() == ["revoked": 1])
        #expect(try ann("share", "links", "Groceries").output.isEmpty)
    }

    @Test("a link that has ended, one of another server, and one that is none, say so and change nothing")
    func badLinks() throws {
        let (remote, elsewhere) = (try SharingRemote.todoServer("ann", "bob"), try SharingRemote.todoServer("bob"))
        let (ann, foreign) = (try remote.home(of: "ann"), try elsewhere.home(of: "bob"))
        var bob = try remote.home(of: "bob")
        let (_, link) = try ann.shareGroceries(as: "Ann")
        let other = try foreign.run(["join", link, "--as", "Bob", "--json"])
        #expect(try other.failure() == ("other-remote", 78) && other.error.contains(remote.url))
        #expect(try bob.run(["join", "https://example.org", "--as", "Bob", "--json"]).failure() == ("bad-link", 65))
        bob.environment["TODO_NOW"] = Date(timeIntervalSinceNow: 8 * 86_400).formatted(.iso8601)
        let ended = try bob.run(["join", link, "--as", "Bob", "--json"])
        #expect(try ended.failure() == ("expired-link", 65))
        bob.environment["TODO_NOW"] = nil
        #expect(try ann("share", "revoke", "Groceries").status == 0)
        #expect(try bob.run(["join", link, "--as", "Bob", "--json"]).failure() == ("bad-link", 65))
        for home in [bob, foreign] { #expect(try home("members").output.isEmpty) }
        for days in ["0", "31"] {
            #expect(try ann.run(["share", "invite", "Groceries", "--days", days, "--json"]).failure() == ("usage", 64))
        }
        #expect(try ann.run(["share", "invite", "Groceries", "--uses", "21", "--json"]).failure() == ("usage", 64))
    }

    @Test("a viewer reads, and is refused before anything is written")
    func viewer() throws {
        let remote = try SharingRemote.todoServer("ann", "bob")
        let (ann, bob) = (try remote.home(of: "ann"), try remote.home(of: "bob"))
        let (id, _) = try ann.shareGroceries(as: "Ann")
        let link = try #require(try ann("share", "invite", "Groceries", "--role", "viewer").lines.first)
        #expect(try bob("join", link, "--as", "Bob").error.contains("you may only read"))
        let refused = try bob.run(["done", id, "--json"])
        #expect(try refused.failure() == ("not-allowed", 77) && refused.error.contains("Ann could make you an editor"))
        #expect(try bob.run(["share", "invite", "Groceries", "--json"]).failure() == ("not-allowed", 77))
        #expect(
            try bob.run(["members", "role", "Bob", "owner", "--list", "Groceries", "--json"]).failure()
                == ("not-allowed", 77))
        #expect(try bob("sync", "status", "--json").json()["pending"] == 0)
        #expect(try ann("members", "role", "bob", "editor", "--list", "Groceries").status == 0)
        try bob("sync")
        #expect(try bob("done", id).status == 0)
    }

    @Test("who is removed keeps a copy with what was never sent, and cannot come back by an old link")
    func removed() throws {
        let remote = try SharingRemote.todoServer("ann", "bob")
        let (ann, bob) = (try remote.home(of: "ann"), try remote.home(of: "bob"))
        let (id, link) = try ann.shareGroceries(as: "Ann")
        let open = try #require(try ann("share", "invite", "Groceries", "--uses", "5").lines.first)
        try bob("join", link, "--as", "Bob")
        try bob("edit", id, "--title", "Oat milk")
        let mistyped = try ann.run(["members", "remove", "Rob", "--list", "Groceries"])
        #expect(mistyped.status == 1 && mistyped.error.contains("perhaps “Bob” is meant"))
        let removal = try ann("members", "remove", "Bob", "--list", "Groceries")
        #expect(removal.error.contains("Bob can no longer read or change Groceries"), "\(removal.error)")
        #expect(try ann.members() == ["Ann owner"])
        _ = try bob.run(["sync"])
        let refused = try bob.run(["done", id, "--json"])
        #expect(try refused.failure() == ("removed", 65) && refused.error.contains("todo share keep"))
        #expect(try bob.run(["join", open, "--json"]).failure() == ("bad-link", 65))
        let kept = try bob("share", "keep", "Groceries", "--json").json()
        #expect(kept["path"] == "Groceries")
        #expect(try bob.titles("list") == ["Oat milk"])
        #expect(try bob("done", bob.groceries("Oat milk")).status == 0)
        try bob("sync")
        try ann("sync")
        #expect(try ann.titles("list") == ["Milk"], "nothing of the copy is seen by others")
    }

    @Test("the last owner cannot leave; others can, with or without a copy, and come back")
    func leaving() throws {
        let remote = try SharingRemote.todoServer("ann", "bob")
        let (ann, bob) = (try remote.home(of: "ann"), try remote.home(of: "bob"))
        let (id, link) = try ann.shareGroceries(as: "Ann")
        try bob("join", link, "--as", "Bob")
        let refused = try ann.run(["leave", "Groceries", "--json"])
        #expect(try refused.failure() == ("not-allowed", 77))
        #expect(try ann.run(["members", "remove", "me", "--list", "Groceries", "--json"]).failure() == ("usage", 64))
        try bob("edit", id, "--title", "Oat milk")
        let left = try bob("leave", "Groceries")
        #expect(left.status == 0 && left.error.contains("You have left Groceries."), "\(left.error)")
        try ann("sync")
        #expect(try ann.titles("list") == ["Oat milk"], "edits are sent before")
        #expect(try ann.members() == ["Ann owner"])
        #expect(try bob.run(["done", id]).status == 65)
        #expect(try bob("share", "forget", "Groceries").status == 0)
        #expect(try bob.titles("list").isEmpty)
        let again = try #require(try ann("share", "invite", "Groceries").lines.first)
        let back = try bob("join", again)
        #expect(back.status == 0, "the name is known: \(back.error)")
        #expect(try bob.titles("list") == ["Oat milk"])
        #expect(try bob("leave", "Groceries", "--keep").error.contains("Groceries is your own list now."))
        #expect(try bob("done", bob.groceries("Oat milk")).status == 0)
        try ann("sync")
        #expect(try ann.titles("list") == ["Oat milk"])
    }

    @Test("share end gives the list back to who ends it, and a copy to the others")
    func end() throws {
        let remote = try SharingRemote.todoServer("ann", "bob")
        let (ann, bob) = (try remote.home(of: "ann"), try remote.home(of: "bob"))
        let (id, link) = try ann.shareGroceries(as: "Ann")
        try bob("join", link, "--as", "Bob")
        let again = try ann.run(["share", "Groceries", "--json"])
        #expect(try again.failure() == ("usage", 64) && again.error.contains("todo share invite Groceries"))
        try ann("add", "Dig", "--list", "Garden", "--create")
        let more = try ann("share", "Garden", "--with", "Groceries")
        #expect(more.output.isEmpty && more.error.contains("Garden is shared now with Bob: 1 to-do went with it."))
        try bob("sync")
        #expect(try Set(bob.titles("list")) == ["Milk", "Dig"])
        #expect(try bob.run(["share", "end", "Groceries", "--json"]).failure() == ("not-allowed", 77))
        try bob("edit", id, "--title", "Oat milk")
        try bob("sync")
        let ended = try ann("share", "end", "Groceries")
        #expect(ended.status == 0 && ended.error.contains("your own again. Bob can keep a copy."), "\(ended.error)")
        #expect(try Set(ann.titles("list")) == ["Oat milk", "Dig"])
        #expect(try ann("show", ann.groceries("Oat milk"), "--json").json()["space"] == .null)
        #expect(try ann("done", ann.groceries("Oat milk")).status == 0)
        _ = try bob.run(["sync"])
        #expect(try bob.run(["edit", id, "--title", "Milk", "--json"]).failure() == ("ended", 65))
        #expect(try bob("share", "keep", "Groceries").status == 0)
        #expect(try bob.titles("list", "--list", "Groceries") == ["Oat milk"])
        #expect(try bob("share", "forget", "Garden").status == 0)
    }

    @Test("without the server, sharing changes nothing; without one that is set up, it says how to set it up")
    func offline() throws {
        let alone = try TodoProcess()
        try alone("lists", "add", "Groceries")
        #expect(try alone.run(["share", "Groceries", "--as", "Ann", "--json"]).failure() == ("no-remote", 78))
        let link = "https://todo.example.org/#join.\(String(repeating: "0", count: 26)).abc.1"
        #expect(try alone.run(["join", link, "--as", "Ann", "--json"]).failure() == ("no-remote", 78))
        var away = try TodoProcess()
        away.environment["NO_PROXY"] = "*"
        away.environment["TOKEN"] = "abc"
        try away("lists", "add", "Groceries")
        try away("remote", "set", "http://127.0.0.1:1", "--user", "ann", "--token-variable", "TOKEN", "--allow-http")
        let before = try away("export", "--format", "json").output
        #expect(try away.run(["share", "Groceries", "--as", "Ann", "--json"]).failure() == ("unreachable", 69))
        #expect(try away("export", "--format", "json").output == before)
    }
}
