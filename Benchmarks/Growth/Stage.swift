import Foundation
import GRDBSQLite
import TodoKit

/// A store of one size, and what the work in it needs.
final class Stage {
    struct Failure: Error { let message: String }

    let size: Int
    let store: TodoStore
    /// A position far from both ends of the list.
    let middle: Cursor
    /// A list with 500 to-dos.
    let list: TodoList.ID
    private var ids: [Todo.ID]
    private let connection: OpaquePointer?

    init(size: Int, path: String) async throws {
        self.size = size
        store = try TodoStore(
            StackConfiguration(storage: .onDisk(path: path), isSyncEnabled: false, allowsConcurrentReads: true))
        let list = try await store.addList("Benchmark")
        let first = try await store.todos.fetch(.all.open.page(0, size: 500))
        try await store.move(first.items.map(\.id), to: .last(in: .list(list.id)))
        self.list = list.id
        let open = try await store.todos.count(.all.open)
        let page = try await store.todos.fetch(.all.open.page(open / 2 / 200, size: 200))
        guard let cursor = page.nextCursor else { throw Failure(message: "Fewer to-dos than it should have: \(path)") }
        middle = cursor
        ids = try await store.todos.fetch(.all.open.after(cursor, size: 400)).items.map(\.id)
        var connection: OpaquePointer?
        // A connection that has read nothing yet knows no log, and empties none.
        guard sqlite3_open(path, &connection) == SQLITE_OK,
            sqlite3_exec(connection, "SELECT 1 FROM sqlite_schema", nil, nil, nil) == SQLITE_OK
        else { throw Failure(message: "Cannot be opened: \(path)") }
        self.connection = connection
    }

    /// To-dos from the middle of the list, one after the other, and then from the beginning again.
    func nextID() -> Todo.ID {
        let id = ids.removeFirst()
        ids.append(id)
        return id
    }

    /// Empties the log into the file, and returns the milliseconds it took.
    func checkpoint() throws -> Double {
        var (code, pages, copied) = (SQLITE_OK, Int32(-1), Int32(-1))
        let duration = ContinuousClock().measure {
            code = sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, &pages, &copied)
        }
        guard code == SQLITE_OK, pages >= 0, copied == pages else {
            throw Failure(message: "The log was not emptied: \(code), \(copied) of \(pages) pages.")
        }
        return duration.milliseconds
    }

    func close() throws {
        sqlite3_close(connection)
        try store.stack.close()
    }
}

extension Duration {
    var milliseconds: Double { Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15 }
}
