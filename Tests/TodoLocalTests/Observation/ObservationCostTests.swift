import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// A write costs a query only to those observers whose answer it may change.
@Suite("The cost of observation")
struct ObservationCostTests {
    private let fixture: TestStore
    private let mapping = CountingMapping()
    private let store: ObjectStore<CountingMapping>
    /// Sees every write after the others have: their costs have been paid by then.
    private let sentinel: Watched<Int>

    init() throws {
        fixture = try TestStore()
        store = fixture.stack.store(for: mapping)
        sentinel = Watched(fixture.tags.store.observeCount())
    }

    /// How many queries a write costs the observers of to-dos.
    private func cost(_ write: () async throws -> Void) async throws -> Int {
        try await settle()
        let before = mapping.counter.count
        try await write()
        try await settle()
        return mapping.counter.count - before
    }

    /// Waits until every write has been processed. Two tags: the first may share a round with earlier writes.
    private func settle() async throws {
        for _ in 0..<2 {
            try await fixture.tags.createOne(.sample("sentinel\(fixture.stack.environment.makeUUID())"))
            let count = try await fixture.tags.count()
            #expect(await sentinel.shows(count))
        }
    }

    @Test("a thousand observers cost one query each where a write matters to all, and one where it matters to one")
    func thousand() async throws {
        try await fixture.todos.createMany((0..<1000).map { .sample("t\($0)") })
        let ids = (0..<1000).map { Todo.ID(stored: "t\($0)") }
        let own = ids.map { Watched(store.observe(.id($0))) }
        #expect(await eventually { own.allSatisfy { $0.last != nil } })
        #expect(mapping.counter.count == 1000)
        #expect(
            try await cost { try await fixture.todos.updateOne(Todo.Update(id: ids[7], title: "Only one")) } == 1)
        #expect(await eventually { own[7].last?.items.first?.title == "Only one" })

        let pages = ids.map { Watched(store.observe(.all.open.excluding(.id($0)).page(0, size: 2))) }
        #expect(await eventually { pages.allSatisfy { $0.last != nil } })
        fixture.clock.advance(by: 1)
        // All observers except the one that excludes it and the one that asks by id.
        #expect(try await cost { try await fixture.todos.updateOne(Todo.Update(id: ids[7], title: "All")) } == 1000)
        #expect(await eventually { pages.count { $0.last?.items.first?.title == "All" } == 999 })
        #expect(own.allSatisfy { $0.seen.count <= 3 })
    }

    @Test("a thousand observers of the same share one query")
    func shared() async throws {
        let observers = (0..<1000).map { _ in Watched(store.observe(.all.open)) }
        #expect(await eventually { observers.allSatisfy { $0.last?.items.isEmpty == true } })
        #expect(try await cost { try await fixture.todos.createOne(.sample("a")) } == 1)
        #expect(await eventually { observers.allSatisfy { $0.last?.items.count == 1 } })
    }

    @Test("writes of other kinds, of what is not shown and of what is not asked for cost nothing")
    func irrelevant() async throws {
        let (shop, home) = (Tag.sample("shop"), Tag.sample("home"))
        let (here, there) = (try Location.sample("here"), try Location.sample("there"))
        try await fixture.todos.createMany([
            .sample("a", tags: [shop], location: here), .sample("b", completedAt: fixture.clock.now, tags: [home]),
        ])
        try await fixture.locations.createOne(there)
        let shopping = Watched(store.observe(.all.open.tagged(shop).page(0, size: 10).countingTotal()))
        let number = Watched(store.observeCount(.all.open))
        #expect(await eventually { shopping.last?.total == 1 && number.last == 1 })
        let (a, b) = (Todo.ID(stored: "a"), Todo.ID(stored: "b"))
        let fixture = fixture

        #expect(try await cost { try await fixture.locations.createOne(try .sample("elsewhere")) } == 0)
        #expect(try await cost { try await fixture.locations.deleteOne(there.id) } == 0)
        #expect(try await cost { try await fixture.tags.updateOne(Tag.Update(id: home.id, title: "house")) } == 0)
        #expect(try await cost { try await fixture.tags.deleteOne(home.id) } == 0)
        #expect(try await cost { try await fixture.todos.updateOne(Todo.Update(id: b, notes: "done long ago")) } == 0)
        #expect(
            try await cost {
                try await fixture.todos.createOne(.sample("c", completedAt: fixture.clock.now, tags: [.sample("x")]))
            }
                == 0)
        await RecentsDAO(fixture.stack).noteSearch("milk").value
        #expect(try await cost {} == 0)

        // A page, which costs one query for itself and one for its total, shows its to-do's title, tags and place; a
        // number shows none of them.
        #expect(try await cost { try await fixture.todos.updateOne(Todo.Update(id: a, title: "Oat milk")) } == 2)
        #expect(try await cost { try await fixture.tags.updateOne(Tag.Update(id: shop.id, color: .set("red"))) } == 2)
        #expect(
            try await cost {
                try await fixture.locations.updateOne(Location.Update(id: here.id, placeName: .set("Here")))
            } == 2)
        #expect(try await cost { try await fixture.todos.createOne(.sample("d", tags: [shop])) } == 3)
        #expect(shopping.last?.items.first { $0.id == a }?.location?.placeName == "Here" && number.last == 2)
    }

    @Test("what is observed of tags and places is not asked again for to-dos", arguments: [1, 500])
    func otherKinds(count: Int) async throws {
        let observed = Watched(store.observe(.all))
        #expect(await eventually { observed.last != nil })
        let places = Watched(fixture.locations.store.observe(.all))
        #expect(await eventually { places.last != nil })
        #expect(
            try await cost {
                try await fixture.locations.createMany(try (0..<count).map { try .sample("p\($0)") })
            } == (count == 1 ? 0 : 1), "of very many it is not told whether to-dos bear them")
        #expect(await eventually { places.last?.items.count == count })
    }
}
