package import FirestoreWire
import GRDB

/// Something that a transaction read, and how to see whether it is still so.
package enum TransactionRead: Sendable {
    /// A document, and when it was last changed; nil if there was none.
    case document(ResourceName, updateTime: Int64?)
    /// The collections of a query, and what ``Snapshot/lastChange(_:under:)`` said of them.
    case collections(CollectionSelector, under: ResourceName, changed: Int)

    /// How many bytes it takes in memory, about: a name is there as a whole and in its parts.
    package var size: Int {
        switch self {
        case .document(let name, _), .collections(_, let name, _): 200 + 3 * name.text.utf8.count
        }
    }

    /// Requires that what was read is still so.
    /// - Throws: ``Status`` ABORTED otherwise: the transaction is to be tried again.
    func requireUnchanged(_ db: Database) throws {
        let snapshot = try Snapshot(db, readTime: 0)
        let isUnchanged: Bool
        switch self {
        case .document(let name, let updateTime):
            isUnchanged = try snapshot.document(name) { $0.updateTime } == updateTime
        case .collections(let selector, let parent, let changed):
            isUnchanged = try snapshot.lastChange(selector, under: parent) == changed
        }
        guard isUnchanged else {
            throw Status(.aborted, "What the transaction read has changed; try the transaction again.")
        }
    }
}
