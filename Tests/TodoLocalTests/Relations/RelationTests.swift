import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal

/// Relations are stored in the registers of to-dos; those whose other end exists are shown.
@Suite("Relations")
struct RelationTests {
    let fixture: TestStore
    let home = Tag.sample("home")
    let shop = Tag.sample("shop")
    let migros: Location

    init() async throws {
        fixture = try TestStore()
        migros = try Location.sample("migros", "Migros")
        try await fixture.todos.createMany([
            .sample("a", tags: [home, shop], location: migros), .sample("b", tags: [home]), .sample("c"),
        ])
    }

    @Test("a to-do brings the tags and the place that it bears")
    func brings() async throws {
        #expect(try await fixture.tags.findMany().items.map(\.title) == ["home", "shop"])
        #expect(try await fixture.locations.findMany().items.map(\.placeName) == ["Migros"])
        #expect(try await tags("a") == ["home", "shop"])
        #expect(try await fixture.todos.find(id("a")).location?.placeName == "Migros")
    }

    @Test("a deleted tag disappears from its to-dos; none is deleted or rewritten, and made again it is back on them")
    func tagDeletedAndBack() async throws {
        let rows = try fixture.stack.rows("SELECT * FROM todo")
        try await fixture.tags.deleteOne(home.id)
        #expect(try await tags("a") == ["shop"])
        #expect(try await tags("b") == [])
        #expect(try await fixture.todos.count() == 3)
        #expect(try fixture.stack.rows("SELECT * FROM todo") == rows)

        try await fixture.tags.createOne(home)
        #expect(try await tags("a") == ["home", "shop"])
        #expect(try await tags("b") == ["home"])
        #expect(try fixture.stack.rows("SELECT * FROM todo") == rows)
        #expect(try fixture.stack.integer("SELECT count(*) FROM todoTagPending") == 0)
    }

    @Test("a deleted place disappears from its to-dos, and made again it is back on them")
    func placeDeletedAndBack() async throws {
        try await fixture.locations.deleteOne(migros.id)
        #expect(try await fixture.todos.find(id("a")).location == nil)
        #expect(try await fixture.todos.count(.all.located(migros)) == 0)
        try await fixture.locations.createOne(migros)
        #expect(try await fixture.todos.find(id("a")).location?.id == migros.id)
    }

    @Test("a tag that is taken off while it is deleted stays off when it is back")
    func takenOffWhileDeleted() async throws {
        try await fixture.tags.deleteOne(home.id)
        try await fixture.todos.updateOne(Todo.Update(id: id("a"), tags: .remove([home.id])))
        try await fixture.tags.createOne(home)
        #expect(try await tags("a") == ["shop"])
        #expect(try await tags("b") == ["home"])
    }

