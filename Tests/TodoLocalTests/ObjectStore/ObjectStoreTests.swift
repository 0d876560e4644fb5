import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// What every object store promises, whatever it maps: here to-dos, whose mapping has relations, and searches, whose
/// mapping has none.
@Suite("Object stores")
struct ObjectStoreTests {
    let fixture: TestStore

    init() throws { fixture = try TestStore() }

    @Test("to-dos: the contract")
    func todos() async throws {
        let models = (0..<4).map { Todo.sample("t\($0)", createdAt: ManualClock().now, tags: [.sample("t")]) }
        try await expectContract(fixture.stack.store(for: TodoMapping()), models) { todo in
            var todo = todo
            todo.title = "changed"
            return todo
        }
    }

    @Test("tags: the contract")
    func tags() async throws {
        try await expectContract(fixture.stack.store(for: TagMapping()), (0..<4).map { .sample("t\($0)") }) { tag in
            var tag = tag
            tag.color = "red"
            return tag
        }
    }

    @Test("lists: the contract")
    func lists() async throws {
        try await expectContract(fixture.stack.store(for: ListMapping()), (0..<4).map { .sample("l\($0)") }) { list in
            var list = list
            list.isArchived = true
            return list
        }
    }

    @Test("locations: the contract")
    func locations() async throws {
        let models = try (0..<4).map { try Location.sample("p\($0)", "Place \($0)") }
        try await expectContract(fixture.stack.store(for: LocationMapping()), models) { place in
            var place = place
            place.placeName = nil
            return place
        }
    }

    @Test("recent searches: the contract")
    func searches() async throws {
        let models = (0..<4).map { RecentSearch(id: "text \($0)", at: ManualClock().now + Double(-$0)) }
        try await expectContract(fixture.stack.store(for: RecentMapping<Search>()), models) { search in
            RecentSearch(id: search.id, at: search.at + 100)
        }
    }

    @Test("an app's own table: the contract")
    func ownTable() async throws {
        let fixture = try TestStore(migrations: Pomodoro.migrations)
        let models = (0..<4).map { number in
            Pomodoro(
                id: Identifier(stored: "p\(number)"), todo: Todo.ID(stored: "t"), minutes: 25,
                startedAt: fixture.clock.now - Double(number))
        }
        try await expectContract(fixture.stack.store(for: PomodoroMapping()), models) { pomodoro in
            var pomodoro = pomodoro
            pomodoro.minutes += 1
            return pomodoro
        }
    }

    @Test("models and their rows come from calls of their own, so that no type has to be named")
    func models() async throws {
        let store = fixture.stack.store(for: TodoMapping(tag: TagMapping(), location: LocationMapping()))
        try await store.insert([.sample("a", tags: [.sample("t")]), .sample("b")])
        let query = Query<Todo>.all.filter(.untagged)
        let models = try await store.fetch(query)
        let rows = try await store.fetchEntities(query)
        #expect(models.map(\.id.rawValue) == ["b"] && rows.map(\.record.id) == ["b"])
        #expect(try await store.fetchEntity(.all.tagged([Tag.ID(stored: "t")]))?.record.id == "a")
        #expect(try await store.entity(for: models[0]) == rows[0])
        #expect(try await store.fetchEntity(.id(Todo.ID(stored: "none"))) == nil)
    }

    @Test("a store with a limit drops the oldest, and what it drops is deleted like any other")
    func limit() async throws {
        let store = fixture.stack.store(for: TodoMapping(), limit: 3)
        for index in 0..<5 {
            fixture.clock.advance(by: 1)
            try await store.insert(.sample("t\(index)"))
        }
        #expect(try await store.fetchAll().map(\.id.rawValue) == ["t4", "t3", "t2"])
        #expect(try await store.count() == 3)
        fixture.clock.advance(by: 1)
        try await store.upsert((10..<20).map { .sample("t\($0)") })
        #expect(try await store.fetchAll().map(\.id.rawValue) == ["t17", "t18", "t19"], "the last of them")
        try expectSound(fixture.stack, "limited")
    }

    /// In no order: whether one is kept must not depend on its id or name.
    private static let names = ["m", "c", "x", "a", "q", "b", "z", "d"]

