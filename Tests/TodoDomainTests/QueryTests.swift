import Foundation
import TestSupport
import Testing
import TodoDomain

@Suite("A query")
struct QueryTests {
    private let home = Tag(id: TagName.id(for: "home"), title: "home", createdAt: Date(milliseconds: 0))

    @Test("is composed step by step, and says the same as one that is written out")
    func composition() throws {
        let place = Location(
            id: .init(stored: "p"), coordinate: try Coordinate(latitude: 47, longitude: 8), createdAt: home.createdAt)
        let query = Query<Todo>.all.open.tagged(home).matching("Creme BRÛLÉE").near(place, within: 500)
            .ascending(\.due).descending(\.updatedAt).page(2, size: 20).countingTotal()
        #expect(
            query
                == Query(
                    predicate: .and([
                        .condition(.isDone(false)), .condition(.tagged([home.id])),
                        .condition(.matching(["creme", "brulee"])), .condition(.near(place.coordinate, within: 500)),
                    ]),
                    order: [SortTerm(.due), SortTerm(.updated, descending: true)], window: .page(2, size: 20),
                    countsTotal: true))
        #expect(query.limit == 20 && Query<Todo>.all.limit == nil)
    }

    @Test("leaves the query that it was made of as it was")
    func values() {
        let base = Query<Todo>.all.open
        let copies = [
            base.done, base.reversed(), base.page(0, size: 1), base.countingTotal(), base.ascending(\.title), base,
        ]
        #expect(Set(copies).count == copies.count)
        #expect(base == Query<Todo>.all.open && base.hashValue == Query<Todo>.all.open.hashValue)
        #expect(base.reversed().reversed() == base && base.countingTotal().countingTotal(false) == base)
    }

    @Test("that matches nothing but white space matches everything")
    func emptyText() {
        #expect(Query<Todo>.all.matching(" \n") == .all)
        #expect(Query<Tag>.all.matching("") == .all && Query<Location>.all.matching("") == .all)
    }

    @Test("joins others by or, and takes others away", arguments: 1...20 as ClosedRange<UInt64>)
    func algebra(seed: UInt64) throws {
        var generator = try TodoGenerator(seed: seed)
        let todos = generator.todos(25)
        let (base, left, right) = (generator.query(), generator.query(), generator.query())
        func ids(_ query: Query<Todo>) throws -> Set<Todo.ID> { Set(try query.answer(from: todos).items.map(\.id)) }
        #expect(try ids(base.any(of: [left, right])) == ids(base).intersection(ids(left).union(ids(right))))
        #expect(try ids(base.excluding(left)) == ids(base).subtracting(ids(left)))
        #expect(try ids(base.filter(left.predicate)) == ids(base).intersection(ids(left)))
        #expect(try ids(base.any(of: [])).isEmpty && ids(base.excluding(.all)).isEmpty)
        #expect(try ids(base.any(of: [.all])) == ids(base))
    }

    @Test("reads back from JSON", arguments: 1...30 as ClosedRange<UInt64>)
    func codable(seed: UInt64) throws {
        var generator = try TodoGenerator(seed: seed)
        for _ in 0..<10 {
            let query = generator.query()
            let cursor = query.cursor(after: generator.todo(0))
            for query in [query, query.page(3, size: 9), query.after(cursor, size: 4)] {
                #expect(try recoded(query) == query)
            }
        }
        #expect(try recoded(Query.titled("home")) == Query.titled("home"))
        #expect(try recoded(Query<Location>.named("Migros").reversed()) == Query.named("Migros").reversed())
    }

    @Test("describes itself without what a person typed")
    func description() throws {
        let secret = "zzsecretzz"
        var generator = try TodoGenerator(seed: 1)
        var todo = generator.todo(1)
        todo.title = secret
        let cursor = Query<Todo>.all.ascending(\.title).cursor(after: todo)
        let base64 = Data(secret.utf8).base64EncodedString()
        let texts = [
            Query<Todo>.all.matching(secret).ascending(\.title).after(cursor, size: 5).description,
            Query<Todo>.all.excluding(.all.matching(secret)).any(of: [.all.matching(secret)]).description,
            Query<Tag>.titled(secret).matching(secret).description,
            Query<Location>.named(secret).matching(secret).description,
        ]
        for text in texts {
            #expect(!text.contains(secret) && !text.contains(base64.prefix(8)) && !text.contains(cursor.description))
        }
        #expect(texts[0] == "Todo (matching 1 words) by title+id+ 5 after a cursor")
        #expect(Query<Todo>.all.open.page(1, size: 5).description == "Todo (open) by updated-id+ page 1 of 5")
    }

    @Test("is sorted by the default order of its model, ties by id")
    func defaultOrder() throws {
        func todo(_ id: String, _ updated: Int64) -> Todo {
            Todo(
                id: .init(stored: id), title: id, createdAt: Date(milliseconds: 0),
                updatedAt: Date(milliseconds: updated))
        }
        let todos = [todo("a", 1), todo("b", 2), todo("B", 2), todo("c", 3)]
        #expect(try Query.all.answer(from: todos).items.map(\.id.rawValue) == ["c", "B", "b", "a"])
        #expect(try Query.all.reversed().answer(from: todos).items.map(\.id.rawValue) == ["a", "b", "B", "c"])
        #expect(Query<Todo>.all.ascending(\.updatedAt).orderSignature == Query<Todo>.all.reversed().orderSignature)
    }

    @Test("sorted by one key alone has its usual second key, and the other direction is the reverse")
    func usualOrder() throws {
        func todo(_ id: String, due: Int?, _ priority: Priority?) throws -> Todo {
            .sample(id, id, due: try due.map { try .day(2026, 11, $0) }, priority: priority)
        }
        let todos = [
            try todo("a", due: 21, .low), try todo("b", due: 21, .high), try todo("c", due: nil, .high),
            try todo("d", due: 20, nil), try todo("e", due: 20, nil),
        ]
        func ids(_ query: Query<Todo>) throws -> String {
            try query.answer(from: todos).items.map(\.id.rawValue).joined()
        }
        #expect(try ids(.all.ascending(\.due)) == "debac")
        #expect(try ids(.all.descending(\.due)) == "cabed")
        #expect(try ids(.all.descending(\.priority)) == "bcade")
        #expect(try ids(.all.ascending(\.priority)) == "edacb")
        // More than one key means what it says.
        #expect(try ids(.all.ascending(\.due).ascending(\.title)) == "deabc")
    }
}
