import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoLocal

@Suite("A DAO with whole models")
struct WholeModelTests {
    private let fixture: TestStore
    private let home = Tag.sample("home")
    private let shop = Tag.sample("shop")

    init() throws { fixture = try TestStore() }

    @Test("writes one over the stored one with its id, and stamps only what differs from that")
    func whole() async throws {
        let stored = try await fixture.todos.createOne(
            .sample("a", "Buy milk", notes: "Two litres", priority: .high, tags: [home, shop]))
        fixture.clock.advance(by: 1)
        try await fixture.todos.updateOne(Todo.Update(id: stored.id, notes: "Theirs"))
        fixture.clock.advance(by: 1)
        var whole = stored
        whole.title = "Buy oat milk"
        whole.priority = nil
        whole.tags = [shop]
        let written = try await fixture.todos.updateOne(whole)
        #expect(written.title == "Buy oat milk")
        #expect(written.notes == "Two litres", "whatever was written since")
        #expect(written.priority == nil && written.tags == [shop])
        let row = try #require(try await fixture.todos.store.fetchEntity(.id(stored.id)))
        #expect(Set(row.record.stamps.keys) == ["title", "priority", "notes"])
        let before = try await fixture.todos.store.fetchEntity(.id(stored.id))
        #expect(try await fixture.todos.updateOne(written) == written)
        #expect(try await fixture.todos.store.fetchEntity(.id(stored.id)) == before, "nothing differs")
    }

    @Test("writes all of several or none, and none that is not there")
    func several() async throws {
        let stored = try await fixture.tags.createMany([home, shop])
        let renamed = stored.map { tag in
            var tag = tag
            tag.title += "!"
            return tag
        }
        #expect(await errorCode { try await fixture.tags.updateMany(renamed + [.sample("none")]) } == .notFound)
        #expect(try await fixture.tags.findMany().items == stored)
        #expect(try await fixture.tags.updateMany(renamed).map(\.title) == ["home!", "shop!"])
        #expect(await errorCode { try await fixture.locations.updateOne(try .sample("p")) } == .notFound)
    }

    @Test("refuses what it cannot write")
    func unwritable() async throws {
        let stored = try await fixture.todos.createOne(.sample("a", tags: [home]))
        var (inside, earlier) = (stored, stored)
        inside.tags[0].title = "House"
        earlier.createdAt -= 1
        for todo in [inside, earlier] {
            #expect(await errorCode { try await fixture.todos.updateOne(todo) } == .usage)
            #expect(await errorCode { try await fixture.todos.store.update(todo) } == .usage)
        }
        #expect(try await fixture.todos.findMany().items == [stored])
    }

    @Test("finds one, or throws, or answers nil, as it is asked")
    func findOne() async throws {
        let stored = try await fixture.todos.createMany([.sample("b", tags: [home]), .sample("a", "Sweep")])
        #expect(try await fixture.todos.find(stored[0].id) == stored[0])
        #expect(try await fixture.todos.first(.id(stored[0].id)) == stored[0])
        #expect(try await fixture.todos.first(.all.tagged(home)) == stored[0])
        #expect(try await fixture.todos.first(.all.ascending(\.title).reversed()) == stored[1])
        try await fixture.todos.deleteOne(stored[0].id)
        #expect(await errorCode { try await fixture.todos.find(stored[0].id) } == .notFound)
        #expect(try await fixture.todos.findOne(stored[0].id) == nil)
        #expect(try await fixture.todos.first(.id(stored[0].id)) == nil)
        #expect(try await fixture.tags.first(.titled("none")) == nil)
        #expect(try await fixture.locations.first(.named("none")) == nil)
    }
}
