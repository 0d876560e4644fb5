import TestSupport
import Testing
import TodoDomain

@Suite("Walking through the answer to a query")
struct QueryPagingTests {
    @Test("page by page yields every to-do once, in order", arguments: 1...40 as ClosedRange<UInt64>)
    func pages(seed: UInt64) throws {
        var generator = try TodoGenerator(seed: seed)
        for _ in 0..<5 {
            let (todos, query) = (generator.todos(23), generator.query())
            let size = Int.random(in: 1...7, using: &generator.generator)
            let whole = try query.answer(from: todos).items
            var walked: [Todo] = []
            for number in 0... {
                let page = try query.page(number, size: size).answer(from: todos)
                #expect(page.page == number && page.pageSize == size)
                #expect(page.total == (query.countsTotal ? whole.count : nil))
                #expect((page.nextCursor == nil) == (walked.count + page.items.count == whole.count))
                walked += page.items
                if page.nextCursor == nil { break }
            }
            #expect(walked == whole, "\(query)")
        }
    }

    @Test(
        "by cursors yields every to-do once, in order, with each cursor sent as text",
        arguments: 1...40 as ClosedRange<UInt64>)
    func cursors(seed: UInt64) throws {
        var generator = try TodoGenerator(seed: seed)
        for _ in 0..<5 {
            let (todos, query) = (generator.todos(23), generator.query())
            let size = Int.random(in: 1...7, using: &generator.generator)
            let whole = try query.answer(from: todos).items
            var page = try query.page(0, size: size).answer(from: todos)
            var walked = page.items
            while let next = page.nextCursor {
                page = try query.after(try #require(Cursor(next.description)), size: size).answer(from: todos)
                #expect(!page.items.isEmpty && page.page == nil && page.pageSize == size)
                walked += page.items
            }
            #expect(walked == whole, "\(query)")
        }
    }

    @Test("answers what a plain filter and sort answer", arguments: 1...40 as ClosedRange<UInt64>)
    func wholeAnswer(seed: UInt64) throws {
        var generator = try TodoGenerator(seed: seed)
        for _ in 0..<5 {
            let (todos, query) = (generator.todos(30), generator.query())
            let items = try query.answer(from: todos).items
            #expect(Set(items.map(\.id)) == Set(todos.filter(query.predicate.isMet).map(\.id)))
            #expect(items.count == Set(items.map(\.id)).count)
            for (left, right) in zip(items, items.dropFirst()) {
                #expect(query.precedes(left, right) && !query.precedes(right, left), "\(query)")
            }
            #expect(try query.reversed().answer(from: todos).items == items.reversed())
            #expect(try query.answer(from: todos.shuffled(using: &generator.generator)).items == items)
        }
    }

    @Test(
        "goes on behind a to-do that has gone, and shows one that came in behind it",
        arguments: 1...20 as ClosedRange<UInt64>)
    func changedList(seed: UInt64) throws {
        var generator = try TodoGenerator(seed: seed)
        var query = generator.query()
        query.predicate = .and([])
        var todos = generator.todos(20)
        let whole = try query.answer(from: todos).items
        let cursor = query.cursor(after: whole[9])
        todos.removeAll { $0.id == whole[9].id || $0.id == whole[4].id }
        #expect(try query.after(cursor, size: 50).answer(from: todos).items == Array(whole[10...]))
        let added = (20..<40).map { generator.todo($0) }
        let later = try query.after(cursor, size: 50).answer(from: todos + added).items
        #expect(Set(later.map(\.id)) == Set((whole[10...] + added.filter { query.precedes(whole[9], $0) }).map(\.id)))
    }

    @Test("past the end is an empty page")
    func pastTheEnd() throws {
        var generator = try TodoGenerator(seed: 1)
        let todos = generator.todos(3)
        let query = Query<Todo>.all.countingTotal()
        for page in [1, 2, Int.max / 3] {
            #expect(
                try query.page(page, size: 3).answer(from: todos) == Page(items: [], page: page, pageSize: 3, total: 3))
        }
        #expect(try query.page(0, size: .max).answer(from: todos).items.count == 3)
        #expect(try query.answer(from: []) == Page(items: [], total: 0))
    }

    @Test("refuses pages that cannot be", arguments: [(-1, 20), (0, 0), (0, -1), (.min, 1), (.max, 2), (2, .max)])
    func badPages(page: Int, size: Int) {
        expectTodoError(.badPage) { try Query<Todo>.all.page(page, size: size).validate() }
        expectTodoError(.badPage) { try Query<Todo>.all.page(page, size: size).answer(from: []) }
    }
}
