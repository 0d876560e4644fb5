import Foundation
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// The manual order of to-dos and lists.
@Suite("The manual order")
struct OrderTests {
    private let fixture: TestStore
    private var todos: TodoDAO { fixture.todos }

    init() async throws {
        fixture = try TestStore()
        try await fixture.lists.createMany([.sample("work"), .sample("home")])
        for id in ["a", "b", "c", "d"] {
            fixture.clock.advance(by: 1)
            try await todos.createOne(.sample(id, id, createdAt: fixture.clock.now))
        }
    }

    @discardableResult
    private func move(
        _ ids: [String], _ spot: OrderSpot, to destination: WriteTransaction.Destination = .here
    ) async throws -> [String] {
        let moved = try await fixture.stack.write("move") { transaction in
            let before = try transaction.reading.positions(ids)
            try transaction.move(todos: ids, to: destination, at: spot)
            return try transaction.reading.positions(ids).filter { before[$0.key] != $0.value }.keys.sorted()
        }
        #expect(try fixture.stack.inconsistency() == nil)
        return moved
    }

    private func shown(_ container: OrderContainer = .inbox) async throws -> String {
        let page = try await todos.findMany(.all.placed(in: container))
        #expect(try Query<Todo>.all.placed(in: container).answer(from: page.items.shuffled()).items == page.items)
        return page.items.map(\.title).joined()
    }

    private func register(_ id: String, _ name: TodoRegister) async throws -> (JSONValue, Stamp) {
        try await fixture.stack.read { transaction in
            let record = try #require(try transaction.record(TodoEntity.self, id: id)).asRecord
            return (record.registers[name.rawValue]?.value ?? .null, record.stamp(of: name.rawValue))
        }
    }

    @Test("what was never placed is in the order of its creation, and moving one writes that one")
    func places() async throws {
        #expect(try await shown() == "abcd")
        #expect(try await move(["d"], .first) == ["d"])
        #expect(try await shown() == "dabc")
        try await move(["d"], .after("b"))
        #expect(try await shown() == "abdc")
        try await move(["a"], .last)
        try await move(["c"], .before("d"))
        #expect(try await shown() == "bcda")
        try await move(["a", "d", "b"], .before("c"))
        #expect(try await shown() == "adbc")
        fixture.clock.advance(by: 1)
        try await todos.createOne(.sample("e", "e", createdAt: fixture.clock.now))
        #expect(try await shown() == "adbce")
        let dates = try await todos.findMany().items.map(\.updatedAt)
        #expect(Set(dates).count == 5, "a place among siblings is no edit")
        _ = try await HistoryDAO(fixture.stack).undo(1, isForced: false)
        #expect(try await shown() == "adbc")
        _ = try await HistoryDAO(fixture.stack).undo(1, isForced: false)
        #expect(try await shown() == "bcda")
    }

    @Test("a move has one stamp; a reorder writes no standing, and one that arrives late undoes no move")
    func moves() async throws {
        fixture.clock.advance(by: 5)
        try await move(["b", "a"], .first, to: .standing(Standing(list: "work")))
        #expect(try await shown() == "cd")
        #expect(try await shown(.list(.init(stored: "work"))) == "ba")
        let (standing, position) = (try await register("a", .standing), try await register("a", .position))
        #expect(standing.1 == position.1 && standing.0 == ["list": "work"])
        #expect(position.0["in"] == "list:work")
        fixture.clock.advance(by: 5)
        try await move(["a"], .before("b"))
        #expect(try await register("a", .standing).1 == standing.1)
        #expect(try await shown(.list(.init(stored: "work"))) == "ab")
        // Another device, on which it was still in the inbox, puts it in order there.
        try await merge("a", .position, ["in": "inbox", "key": "Zz"])
        #expect(try await shown() == "cd")
        #expect(try await shown(.list(.init(stored: "work"))) == "ba", "its own position counts no more")
        try await fixture.lists.deleteOne(.init(stored: "work"))
        #expect(try await shown() == "abcd")
        _ = try await HistoryDAO(fixture.stack).undo(1, isForced: false)
        #expect(try await shown(.list(.init(stored: "work"))) == "ba")
        #expect(try fixture.stack.inconsistency() == nil)
    }

