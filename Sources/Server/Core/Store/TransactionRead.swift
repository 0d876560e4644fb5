package import FirestoreWire
import GRDB

/// A read of a transaction, and a check that it would give the same result.
package enum TransactionRead: Sendable {
    /// A document, and when it was last changed; nil if it did not exist.
    case document(ResourceName, updateTime: Int64?)
    /// A query, and what it found.
    case query(QueryRead)
    /// The collections of a query that is not kept, and their ``Snapshot/lastChange(_:under:)``.
    case collections(CollectionSelector, under: ResourceName, changed: Int)

    /// Its approximate size in memory in bytes; a name is stored both whole and in parts.
    package var size: Int {
        switch self {
        case .document(let name, _), .collections(_, let name, _): 200 + 3 * name.text.utf8.count
        case .query(let query): query.size
        }
    }

    /// Throws if the result of the read has changed.
    /// - Throws: ``Status`` ABORTED: the transaction should be tried again.
    func requireUnchanged(_ search: inout ConflictSearch) throws {
        let snapshot = try Snapshot(search.db, readTime: 0)
        let isUnchanged: Bool
        switch self {
        case .document(let name, let updateTime):
            isUnchanged = try snapshot.document(name) { $0.updateTime } == updateTime
        case .query(let query): return try query.requireUnchanged(&search)
        case .collections(let selector, let parent, let changed):
            isUnchanged = try snapshot.lastChange(selector, under: parent) == changed
        }
        guard isUnchanged else { throw Self.changed }
    }

    /// The error when what was read has changed.
    static var changed: Status {
        Status(.aborted, "What the transaction read has changed; try the transaction again.")
    }
}
