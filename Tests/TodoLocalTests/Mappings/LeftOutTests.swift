import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal

/// Models are found by the places of their rows: without one of them, the others would be taken for it.
@Suite("A mapping that leaves out rows")
struct LeftOutTests {
    private let fixture: TestStore

    init() throws { fixture = try TestStore(migrations: Recipe.migrations) }

    @Test("fails what reads one, wherever it lies")
    func ownRows() async throws {
        let recipes = fixture.stack.store(for: RecipeMapping())
        try await recipes.insert([Recipe(id: "salad", minutes: 10), Recipe(id: "stew", minutes: 60)])
        try await fixture.store.write("cook") { transaction in
            _ = try transaction.execute(sql: "INSERT INTO app_recipe VALUES ('water', 0)")
        }
        #expect(await errorCode { try await recipes.page(.all) } == .usage)
        #expect(await errorCode { try await recipes.page(.all.page(0, size: 1)) } == .usage, "no page without a cursor")
        #expect(await errorCode { try await recipes.deleteAll() } == .usage)
        #expect(
            await errorCode { try await fixture.store.read { try $0.find(Recipe.self, id: "water") } } == .usage)
        #expect(await errorCode { for try await _ in recipes.observe(.all) {} } == .usage)
        #expect(try await recipes.page(.all.descending(\.minutes).page(0, size: 1)).items.map(\.id) == ["stew"])
    }

    @Test("fails what writes one, and nothing is written")
    func written() async throws {
        let code = await errorCode {
            try await fixture.store.write("cook") { try $0.create(Recipe(id: "water", minutes: 0)) }
        }
        #expect(code == .usage)
        #expect(try await fixture.store.read { try $0.count(Query<Recipe>.all) } == 0)
    }

    @Test("gives no to-do the tag of another")
    func relations() async throws {
        try await fixture.todos.createMany([
            .sample("a", tags: [.sample("home")]), .sample("b", tags: [.sample("secret"), .sample("shop")]),
        ])
        let todos = TodoDAO(fixture.stack, mapping: TodoMapping(tag: HidingTagMapping()))
        #expect(await errorCode { try await todos.findMany() } == .usage)
        #expect(await errorCode { try await todos.find(Todo.ID(stored: "b")) } == .usage)
        #expect(try await todos.find(Todo.ID(stored: "a")).tags.map(\.title) == ["home"])
        #expect(await errorCode { try await todos.createOne(.sample("c", tags: [.sample("secret")])) } == .usage)
        #expect(try await fixture.todos.count() == 2)
    }

    @Test("fails a DAO of an app")
    func ownDAO() async throws {
        let tags = HidingTagDAO(store: fixture.stack.store(for: HidingTagMapping()))
        #expect(await errorCode { try await tags.createOne(.sample("secret")) } == .usage)
        let stored = try await fixture.tags.createOne(.sample("secret"))
        #expect(await errorCode { try await tags.find(stored.id) } == .usage)
        #expect(await errorCode { try await tags.updateOne(stored) } == .usage)
        #expect(try await tags.createOne(.sample("home")).title == "home")
    }
}

/// Shows no tag whose id is `secret`.
private struct HidingTagMapping: RecordMapping {
    private let mapping = TagMapping()

    func sortExpression(for key: Tag.SortKey) -> String { mapping.sortExpression(for: key) }
    func condition(
        _ condition: Tag.Condition, isPaged: Bool, in transaction: ReadTransaction
    ) throws -> SQLFragment { try mapping.condition(condition, isPaged: isPaged, in: transaction) }
    func models(from entities: [TagEntity], in transaction: ReadTransaction) throws -> [Tag] {
        try mapping.models(from: entities.filter { $0.record.id != "secret" }, in: transaction)
    }
    func upsert(_ model: Tag, in transaction: WriteTransaction) throws -> TagEntity {
        try mapping.upsert(model, in: transaction)
    }
    func apply(_ update: Tag.Update, in transaction: WriteTransaction) throws -> TagEntity {
        try mapping.apply(update, in: transaction)
    }
    func update(from original: Tag, to model: Tag) -> Tag.Update { mapping.update(from: original, to: model) }
}

private struct HidingTagDAO: RecordDAO {
    let store: ObjectStore<HidingTagMapping>
}