    @Test("next to another to-do it gets the list and the parent of that one; a circle is refused")
    func containers() async throws {
        try await move(["b", "c"], .last, to: .standing(Standing(parent: "a")))
        #expect(try await shown(.todo(.init(stored: "a"))) == "bc")
        try await move(["d"], .before("c"))
        #expect(try await shown(.todo(.init(stored: "a"))) == "bdc")
        #expect(await errorCode { try await move(["a"], .after("c")) } == .wouldCircle)
        #expect(await errorCode { try await move(["a"], .after("a")) } == .usage)
        #expect(await errorCode { try await move(["a"], .after("x")) } == .notFound)
        #expect(await errorCode { try await move(["x"], .first) } == .notFound)
        #expect(await errorCode { try await move(["b"], .first, to: .standing(Standing(list: "x"))) } == .notFound)
        try await move(["a"], .last, to: .standing(Standing(list: "home")))
        #expect(try await shown(.todo(.init(stored: "a"))) == "bdc")
        try await move(["d", "b"], .first, to: .root)
        #expect(try await shown(.list(.init(stored: "home"))) == "dba")
        #expect(try await shown() == "")
    }

    @Test("between two of the same key, those on the smaller side get new ones, also where there are many")
    func equalKeys() async throws {
        let date = fixture.clock.now.addingTimeInterval(100)
        try await todos.createMany((0..<100).map { .sample("e\(1000 + $0)", "e", createdAt: date) })
        try await todos.createMany([
            .sample("x", "x", createdAt: date.addingTimeInterval(1)),
            .sample("y", "y", createdAt: date.addingTimeInterval(2)),
        ])
        let before = try await todos.findMany(.all.placed(in: .inbox)).items.map(\.id.rawValue)
        let written = try await fixture.stack.write("move") { transaction in
            try transaction.move(todos: ["x"], to: .here, at: .after("e1002"))
            return try transaction.reading.positions(before).count
        }
        #expect(written == 4, "three and the one that was moved")
        var wanted = before.filter { $0 != "x" }
        wanted.insert("x", at: 7)
        #expect(try await todos.findMany(.all.placed(in: .inbox)).items.map(\.id.rawValue) == wanted)
        try await move(["y"], .before("e1098"))
        wanted.removeAll { $0 == "y" }
        wanted.insert("y", at: wanted.count - 2)
        #expect(try await todos.findMany(.all.placed(in: .inbox)).items.map(\.id.rawValue) == wanted)
    }

    @Test("a position takes no deletion back, is no conflict, and is there again with the to-do")
    func deleted() async throws {
        try await todos.deleteOne(.init(stored: "a"))
        fixture.clock.advance(by: 60)
        try await merge("a", .position, ["in": "inbox", "key": "j0000000000"])
        #expect(try await shown() == "bcd")
        #expect(try fixture.stack.inconsistency() == nil)
        try await todos.createOne(.sample("a", "A", createdAt: fixture.clock.now))
        #expect(try await shown() == "bcdA")
    }

    @Test("hostile positions count as none")
    func hostile() async throws {
        for (id, value) in [
            ("a", ["in": "inbox", "key": "no key!"]), ("b", ["in": 7, "key": "k0"]),
            ("c", ["in": "inbox", "key": .string("a1" + String(repeating: "z", count: 5000))]), ("d", "k0"),
        ] as [(String, JSONValue)] {
            try await merge(id, .position, value)
        }
        #expect(try await shown() == "abcd")
        #expect(try fixture.stack.inconsistency() == nil)
        #expect(try await register("b", .position).0 == ["in": 7, "key": "k0"], "what is not understood is kept")
    }

    @Test("respacing gives short keys and changes no order, as one step; only what was put in order is written")
    func respacing() async throws {
        for _ in 0..<100 { for id in ["a", "b"] { try await move([id], .before("d")) } }
        try await fixture.stack.write("move") { transaction in
            try transaction.move(lists: ["home"], to: .here, at: .first)
        }
        let before = try await shown()
        let count = try await fixture.stack.write("order") { try $0.respace(inList: nil) }
        #expect(count == 6, "four to-dos and two lists")
        #expect(try await shown() == before)
        #expect(try await todos.findMany().items.compactMap(\.position?.description.count).max() == 2)
        #expect(try fixture.stack.inconsistency() == nil)
        _ = try await HistoryDAO(fixture.stack).undo(1, isForced: false)
        #expect(try await shown() == before)
        #expect(try await fixture.stack.write("order") { try $0.respace(inList: "work") } == 0)
    }

    @Test("lists have an order too, among those in the same list")
    func lists() async throws {
        func shown(_ container: OrderContainer) async throws -> [String] {
            #expect(try fixture.stack.inconsistency() == nil)
            return try await fixture.lists.findMany(.all.placed(in: container)).items.map(\.title)
        }
        func move(_ ids: [String], _ spot: OrderSpot, to place: WriteTransaction.Destination = .here) async throws {
            try await fixture.stack.write("move list") { try $0.move(lists: ids, to: place, at: spot) }
        }
        fixture.clock.advance(by: 1)
        try await fixture.lists.createMany([.sample("later")])
        #expect(try await shown(.top) == ["home", "later", "work"], "all were made at once")
        try await move(["work"], .first)
        #expect(try await shown(.top) == ["work", "home", "later"])
        try await move(["later", "home"], .last, to: .standing(Standing(parent: "work")))
        #expect(try await shown(.top) == ["work"])
        #expect(try await shown(.list(.init(stored: "work"))) == ["later", "home"])
        #expect(await errorCode { try await move(["work"], .after("home")) } == .wouldCircle)
        try await fixture.lists.deleteOne(.init(stored: "work"))
        #expect(try await shown(.top) == ["home", "later"])
    }

