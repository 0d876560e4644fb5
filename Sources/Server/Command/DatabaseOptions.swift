import ArgumentParser
import Basics
import Foundation
import TodoServer

/// The location of the database.
struct DatabaseOptions: ParsableArguments {
    @Option(help: "The folder of the database. (default: $XDG_DATA_HOME/todo-server)")
    var data: String?

    @Option(help: "The database file, in place of --data.")
    var database: String?

    func validate() throws {
        guard data == nil || database == nil else { throw ValidationError("Give --data or --database, not both.") }
    }

    /// The path of the database file.
    var path: String {
        if let database { return database }
        let environment = ProcessInfo.processInfo.environment
        let folder =
            data ?? environment["XDG_DATA_HOME"].flatMap { $0.isEmpty ? nil : "\($0)/todo-server" }
            ?? "\(environment["HOME"] ?? ".")/.local/share/todo-server"
        return "\(folder)/todo-server.db"
    }

    /// Runs `body` with the database, then closes it.
    /// - Parameter isNew: Whether the database may be created.
    func open<T>(orMake isNew: Bool = false, _ body: (DocumentStore) throws -> T) throws -> T {
        let store = try store(orMake: isNew)
        defer { try? store.close() }
        return try body(store)
    }

    /// The same for an asynchronous `body`.
    func withStore<T>(orMake isNew: Bool = false, _ body: (DocumentStore) async throws -> T) async throws -> T {
        let store = try store(orMake: isNew)
        defer { try? store.close() }
        return try await body(store)
    }

    private func store(orMake isNew: Bool) throws -> DocumentStore {
        guard try isNew || FileStatus.isThere(path) else {
            throw Failure(.missing, "There is no database \(path); name it with --data or --database.")
        }
        let store = try DocumentStore(path: path)
        if let backup = store.migrationBackup {
            StandardError.say(
                "The database was of an earlier version and was migrated; it is kept as it was in \(backup).")
        }
        return store
    }
}
