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
    /// Calls `body` with the document called `name`, if there is one; its bytes are valid only during the call.
    func document<T>(_ name: ResourceName, _ body: (StoredDocument) throws -> T) throws -> T? {
        try StoredDocument.fetch(name, db, body)
    }

    /// A number that is another one once a document under `parent` in a collection that `selector` takes was written or
    /// deleted, in this run of the server.
    ///
    /// Not the latest time: times go back where the machine's clock did.
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
    /// A time out of the database, in microseconds since 1970.
    init(stored microseconds: Int64) {
        // What an earlier version took from a clock that was beyond all times is the last of them.
        self = Timestamp(microseconds: microseconds) ?? .latest
    }

    private static var latest: Timestamp { Timestamp(stored: validSeconds.upperBound * 1_000_000) }
}
