import Foundation
import JSON
import SQLite
import TestSupport
import Testing
import TodoDomain
import TodoLocal

@Suite("Models and rows, both ways")
struct ConversionTests {
    /// Converts a model to its row and back, using only its protocols.
    private func expectReturn<Model: EntityConvertible & Equatable>(_ model: Model) throws {
        #expect(try model.asEntity().asModel(with: model.relations) == model)
    }

    @Test("a model is the model of its row, relations included, without any database", arguments: 1...20)
    func returns(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        let world = try RandomWorld(using: &generator)
        for tag in world.tags { try expectReturn(tag) }
        for location in world.locations { try expectReturn(location) }
        for index in 0..<20 {
            var todo = world.todo("t\(index)", using: &generator)
            todo.updatedAt = generator.moment().roundedToMilliseconds
            todo.extras = ["key": "value"]
            todo.due = todo.due.flatMap { try? Validation.due($0) }
            try expectReturn(todo)
        }
        try expectReturn(RecentSearch(id: "milk", at: generator.moment()))
        try expectReturn(RecentTodo(id: "t1", at: generator.moment()))
    }

    @Test("a row names its relations by their ids, and has no rows in it")
    func identifiers() throws {
        let (home, place) = (Tag.sample("home"), try Location.sample("p", "Migros"))
        let row = Todo.sample("a", tags: [home, .sample("shop")], location: place).asEntity()
        #expect(Set(row.elements.keys) == ["home", "shop"] && row.elements.values.allSatisfy(\.isPresent))
        #expect(row.locationID == "p")
        #expect(row.asModel(with: .init()) == Todo.sample("a"), "with none of them at hand")
    }

    @Test("a model edited before 1970 keeps that time")
    func early() throws {
        let early = Tag(id: .init(stored: "t"), title: "old", createdAt: .init(milliseconds: -5))
        #expect(try early.asEntity().asModel() == early)
    }

    @Test("related rows are found from either side, and none loads those that it came from")
    func bothSides() async throws {
        let fixture = try TestStore()
        let (home, shop) = (Tag.sample("home"), Tag.sample("shop"))
        let place = try Location.sample("p", "Migros")
        try await fixture.todos.createMany([
            .sample("a", tags: [shop, home], location: place), .sample("b", tags: [home]), .sample("c"),
        ])
        let (todos, tags, places) = (fixture.todos.store, fixture.tags.store, fixture.locations.store)
        let row = try #require(try await todos.fetchEntity(.id(.init(stored: "a"))))
        #expect(try await todos.tags(of: row).map { $0.asModel(with: NoRelations()).title } == ["home", "shop"])
        let migros = try #require(try await todos.location(of: row))
        #expect(try await places.todos(of: migros) == [row])
        let homeRow = try await tags.entity(for: home)
        #expect(try await tags.todos(of: homeRow).map(\.record.id) == ["a", "b"])
        let bare = try #require(try await todos.fetchEntity(.id(.init(stored: "c"))))
        #expect(try await todos.tags(of: bare).isEmpty)
        #expect(try await todos.location(of: bare) == nil)
        try await fixture.tags.deleteOne(home.id)
        #expect(try await todos.tags(of: row).map(\.title) == ["shop"])
    }

    @Test("related rows are those that are seen: of merged records, and of those of one name")
    func bothSidesOfAliases() async throws {
        let fixture = try TestStore()
        let (home, house, namesake) = (Tag.sample("home"), Tag.sample("house"), Tag.sample("k", "House"))
        let (old, new) = (try Location.sample("p", "Migros"), try Location.sample("q", "Coop"))
        try await fixture.todos.createMany([
            .sample("a", tags: [home, house], location: old), .sample("b", tags: [namesake], location: new),
        ])
        try await fixture.tags.merge([home.id], into: house.id)
        try await fixture.locations.merge([old.id], into: new.id)
        let (todos, tags, places) = (fixture.todos.store, fixture.tags.store, fixture.locations.store)
        for id in ["a", "b"] {
            let row = try #require(try await todos.fetchEntity(.id(.init(stored: id))))
            #expect(try await todos.tags(of: row).map(\.record.id) == ["house"])
            #expect(try await todos.location(of: row)?.record.id == "q")
        }
        let houseRow = try await tags.entity(for: home)
        #expect(houseRow.record.id == "house", "what it was merged into")
        #expect(Set(try await tags.todos(of: houseRow).map(\.record.id)) == ["a", "b"])
        #expect(Set(try await places.todos(of: try await places.entity(for: new)).map(\.record.id)) == ["a", "b"])
        #expect(
            await errorCode { try await fixture.tags.updateOne(home) } == .notFound, "never written over the target")
    }

    @Test("the mappings of a to-do's relations are those that it was given, for reading and for writing")
    func injection() async throws {
        let fixture = try TestStore()
        let mapping = ShoutingTagMapping()
        let todos = TodoDAO(fixture.stack, mapping: TodoMapping(tag: mapping))
        let made = try await todos.createOne(.sample("a", tags: [.sample("home"), .sample("shop")]))
        #expect(made.tags.map(\.title) == ["HOME", "SHOP"] && mapping.written.count == 2)
        #expect(try await todos.findMany(.all.tagged([.init(stored: "shop")])).items == [made])
        #expect(mapping.reads.count == 2, "all rows at once, never one by one")
        #expect(try await fixture.todos.find(made.id).tags.map(\.title) == ["home", "shop"])

        var edited = made
        edited.title = "Edited"
        edited.tags = made.tags + [.sample("zoo")]
        try await todos.store.update(edited)
        #expect(mapping.written.count == 3)
        #expect(try await todos.find(made.id).tags.map(\.title) == ["HOME", "SHOP", "ZOO"])
    }
}

/// Shows tags in capitals, and counts how often they are read and written.
private struct ShoutingTagMapping: Mapping {
    private let mapping = TagMapping()
    let reads = CountingMapping.Counter()
    let written = CountingMapping.Counter()

    func sortExpression(for key: Tag.SortKey) -> String { mapping.sortExpression(for: key) }
    func condition(
        _ condition: Tag.Condition, isPaged: Bool, in transaction: ReadTransaction
    ) throws -> SQLFragment { try mapping.condition(condition, isPaged: isPaged, in: transaction) }
    func models(from entities: [TagEntity], in transaction: ReadTransaction) throws -> [Tag] {
        if !entities.isEmpty { reads.add() }
        return entities.map { entity in
            var tag = mapping.model(from: entity)
            tag.title = tag.title.uppercased()
            return tag
        }
    }
    func upsert(_ model: Tag, in transaction: WriteTransaction) throws -> TagEntity {
        written.add()
        return try mapping.upsert(model, in: transaction)
    }
    func delete(_ ids: [Tag.ID], in transaction: WriteTransaction) throws {
        try mapping.delete(ids, in: transaction)
    }
}
