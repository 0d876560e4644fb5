import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// Short ids: prefixes that name one model, and never renumber.
@Suite("Prefixes of identifiers")
struct IdentifierLookupTests {
    let fixture: TestStore

    init() async throws {
        fixture = try TestStore()
        try await fixture.todos.createMany(
            ["abcd1234", "abcd1299", "abzz0000", "ABCD1234", "b", "abcd12"].map { .sample($0) })
    }

    @Test(
        "a prefix finds the ids that begin with it, in order",
        arguments: [
            ("abcd", ["abcd12", "abcd1234", "abcd1299"]), ("abcd123", ["abcd1234"]), ("A", ["ABCD1234"]), ("b", ["b"]),
            ("c", []), ("%", []), ("", ["ABCD1234", "abcd12", "abcd1234"]),
        ])
    func prefixes(prefix: String, ids: [String]) async throws {
        #expect(try await fixture.todos.findIDs(prefix: prefix, limit: 3).map(\.rawValue) == ids)
    }

    @Test("the shortest prefix is unique, and has at least four characters")
    func shortest() async throws {
        let ids = ["abcd1234", "abcd1299", "abzz0000", "b", "abcd12"].map(Todo.ID.init(stored:))
        let shortest = try await fixture.todos.shortestPrefixes(of: ids)
        #expect(ids.map { shortest[$0] } == ["abcd123", "abcd129", "abzz", "b", "abcd12"])
        try await fixture.todos.deleteMany([ids[1], ids[4]])
        // The prefix never gets shorter: an id that was written down stays valid when others are deleted.
        #expect(try await fixture.todos.shortestPrefixes(of: [ids[0]])[ids[0]] == "abcd123")
        #expect(try await fixture.todos.findIDs(prefix: "abcd", limit: 9) == [ids[0]])
    }
}
