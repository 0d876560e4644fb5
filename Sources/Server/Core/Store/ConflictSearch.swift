import FirestoreWire
import GRDB

/// Checks whether the reads of a transaction have changed. It runs within the transaction of the commit, for which all
/// others wait. So it looks at a bounded number of documents; beyond that, a possible change counts as a change.
struct ConflictSearch {
    let db: Database
    private let changes: RecentChanges?
    private var rest = 20_000

    /// The cost of reading a document, measured in compared names.
    private static let documentCost = 10

    /// - Parameter changes: The changes of recent commits; nil if they are not known.
    init(_ db: Database, _ changes: RecentChanges?) {
        self.db = db
        self.changes = changes
    }

    /// The documents that were changed by commits after `time`; nil if that is not known, or there are too many.
    mutating func names(after time: Int64) -> [ResourceName]? {
        guard let names = changes?.names(after: time, atMost: rest) else { return nil }
        rest -= names.count
        return names
    }

    /// Calls `body` with the document called `name`, if there is one.
    /// - Throws: ``Status`` ABORTED if too many were looked at.
    mutating func document<T>(_ name: ResourceName, _ body: (StoredDocument) throws -> T) throws -> T? {
        rest -= Self.documentCost
        guard rest >= 0 else { throw TransactionRead.changed }
        return try StoredDocument.fetch(name, db, body)
    }
}