    @Test("trees show siblings in their order; a page of them goes on where the last one ended")
    func trees() async throws {
        try await move(["b", "c"], .last, to: .standing(Standing(parent: "d")))
        try await move(["d"], .first)
        try await move(["c"], .before("b"))
        for number in 0..<5 {
            try await todos.createOne(.sample("n\(number)", "\(number)", createdAt: fixture.clock.now))
        }
        try await todos.updateOne(Todo.Update(id: .init(stored: "c"), completedAt: .set(fixture.clock.now)))
        try await move(["n0"], .first, to: .standing(Standing(parent: "c")))
        let titles = try await todos.store.reduceTrees(.all, includesDone: true, into: "") {
            $0 += $1.models.map(\.title).joined(); _ = $2
        }
        #expect(titles.hasPrefix("dc0ba") && titles.count == 9)
        var shown: [String] = []
        for page in 0..<4 {
            let part = try await todos.store.treePage(.all.open.page(page, size: 2).countingTotal(), of: .inInbox)
            #expect(part.total == 8 && (part.nextCursor == nil) == (page == 3))
            shown += part.items.map { "\($0.level)\($0.hiddenParents)\($0.todo.title)" }
        }
        #expect(shown.prefix(4) == ["00d", "110", "10b", "00a"])
        #expect(shown.count == 8)
    }

    /// The lines of a plan that are about to-dos. The others ask whether the own space has the list, and only for a row
    /// that is not of the own space.
    private func plan(of query: Query<Todo>) async throws -> [String] {
        try await todos.store.plan(query).filter { !$0.contains("SUBQUERY") && !$0.contains(" owner ") }
    }

    @Test("a page of siblings is read off the index, and so is the next")
    func plan() async throws {
        for query in [Query<Todo>.all, .all.open] {
            let first = query.placed(in: .list(.init(stored: "work"))).page(0, size: 20)
            let plan = try await self.plan(of: first)
            #expect(
                plan.count == 1 && plan[0].hasPrefix("SEARCH todo USING INDEX todo_manual (manualOrder>"), "\(plan)")
            let next = first.after(first.cursor(after: .sample("x")), size: 20)
            for line in try await self.plan(of: next) {
                #expect(line.hasPrefix("SEARCH todo USING INDEX todo_manual"), "\(line)")
            }
            let whole = try await todos.store.plan(query.ascending(\.manual).page(0, size: 20))
            #expect(whole.count == 1 && whole[0].contains("USING INDEX todo_manual"), "\(whole)")
        }
        let lists = try await fixture.lists.store.plan(.all.placed(in: .top))
        #expect(lists.count == 1 && lists[0].contains("USING INDEX list_manual (manualOrder>"), "\(lists)")
    }

    @Test("an observer of a list sees to-dos change places")
    func observation() async throws {
        let watched = Watched(todos.store.observe(.all.placed(in: .inbox).page(0, size: 2)))
        #expect(await eventually { watched.last?.items.map(\.title) == ["a", "b"] })
        try await move(["d"], .after("a"))
        #expect(await eventually { watched.last?.items.map(\.title) == ["a", "d"] })
        try await move(["a"], .last)
        #expect(await eventually { watched.last?.items.map(\.title) == ["d", "b"] })
    }

    private func merge(_ id: String, _ register: TodoRegister, _ value: JSONValue) async throws {
        var record = try await fixture.stack.read { try $0.record(TodoEntity.self, id: id)?.asRecord }
        let stamp = Stamp(
            milliseconds: fixture.clock.now.milliseconds + 10_000, counter: 0, device: DeviceID(rawValue: 7))
        record?.registers[register.rawValue] = .init(value, stamp)
        try await fixture.stack.merge(#require(record))
    }
}

extension ReadTransaction {
    /// The positions that were written for to-dos.
    fileprivate func positions(_ ids: [String]) throws -> [String: OrderPosition] {
        try Dictionary(
            entities(TodoEntity.self, where: "id IN (\(list: ids.map { .text($0) }))").compactMap { todo in
                todo.content.position.map { (todo.record.id, $0) }
            }, uniquingKeysWith: { first, _ in first })
    }
}
