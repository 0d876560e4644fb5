import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("A cursor")
struct CursorTests {
    @Test("reads back from its text, whatever titles it holds", arguments: 1...20 as ClosedRange<UInt64>)
    func roundTrip(seed: UInt64) throws {
        var generator = try TodoGenerator(seed: seed)
        for _ in 0..<20 {
            var todo = generator.todo(1)
            todo.title = generator.generator.hostileText(upTo: 10)
            for key in Todo.SortKey.allCases {
                let cursor = Query<Todo>.all.sorted(by: SortTerm(key)).cursor(after: todo)
                #expect(Cursor(cursor.description) == cursor)
                #expect(try recoded(cursor) == cursor)
                #expect(cursor.description.wholeMatch(of: /[A-Za-z0-9_-]+/) != nil)
            }
        }
    }

    @Test(
        "is not read from garbage",
        arguments: [
            "", "x", "!!!!", "AAAA", "e30", "W10", "bnVsbA", "WyJhIl0", "eyJhIjoxfQ", "WyJ1cGRhdGVkLWlkKyIsInQxIixbXV0",
            "WyJ1cGRhdGVkLWlkKyIsInQxIixbbnVsbF1d", "WyJ1cGRhdGVkLWlkKyIsInQxIixbMSwyXV0",
            "WyJ1cGRhdGVkLWlkKyIsMSxbMV1d", "é",
        ])
    func garbage(text: String) throws {
        #expect(Cursor(text) == nil)
        let coded = try JSONEncoder().encode([text])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Cursor].self, from: coded) }
    }

    @Test("is not read from its text cut short or with a character lost", arguments: 0..<20)
    func damaged(index: Int) throws {
        var generator = try TodoGenerator(seed: 3)
        var text = Query<Todo>.all.ascending(\.title).cursor(after: generator.todo(1)).description
        #expect(Cursor(String(text.prefix(index))) == nil)
        text.remove(at: text.index(text.startIndex, offsetBy: index))
        #expect(Cursor(text) == nil)
    }

    @Test("belongs to one order and is refused by every other")
    func otherOrder() throws {
        var generator = try TodoGenerator(seed: 3)
        let todo = generator.todo(1)
        let orders: [Query<Todo>] = [
            .all, .all.reversed(), .all.ascending(\.due), .all.ascending(\.due).reversed(),
            .all.descending(\.title),
            .all.descending(\.due).ascending(\.title), .all.ascending(\.title).descending(\.due),
        ]
        #expect(Set(orders.map(\.orderSignature)).count == orders.count)
        for (index, query) in orders.enumerated() {
            for (other, asked) in orders.enumerated() where other != index {
                expectTodoError(.badCursor) { try asked.after(query.cursor(after: todo), size: 1).validate() }
            }
            #expect(throws: Never.self) { try query.open.after(query.cursor(after: todo), size: 1).validate() }
        }
        #expect(orders[0].cursor(after: todo) == Query<Todo>.all.descending(\.updatedAt).cursor(after: todo))
    }

    @Test("wants a size from one")
    func size() throws {
        var generator = try TodoGenerator(seed: 3)
        let cursor = Query<Todo>.all.cursor(after: generator.todo(1))
        for size in [0, -1, .min] {
            expectTodoError(.badPage) { try Query<Todo>.all.after(cursor, size: size).validate() }
        }
    }
}
