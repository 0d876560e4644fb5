import Basics
import Foundation
import JSON
import TestSupport
import Testing

// The conflicts that a sync leaves, as the command lists and resolves them.
extension SyncCommandTests {
    @Test("a new conflict is told of where the same sync closes another one, to programs too")
    func closedByTheSameSync() throws {
        let third = try remote.device()
        let (milk, bread) = (try shared("Buy milk"), try shared("Buy bread"))
        try here("edit", milk, "--title", "Buy oat milk")
        try there("edit", milk, "--title", "Buy soy milk")
        for device in [here, there, here, third] { try device("sync") }
        let number = try #require(
            try there("sync", "conflicts", "--json").json()["items"]?.elements?.first?["conflict"]?.string)
        try here("edit", bread, "--title", "Buy rye bread")
        try here("sync")
        try there("sync", "conflicts", "--dismiss", number)
        try there("edit", bread, "--title", "Buy white bread")
        #expect(try there("sync").error.contains("1 edited on several devices"))
        #expect(try here("sync").error.contains("1 edited on several devices"))
        #expect(try third("sync", "--json").json()["conflicts"] == 1)
        #expect(try here("sync", "conflicts", "--json").json()["items"]?.elements?.count == 1)
    }

    @Test("a conflict of a to-do that was deleted since says so, and brings it back only by force")
    func deletedSince() throws {
        let id = try shared("Buy milk")
        try here("edit", id, "--title", "Buy oat milk")
        try there("edit", id, "--title", "Buy soy milk")
        for device in [here, there, here] { try device("sync") }
        try there("delete", id)
        for device in [there, here] { try device("sync") }
        let conflict = try #require(try here("sync", "conflicts", "--json").json()["items"]?.elements?.first)
        #expect(conflict["now"] == .null && conflict["title"] == "Buy soy milk")
        if Pty.isPossible {
            let shown = try Pty.run(here, "sync conflicts", columns: 80)
            #expect(shown.contains("deleted since"), "\(shown)")
        }
        let number = try #require(conflict["conflict"]?.string)
        let refused = try here("sync", "conflicts", "--take-back", number)
        #expect(refused.status == 1 && refused.error.contains("deleted since") && refused.error.contains("--force"))
        #expect(try here("sync", "conflicts", "--take-back", number, "--json").failure() == ("ambiguous", 1))
        #expect(try here("show", id).status == 1)
        #expect(try here("sync", "conflicts", "--take-back", number, "--force").status == 0)
        #expect(try title(id, on: here) == "Buy oat milk")
    }

    @Test("a conflict of a comment says which to-do it is on")
    func commentConflict() throws {
        let id = try shared("Buy milk")
        let comment = try #require(try here("comment", id, "Call first", "--json").json()["id"]?.string)
        for device in [here, there] { try device("sync") }
        try here("comment", "edit", comment, "Called")
        try there("comment", "edit", comment, "Nobody answers")
        for device in [there, here] { try device("sync") }
        let conflict = try here("sync", "conflicts", "--json").json()["items"]?.elements?.first
        #expect(conflict?["kind"] == "comment" && conflict?["todo"] == .string(id))
        if Pty.isPossible {
            let shown = try Pty.run(here, "sync conflicts", columns: 80)
            #expect(shown.contains("(comment on “Buy milk”)"), "\(shown)")
        }
    }

    @Test("a conflict of a comment whose to-do was deleted since says so, and force brings back both")
    func commentOfDeleted() throws {
        let id = try shared("Buy milk")
        let comment = try #require(try here("comment", id, "Call first", "--json").json()["id"]?.string)
        for device in [here, there] { try device("sync") }
        try here("comment", "edit", comment, "Called")
        try there("comment", "edit", comment, "Nobody answers")
        for device in [there, here, there] { try device("sync") }
        try there("delete", id)
        for device in [there, here] { try device("sync") }
        let conflict = try #require(try here("sync", "conflicts", "--json").json()["items"]?.elements?.first)
        #expect(conflict["now"] == .null && conflict["todo"] == .string(id))
        if Pty.isPossible {
            let shown = try Pty.run(here, "sync conflicts", columns: 80)
            #expect(shown.contains("the to-do was deleted since"), "\(shown)")
        }
        let number = try #require(conflict["conflict"]?.string)
        #expect(try here("sync", "conflicts", "--take-back", number, "--json").failure() == ("ambiguous", 1))
        #expect(try here("sync", "conflicts", "--take-back", number, "--force").status == 0)
        let comments = try here("show", id, "--json").json()["comments"]?.elements
        #expect(comments?.map { $0["text"] } == [conflict["lost"]?["value"]])
    }

    @Test("what an undo has passed over is not redone, and what two steps leave is said once")
    func passedOver() throws {
        let id = try shared("Buy milk")
        for title in ["Buy oat milk", "Buy rice milk"] { try here("edit", id, "--title", title) }
        for device in [here, there] { try device("sync") }
        try there("edit", id, "--title", "Buy soy milk")
        for device in [there, here] { try device("sync") }
        let undone = try here("undo", "2", "--force").error
        #expect(undone.components(separatedBy: "Left as it is").count == 2, "\(undone)")
        #expect(undone.components(separatedBy: "Not undone").count == 3, "\(undone)")
        #expect(try here("redo", "--json").failure() == ("nothing-to-undo", 1))
        #expect(try title(id, on: here) == "Buy soy milk")
    }

    @Test("a list of conflicts that is cut says so")
    func manyConflicts() throws {
        let ids = try ["One", "Two"].map(shared)
        for id in ids { try here("edit", id, "--title", "Here") }
        for id in ids { try there("edit", id, "--title", "There") }
        try there("sync")
        try here("sync")
        let (one, all) = (try here("sync", "conflicts", "--limit", "1"), try here("sync", "conflicts", "--limit", "2"))
        #expect(one.output.split(separator: "\n").count == 1 && one.error.contains("There are more"))
        #expect(all.output.split(separator: "\n").count == 2 && all.error.isEmpty)
    }

    @Test("a conflict that is named twice counts once, and is refused if it is to be taken back and dismissed")
    func namedTwice() throws {
        let ids = try ["One", "Two"].map(shared)
        for id in ids { try here("edit", id, "--title", "Here") }
        for id in ids { try there("edit", id, "--title", "There") }
        try there("sync")
        try here("sync")
        let conflicts = try #require(try here("sync", "conflicts", "--json").json()["items"]?.elements)
        try #require(conflicts.count == 2)
        let (one, two) = (try #require(conflicts[0]["number"]?.integer), try #require(conflicts[1]["number"]?.integer))
        #expect(
            try here("sync", "conflicts", "--take-back", "\(one)", "--dismiss", "\(one)", "--json").failure()
                == ("usage", 64))
        #expect(try ids.map { try title($0, on: here) } == ["There", "There"])
        #expect(try here("sync", "conflicts", "--json").json()["items"]?.elements?.count == 2)
        #expect(try here("sync", "conflicts", "--take-back", "\(one)", "--take-back", "\(one)").status == 0)
        #expect(try here("sync", "conflicts", "--dismiss", "\(two)", "--dismiss", "\(two)").status == 0)
        #expect(try here("sync", "conflicts", "--json").json()["items"]?.elements == [])
    }

    @Test("digits are a conflict's number, and never the beginning of another one's id")
    func numbers() throws {
        let ids = try (1...12).map { try shared("Number \($0)") }
        for id in ids { try here("edit", id, "--title", "Here") }
        for id in ids { try there("edit", id, "--title", "There") }
        try there("sync")
        try here("sync")
        let conflicts = try #require(try here("sync", "conflicts", "--json").json()["items"]?.elements)
        let beginnings = conflicts.compactMap { $0["conflict"]?.string?.prefix { $0.isNumber }.prefix(3) }
            .filter { Int($0).map { $0 > 12 } ?? false }
        // Of twelve ids some begin with digits.
        try #require(!beginnings.isEmpty)
        for digits in beginnings {
            #expect(
                try here("sync", "conflicts", "--dismiss", String(digits), "--json").failure() == ("not-found", 1))
        }
        #expect(try here("sync", "conflicts", "--json").json()["items"]?.elements?.count == 12)
        try here("sync", "conflicts", "--dismiss", "1")
        #expect(try here("sync", "conflicts", "--dismiss", "1", "--json").failure() == ("not-found", 1))
        let steps = try here("history", "--page-size", "2").output
        #expect(steps.contains("a conflict") && !steps.contains("“”"), "\(steps)")
    }

    @Test("what waits for newer rules of the server is counted")
    func waiting() throws {
        try here("sync")
        try here("lists", "add", "Work")
        #expect(try here("sync", "status", "--json").json()["waiting"] == 0)
        try here.shell("sqlite3 todo.db \"INSERT INTO refusedKind (kind, at) VALUES ('list', unixepoch() * 1000)\"")
        #expect(try here("sync", "status", "--json").json()["waiting"] == 1)
        #expect(try here("sync", "status").output.contains("waiting\t1 for newer rules on the server\n"))
    }

    @Test("a deletion that lost to an edit is not taken back once the to-do was edited again")
    func deletionConflict() throws {
        let id = try shared("Buy milk")
        try here("delete", id)
        try there("edit", id, "--title", "Buy oat milk")
        try there("sync")
        try here("sync")
        #expect(try title(id, on: here) == "Buy oat milk")
        let conflicts = try #require(try here("sync", "conflicts", "--json").json()["items"]?.elements)
        let number = try #require(conflicts.first?["number"]?.integer)
        #expect(conflicts.count == 1 && conflicts[0]["field"] == "deleted")
        try here("edit", id, "--title", "Buy soy milk")
        #expect(try here("sync", "conflicts", "--take-back", "\(number)", "--json").failure() == ("ambiguous", 1))
        #expect(try title(id, on: here) == "Buy soy milk")
        try here("undo")
        let refused = try here("sync", "conflicts", "--take-back", "\(number)")
        #expect(refused.status == 1 && refused.error.contains("--force"), "an undo is an edit too")
        let fields = refused.error.split(separator: "\n").first { $0.contains(id) }?
            .split(separator: "\t", omittingEmptySubsequences: false)
        #expect(fields?.count == 17, "lost, kept and the present value are shown")
        #expect(fields.map { [$0[4], $0[7], $0[13]].allSatisfy { !$0.isEmpty } } == true, "\(refused.error)")
        let conflictID = try #require(conflicts[0]["conflict"]?.string)
        #expect(
            try here("sync", "conflicts", "--take-back", String(conflictID.prefix(8)), "--json").failure()
                == ("ambiguous", 1), "the beginning of an id is enough")
        #expect(try here("sync", "conflicts", "--take-back", "\(number)", "--force").status == 0)
        #expect(try here("show", id).status == 1)
    }
}
