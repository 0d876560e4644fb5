import FirestoreWire
import Foundation
import GRDB

/// One state of the database, to read from.
struct Snapshot {
    let db: Database
    /// The state holds every commit up to this time and none behind it, in microseconds since 1970.
    let readTime: Timestamp

    /// The state that `db` sees, where a read began at `readTime` at the earliest.
    init(_ db: Database, readTime: Int64) throws {
        let last = try Int64.fetchOne(db.cachedStatement(sql: "SELECT lastTime FROM server")) ?? 0
        try self.init(db, lastTime: last, readTime: readTime)
    }

    private init(_ db: Database, lastTime: Int64, readTime: Int64) throws {
        self.db = db
        self.lastTime = Timestamp(stored: lastTime)
        self.readTime = Timestamp(stored: max(lastTime, readTime))
    }

    /// When the last commit happened.
    let lastTime: Timestamp

    /// Requires that the state at `time` is this one: the server keeps no older ones.
    func require(_ time: Timestamp) throws {
        guard time <= readTime else { throw Status(.invalidArgument, "The read time lies in the future.") }
        guard time >= lastTime else {
            throw Status(.failedPrecondition, "The read time is too old: this server keeps the latest state only.")
        }
    }
}

extension Snapshot {
    /// Calls `body` with the document called `name`, where there is one; its bytes are valid only during the call.
    func document<T>(_ name: ResourceName, _ body: (StoredDocument) throws -> T) throws -> T? {
        try StoredDocument.fetch(name, db, body)
    }

    /// When a document under `parent` in a collection that `selector` takes was last written or deleted.
    func lastChange(_ selector: CollectionSelector, under parent: ResourceName) throws -> Int64 {
        try StoredCollection.matching(selector, under: parent, db).map(\.changed).max() ?? 0
    }
}

extension Timestamp {
    /// A time out of the database, in microseconds since 1970.
    init(stored microseconds: Int64) {
        // The database holds what ServerClock gave, which is far within the range.
        self = Timestamp(microseconds: microseconds) ?? .distantPast
    }

    private static var distantPast: Timestamp { Timestamp(stored: 0) }
}
