import Foundation
import TestSupport
import Testing
import TodoDomain
import TodoKit
import TodoLocal

/// An app's rows and the store's records in one transaction.
@Suite("An app's own tables")
struct OwnTableTests {
    private let fixture: TestStore
    private var store: TodoStore { fixture.store }

    init() throws { fixture = try TestStore(.pool, migrations: Pomodoro.migrations) }

    private func pomodoro(_ id: String, of todo: String = "a", minutes: Int = 25) throws -> Pomodoro {
        Pomodoro(
            id: try #require(Identifier(id)), todo: Todo.ID(stored: todo), minutes: minutes,
            startedAt: fixture.clock.now, sound: [0, 255, 1])
    }

    @Test("a row and a to-do are written together, and the to-do is one step to undo")
    func together() async throws {
        let todo = try await fixture.todos.createOne(.sample("a"))
        let pomodoro = try pomodoro("p")
        let note = Todo.sample("b", "Write it down", tags: [.sample("t")])
        let (stored, made) = try await store.write("focus") { transaction in
            let row = try transaction.create(pomodoro)
            var started = todo
            started.startedAt = transaction.date
            #expect(try transaction.update(started, from: todo).startedAt == transaction.date)
            let made: Todo = try transaction.create(note)
            let count = try transaction.reading.count(Query<Todo>.all.open)
            #expect(count == 2)
            return (row, made)
        }
        #expect(stored == pomodoro && made.tags.map(\.title) == ["t"])
        let steps = try await store.recentHistory(limit: 1)
        #expect(steps.map(\.action) == ["focus"] && steps.first?.recordCount == 3)
        try await store.undo()
        let found = try await store.read { transaction in
            (try transaction.find(todo.id), try transaction.fetch(Query<Pomodoro>.all))
        }
        #expect(found.0.startedAt == nil && found.1 == [pomodoro], "the rows of an app have no history")
        #expect(try await fixture.todos.first(.id(note.id)) == nil)
        try expectSound(fixture.stack, "undone")
    }

    @Test("what throws writes nothing, neither rows nor records")
    func rollback() async throws {
        let (pomodoro, note) = (try pomodoro("p"), Todo.sample("b"))
        let code = await errorCode {
            try await store.write("focus") { transaction in
                try transaction.create(note)
                try transaction.create(pomodoro)
                try transaction.delete(Pomodoro(id: .init(stored: "none"), todo: note.id, minutes: 1, startedAt: .now))
            }
        }
        #expect(code == .notFound)
        #expect(try await fixture.todos.count() == 0)
        #expect(try await store.read { try $0.values("SELECT count(*) FROM app_pomodoro") } == [[.integer(0)]])
        #expect(try await store.recentHistory(limit: 5).isEmpty)
    }

