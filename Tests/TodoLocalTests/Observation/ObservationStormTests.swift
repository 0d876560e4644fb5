import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// However fast writes come, observers keep up with the newest state and see nothing else.
@Suite("Observers under a storm of writes")
struct ObservationStormTests {
    @Test(
        "of many writes observers see some states and the last one",
        arguments: [
            (.pool, Dose.of(600, whole: 10_000)), (.inMemory, Dose.of(200, whole: 2000)),
        ] as [(StoreKind, Int)])
    func storm(kind: StoreKind, writes: Int) async throws {
        let fixture = try TestStore(kind)
        // The disk is not what is tested.
        try fixture.stack.execute("PRAGMA synchronous = OFF")
        let mapping = CountingMapping()
        let store = fixture.stack.store(for: mapping)
        let ids = (0..<20).map { Todo.ID(stored: "t\($0)") }
        try await fixture.todos.createMany(ids.map { .sample($0.rawValue, "0") })
        let pages = (1...10).map { Watched(store.observe(.all.page(0, size: $0))) }
        let number = Watched(store.observeCount(.all.done))
        #expect(await eventually { pages.allSatisfy { $0.last != nil } && number.last == 0 })

        for round in 1...writes {
            let id = ids[round % ids.count]
            try await fixture.todos.updateOne(Todo.Update(id: id, notes: "\(round)"))
        }
        try await fixture.todos.updateOne(Todo.Update(id: ids[0], completedAt: .set(fixture.clock.now)))

        for (index, page) in pages.enumerated() {
            let expected = try await fixture.todos.findMany(.all.page(0, size: index + 1))
            #expect(await page.shows(expected))
        }
        #expect(await number.shows(1))
        // The order in which the machine runs them does not matter.
        let asked = mapping.counter.count
        #expect(asked <= (pages.count + 1) * (writes + 2), "\(asked) queries")
        for page in pages { #expect(zip(page.seen, page.seen.dropFirst()).allSatisfy { $0 != $1 }) }
        #expect(number.seen == [0, 1])
    }

    @Test("what is written while observers are busy costs them one query each, however much it is")
    func busy() async throws {
        let fixture = try TestStore(.pool)
        let mapping = CountingMapping()
        let store = fixture.stack.store(for: mapping)
        let id = Todo.ID(stored: "a")
        try await fixture.todos.createOne(.sample("a", "0"))
        let pages = (1...10).map { Watched(store.observe(.all.page(0, size: $0))) }
        #expect(await eventually { pages.allSatisfy { $0.last != nil } })
        let before = mapping.counter.count

        let gate = Gate()
        mapping.counter.hold(at: gate)
        try await fixture.todos.updateOne(Todo.Update(id: id, title: "1"))
        #expect(await eventually { mapping.counter.count > before })
        for number in 2...500 { try await fixture.todos.updateOne(Todo.Update(id: id, title: "\(number)")) }
        gate.open()
        #expect(await eventually { pages.allSatisfy { $0.last?.items.first?.title == "500" } })
        // The rounds that were held, and one more.
        #expect(mapping.counter.count - before <= 2 * pages.count)
    }

    @Test("who reads slowly finds the newest state next, and never the same one twice")
    func slowReader() async throws {
        let fixture = try TestStore()
        let id = Todo.ID(stored: "a")
        try await fixture.todos.createOne(.sample("a", "A"))
        var answers = fixture.todos.store.observe(.id(id)).makeAsyncIterator()
        let other = Watched(fixture.todos.store.observe(.id(id)))
        #expect(try await answers.next()?.items[0].title == "A")
        // The title changes and changes back while nobody reads.
        for title in ["B", "A", "B", "A", "C"] {
            let page = try await fixture.todos.updateOne(Todo.Update(id: id, title: title))
            #expect(await eventually { other.last?.items == [page] })
        }
        #expect(try await answers.next()?.items[0].title == "C")
        // The title is what it was; the edit time stands still with the clock.
        for title in ["D", "C"] {
            let todo = try await fixture.todos.updateOne(Todo.Update(id: id, title: title))
            #expect(await eventually { other.last?.items == [todo] })
        }
        try await fixture.todos.updateOne(Todo.Update(id: id, title: "E"))
        #expect(try await answers.next()?.items[0].title == "E")
    }
}
