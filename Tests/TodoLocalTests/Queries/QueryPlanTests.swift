import Foundation
import GRDB
import GRDBSQLite
import JSON
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// SQLite's plan for each list that the command line offers, without statistics (no ANALYZE).
@Suite("Query plans")
struct QueryPlanTests {
    /// The orders of `--sort`.
    static let orders: [[SortTerm<Todo>]] = [
        [], [SortTerm(.updated, descending: true)], [SortTerm(.created, descending: true)],
        [SortTerm(.due), SortTerm(.priority, descending: true)], [SortTerm(.title)],
        [SortTerm(.priority, descending: true), SortTerm(.due)],
    ]

    @Test("an open list is read off an index in every order, from either end", arguments: orders, [false, true])
    func open(order: [SortTerm<Todo>], isReversed: Bool) async throws {
        let query = Query(predicate: Query<Todo>.all.open.predicate, order: order, isReversed: isReversed)
        let plan = try await plan(query.page(0, size: 20))
        #expect(plan.count == 1 && plan[0].contains("USING INDEX todo_open_"), "\(plan)")
    }

    @Test("a cursor goes on in ranges of the index", arguments: orders, [false, true])
    func cursors(order: [SortTerm<Todo>], isReversed: Bool) async throws {
        let query = Query(predicate: Query<Todo>.all.open.predicate, order: order, isReversed: isReversed)
        let last = Todo.sample("middle", "m", due: try .day(2026, 11, 23), priority: .medium)
        let plan = try await plan(query.after(query.cursor(after: last), size: 20))
        #expect(plan.count == max(order.count, 1) + 1, "one range for each number of equal terms: \(plan)")
        #expect(plan.allSatisfy { $0.hasPrefix("SEARCH todo USING INDEX todo_open_") }, "\(plan)")
    }

    @Test(
        "an open list by one key alone is read off an index, in either direction and from either end",
        arguments: [Todo.SortKey.updated, .created, .due, .title, .priority], [false, true])
    func oneKey(key: Todo.SortKey, isDescending: Bool) async throws {
        let sorted = Query<Todo>.all.open.sorted(by: SortTerm(key, descending: isDescending))
        let last = Todo.sample("middle", "m", due: try .day(2026, 11, 23), priority: .medium)
        for query in [sorted, sorted.reversed()] {
            let first = try await plan(query.page(0, size: 20))
            #expect(first.count == 1 && first[0].contains("USING INDEX todo_open_"), "\(first)")
            let next = try await plan(query.after(query.cursor(after: last), size: 20))
            #expect(next.allSatisfy { $0.hasPrefix("SEARCH todo USING INDEX todo_open_") }, "\(next)")
        }
    }

    @Test("all by update and the done ones by completion are read off an index too", arguments: [false, true])
    func others(isReversed: Bool) async throws {
        var queries = [Query<Todo>.all, .all.done.descending(\.completedAt)]
        if isReversed { queries = queries.map { $0.reversed() } }
        for (query, index) in zip(queries, ["todo_updated", "todo_done_completed"]) {
            let first = try await plan(query.page(0, size: 20))
            #expect(first.count == 1 && first[0].contains("USING INDEX \(index)"), "\(first)")
            let done = Todo.sample("middle", completedAt: ManualClock().now)
            let next = try await plan(query.after(query.cursor(after: done), size: 20))
            #expect(next.allSatisfy { $0.hasPrefix("SEARCH todo USING INDEX \(index)") }, "\(next)")
        }
    }

    @Test("few to-dos with a tag, at a place or with a word are found by it", arguments: orders)
    func gathered(order: [SortTerm<Todo>]) async throws {
        let (tag, place) = (Few.tag, Few.place)
        for filter in [Query<Todo>.all.tagged([tag]), .all.located([place]), .all.matching("needle")] {
            for base in [filter.open, filter.done, filter] {
                let plan = try await plan(Query(predicate: base.predicate, order: order).page(0, size: 20))
                #expect(plan.contains { $0.hasPrefix("SEARCH todo USING INTEGER PRIMARY KEY") }, "\(plan)")
                #expect(!plan.contains { $0.hasPrefix("SCAN todo") && !$0.contains("VIRTUAL") }, "\(plan)")
            }
        }
    }

