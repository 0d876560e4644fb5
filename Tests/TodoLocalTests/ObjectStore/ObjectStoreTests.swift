import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// What every object store promises, whatever it maps: here to-dos, whose mapping has relations, and searches, whose
/// has none.
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

    @Test("models and their rows come by the type of the result")
    func resultTypes() async throws {
        let store = fixture.stack.store(for: TodoMapping(tag: TagMapping(), location: LocationMapping()))
        try await store.insert([.sample("a", tags: [.sample("t")]), .sample("b")])
        let query = Query<Todo>.all.filter(.untagged)
        let models: [Todo] = try await store.fetch(query)
        let rows: [TodoEntity] = try await store.fetch(query)
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
        #expect(try await store.fetchAll().map(\.id.rawValue) == ["t10", "t11", "t12"])
        try expectSound(fixture.stack, "limited")
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
        #expect(try await store.entity(for: models[0]) == nil)
        #expect(try await store.count(.ids(models.map(\.id))) == 3)
        try await store.deleteAll()
        #expect(try await store.fetchAll().isEmpty)
    }
}
