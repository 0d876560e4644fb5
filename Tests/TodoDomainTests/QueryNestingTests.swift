import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain

/// How deep queries, filters and other properties are nested; what is nested deeper is refused by name.
@Suite("Nesting")
struct QueryNestingTests {
    typealias Predicate = Query<Todo>.Predicate

    private static let open = Predicate.condition(.isDone(false))
    private static let due = Predicate.condition(.hasDue(true))

    /// One level of each kind of nesting around a predicate.
    static let kinds: [(name: String, nest: @Sendable (Predicate) -> Predicate)] = [
        ("or in and", { .and([open, .or([due, .and([open, $0])])]) }),
        ("and in or", { .or([due, .and([open, .or([open, $0])])]) }),
        ("not", { .not(.and([open, $0])) }),
        ("not not", { .not($0) }),
        ("one in a list", { .and([$0]) }),
        ("any of", { Query<Todo>.all.open.any(of: [.all.done, Query(predicate: $0)]).predicate }),
        ("excluding", { Query<Todo>.all.open.excluding(Query(predicate: $0)).predicate }),
    ]

    private static func expectRefused(_ predicate: Predicate, sourceLocation: SourceLocation = #_sourceLocation) {
        expectTodoError(.badQuery, sourceLocation: sourceLocation) { try predicate.validate() }
    }

    @Test(
        "what is nested deeper than is allowed is refused by name, and grows no further", arguments: kinds.map(\.name))
    func predicates(name: String) throws {
        let nest = try #require(Self.kinds.first { $0.name == name }).nest
        var predicate = Self.open
        // One nesting has up to three levels.
        for _ in 0..<32 where predicate.levels <= 32 {
            predicate = nest(predicate)
            try predicate.validate()
        }
        for _ in 0..<100_000 { predicate = nest(predicate) }
        Self.expectRefused(predicate)
        #expect(predicate.levels > Query<Todo>.deepest && predicate.levels <= Query<Todo>.deepest + 2)
        #expect(predicate.description.utf8.count < 10_000)
        expectTodoError(.badQuery) { try Query(predicate: predicate).answer(from: []) }
        for outer in [
            .and([Self.open, predicate]), .or([predicate]), Query<Todo>.all.open.filter(predicate).predicate,
        ] {
            Self.expectRefused(outer)
        }
    }

    @Test("a query that is read is the one that was written, and one that is nested too deep is refused")
    func decoding() throws {
        var predicate = Self.open
        for (_, nest) in Self.kinds.prefix(4) { predicate = nest(predicate) }
        for _ in 0..<20 { predicate = .and([Self.open, .or([Self.due, predicate])]) }
        let query = Query<Todo>(predicate: predicate)
        #expect(try recoded(query) == query)
        // The form that earlier versions have written.
        let leaf = #"{"condition":{"_0":{"isDone":{"_0":false}}}}"#
        let former = Data(#"{"and":{"_0":[\#(leaf)]}}"#.utf8)
        #expect(try JSONDecoder().decode(Predicate.self, from: former) == .and([Self.open]))

        for (before, after) in [(#"{"not":{"_0":"#, "}}"), (#"{"and":{"_0":["#, "]}}"), (#"{"or":{"_0":["#, "]}}")] {
            func decoded(_ depth: Int) throws -> Predicate {
                let text = String(repeating: before, count: depth) + leaf + String(repeating: after, count: depth)
                return try JSONDecoder().decode(Predicate.self, from: Data(text.utf8))
            }
            for depth in [45, 60, 150] { expectTodoError(.badQuery) { try decoded(depth) } }
            // Here the decoder itself refuses.
            #expect(throws: (any Error).self) { try decoded(2000) }
        }
    }

    @Test("a query has so many conditions, and looks for so many words")
    func sizes() throws {
        let (conditions, words) = (Query<Todo>.mostConditions, Query<Todo>.mostWords)
        try Predicate.or(Array(repeating: Self.due, count: conditions)).validate()
        Self.expectRefused(.or(Array(repeating: Self.due, count: conditions + 1)))
        func text(_ count: Int) -> String { (0..<count).map { "w\($0)" }.joined(separator: " ") }
        try Query<Todo>.all.matching(text(words)).validate()
        for count in [words + 1, 100_000] {
            expectTodoError(.badQuery) { try Query<Todo>.all.matching(text(count)).validate() }
        }
        expectTodoError(.badQuery) { try Query<Tag>.all.matching(text(words + 1)).validate() }
        expectTodoError(.badQuery) { try Query<Todo.Comment>.all.matching(text(words + 1)).validate() }
    }

    @Test("a filter that a program has made is refused like one that was typed", arguments: [1, 2000])
    func filters(excess: Int) throws {
        let (open, text) = (TodoFilter.Condition.field(.is, [.init(.word("open"))]), TodoFilter.Condition.text("a"))
        // What is added, and how many parentheses that takes.
        let nests: [(TodoFilter.Condition) -> TodoFilter.Condition] = [
            { .and([open, .or([text, $0])]) }, { .not(.and([open, $0])) }, { .not($0) },
        ]
        for nest in nests {
            var condition = TodoFilter.Condition.not(.not(text))
            for _ in 0..<31 { condition = nest(condition) }
            let filter = TodoFilter(condition)
            #expect(try todoFilter(filter.description) == filter)
            _ = try filter.query(now: RandomWorld.now, timeZone: .gmt, names: FilterNames())
            for _ in 0..<(excess + 1) { condition = nest(condition) }
            let refused = TodoFilter(condition)
            #expect(refused.description == "…" && refused.references.isEmpty)
            expectTodoError(.badFilter) {
                try refused.query(now: RandomWorld.now, timeZone: .gmt, names: FilterNames())
            }
        }
    }

    @Test("other properties that are nested too deep are refused", arguments: [false, true])
    func extras(inObjects: Bool) throws {
        func nested(_ depth: Int) -> JSONValue {
            (0..<depth).reduce(JSONValue.null) { value, _ in inObjects ? ["a": value] : [value] }
        }
        // The properties themselves are an object.
        let fits = nested(Limits.jsonLevels - 1)
        var todo = Todo.sample("a")
        todo.extras = ["x": fits]
        _ = try todo.validated()
        #expect(try recoded(todo).extras["x"] == fits)
        for depth in [Limits.jsonLevels, 2000] {
            let deep = nested(depth)
            todo.extras = ["x": deep]
            expectTodoError(.extrasTooLong) { try todo.validated() }
            expectTodoError(.extrasTooLong) { try Todo.Update(id: todo.id, extras: ["x": .set(deep)]).validated() }
            expectTodoError(.badRecord) {
                try AppRecord(
                    id: .init(stored: "r"), type: "note", registers: ["x": deep], createdAt: ManualClock().now
                ).validated()
            }
        }
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(nested(2000)) }
        let (before, after) = inObjects ? ("{\"a\":", "}") : ("[", "]")
        let text = String(repeating: before, count: 400) + "1" + String(repeating: after, count: 400)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8)) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
    }
}