    @Test("a store with a limit keeps what was just inserted, and drops the oldest of one millisecond first: to-dos")
    func limitedTodos() async throws {
        try await expectLimit(TodoMapping(), Self.names.map { .sample($0, $0) })
    }

    @Test("the same of tags, whatever they are called")
    func limitedTags() async throws { try await expectLimit(TagMapping(), Self.names.map { .sample($0) }) }

    @Test("the same of locations, whatever they are called")
    func limitedLocations() async throws {
        try await expectLimit(LocationMapping(), try Self.names.map { try .sample($0, $0) })
    }

    @Test("the same of recent things, which keep their order")
    func limitedRecents() async throws {
        let now = ManualClock().now
        try await expectLimit(RecentMapping<Search>(), Self.names.map { RecentSearch(id: $0, at: now) })
        try await expectLimit(RecentMapping<Todo>(), Self.names.map { RecentTodo(id: $0, at: now) })
        let searches = try await fixture.stack.store(for: RecentMapping<Search>()).fetchAll()
        #expect(searches.map(\.id) == Array(Self.names.suffix(3).reversed()))
    }

    @Test("a store with a limit keeps the newest rows of an app, whatever order its models have")
    func limitedOwnTable() async throws {
        let fixture = try TestStore(migrations: Recipe.migrations)
        let store = fixture.stack.store(for: RecipeMapping(), limit: 3)
        // These are in neither the order of their keys nor the default order, which is by the minutes.
        for (index, name) in Self.names.enumerated() { try await store.insert(Recipe(id: name, minutes: index + 1)) }
        #expect(Set(try await store.fetchAll().map(\.id)) == Set(Self.names.suffix(3)))
        try await store.upsert(Recipe(id: "m", minutes: 1))
        #expect(Set(try await store.fetchAll().map(\.id)) == ["z", "d", "m"])
        try await store.upsert(Self.names.map { Recipe(id: $0, minutes: 5) })
        #expect(try await store.count() == 3)
    }

    @Test("where rows have no numbers, a store with a limit needs a mapping that says how old its models are")
    func limitWithoutRowID() async throws {
        let fixture = try TestStore(
            migrations: [
                AppMigration(
                    "recipes",
                    "CREATE TABLE app_recipe (name TEXT PRIMARY KEY NOT NULL, minutes INTEGER NOT NULL) STRICT, WITHOUT ROWID"
                )
            ])
        let limited = fixture.stack.store(for: RecipeMapping(), limit: 1)
        #expect(await errorCode { try await limited.insert(Recipe(id: "a", minutes: 1)) } == .usage)
        let store = fixture.stack.store(for: RecipeMapping())
        try await store.insert(Recipe(id: "a", minutes: 1))
        #expect(try await store.fetchAll().map(\.id) == ["a"])
    }

    @Test("a limit below one is one")
    func leastLimit() async throws {
        let store = fixture.stack.store(for: TagMapping(), limit: 0)
        try await store.insert([.sample("a"), .sample("b")])
        try await store.insert(.sample("c"))
        #expect(store.limit == 1)
        #expect(try await store.fetchAll().map(\.title) == ["c"])
    }

