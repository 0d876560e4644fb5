import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain

/// Conditions on titles, and on properties that apps give to-dos, and their order.
@Suite("Titles and properties of apps in queries")
struct ExtraConditionTests {
    private func todo(_ id: String, _ mood: JSONValue?, title: String = "T") -> Todo {
        Todo(
            id: Todo.ID(stored: id), title: title, createdAt: ManualClock().now,
            extras: mood.map { ["app.mood": $0] } ?? [:])
    }

    @Test("a title is compared as it is searched, but as one text")
    func titles() {
        let todo = todo("a", nil, title: "Crème brûlée for Bob")
        let tests: [(TextTest, Bool)] = [
            (.equals("CREME BRULEE for bob"), true), (.equals("Crème brûlée"), false), (.hasPrefix("crème b"), true),
            (.hasPrefix("brûlée"), false), (.hasPrefix(""), true), (.contains("lee for"), true),
            (.contains("for creme"), false), (.contains(""), true), (.equals(""), false),
        ]
        for (test, isMet) in tests { #expect(todo.meets(.title(test)) == isMet, "\(test)") }
    }

    @Test(
        "what begins with a text lies before its end, and nothing else does",
        arguments: ["a", "é", "az\u{10FFFF}", "\u{D7FF}", "\u{FFFF}", "a\u{0}"])
    func prefixes(prefix: String) throws {
        let end = try #require(prefix.endOfPrefix)
        func isWithin(_ text: String) -> Bool {
            !text.utf8.lexicographicallyPrecedes(prefix.utf8) && text.utf8.lexicographicallyPrecedes(end.utf8)
        }
        #expect(isWithin(prefix) && isWithin(prefix + "\u{10FFFF}\u{10FFFF}") && !isWithin(end) && !isWithin(""))
        #expect("".endOfPrefix == nil && "\u{10FFFF}".endOfPrefix == nil)
    }

    @Test("a property is there, is a value of its type, or lies among values of its kind")
    func extras() {
        let tests: [(JSONValue?, ExtraTest, Bool)] = [
            (nil, .exists(true), false), (nil, .exists(false), true), (.null, .exists(true), false),
            ("", .exists(true), true),
            (1, .equals(1), true), (1, .equals(1.0), false), (1.0, .equals(1), false), (true, .equals(1), false),
            (0.0, .equals(.double(-0.0)), true), ("1", .equals(1), false), (nil, .equals(.null), true),
            ([1], .equals([1]), true), ("[1]", .equals([1]), false), ("é", .equals("e\u{301}"), false),
            (3, .range(from: .integer(3), until: .integer(4)), true),
            (4, .range(from: .integer(3), until: .integer(4)), false),
            (3.5, .range(from: .integer(3), until: nil), true), ("3.5", .range(from: .integer(3), until: nil), false),
            (-1, .range(from: nil, until: .real(0.5)), true), ("a", .range(from: nil, until: .text("b")), true),
            (-1, .range(from: nil, until: .text("b")), false),
            (true, .range(from: .integer(1), until: .integer(2)), true),
            (nil, .range(from: nil, until: nil), false), ("a", .range(from: nil, until: nil), true),
            (nil, .range(from: .text("a"), until: nil), false), ("b", .range(from: .text("a"), until: nil), true),
        ]
        for (value, test, isMet) in tests {
            #expect(todo("a", value).meets(.extra("app.mood", test)) == isMet, "\(String(describing: value)) \(test)")
        }
        #expect(!todo("a", 1).meets(.extra("app.other", .exists(true))))
    }

    @Test("numbers come first, then texts, then nothing, each by its value, and a cursor goes on anywhere")
    func order() throws {
        let values: [JSONValue?] = [
            -2.5, false, 1, true, 1.5, .integer(1 << 53), .double(9_007_199_254_740_994), 1e300, "", "a", "é", nil,
            .null,
        ]
        let todos = values.enumerated().map { todo("t\(String(format: "%02d", $0))", $1) }
        for (query, todos) in [
            (Query<Todo>.all.sorted(byExtra: "app.mood"), todos),
            (.all.sorted(byExtra: "app.mood", descending: true), todos.reversed()),
        ] {
            #expect(try query.answer(from: todos.shuffled()).items.map(\.id) == todos.map(\.id))
            var (found, page) = ([Todo](), try query.page(0, size: 2).answer(from: todos))
            while true {
                found += page.items
                guard let cursor = page.nextCursor else { break }
                page = try query.after(try #require(Cursor(cursor.description)), size: 2).answer(from: todos)
            }
            #expect(found.map(\.id) == todos.map(\.id))
        }
    }

    @Test("a whole number and one with a fraction are compared exactly, however great")
    func exactOrder() {
        let (odd, even) = (SortValue.integer(1 << 53 + 1), SortValue.real(9_007_199_254_740_992))
        #expect(even < odd && !(odd < even) && odd != even)
        #expect(SortValue.integer(.max) < .real(0x1p63) && SortValue.real(-0x1p64) < .integer(.min))
        #expect(SortValue.integer(2) == .real(2) && SortValue.integer(2).hashValue == SortValue.real(2).hashValue)
        #expect(
            SortValue.integer(1) < .real(1.5) && SortValue.real(-1.5) < .integer(-1) && SortValue.real(1) < .text(""))
        #expect(SortValue.text("é") != .text("e\u{301}"))
    }

    @Test(
        "a query with such conditions and orders is saved and read again", arguments: ["app.mood", "a-b+c%d", "größe"])
    func saved(name: String) throws {
        let query = Query<Todo>.all.title(.hasPrefix("x")).extra(name, .range(from: .real(0.5), until: .text("z")))
            .extra(name, .equals(["k": [1, true]])).sorted(byExtra: name, descending: true).ascending(\.due)
        let data = try JSONEncoder().encode(query)
        #expect(try JSONDecoder().decode(Query<Todo>.self, from: data) == query)
        let cursor = query.cursor(after: todo("a", 1))
        #expect(Cursor(cursor.description) == cursor)
        try query.after(cursor, size: 3).validate()
        #expect(Todo.SortKey(rawValue: Todo.SortKey.extra(name).rawValue) == .extra(name))
    }

    @Test("the names of the other orders are what they were")
    func names() throws {
        #expect(
            Todo.SortKey.allCases.map(\.rawValue)
                == ["updated", "created", "due", "title", "priority", "completed", "manual"])
        #expect(Todo.SortKey(rawValue: "mood") == nil)
        #expect(String(decoding: try JSONEncoder().encode([Todo.SortKey.due]), as: UTF8.self) == #"["due"]"#)
        #expect(Query<Todo>.all.ascending(\.due).orderSignature == "due+priority-id+")
        #expect(TodoFilter(order: [SortTerm(.extra("app.mood")), SortTerm(.due)]).description == "sort:due")
    }
}
