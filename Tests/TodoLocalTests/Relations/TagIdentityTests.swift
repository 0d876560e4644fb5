import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// A tag created twice, here or on two devices, is one tag.
@Suite("The identity of tags")
struct TagIdentityTests {
    let fixture: TestStore

    init() throws { fixture = try TestStore() }

    @Test(
        "one title, however it is written, is one tag with the id of its name",
        arguments: ["Home", " HOME ", "home", "hoMe"])
    func sameTitle(title: String) async throws {
        let first = try await fixture.tags.findOrCreate(titled: "home")
        #expect(first.id == TagName.id(for: title))
        #expect(try await fixture.tags.findOrCreate(titled: title) == first)
        #expect(try await fixture.tags.count() == 1)
    }

    @Test("two stores that never met give a title the same id")
    func twoStores() async throws {
        let other = try TestStore(seed: 99)
        #expect(
            try await fixture.tags.findOrCreate(titled: "Été  prochain").id
                == (try await other.tags.findOrCreate(titled: "e\u{301}té prochain").id))
    }

    @Test("a tag and a place of a file whose times are to come change nothing when they come again")
    func importedFromTheFuture() async throws {
        let later = fixture.clock.source().addingTimeInterval(86_400)
        let tag = Tag(id: Tag.ID(stored: "tag"), title: "From the file", createdAt: later)
        let place = Location(
            id: Location.ID(stored: "place"), coordinate: try Coordinate(latitude: 1, longitude: 2),
            placeName: "From the file", createdAt: later)
        func load() async throws {
            try await fixture.stack.write("import", author: .import) {
                try $0.importTag(tag)
                try $0.importLocation(place)
            }
        }
        try await load()
        try await fixture.tags.updateOne(Tag.Update(id: tag.id, title: "Edited here"))
        try await fixture.locations.updateOne(Location.Update(id: place.id, placeName: .set("Edited here")))
        fixture.clock.advance(by: 60)
        try await load()
        #expect(try await fixture.tags.findMany().items.map(\.title) == ["Edited here"])
        #expect(try await fixture.locations.findMany().items.map(\.placeName) == ["Edited here"])
    }

    @Test("accents tell tags apart")
    func accents() async throws {
        let (plain, accented) = (
            try await fixture.tags.findOrCreate(titled: "ete"), try await fixture.tags.findOrCreate(titled: "été")
        )
        #expect(plain.id != accented.id)
    }

    @Test("where the tag of that id is deleted, the next generation takes over, and the dead one keeps its to-dos")
    func deleted() async throws {
        let first = try await fixture.tags.findOrCreate(titled: "home")
        try await fixture.todos.createOne(.sample("a", tags: [first]))
        try await fixture.tags.deleteOne(first.id)
        let second = try await fixture.tags.findOrCreate(titled: "Home")
        #expect(second.id == TagName.id(for: "home", generation: 1))
        #expect(try await fixture.todos.find(Todo.ID(stored: "a")).tags.isEmpty)

        try await fixture.tags.deleteOne(second.id)
        #expect(try await fixture.tags.findOrCreate(titled: "home").id == TagName.id(for: "home", generation: 2))
    }

    @Test("where the tag of that id bears another name, the next generation takes over")
    func renamed() async throws {
        let first = try await fixture.tags.findOrCreate(titled: "home")
        try await fixture.tags.updateOne(Tag.Update(id: first.id, title: "house"))
        #expect(try await fixture.tags.findOrCreate(titled: "house").id == first.id)
        #expect(try await fixture.tags.findOrCreate(titled: "home").id == TagName.id(for: "home", generation: 1))
    }

    @Test("of several tags with a title, the one with the smallest id speaks for all that are as old")
    func several() async throws {
        try await fixture.tags.createMany([.sample("z", "home"), .sample("b", "HOME"), .sample("k", "home")])
        #expect(try await fixture.tags.findOrCreate(titled: "home").id.rawValue == "b")
        #expect(try await fixture.tags.count(.titled("Home")) == 1)
    }

    @Test("merged tags leave their to-dos with the target once, in one step of the history")
    func merge() async throws {
        let (a, b, c) = (Tag.sample("a"), Tag.sample("b"), Tag.sample("c"))
        try await fixture.todos.createMany([
            .sample("1", tags: [a]), .sample("2", tags: [a, b, c]), .sample("3", tags: [c]), .sample("4"),
        ])
        let steps = try fixture.stack.integer("SELECT count(*) FROM historyTransaction")
        try await fixture.tags.merge([a.id, b.id, a.id, c.id], into: c.id)
        #expect(try fixture.stack.integer("SELECT count(*) FROM historyTransaction") == steps + 1)
        #expect(try await fixture.tags.findMany().items.map(\.id) == [c.id])
        let todos = try await fixture.todos.findMany(.all.tagged(c)).items
        #expect(Set(todos.map(\.id.rawValue)) == ["1", "2", "3"])
        #expect(todos.allSatisfy { $0.tags.map(\.id) == [c.id] })
    }

    @Test("what a file calls or describes as a merged tag or place does is the target")
    func importedMerged() async throws {
        let (shop, errands) = (Tag.sample("shop"), Tag.sample("errands"))
        let (old, new) = (try Location.sample("p", "Migros"), try Location.sample("q", "Coop"))
        try await fixture.todos.createMany([
            .sample("1", tags: [shop], location: old), .sample("2", tags: [errands], location: new),
        ])
        try await fixture.tags.merge([shop.id], into: errands.id)
        try await fixture.locations.merge([old.id], into: new.id)
        let fromFile = Todo.sample(
            "3", tags: [.sample("x", "Shop"), .sample("y", "home")], location: try .sample("z", "Migros"))
        let said = try await fixture.stack.write("import", author: .import) {
            _ = try $0.importTodo(fromFile, modifiedAt: nil, declaredTags: [])
            return $0.mergedTitles
        }
        #expect(said == ["Shop": "errands"])
        let stored = try await fixture.todos.find(fromFile.id)
        #expect(stored.tags.map(\.title) == ["errands", "home"] && stored.location?.id == new.id)
        #expect(try await fixture.locations.find(mergedNamed: "MIGROS")?.id == new.id)
        #expect(try await fixture.locations.find(mergedNamed: "Coop") == nil)
        #expect(try await fixture.locations.count() == 1)
    }

    @Test("a merge with a tag that is not there changes nothing")
    func mergeUnknown() async throws {
        let (a, b) = (Tag.sample("a"), Tag.sample("b"))
        try await fixture.todos.createOne(.sample("1", tags: [a, b]))
        let before = try fixture.stack.dump()
        for (others, target) in [([a.id, Tag.ID(stored: "none")], b.id), ([a.id], Tag.ID(stored: "none"))] {
            #expect(await errorCode { try await fixture.tags.merge(others, into: target) } == .notFound)
        }
        #expect(try fixture.stack.dump() == before)
    }
}
