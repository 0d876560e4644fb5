import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal

/// Shared lists on the command line: who is in them, how they are marked, and who may not edit them.
@Suite("The command: shared lists")
struct MembersCommandTests {
    private let todo: TodoProcess
    private let id: String

    init() async throws {
        todo = try TodoProcess()
        id = try await todo.joinGroceries()
    }

    private func set(_ role: SpaceRole, _ state: SpaceState) async throws {
        let store = try TodoStore(
            .init(storage: .onDisk(path: todo.database.path), isSyncEnabled: false), environment: .testing())
        let spaces = SpaceDAO(store.stack)
        let space = try #require(try await spaces.sharedSpaces().keys.first)
        try await spaces.note(members: ["ann": .owner, "bob": role], role: role, in: space)
        if state != .active { try await spaces.deactivate(space, as: state) }
        try store.stack.close()
    }

    @Test("members lists who shares, of all lists or of one")
    func members() throws {
        #expect(try todo("members").lines == ["Groceries\tann\tAnn\towner\t", "Groceries\tbob\tBob\teditor\tme"])
        let json = try todo("members", "Groceries", "--json").json()
        let space = try #require(json["items"]?.elements?.first)
        #expect(
            space["id"] == "g" && space["name"] == "Groceries" && space["role"] == "editor"
                && space["state"] == "active")
        #expect(
            space["members"] == [
                ["id": "ann", "name": "Ann", "role": "owner", "me": false],
                ["id": "bob", "name": "Bob", "role": "editor", "me": true],
            ])
        _ = try todo("lists", "add", "Own")
        let refused = try todo.run(["members", "Own"])
        #expect(refused.status == 1 && refused.error.contains("“Own” is not shared"))
    }

    @Test("show and JSON say with whom a to-do is shared; one's own is shared with nobody")
    func shown() throws {
        #expect(try todo("show", id).output.contains("shared   Groceries: Ann (owner), Bob (me)"))
        #expect(try todo("show", id, "--json").json()["space"] == "g")
        let own = try todo.add("Diary")
        #expect(try !todo("show", own).output.contains("shared"))
        #expect(try todo("show", own, "--json").json()["space"] == .null)
        #expect(try todo.titles("list", "shared:yes") == ["Milk"])
    }

    @Test("sync status has a line for each shared list, with what waits there")
    func status() throws {
        _ = try todo("remote", "set", "http://127.0.0.1:1", "--user", "bob", "--emulator")
        let lines = try todo("sync", "status").lines
        #expect(
            lines.contains { $0.hasPrefix("shared\tGroceries (editor), never synced, ") && $0.hasSuffix(" pending") })
        let json = try todo("sync", "status", "--json").json()
        let shared = try #require(json["shared"]?.elements)
        #expect(shared.count == 1 && shared[0]["space"] == "g" && shared[0]["name"] == "Groceries")
        #expect(shared[0]["state"] == "active" && shared[0]["role"] == "editor" && shared[0]["failure"] == .null)
        #expect(shared[0]["pending"]?.integer ?? 0 > 0 && shared[0]["lastSynced"] == .null)
    }

    @Test("a viewer's edit is refused with its status, says who could help, and changes nothing")
    func viewer() async throws {
        try await set(.viewer, .active)
        let before = try todo("export", "--format", "json").output
        let refused = try todo.run(["edit", id, "--title", "Oat milk", "--json"])
        #expect(try refused.failure() == ("not-allowed", 77))
        #expect(try todo.run(["done", id]).error.contains("Ann could make you an editor."))
        #expect(try todo.run(["add", "Eggs", "--list", "Groceries"]).status == 77)
        #expect(try todo("export", "--format", "json").output == before)
    }

    @Test(
        "a copy that is no longer shared can only be read",
        arguments: [(SpaceState.removed, "removed"), (.ended, "ended")])
    func inactive(state: SpaceState, code: String) async throws {
        try await set(.editor, state)
        #expect(try todo.run(["edit", id, "--title", "Oat milk", "--json"]).failure() == (code, 65))
        #expect(try todo("show", id).output.contains("no longer synced"))
    }

    @Test("nothing of one's own moves into a shared list by an edit")
    func crossing() throws {
        let own = try todo.add("Diary")
        #expect(try todo.run(["edit", own, "--list", "Groceries", "--json"]).failure() == ("crosses-spaces", 65))
    }
}