    @Test("a tag of a name that another one has counts with that one, and neither is dropped for it")
    func limitedNamesakes() async throws {
        let store = fixture.stack.store(for: TagMapping(), limit: 3)
        for title in ["a", "b", "c"] {
            try await store.insert(.sample(title))
            fixture.clock.advance(by: 1)
        }
        try await store.insert(.sample("z", "A"))
        #expect(Set(try await store.fetchAll().map(\.id.rawValue)) == ["a", "b", "c"])
        #expect(try await store.entity(for: .sample("z", "A")).record.id == "a", "it is seen in its place")
        #expect(await errorCode { try await store.insert(.sample("z", "A")) } == .alreadyExists)
        fixture.clock.advance(by: 1)
        try await store.insert(.sample("d"))
        #expect(
            Set(try await store.fetchAll().map(\.id.rawValue)) == ["b", "c", "d"], "the name goes with its oldest tag")
        try expectSound(fixture.stack, "limited")
    }

    /// Within one millisecond.
    private func expectLimit<M: Mapping>(_ mapping: M, _ models: [M.Model]) async throws {
        let store = fixture.stack.store(for: mapping, limit: 3)
        for (index, model) in models.enumerated() {
            try await store.insert(model)
            let kept = Set(try await store.fetchAll().map(\.id))
            #expect(kept == Set(models[...index].suffix(3).map(\.id)), "\(M.self) \(index)")
        }
        try await store.upsert(models)
        #expect(try await store.count() == 3)
        #expect(Set(try await store.fetchAll().map(\.id)) == Set(models.suffix(3).map(\.id)), "\(M.self)")
    }

    @Test("pages that cannot be are refused, the largest is not", arguments: [(0, 0), (-1, 5), (0, -3), (.max, 2)])
    func impossiblePages(page: Int, size: Int) async throws {
        let store = fixture.stack.store(for: TodoMapping())
        #expect(await errorCode { try await store.page(.all.page(page, size: size)) } == .badPage)
        try await store.insert(.sample("a"))
        #expect(try await store.page(.all.page(0, size: .max)).items.count == 1)
        #expect(try await store.page(.all.page(1, size: .max)).items.isEmpty)
        let all = try await store.page(.all.page(0, size: 1))
        #expect(try await store.page(.all.after(Query.all.cursor(after: all.items[0]), size: .max)).items.isEmpty)
    }

    @Test("a cursor of another order is refused")
    func foreignCursor() async throws {
        let store = fixture.stack.store(for: TodoMapping())
        let cursor = Query<Todo>.all.ascending(\.title).cursor(after: .sample("a"))
        #expect(await errorCode { try await store.page(.all.after(cursor, size: 5)) } == .badCursor)
        #expect(
            await errorCode { try await store.page(.all.near(try Coordinate(latitude: 0, longitude: 0), within: -1)) }
                == .badDistance)
    }

    @Test("a caller without async gets the result, or the error, in its completion")
    func completion() async throws {
        let store = fixture.stack.store(for: TodoMapping())
        try await store.insert(.sample("a"))
        let found = await withCheckedContinuation { continuation in
            execute {
                try await store.count()
            } completion: {
                continuation.resume(returning: $0)
            }
        }
        #expect(try found.get() == 1)
        let failed = await withCheckedContinuation { continuation in
            execute {
                try await store.insert(.sample("a"))
            } completion: {
                continuation.resume(returning: $0)
            }
        }
        #expect(await errorCode { try failed.get() } == .alreadyExists)
    }

    /// - Parameter models: four, in the default order.
    private func expectContract<M: Mapping>(
        _ store: ObjectStore<M>, _ models: [M.Model], change: (M.Model) -> M.Model
    ) async throws where M.Model.Condition: IDCondition<M.Model.ID> {
        try await store.insert(models[0])
        try await store.insert(Array(models[1...2]))
        #expect(try await store.fetchAll().map(\.id) == models[0...2].map(\.id))

        let before = try await store.fetchAll()
        #expect(await errorCode { try await store.insert([models[3], models[1]]) } == .alreadyExists)
        #expect(await errorCode { try await store.update([change(models[1]), models[3]]) } == .notFound)
        #expect(await errorCode { try await store.delete([models[0], models[3]]) } == .notFound)
        #expect(try await store.fetchAll() == before, "all or nothing")

        let changed = change(models[1])
        try await store.update(changed)
        let stored = try #require(try await store.fetch(.id(changed.id)).first as M.Model?)
        #expect(stored != before.first { $0.id == changed.id })
        try await store.upsert([change(models[2]), models[3]])
        #expect(try await store.count() == 4)
        #expect(try await store.fetchEntities().count == 4)
        #expect(try await store.page(.all.page(0, size: 3).countingTotal()).total == 4)

        try await store.delete(models[0])
        #expect(try await store.fetchEntity(.id(models[0].id)) == nil)
        #expect(try await store.count(.ids(models.map(\.id))) == 3)

        let made = try await store.entity(for: models[0])
        #expect(try await store.count() == 4, "fetched or created")
        let found = try #require(try await store.fetchEntity(.id(models[0].id)))
        #expect(made.values == found.values)
        let again = try await store.entity(for: change(models[0]))
        #expect(again.values == found.values, "what is stored is not written over")
        try await store.deleteAll()
        #expect(try await store.fetchAll().isEmpty)
    }
}