    @Test(
        "many to-dos with a tag, at a place, with a word or a priority are found by walking the order",
        arguments: orders)
    func walked(order: [SortTerm<Todo>]) async throws {
        for filter in [
            Query<Todo>.all.tagged([Few.tag]), .all.located([Few.place]), .all.matching("needle"),
            .all.filter(.priority([.high])), .all.filter(.priority([nil, .low])),
        ] {
            for size in [1, 20] {
                let query = Query(predicate: filter.open.predicate, order: order).page(0, size: size)
                let plan = try await plan(query, few: 0)
                #expect(plan[0].contains("USING INDEX todo_open_"), "\(plan)")
                #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
            }
        }
    }

    @Test("a range of due dates is a range of the index")
    func due() async throws {
        let zone = TodoEnvironment.testing().timeZone
        let day = try Day(year: 2026, month: 11, day: 21)
        for window in [DueWindow.before(ManualClock().now, in: zone), .on(day, in: zone)] {
            let query = Query<Todo>.all.open.due(window)
            let plan = try await plan(query.ascending(\.due).descending(\.priority).page(0, size: 20))
            #expect(plan.count == 1 && plan[0].contains("todo_open_due (<expr>"), "\(plan)")
        }
    }

    @Test("what was done on some days is a range of the index of done ones")
    func completed() async throws {
        let (start, end) = (ManualClock().now, ManualClock().now.addingTimeInterval(86_400))
        for (from, until) in [(start, end), (start, nil), (nil, end)] as [(Date?, Date?)] {
            let query = Query<Todo>.all.done.filter(.time(.completed, from: from, until: until))
            let plan = try await plan(query.descending(\.completedAt).page(0, size: 20))
            #expect(
                plan.count == 1 && plan[0].hasPrefix("SEARCH todo USING INDEX todo_done_completed (<expr>"), "\(plan)")
        }
    }

    @Test("each part of an agenda is read off its own index")
    func agenda() async throws {
        let queries = Agenda.queries(now: ManualClock().now, zone: TodoEnvironment.testing().timeZone)
        for (query, index) in zip(queries, ["todo_open_due", "todo_open_start", "todo_open_started"]) {
            let plan = try await Self.filled().stack.store(for: TodoMapping()).unorderedPlan(query)
            #expect(plan.count == 1 && plan[0].hasPrefix("SEARCH todo USING INDEX \(index)"), "\(plan)")
        }
    }

    @Test("what is overdue is counted in the index, without the to-dos")
    func counted() async throws {
        let fixture = try TestStore(.serial)
        try await fixture.todos.createMany(
            try (0..<3000).map { .sample("t\($0)", due: try .day(2026, 1, 1 + $0 % 28)) })
        let overdue = Query<Todo>.all.open.due(
            .before(ManualClock().now, in: TodoEnvironment.testing().timeZone))
        let store = fixture.stack.store(for: TodoMapping())
        let (count, pages) = try await fixture.stack.read { transaction in
            _ = transaction.database.takePagesRead()
            return (try store.count(overdue, in: transaction), transaction.database.takePagesRead())
        }
        #expect(count == 3000)
        // One for each to-do or more, if it were looked at.
        #expect(pages < 500, "\(pages) pages were read")
    }

    @Test("what is blocked is read off an index of its own, and what is ready off that of the order")
    func blocked() async throws {
        let blocked = try await plan(Query<Todo>.all.blocked.page(0, size: 20))
        #expect(blocked.count == 1 && blocked[0].contains("USING INDEX todo_open_blocked"), "\(blocked)")
        let ready = try await plan(Query<Todo>.ready(on: ManualClock().now, in: .gmt).page(0, size: 20))
        #expect(ready[0].contains("USING INDEX todo_open_updated"), "\(ready)")
        #expect(!ready.contains { $0.hasPrefix("SCAN todo") && !$0.contains("INDEX todo_open_") }, "\(ready)")
        #expect(!ready.contains { $0.contains("TEMP B-TREE") }, "\(ready)")
    }

    @Test("a title and what it begins with are found in the index of the titles of open ones")
    func titles() async throws {
        for test in [TextTest.equals("Needle"), .hasPrefix("Need")] {
            let found = try await plan(Query<Todo>.all.open.title(test).ascending(\.title).page(0, size: 20))
            #expect(
                found.count == 1 && found[0].hasPrefix("SEARCH todo USING INDEX todo_open_title (foldedTitle"),
                "\(found)")
        }
        let part = try await plan(Query<Todo>.all.open.title(.contains("eedl")).page(0, size: 20))
        #expect(part.contains { $0.hasPrefix("SEARCH todo USING INTEGER PRIMARY KEY") }, "\(part)")
    }

    @Test("a property of an app that has an index is looked up, ranged over and sorted by it")
    func extras() async throws {
        let fixture = try TestStore(migrations: [.index(onExtra: "app.mood"), .index(onExtra: "app.old")])
        try await fixture.todos.createMany(
            (0..<40).map {
                Todo(id: .init(stored: "t\($0)"), title: "T", createdAt: .now, extras: ["app.mood": .integer($0)])
            })
        let store = fixture.stack.store(for: TodoMapping())
        let tests: [ExtraTest] = [
            .equals("good"), .equals(3), .equals(1.5), .range(from: .integer(3), until: .integer(9)),
            .range(from: .text("a"), until: nil),
        ]
        for base in [Query<Todo>.all, .all.open, .all.done] {
            for test in tests {
                let found = try await store.plan(
                    base.extra("app.mood", test).sorted(byExtra: "app.mood").page(0, size: 20))
                #expect(
                    found[0].hasPrefix("SEARCH todo USING INDEX app_extra_app.mood (<expr>"),
                    "\(found)")
            }
        }
        let sorted = Query<Todo>.all.sorted(byExtra: "app.mood", descending: true)
        let first = try await store.page(sorted.page(0, size: 5))
        #expect(first.items.map { $0.extras["app.mood"] } == [39, 38, 37, 36, 35])
        let plan = try await store.plan(sorted.page(0, size: 5))
        #expect(plan[0].contains("USING INDEX app_extra_app.mood"), "\(plan)")
        let next = try await store.plan(sorted.after(try #require(first.nextCursor), size: 5))
        // Only the to-dos of one value are sorted.
        let part = "USE TEMP B-TREE FOR RIGHT PART OF ORDER BY"
        #expect(
            next.allSatisfy { $0.hasPrefix("SEARCH todo USING INDEX app_extra_app.mood") || $0 == part }, "\(next)")
        let without = try await store.plan(Query<Todo>.all.extra("app.none", .equals(1)).page(0, size: 5))
        #expect(!without.contains { $0.contains("app_extra") }, "\(without)")
    }

    @Test("tags by title, places by name, and one by its id")
    func names() async throws {
        let stack = try await Self.filled().stack
        let tags = try await stack.store(for: TagMapping()).plan(.all)
        #expect(tags.count == 1 && tags[0].contains("USING INDEX tag_title"), "\(tags)")
        let titled = try await stack.store(for: TagMapping()).plan(.titled("home"))
        #expect(titled[0].contains("USING INDEX tag_name (foldedName=?)"), "\(titled)")
        let places = try await stack.store(for: LocationMapping()).plan(.all)
        #expect(places.count == 1 && places[0].contains("USING INDEX location_placeName"), "\(places)")
        let one = try await stack.store(for: TodoMapping()).plan(.id(Todo.ID(stored: "t7")))
        #expect(one[0].contains("(id=?)"), "\(one)")
    }

    private func plan(_ query: Query<Todo>, few: Int = 2000) async throws -> [String] {
        var mapping = TodoMapping()
        mapping.few = few
        return try await Self.filled().stack.store(for: mapping).plan(query)
    }

    /// What few of the store's to-dos have.
    private enum Few {
        static let tag = Tag.ID(stored: "home")
        static let place = Location.ID(stored: "migros")
    }

    /// A store with a little of everything; plans do not depend on how much.
    private static func filled() async throws -> TestStore {
        let fixture = try TestStore()
        let place = try Location.sample("migros", "Migros")
        let done = fixture.clock.now
        try await fixture.todos.createMany(
            try (0..<40).map { index in
                .sample(
                    "t\(index)", index == 7 ? "needle" : "Title \(index)", completedAt: index % 2 == 0 ? nil : done,
                    due: index % 3 == 0 ? try .day(2026, 11, 1 + index / 2) : nil,
                    priority: index % 5 == 0 ? .high : nil, tags: index < 10 ? [.sample("home")] : [],
                    location: index > 30 ? place : nil)
            })
        return fixture
    }
}

extension Database {
    /// How many pages were asked for since the last call.
    fileprivate func takePagesRead() -> Int {
        [SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS].reduce(0) { sum, kind in
            var (now, most): (Int32, Int32) = (0, 0)
            sqlite3_db_status(sqliteConnection, kind, &now, &most, 1)
            return sum + Int(now)
        }
    }
}
