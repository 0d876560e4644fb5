import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// An observation has a value at once, follows every write of the stack, and ends with its reader.
@Suite("Observation")
struct ObservationTests {
    @Test(
        "the first answer comes at once, once, and then each change; writes that do not matter are not shown",
        arguments: [StoreKind.pool, .serial, .inMemory])
    func changes(kind: StoreKind) async throws {
        let fixture = try TestStore(kind)
        let (tag, place) = (Tag.sample("t", "tag"), try Location.sample("p", "Place"))
        try await fixture.todos.createOne(.sample("a", "first", tags: [tag], location: place))
        var answers = fixture.todos.store.observe(.all.open.countingTotal()).makeAsyncIterator()
        #expect(try await answers.next()?.items.map(\.title) == ["first"])

        // A done to-do and an unused deleted tag change nothing here: the next answer is that of the rename.
        try await fixture.todos.createOne(.sample("z", completedAt: fixture.clock.now))
        try await fixture.tags.createOne(.sample("unused"))
        try await fixture.todos.updateOne(Todo.Update(id: Todo.ID(stored: "a"), title: "renamed"))
        #expect(try await answers.next()?.items.map(\.title) == ["renamed"])

        try await fixture.tags.updateOne(Tag.Update(id: tag.id, title: "new tag"))
        #expect(try await answers.next()?.items.first?.tags.map(\.title) == ["new tag"])
        try await fixture.locations.deleteOne(place.id)
        #expect(try await answers.next()?.items.first?.location == nil)
        try await fixture.todos.deleteOne(Todo.ID(stored: "a"))
        let last = try #require(try await answers.next())
        #expect(last.items.isEmpty && last.total == 0)
    }

    @Test("a search is observed through the titles of tags too")
    func search() async throws {
        let fixture = try TestStore(.pool)
        let tag = Tag.sample("t", "errand")
        try await fixture.todos.createMany([.sample("a", tags: [tag]), .sample("b", "an errand")])
        var answers = fixture.todos.store.observe(.all.matching("errand").ascending(\.title)).makeAsyncIterator()
        #expect(try await answers.next()?.items.map(\.id.rawValue) == ["b", "a"])
        try await fixture.tags.updateOne(Tag.Update(id: tag.id, title: "shopping"))
        #expect(try await answers.next()?.items.map(\.id.rawValue) == ["b"])
    }

    @Test("a query that cannot be answered ends the observation with its error")
    func failure() async throws {
        let fixture = try TestStore()
        let answers = fixture.todos.store.observe(.all.page(0, size: 0))
        #expect(await errorCode { for try await _ in answers {} } == .badPage)
    }

    @Test("it ends with the task that reads it")
    func cancellation() async throws {
        let fixture = try TestStore(.pool)
        let (seen, saw) = AsyncStream.makeStream(of: Int.self)
        let task = Task {
            for try await page in fixture.todos.store.observe(.all) { saw.yield(page.items.count) }
            saw.finish()
        }
        var counts = seen.makeAsyncIterator()
        #expect(await counts.next() == 0)
        task.cancel()
        #expect(await counts.next() == nil)
        try await task.value
    }

    @Test("each reader of its own sees all of it")
    func severalReaders() async throws {
        let fixture = try TestStore(.pool)
        var (one, other) = (
            fixture.todos.store.observe(.all).makeAsyncIterator(),
            fixture.todos.store.observe(.all.done).makeAsyncIterator()
        )
        #expect(try await one.next()?.items.count == 0)
        #expect(try await other.next()?.items.count == 0)
        try await fixture.todos.createOne(.sample("a", completedAt: fixture.clock.now))
        #expect(try await one.next()?.items.count == 1)
        #expect(try await other.next()?.items.count == 1)
    }
}
