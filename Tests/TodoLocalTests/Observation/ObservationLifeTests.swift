import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// Observations begin at once and leave nothing behind when they end.
@Suite("The life of an observation")
struct ObservationLifeTests {
    @Test("cancelled, dropped or read to a break, it holds nothing any more", arguments: [StoreKind.pool, .inMemory])
    func nothingLeft(kind: StoreKind) async throws {
        let (stack, counter) = (Weak<LocalStack>(), Weak<CountingMapping.Counter>())
        do {
            let fixture = try TestStore(kind)
            let mapping = CountingMapping()
            stack.object = fixture.stack
            counter.object = mapping.counter
            let store = fixture.stack.store(for: mapping)
            let cancelled = Watched(store.observe(.all))
            #expect(await eventually { cancelled.last != nil })
            cancelled.cancel()
            #expect(await eventually { cancelled.end.isOver })
            #expect(cancelled.end.error == nil)
            for try await _ in store.observeChanges(.all.open) { break }
            for try await _ in store.observeCount() { break }
            _ = store.observe(.all.done)
        }
        #expect(await eventually { stack.object == nil && counter.object == nil })
    }

    @Test("an observation keeps its stack open")
    func keepsItsStack() async throws {
        let stack = try LocalStack(.inMemory)
        try await TodoDAO(stack).createOne(.sample("a"))
        let lone = try await { @Sendable () async throws -> AsyncThrowingStream<Page<Todo>, any Error> in
            let other = try LocalStack(.inMemory)
            try await TodoDAO(other).createMany([.sample("b"), .sample("c")])
            return TodoDAO(other).store.observe(.all)
        }()
        for try await page in lone {
            #expect(page.items.count == 2)
            break
        }
    }

    @Test(
        "closing the stack ends it with an error, and there is none afterwards",
        arguments: [StoreKind.pool, .serial, .inMemory])
    func close(kind: StoreKind) async throws {
        let fixture = try TestStore(kind)
        let (page, number) = (Watched(fixture.todos.store.observe(.all)), Watched(fixture.todos.store.observeCount()))
        #expect(await eventually { page.last != nil && number.last == 0 })
        try fixture.stack.close()
        #expect(await eventually { page.end.isOver && number.end.isOver })
        #expect((page.end.error as? TodoError)?.code == .storage)
        #expect((number.end.error as? TodoError)?.code == .storage)
        #expect(await errorCode { for try await _ in fixture.todos.store.observe(.all) {} } == .storage)
    }

    @Test("closed amid writes and answers, it ends all the same", arguments: [StoreKind.pool, .serial, .inMemory])
    func closeAmidWrites(kind: StoreKind) async throws {
        for round in 0..<15 {
            let fixture = try TestStore(kind)
            let observed = (1...5).map { Watched(fixture.todos.store.observe(.all.page(0, size: $0))) }
            let writing = Task {
                for index in 0... { try await fixture.todos.createOne(.sample("t\(index)")) }
            }
            if round % 3 > 0 { #expect(await eventually { observed.contains { $0.last != nil } }) }
            try fixture.stack.close()
            #expect(await eventually { observed.allSatisfy { $0.end.isOver } })
            #expect(observed.allSatisfy { ($0.end.error as? TodoError)?.code == .storage })
            await #expect(throws: TodoError.self) { try await writing.value }
        }
    }

    @Test(
        "a write that returned before is in the first answer, of whomever it is shared with",
        arguments: [StoreKind.pool, .inMemory])
    func readYourWrites(kind: StoreKind) async throws {
        let fixture = try TestStore(kind)
        let others = Watched(fixture.todos.store.observe(.all))
        for round in 1...50 {
            try await fixture.todos.createOne(.sample("t\(round)"))
            for try await page in fixture.todos.store.observe(.all) {
                #expect(page.items.count == round)
                break
            }
        }
        #expect(await eventually { others.last?.items.count == 50 })
    }

    @Test("the last searches are observed too, which no history tells of")
    func recents() async throws {
        let fixture = try TestStore(.pool)
        let recents = RecentsDAO(fixture.stack)
        let searches = Watched(recents.searches.observe(.all))
        #expect(await eventually { searches.last?.items.isEmpty == true })
        await recents.noteSearch("milk").value
        #expect(await eventually { searches.last?.items.map(\.id) == ["milk"] })
    }

    @Test("lists come with what became of them")
    func differences() async throws {
        let fixture = try TestStore()
        var changes = fixture.todos.store.observeChanges(.all.ascending(\.title)).makeAsyncIterator()
        #expect(try await changes.next()?.difference.isEmpty == true)
        var list: [Todo] = []
        for (title, indices) in [("b", [0]), ("a", [0]), ("c", [2])] {
            try await fixture.todos.createOne(.sample(title, title))
            let change = try #require(try await changes.next())
            #expect(change.difference.inserted.map(\.index) == indices && change.difference.removed.isEmpty)
            list = change.difference.applied(to: list)
            #expect(list == change.page.items)
        }
        try await fixture.todos.updateOne(Todo.Update(id: Todo.ID(stored: "a"), title: "d"))
        let moved = try #require(try await changes.next()?.difference)
        #expect(moved.moved.map { [$0.origin, $0.index] } == [[0, 2]] && moved.changed.map(\.index) == [2])
    }
}

/// Knows whether an object is still alive. `@unchecked`: it is set before anybody else reads it.
private final class Weak<Object: AnyObject>: @unchecked Sendable {
    weak var object: Object?
}
