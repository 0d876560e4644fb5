import FirestoreWire
import Foundation
import GRDB

/// A snapshot of the database.
struct Snapshot {
    let db: Database
    /// The snapshot contains exactly the commits up to this time, in microseconds since 1970.
    let readTime: Timestamp

    /// The snapshot that `db` sees, for a read that began no earlier than `readTime`.
    init(_ db: Database, readTime: Int64) throws {
        let last = try Int64.fetchOne(db.cachedStatement(sql: "SELECT lastTime FROM server")) ?? 0
        try self.init(db, lastTime: last, readTime: readTime)
    }

    private init(_ db: Database, lastTime: Int64, readTime: Int64) throws {
        self.db = db
        self.lastTime = Timestamp(stored: lastTime)
        self.readTime = Timestamp(stored: max(lastTime, readTime))
    }

    /// When the last commit was made.
    let lastTime: Timestamp

    /// Throws unless the snapshot is the state at `time`; the server keeps no older states.
    func require(_ time: Timestamp) throws {
        guard time <= readTime else { throw Status(.invalidArgument, "The read time lies in the future.") }
        guard time >= lastTime else {
            throw Status(.failedPrecondition, "The read time is too old: this server keeps the latest state only.")
        }
    }
}

extension Snapshot {
    /// Calls `body` with the document called `name`, if there is one; its bytes are valid only during the call.
    func document<T>(_ name: ResourceName, _ body: (StoredDocument) throws -> T) throws -> T? {
        try StoredDocument.fetch(name, db, body)
    }

    /// A number that changes whenever a document under `parent` in a collection that `selector` selects is written or
    /// deleted, within this run of the server.
    ///
    /// It is not the latest time, because times go back when the machine's clock does.
    func lastChange(_ selector: CollectionSelector, under parent: ResourceName) throws -> Int {
        var hasher = Hasher()
        for collection in try StoredCollection.matching(selector, under: parent, db) {
            hasher.combine(collection.id)
            hasher.combine(collection.changed)
        }
        return hasher.finalize()
    }
}

extension Timestamp {
    /// A stored time, in microseconds since 1970.
    init(stored microseconds: Int64) {
        // The latest valid time in place of one beyond the valid range, which only damage can have made.
        self = Timestamp(microseconds: microseconds) ?? .latest
    }

    private static var latest: Timestamp { Timestamp(stored: validSeconds.upperBound * 1_000_000) }
}