    @Test("a deleted to-do that comes back bears its tags and its place")
    func todoDeletedAndBack() async throws {
        let before = try await fixture.todos.find(id("a"))
        try await fixture.todos.deleteOne(id("a"))
        #expect(
            try fixture.stack.integer("SELECT count(*) FROM todoTag JOIN todo ON rowID = todoID WHERE id = 'a'") == 0)
        #expect(try await fixture.tags.todoCounts()[shop.id] == nil)
        let back = try await fixture.todos.createOne(before)
        #expect(back == before)
    }

    @Test("to-dos can bear only tags and places that are there")
    func unknownEnds() async throws {
        try await fixture.tags.deleteOne(shop.id)
        for tag in [shop.id, Tag.ID(stored: "nowhere")] {
            #expect(
                await errorCode { try await fixture.todos.updateOne(Todo.Update(id: id("c"), tags: .add([tag]))) }
                    == .notFound)
        }
        #expect(
            await errorCode {
                try await fixture.todos.updateOne(
                    Todo.Update(id: id("c"), location: .set(Location.ID(stored: "nowhere"))))
            } == .notFound)
        #expect(try await fixture.todos.find(id("c")).tags.isEmpty)
    }

    /// The ways in which a model of a to-do is written.
    enum Way: CaseIterable { case create, replace, replaceFrom, insert, upsert, transaction, transactionFrom }

    private func write(_ todo: Todo, over original: Todo, _ way: Way) async throws {
        let store = fixture.stack.store(for: TodoMapping())
        switch way {
        case .create: try await fixture.todos.createOne(todo)
        case .replace: try await fixture.todos.updateOne(todo)
        case .replaceFrom: try await fixture.todos.updateOne(todo, from: original)
        case .insert:
            try await fixture.todos.deleteOne(original.id)
            try await store.insert(todo)
        case .upsert: try await store.upsert(todo)
        case .transaction: _ = try await fixture.store.write("edit") { try $0.update(todo) }
        case .transactionFrom: _ = try await fixture.store.write("edit") { try $0.update(todo, from: original) }
        }
    }

    @Test(
        "a tag, a place and a list that are new with a to-do are made, however it is written", arguments: Way.allCases)
    func newEnds(way: Way) async throws {
        let original = try await fixture.todos.find(id("c"))
        var todo = original
        todo.tags = [.sample("work")]
        todo.location = try .sample("coop", "Coop")
        todo.list = .sample("l", "Errands")
        try await write(todo, over: original, way)
        let found = try await fixture.todos.find(id("c"))
        #expect(found.tags.map(\.title) == ["work"])
        #expect(found.location?.placeName == "Coop" && found.list?.title == "Errands")
        #expect(try await fixture.tags.find(Tag.ID(stored: "work")).title == "work")
    }

    @Test(
        "a tag, a place or a list that was deleted is refused by name, however the to-do is written, and nothing changes",
        arguments: Way.allCases.filter { $0 != .insert })
    func deletedEnds(way: Way) async throws {
        let list = try await fixture.lists.createOne(.sample("l", "Errands"))
        try await fixture.tags.deleteOne(shop.id)
        try await fixture.locations.deleteOne(migros.id)
        try await fixture.lists.deleteOne(list.id)
        let original = try await fixture.todos.find(id("c"))
        let (shop, migros) = (shop, migros)
        let edits: [(String, (inout Todo) -> Void)] = [
            ("tag “shop”", { $0.tags = [shop] }), ("location “Migros”", { $0.location = migros }),
            ("list “Errands”", { $0.list = list }),
        ]
        for (words, edit) in edits {
            var todo = original
            edit(&todo)
            let error = await #expect(throws: TodoError.self) { try await write(todo, over: original, way) }
            #expect(error?.code == .notFound && error?.reason.contains(words) == true, "\(error?.reason ?? "")")
            #expect(error?.effect == .nothingChanged)
            #expect(try await fixture.todos.find(id("c")) == original)
        }
    }

    @Test("what was deleted meanwhile and is in the original too is no edit")
    func deletedMeanwhile() async throws {
        let original = try await fixture.todos.find(id("a"))
        try await fixture.tags.deleteOne(shop.id)
        try await fixture.locations.deleteOne(migros.id)
        var todo = original
        todo.title = "Other"
        #expect(try await fixture.todos.updateOne(todo, from: original).tags.map(\.title) == ["home"])
    }

    @Test("tags are added, taken off and set, and the others stay as the change says")
    func changes() async throws {
        func change(_ change: Todo.TagChange) async throws -> [String] {
            try await fixture.todos.updateOne(Todo.Update(id: id("a"), tags: change)).tags.map(\.title)
        }
        try await fixture.tags.createOne(.sample("work"))
        let work = Tag.ID(stored: "work")
        #expect(try await change(.add([work])) == ["home", "shop", "work"])
        #expect(try await change(.remove([home.id])) == ["shop", "work"])
        #expect(try await change(Todo.TagChange(add: [home.id], remove: [work])) == ["home", "shop"])
        #expect(try await change(.set([work])) == ["work"])
        #expect(try await change(.set([])) == [])
    }

    @Test("the counts of tags and places are those of open and done to-dos that are there")
    func counts() async throws {
        try await fixture.todos.updateOne(Todo.Update(id: id("b"), completedAt: .set(fixture.clock.now)))
        #expect(
            try await fixture.tags.todoCounts() == [home.id: TodoCount(open: 1, done: 1), shop.id: TodoCount(open: 1)])
        #expect(try await fixture.locations.todoCounts() == [migros.id: TodoCount(open: 1)])
        try await fixture.todos.deleteOne(id("a"))
        #expect(try await fixture.tags.todoCounts() == [home.id: TodoCount(done: 1)])
        #expect(try await fixture.locations.todoCounts().isEmpty)
    }

    private func id(_ id: String) -> Todo.ID { Todo.ID(stored: id) }

    private func tags(_ id: String) async throws -> [String] {
        try await fixture.todos.find(self.id(id)).tags.map(\.title)
    }
}
