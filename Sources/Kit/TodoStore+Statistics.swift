import Foundation
import TodoLocal

/// The numbers of records and the size of a store.
public struct Statistics: Hashable, Sendable {
    /// To-dos that are not done.
    public var open: Int
    /// To-dos that are done.
    public var done: Int
    /// Open to-dos whose due date has passed.
    public var overdue: Int
    /// Open to-dos that are due today.
    public var dueToday: Int
    /// Tags.
    public var tags: Int
    /// Locations.
    public var locations: Int
    /// Bytes of the database on disk, including its write-ahead log; 0 in memory.
    public var bytes: Int64
}

extension TodoStore {
    /// The numbers of records and the size of the store now. Days are those of the environment's time zone.
    public func statistics() async throws -> Statistics {
        let (now, zone) = (stack.environment.now(), stack.environment.timeZone)
        let today = Query<Todo>.all.open.due(on: Day(containing: now, in: zone), in: zone)
        let files = stack.path.map { path in [path, path + "-wal"] } ?? []
        let bytes = files.map { path in
            (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int64) ?? 0
        }
        return try await stack.read { transaction in
            let todos = self.todoDAO.store
            return Statistics(
                open: try todos.count(.all.open, in: transaction), done: try todos.count(.all.done, in: transaction),
                overdue: try todos.count(.overdue(on: now, in: zone), in: transaction),
                dueToday: try todos.count(today, in: transaction),
                tags: try self.tagDAO.store.count(.all, in: transaction),
                locations: try self.locationDAO.store.count(.all, in: transaction), bytes: bytes.reduce(0, +))
        }
    }
}
