import Foundation
import GRDB
import TestSupport
import Testing
import TodoDomain
import TodoLocal

/// How many statements an operation takes, whatever the number of its rows.
@Suite("Statements per operation")
struct StatementCountTests {
    @Test("a page with relations costs four statements, of one row as of two hundred", arguments: [1, 20, 200])
    func page(size: Int) async throws {
        let fixture = try await filled()
        let statements = try await traced(fixture) {
            let page = try await fixture.todos.findMany(.all.open.page(0, size: size))
            #expect(page.items.count == size && page.items.allSatisfy { $0.tags.count == 2 && $0.location != nil })
        }
        #expect(statements.count == 4, "\(statements)")
    }

    @Test("a total of open or of all to-dos costs one more, and counts nothing")
    func total() async throws {
        let fixture = try await filled()
        for query in [Query<Todo>.all, .all.open, .all.done] {
            let statements = try await traced(fixture) {
                _ = try await fixture.todos.findMany(query.page(0, size: 5).countingTotal())
            }
            #expect(statements.count <= 5 && !statements.contains { $0.contains("count(*)") }, "\(statements)")
        }
    }

    @Test("a new to-do with known tags costs the same beside ten as beside two hundred others")
    func insert() async throws {
        let fixture = try await filled()
        let tags = try await fixture.tags.findMany().items
        let few = try await traced(fixture) { try await fixture.todos.createOne(.sample("new", tags: tags)) }.count
        try await fixture.todos.createMany((0..<200).map { .sample("more\($0)", tags: tags) })
        let many = try await traced(fixture) { try await fixture.todos.createOne(.sample("newer", tags: tags)) }.count
        #expect(few == many && few <= 18, "\(few), \(many)")
    }

    @Test("ending a to-do with five hundred others costs no more than alone")
    func update() async throws {
        let fixture = try await filled()
        let statements = try await traced(fixture) {
            try await fixture.todos.updateOne(
                Todo.Update(id: Todo.ID(stored: "t1"), completedAt: .set(fixture.clock.now)))
        }
        // One row, no join row, no word of the index.
        #expect(statements.count { $0.hasPrefix("UPDATE todo SET") } == 1)
        #expect(!statements.contains { $0.contains("todoText") || $0.contains("INTO todoTag") }, "\(statements)")
    }

    @Test(
        "a page of trees is read in one query: of one tree as of fifty, from one list as from a hundred, most of them empty"
    )
    func trees() async throws {
        func statements(trees: Int, lists: Int) async throws -> [String] {
            let fixture = try TestStore()
            let date = fixture.clock.now
            try await fixture.lists.createMany(
                (0..<lists).map { TodoList(id: .init(stored: "l\($0)"), title: "\($0)", createdAt: date) })
            for number in 0..<trees {
                let list = number.isMultiple(of: 2) ? "l\(number % lists)" : nil
                try await fixture.todos.createMany([.sample("r\(number)"), .sample("c\(number)")])
                _ = try await fixture.todos.updateOne(
                    Todo.Update(id: .init(stored: "r\(number)"), standing: Standing(list: list)))
                _ = try await fixture.todos.updateOne(
                    Todo.Update(id: .init(stored: "c\(number)"), standing: Standing(parent: "r\(number)")))
            }
            let statements = try await traced(fixture) {
                let page = try await fixture.todos.store.treePage(.all.open.page(0, size: 100), of: .all)
                #expect(page.items.count == 2 * trees && page.nextCursor == nil)
                #expect(page.items.map(\.level) == (0..<2 * trees).map { $0 % 2 })
            }
            let tree = try #require(statements.first { $0.contains("tree (row, level, place, upTo") })
            let plan = try await fixture.stack.database.read { database in
                let blanks = [DatabaseValue](repeating: .null, count: tree.count { $0 == "?" })
                return try Row.fetchAll(
                    database, sql: "EXPLAIN QUERY PLAN " + tree, arguments: StatementArguments(blanks)
                ).map { $0["detail"] as String }
            }
            #expect(
                !plan.contains { $0 == "SCAN todo" || $0.hasPrefix("SCAN todo ") || $0.contains("SCAN next") },
                "\(plan)")
            return statements
        }
        let one = try await statements(trees: 1, lists: 1)
        #expect(try await statements(trees: 50, lists: 1).count == one.count)
        #expect(try await statements(trees: 50, lists: 100).count == one.count)
        #expect(one.count { $0.contains("WITH RECURSIVE tree") } == 2, "the order of lists, and the trees")
    }

    private func filled() async throws -> TestStore {
        let fixture = try TestStore()
        let place = try Location.sample("p", "Migros")
        try await fixture.todos.createMany(
            (0..<200).map { .sample("t\($0)", tags: [.sample("a"), .sample("b")], location: place) })
        return fixture
    }

    /// The statements that run during `body`, without those that begin and end transactions.
    private func traced(_ fixture: TestStore, _ body: () async throws -> Void) async throws -> [String] {
        let log = StatementLog()
        try await fixture.stack.database.writeWithoutTransaction { connection in
            connection.trace { log.note("\($0)") }
        }
        try await body()
        try await fixture.stack.database.writeWithoutTransaction { $0.trace(options: []) }
        return log.statements
    }
}

/// `@unchecked`: its only state is read and written under the lock.
private final class StatementLog: @unchecked Sendable {
    private let lock = NSLock()
    private var noted: [String] = []

    var statements: [String] { lock.withLock { noted } }

    func note(_ statement: String) {
        let isFrame = ["BEGIN", "COMMIT", "ROLLBACK", "PRAGMA", "SAVEPOINT", "RELEASE"].contains(
            where: statement.hasPrefix)
        // A virtual table's own statements are traced with a leading comment.
        guard !isFrame, !statement.hasPrefix("--") else { return }
        lock.withLock { noted.append(statement) }
    }
}
