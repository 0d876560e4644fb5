import Foundation
import JSON
import TestSupport
import Testing

/// Who is to do a to-do, on the command line.
@Suite("The command: assignees")
struct AssigneeCommandTests {
    private let todo: TodoProcess
    private let id: String

    init() async throws {
        todo = try TodoProcess()
        id = try await todo.joinGroceries()
    }

    @Test("edit --for gives it to a member, whom show names, and none takes it back")
    func edit() throws {
        #expect(try todo("edit", id, "--for", "ann", "--json").json()["assignee"] == "ann")
        #expect(try todo("show", id).output.contains("for      Ann"))
        #expect(try todo("edit", id, "--for", "me", "--json").json()["assignee"] == "bob")
        #expect(try todo("show", id).output.contains("for      me (Bob)"))
        #expect(try todo("list", "for:me").output.contains("Milk"))
        #expect(try todo("edit", id, "--for", "none", "--json").json()["assignee"] == .null)
        #expect(try !todo("show", id).output.contains("for  "))
    }

    @Test("add --for needs a list that is shared")
    func add() throws {
        let added = try todo("add", "Eggs", "--list", "Groceries", "--for", "Ann", "--json").json()
        #expect(added["assignee"] == "ann" && added["list"]?["path"] == "Groceries")
        let refused = try todo.run(["add", "Diary", "--for", "Ann"])
        #expect(refused.status == 1 && refused.error.contains("“Diary” is in no shared list"))
        #expect(try !todo("list").output.contains("Diary"))
        #expect(try todo.run(["edit", id, "--for", " "]).status == 64)
        #expect(try todo.run(["edit", id, "--for", "Cleo"]).status == 1)
    }
}
