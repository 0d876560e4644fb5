import JSON
import TestSupport
import Testing

/// `todo comment`.
@Suite("The command: comments")
struct CommentCommandTests {
    @Test("a comment is added, shown, found, changed, deleted, and all of it undone")
    func everyday() throws {
        let todo = try TodoProcess()
        let id = try #require(try todo("add", "Call Bob", "--json").json()["id"]?.string)
        let comment = try todo("comment", String(id.prefix(8)), "Nobody", "answered", "--json").json()
        #expect(comment.members?.keys.sorted() == ["at", "device", "editedAt", "id", "text"])
        #expect(comment["text"] == "Nobody answered" && comment["editedAt"] == .null)
        let own = try #require(comment["id"]?.string)
        #expect(try todo("search", "answered", "--json").json()["items"]?.elements?.count == 1)
        #expect(try todo("show", id, "--json").json()["comments"] == [comment])
        #expect(try todo("show", id).lines.contains("    Nobody answered"))
        try todo("comment", "edit", String(own.prefix(8)), "He", "did")
        #expect(try texts(todo, id) == ["He did"])
        try todo("comment", "add", id, "--", "-1 call")
        #expect(Set(try texts(todo, id)) == ["He did", "-1 call"])
        #expect(try todo("comment", "delete", own, "--json").json() == ["deleted": [.string(own)]])
        #expect(try texts(todo, id) == ["-1 call"])
        let other = try todo("comment", id, "Again", "--json").json()["id"]?.string ?? ""
        #expect(try todo("comment", "delete", other, other, "--json").json() == ["deleted": [.string(other)]])
        try todo("undo", "2")
        try todo("undo", "2")
        #expect(try texts(todo, id) == ["He did"])
    }

    @Test("a minus alone stands for the standard input")
    func input() throws {
        let todo = try TodoProcess()
        let id = try #require(try todo("add", "Call Bob", "--json").json()["id"]?.string)
        let comment = try todo("comment", id, "-", "--json", input: "Called.\n\nNobody answered\n").json()
        #expect(comment["text"] == "Called.\n\nNobody answered")
        let own = try #require(comment["id"]?.string)
        try todo("comment", "edit", own, "-", input: "He calls back\n")
        #expect(try texts(todo, id) == ["He calls back"])
        #expect(try todo("comment", id, "-", "--json", input: "\n").failure() == ("bad-comment", 64))
        try todo("comment", "edit", own, "-", "or", "not", input: "unread")
        #expect(try texts(todo, id) == ["- or not"])
    }

    @Test("a text that is longer than a comment may be is refused as one, and never cut")
    func tooLong() throws {
        let todo = try TodoProcess()
        let id = try #require(try todo("add", "Call Bob", "--json").json()["id"]?.string)
        let full = String(repeating: "x", count: 65_536)
        // The last of them begins with a comment, and has more text far below it.
        let long = [
            full + "x", String(repeating: "x", count: 300_000),
            "Hi" + String(repeating: "\n", count: 90_000) + "THE END",
        ]
        for text in long {
            let refused = try todo("comment", id, "-", "--json", input: text)
            #expect(try refused.failure() == ("bad-comment", 64), "\(text.utf8.count)")
            #expect(refused.error.contains("A comment has 1 to 65,536 bytes") && !refused.error.contains("Notes"))
        }
        #expect(try texts(todo, id) == [])
        try todo("comment", id, "-", input: full + "\n\n")
        #expect(try texts(todo, id) == [full])
    }

    @Test("what cannot be is refused, and changes nothing")
    func refusals() throws {
        let todo = try TodoProcess()
        let id = try #require(try todo("add", "Call Bob", "--json").json()["id"]?.string)
        #expect(try todo("comment", id, " ", "--json").failure() == ("bad-comment", 64))
        #expect(try todo("comment", id, "--json").failure() == ("usage", 64))
        #expect(try todo("comment", "zzz", "x", "--json").failure() == ("not-found", 1))
        #expect(try todo("comment", "edit", id, "x", "--json").failure() == ("not-found", 1))
        #expect(try todo("comment", "delete", "zzz", "--json").failure() == ("not-found", 1))
        #expect(try texts(todo, id) == [])
    }

    @Test("annotations of Taskwarrior come in as comments, once, and go out again")
    func taskwarrior() throws {
        let todo = try TodoProcess()
        let task = #"""
            [{"uuid":"0b5ec4ab-6b84-4a1d-9d4e-5c1f0ad1d8a1","description":"Call Bob","status":"pending","entry":"20261120T080000Z",
            "modified":"20261121T080000Z","annotations":[{"entry":"20261120T090000Z","description":"Nobody answered"},
            {"entry":"20261120T100000Z","description":"He calls back"}]}]
            """#
        for _ in 0..<2 {
            try todo("import", "-", "--format", "taskwarrior", input: task)
            #expect(try texts(todo, "0b5e") == ["Nobody answered", "He calls back"])
        }
        let exported = try todo("export", "--format", "taskwarrior").json().elements?.first
        #expect(
            exported?["annotations"] == [
                ["entry": "20261120T090000Z", "description": "Nobody answered"],
                ["entry": "20261120T100000Z", "description": "He calls back"],
            ])
        #expect(try todo("search", "calls", "back", "--json").json()["items"]?.elements?.count == 1)
    }

    private func texts(_ todo: TodoProcess, _ id: String) throws -> [String] {
        try todo("show", id, "--json").json()["comments"]?.elements?.compactMap { $0["text"]?.string } ?? []
    }
}