    @Test("rows are read as rows, as models, and as values of any kind")
    func reading() async throws {
        let models = try [pomodoro("p", minutes: 5), pomodoro("q", of: "b", minutes: 50), pomodoro("r", of: "b")]
        try await store.write("focus") { transaction in
            for model in models { try transaction.create(model) }
            try transaction.update(
                Pomodoro(id: models[2].id, todo: models[2].todo, minutes: 10, startedAt: .distantPast))
        }
        try await store.read { transaction in
            let long = try transaction.rows(PomodoroRow.self, where: "minutes > \(.integer(20)) ORDER BY id")
            #expect(long.map(\.id) == ["q"] && long[0].sound == [0, 255, 1])
            #expect(try transaction.row(PomodoroRow.self, key: "r")?.sound == nil)
            #expect(try transaction.row(PomodoroRow.self, key: "none") == nil)
            #expect(try transaction.count(Query<Pomodoro>.all.filter(.of(Todo.ID(stored: "b")))) == 2)
            #expect(try transaction.first(Query<Pomodoro>.all.descending(\.minutes))?.id == models[1].id)
            #expect(try transaction.find(models[0].id) == models[0])
            let page = try transaction.page(Query<Pomodoro>.all.ascending(\.minutes).limit(2), by: PomodoroMapping())
            #expect(page.items.map(\.minutes) == [5, 10] && page.nextCursor != nil)
            let values = try transaction.values(
                "SELECT id, minutes / 2.0, sound, NULL FROM app_pomodoro WHERE sound IN (\(list: [.blob([0, 255, 1])])) ORDER BY id"
            )
            #expect(
                values == [
                    [.text("p"), .real(2.5), .blob([0, 255, 1]), .null],
                    [.text("q"), .real(25), .blob([0, 255, 1]), .null],
                ])
        }
    }

    @Test("an observed query of an app's models runs again when its table is written, and nothing else is needed")
    func observed() async throws {
        let store = fixture.stack.store(for: PomodoroMapping())
        var pages = store.observe(.all.filter(.longer(than: 20))).makeAsyncIterator()
        #expect(try await pages.next()?.items.isEmpty == true)
        let (short, long) = (try pomodoro("p", minutes: 5), try pomodoro("q"))
        try await fixture.store.write("focus") { try $0.create(short) }
        try await fixture.store.write("focus") { try $0.create(long) }
        #expect(try await pages.next()?.items == [long])
        try await fixture.store.write("focus") { transaction in
            let count = try transaction.execute(sql: "UPDATE app_pomodoro SET minutes = \(.integer(30))")
            #expect(count == 2)
        }
        #expect(try await pages.next()?.items.map(\.minutes) == [30, 30])
    }

    @Test("how often an app writes one statement in a transaction, it is looked at once")
    func cost() async throws {
        let models = try (0..<500).map { try pomodoro("p\($0)") }
        try await store.write("focus") { transaction in for model in models { try transaction.create(model) } }
        #expect(try await store.read { try $0.count(Query<Pomodoro>.all) } == 500)
        try await store.write("focus") { transaction in
            let count = try transaction.delete(PomodoroRow.self, where: "id > \(.text("p1"))")
            #expect(count == 498)
        }
    }

    // MARK: Refusals

    @Test(
        "a statement that would write to a table of the store is refused, and nothing is written even if that is ignored",
        arguments: [
            "DELETE FROM todo", "UPDATE todo SET title = 'x'", "INSERT INTO tag SELECT * FROM tag",
            "WITH x AS (SELECT 1) DELETE FROM historyChange", "REPLACE INTO app_migrations VALUES ('x', 1)",
            "INSERT INTO sqlite_sequence VALUES ('todo', 1)", "/* hi */ delete from main.todo -- bye",
        ])
    func foreignTables(sql: String) async throws {
        try await fixture.todos.createOne(.sample("a"))
        let before = try fixture.stack.dump()
        let code = await errorCode {
            try await store.write("focus") { try $0.execute(sql: SQLFragment(stringLiteral: sql)) }
        }
        #expect(code == .foreignTable)
        try await store.write("focus") { _ = try? $0.execute(sql: SQLFragment(stringLiteral: sql)) }
        #expect(try fixture.stack.dump() == before)
    }

    @Test(
        "only rows are written: no schema, no settings, no transaction, no half statement",
        arguments: [
            "CREATE TABLE app_x (id)", "DROP TABLE app_pomodoro", "PRAGMA user_version = 3", "COMMIT", "ROLLBACK",
            "SELECT 1", "WITH x AS (SELECT 1) SELECT * FROM x", "VACUUM", "ATTACH 'x' AS y", "", "-- nothing",
            "DELETE FROM app_none", "DELETE FROM app_pomodoro WHERE", "DELETE FROM app_pomodoro; DELETE FROM todo",
        ])
    func otherStatements(sql: String) async throws {
        let before = try fixture.stack.dump()
        let code = await errorCode {
            try await store.write("focus") { try $0.execute(sql: SQLFragment(stringLiteral: sql)) }
        }
        #expect(code == .usage)
        #expect(try fixture.stack.dump() == before)
    }

    @Test(
        "only queries read values",
        arguments: [
            "DELETE FROM app_pomodoro", "PRAGMA query_only = 0", "COMMIT", "SELECT", "SELECT 1; SELECT 2",
            "WITH x AS (SELECT 1) DELETE FROM app_pomodoro", "SELECT * FROM app_none",
        ])
    func otherQueries(sql: String) async throws {
        let pomodoro = try pomodoro("p")
        try await store.write("focus") { try $0.create(pomodoro) }
        #expect(await errorCode { try await store.read { try $0.values(SQLFragment(stringLiteral: sql)) } } == .usage)
        #expect(try await store.read { try $0.count(Query<Pomodoro>.all) } == 1)
    }

    @Test("a row of a type that names a table of the store is refused")
    func foreignRows() async throws {
        struct Imposter: StoredEntity {
            static let table = "recentTodo"
            static let columns = ["id", "at"]
            init() {}
            init(reading row: inout ColumnReader) { (_, _) = (row.text(), row.integer()) }
            var values: [StoredValue] { [.text("a"), .integer(1)] }
        }
        #expect(await errorCode { try await store.write("focus") { try $0.upsert(Imposter()) } } == .foreignTable)
        let code = await errorCode { try await store.write("focus") { try $0.delete(Imposter.self, keys: ["a"]) } }
        #expect(code == .foreignTable)
    }

    @Test("a step has a name of one line, and not that of a restore", arguments: ["", " x", "a\nb", "restore backup"])
    func names(action: String) async throws {
        #expect(await errorCode { try await store.write(action) { _ in } } == .usage)
    }
}
