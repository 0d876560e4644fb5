import Foundation
import Testing
import TodoDomain
import todo

@Suite("The line under a list")
struct ListFooterTests {
    @Test("it says how much there is, and how to see more")
    func pages() throws {
        let todos = try (0..<5).map { try makeTodo("id\($0)", "Number \($0)") }
        let query = Query<Todo>.all.countingTotal()
        func footer(_ query: Query<Todo>, _ command: [String] = ["todo", "list"]) throws -> String {
            ListFooter.line(try query.answer(from: todos), command: command)
        }
        #expect(try footer(query) == "5 to-dos")
        #expect(try footer(query.page(0, size: 5)) == "5 to-dos")
        #expect(try footer(query.page(0, size: 2)) == "2 of 5 · next page: todo list --page 1")
        #expect(try footer(query.page(1, size: 2)) == "3–4 of 5 · next page: todo list --page 2")
        #expect(try footer(query.page(2, size: 2)) == "5–5 of 5")
        #expect(try footer(query.page(Int.max / 2, size: 2)) == "0 of 5")
        #expect(try footer(Query.all.page(0, size: 2)) == "2 to-dos · next page: todo list --page 1")
        #expect(
            try footer(query.page(0, size: 1), ["todo", "list", "--tag", "deep work", "--near", "Joe's"])
                == "1 of 5 · next page: todo list --tag 'deep work' --near 'Joe'\\''s' --page 1")
        let cursor = query.cursor(after: todos[1])
        #expect(
            try footer(query.after(cursor, size: 2))
                == "2 of 5 · next page: todo list --after \(query.cursor(after: todos[3]))")
    }

    @Test("one is said in the singular, none in the plural")
    func nouns() throws {
        #expect(ListFooter.line(Page(items: [1], total: 1), command: []) == "1 to-do")
        #expect(ListFooter.line(Page(items: [Int](), total: 0), command: []) == "0 to-dos")
    }
}
