import GRDB
import TestSupport
import Testing
import TodoServer

@Suite("the versions of the server's database")
struct SchemaTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// What is said of a database whose steps are these.
    private func refusal(of steps: [String], _ path: String) throws -> ServerError? {
        try DocumentStore(path: path).close()
        let database = try DatabaseQueue(path: path)
        try database.write { connection in
            try connection.execute(sql: "DELETE FROM grdb_migrations")
            for step in steps {
                try connection.execute(sql: "INSERT INTO grdb_migrations VALUES (?)", arguments: [step])
            }
        }
        try database.close()
        do {
            try DocumentStore(path: path).close()
            return nil
        } catch { return error as? ServerError }
    }

    @Test("a new database has one step, and opens again")
    func new() throws {
        let path = folder.file("new.db")
        for _ in 0..<2 { try DocumentStore(path: path).close() }
        let steps = try DatabaseQueue(path: path).read {
            try String.fetchAll($0, sql: "SELECT identifier FROM grdb_migrations")
        }
        #expect(steps == ["1.0.0"])
    }

    @Test("one from before 1.0.0, and one of a later version, is refused with what to do")
    func others() throws {
        let path = folder.file("old.db")
        let old = try refusal(of: ["documents", "accounts"], path)
        #expect(old?.code == .olderDatabase)
        #expect(
            old?.description
                == "\(path) was written by todo-server before 1.0.0; export its spaces with that version, and import them."
        )
        #expect(try refusal(of: ["1.0.0", "2.0.0"], folder.file("later.db"))?.code == .newerDatabase)
    }
}
