import Basics
import TestSupport
import Testing
import TodoDomain
import TodoLocal

@Suite("Several lists of one board")
struct BoardTests {
    private static let columns: [Query<Todo>] = [
        .all.priority(.low), .all.priority(.medium), .all.priority(.high).open, .all.done,
    ]

    /// How the cards lie: nothing twice, and all of them.
    private static func isWhole(_ pages: [Page<Todo>], of count: Int) -> Bool {
        let ids = pages.flatMap { $0.map(\.id) }
        return ids.count == count && Set(ids).count == count
    }

    @Test("never show a card twice or nowhere while several writers move them", arguments: [StoreKind.pool, .inMemory])
    func moving(kind: StoreKind) async throws {
        let fixture = try TestStore(kind)
        let cards = try await fixture.todos.createMany(
            (0..<24).map { .sample("c\($0)", priority: $0 % 2 == 0 ? .low : .medium) })
        let board = fixture.todos.store
        let inconsistent = Locked(0)
        let looks = Locked(0)
        let watchers = (0..<3).map { _ in
            Task {
                for try await pages in board.observeEach(Self.columns) {
                    looks.withLock { $0 += 1 }
                    if !Self.isWhole(pages, of: cards.count) { inconsistent.withLock { $0 += 1 } }
                    if pages[3].count == cards.count { return }
                }
            }
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<2 {
                group.addTask {
                    for step in 0..<60 {
                        let card = cards[(step * 2 + writer) % cards.count].id
                        let priority: Priority = step % 2 == 0 ? .medium : .low
                        try await fixture.todos.updateOne(Todo.Update(id: card, priority: .set(priority)))
                    }
                }
            }
            try await group.waitForAll()
        }
        let done = Change.set(fixture.clock.now)
        try await fixture.todos.updateMany(
            cards.map { Todo.Update(id: $0.id, completedAt: done, priority: .clear) })
        for watcher in watchers { try await watcher.value }
        #expect(inconsistent.withLock { $0 } == 0)
        #expect(looks.withLock { $0 } > watchers.count * 2)
    }

    @Test("are the results of their queries, and come again when one of them changes")
    func results() async throws {
        let fixture = try TestStore()
        let stored = try await fixture.todos.createMany([
            .sample("a", priority: .low), .sample("b", priority: .high), .sample("c"),
        ])
        let store = fixture.todos.store
        var boards = store.observeEach(Self.columns).makeAsyncIterator()
        var first: [Page<Todo>] = []
        for query in Self.columns { first.append(try await store.page(query)) }
        #expect(try await boards.next() == first)
        try await fixture.todos.updateOne(Todo.Update(id: stored[2].id, title: "Elsewhere"))
        try await fixture.todos.updateOne(Todo.Update(id: stored[0].id, priority: .set(.medium)))
        let moved = try #require(try await boards.next())
        #expect(moved.map { $0.map(\.id.rawValue) } == [[], ["a"], ["b"], []])
        var none = store.observeEach([]).makeAsyncIterator()
        #expect(try await none.next() == [])
        var impossible = store.observeEach([.all, .all.page(-1, size: 1)]).makeAsyncIterator()
        #expect(await errorCode { _ = try await impossible.next() } == .badPage)
    }
}
