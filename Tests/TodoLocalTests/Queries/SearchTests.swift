import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// Substring search, ignoring case and accents, in which nothing typed is syntax.
@Suite("Search")
struct SearchTests {
    @Test(
        "case and accents do not matter in any script",
        arguments: [
            ("creme", "Crème brûlée"), ("BRULEE", "Crème brûlée"), ("STRASSE", "Bahnhofstraße 3"),
            ("straße", "BAHNHOFSTRASSE"), ("istanbul", "İstanbul"), ("İSTANBUL", "flight to istanbul"),
            ("αθηνα", "Αθήνα"), ("ΑΘΗΝΑ", "Αθήνα"), ("牛乳", "牛乳を買う"), ("乳を", "牛乳を買う"), ("買", "牛乳を買う"),
            ("e\u{301}te", "\u{E9}t\u{E9}"), ("\u{E9}t", "e\u{301}te\u{301}"), ("lodz", "Łódź"), ("ＡＢＣ", "abc"),
            ("don't", "I don’t know"), ("don’t", "I don't know"), ("'s", "Anna’s cup"),
            ("e-mail", "E\u{2011}Mail an Bob"),
            ("e\u{2011}mail", "e-mail to Bob"), ("2020-2024", "Taxes 2020–2024"), ("2020–2024", "Taxes 2020-2024"),
            ("\"so\"", "Write “so” less"), ("10 kg", "Carry 10\u{A0}kg"),
        ])
    func folds(text: String, title: String) async throws {
        let fixture = try TestStore()
        try await fixture.todos.createMany([.sample("hit", title), .sample("miss", "zzz")])
        try await expect(["hit"], for: text, in: fixture)
    }

    @Test("a phrase of a title is found whatever spaces and dashes are in it, by the index and without it")
    func phrase() async throws {
        let fixture = try TestStore()
        try await fixture.todos.createMany([
            .sample("hit", "Carry 10\u{A0}kg – today"), .sample("miss", "Carry 10 bags"),
        ])
        let store = fixture.stack.store(for: TodoMapping())
        for text in ["10 kg - today", "10\u{A0}KG — to", "kg", "-"] {
            let query = Query<Todo>.all.title(.contains(text))
            #expect(try await store.fetch(query).map(\.id.rawValue) == ["hit"], "\(text)")
            // As in a look at the past.
            let all = try await store.fetch(.all)
            #expect(try query.answer(from: all).items.map(\.id.rawValue) == ["hit"], "\(text)")
        }
    }

    @Test("words are found in title, notes and titles of tags, each wherever it stands")
    func everywhere() async throws {
        let fixture = try TestStore()
        try await fixture.todos.createMany([
            .sample("title", "Buy oat milk"), .sample("notes", "Breakfast", notes: "milk and oats"),
            .sample("tag", "Breakfast", tags: [.sample("t", "Milk things")]),
            .sample("spread", "Buy oats", tags: [.sample("t", "Milk things")]), .sample("none", "Nothing"),
        ])
        try await expect(["title", "notes", "tag", "spread"], for: "milk", in: fixture)
        try await expect(["title", "notes", "spread"], for: "oat  MILK", in: fixture)
        try await expect(["spread"], for: "thing oats", in: fixture)
        try await expect([], for: "milk butter", in: fixture)
    }

    @Test("a renamed tag is found by its new title alone, a deleted one by none")
    func tagTitles() async throws {
        let fixture = try TestStore()
        try await fixture.todos.createOne(.sample("a", tags: [.sample("t", "errands")]))
        try await fixture.tags.updateOne(Tag.Update(id: Tag.ID(stored: "t"), title: "shopping"))
        try await expect(["a"], for: "shopping", in: fixture)
        try await expect([], for: "errands", in: fixture)
        try await fixture.tags.deleteOne(Tag.ID(stored: "t"))
        try await expect([], for: "shopping", in: fixture)
    }

    @Test(
        "one and two characters are found too",
        arguments: [("q", ["a", "b"]), ("qu", ["a"]), ("üq", ["b"]), ("🛒", ["c"])])
    func short(text: String, ids: [String]) async throws {
        let fixture = try TestStore()
        try await fixture.todos.createMany([
            .sample("a", "Quay"), .sample("b", "x", notes: "uq"), .sample("c", "🛒"), .sample("d", "none"),
        ])
        try await expect(Set(ids), for: text, in: fixture)
    }

    @Test(
        "what means something to the index is plain text here",
        arguments: [
            "\"", "\"\"", "a\"b\"c", "%", "100%", "_", "a_b", "*", "mil*", "NEAR(a b)", "NEAR", "AND", "OR", "NOT",
            "-milk",
            "^milk", "title:milk", "foldedTitle : milk", "{foldedTitle} : x", "(", "a)", "--", ";",
            "'; DROP TABLE todo;",
            "\\", "[abc]", "?1", ":x", "milk+oat", "\"\u{1F3FB}(milk", "\"\u{200D}(milk",
        ])
    func noSyntax(text: String) async throws {
        let fixture = try TestStore()
        try await fixture.todos.createMany([
            .sample("hit", "before \(text) after"), .sample("miss", "milk oat abc axb 1000"),
        ])
        try await expect(["hit"], for: text, in: fixture)
    }

    @Test("a NUL is found nowhere and breaks nothing", arguments: ["\u{0}", "milk\u{0}", "mil\u{0}k oat"])
    func nul(text: String) async throws {
        let fixture = try TestStore()
        try await fixture.todos.createOne(.sample("a", "milk oat"))
        try await expect([], for: text, in: fixture)
    }

    @Test("a pasted page is searched for as well", arguments: [3, 400, 3000])
    func many(words: Int) async throws {
        let fixture = try TestStore()
        let text = (0..<words).map { String($0, radix: 36) }.joined(separator: " ")
        try await fixture.todos.createMany([.sample("hit", notes: text), .sample("miss", "0 1")])
        try await expect(["hit"], for: text, in: fixture)
    }

    @Test("no text asks for everything", arguments: ["", "  ", "\n"])
    func nothing(text: String) async throws {
        let fixture = try TestStore()
        try await fixture.todos.createOne(.sample("a"))
        try await expect(["a"], for: text, in: fixture)
    }

    @Test("only the words that it finds now: edits and deletions keep up")
    func keepsUp() async throws {
        let fixture = try TestStore()
        let id = Todo.ID(stored: "a")
        try await fixture.todos.createOne(.sample("a", "first", notes: "notes"))
        try await fixture.todos.updateOne(Todo.Update(id: id, title: "second"))
        try await expect([], for: "first", in: fixture)
        try await expect(["a"], for: "second", in: fixture)
        try await fixture.todos.deleteOne(id)
        try await expect([], for: "second", in: fixture)
        try await fixture.todos.createOne(.sample("a", "third"))
        try await expect(["a"], for: "third", in: fixture)
        try await expect([], for: "notes", in: fixture)
    }

    /// Both query strategies, for a page and for everything.
    private func expect(_ ids: Set<String>, for text: String, in fixture: TestStore) async throws {
        var walking = TodoMapping()
        walking.few = 0
        for mapping in [TodoMapping(), walking] {
            let store = fixture.stack.store(for: mapping)
            for query in [Query<Todo>.all.matching(text), .all.matching(text).page(0, size: 10)] {
                let found = try await store.fetch(query)
                #expect(Set(found.map(\.id.rawValue)) == ids, "\(text.debugDescription), \(query)")
            }
        }
    }
}
