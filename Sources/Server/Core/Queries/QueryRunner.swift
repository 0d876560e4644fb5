import FirestoreWire
import Foundation
import GRDB
import SQLite

/// Finds the documents of a query in a snapshot.
struct QueryRunner {
    let plan: QueryPlan
    let matcher: QueryMatcher
    let snapshot: Snapshot
    let deadline: Deadline
    private let recorder: QueryRecorder?

    /// - Parameter recorder: Records the found documents, for a transaction.
    init(_ plan: QueryPlan, in snapshot: Snapshot, deadline: Deadline, to recorder: QueryRecorder? = nil) {
        self.plan = plan
        matcher = QueryMatcher(plan)
        self.snapshot = snapshot
        self.deadline = deadline
        self.recorder = recorder
    }

    /// Calls `body` with each matching document, in order, within `offset` and `limit`.
    /// - Parameter withFields: Whether `body` reads fields.
    func forEach(withFields: Bool = true, _ body: (StoredDocument) throws -> Void) throws {
        guard plan.limit != 0 else { return }
        let collections = try StoredCollection.matching(plan.selector, under: plan.parent, snapshot.db)
        var skipped = 0
        var count = 0
        let take: (StoredDocument) throws -> Bool = { document in
            if skipped < plan.offset {
                skipped += 1
                try recorder?.add(document, isLast: false)
                return true
            }
            try body(document)
            count += 1
            let isLast = count == plan.limit
            try recorder?.add(document, isLast: isLast)
            return !isLast
        }
        guard let first = collections.first else { return }
        let needsFields = withFields || matcher.needsFields
        if let scan = try IndexScan(plan, in: first, snapshot.db, withFields: needsFields) {
            try forEach(scan, in: first, take)
        } else {
            try forEachSorted(collections, take)
        }
    }

    private func forEach(
        _ scan: IndexScan, in collection: StoredCollection, _ body: (StoredDocument) throws -> Bool
    ) throws {
        let statement = try snapshot.db.cachedStatement(sql: scan.sql)
        let rows = try Row.fetchCursor(statement, arguments: scan.arguments)
        while let row = try rows.next() {
            try deadline.check()
            let name = row.withKey(at: 3, collection.documentName)
            let wantsMore = try StoredDocument.read(row, name: name) { document in
                switch try matcher.place(name: name, fieldsJSON: document.fieldsJSON) {
                case .found: try body(document)
                case .absent: true
                case .pastEnd: false
                }
            }
            guard wantsMore else { return }
        }
    }

    private func forEachSorted(
        _ collections: [StoredCollection], _ body: (StoredDocument) throws -> Bool
    ) throws {
        let byID = Dictionary(uniqueKeysWithValues: collections.map { ($0.id, $0) })
        let statement = try snapshot.db.cachedStatement(
            sql: "SELECT createTime, updateTime, fields, key, collection FROM document WHERE id = ?")
        // The sum of two 32-bit numbers cannot overflow.
        let limit = plan.limit.map { $0 + plan.offset }
        try QueryFunction.forEachID(matcher, in: collections, limit: limit, deadline: deadline, snapshot.db) { id in
            try deadline.check()
            let rows = try Row.fetchCursor(statement, arguments: [id])
            guard let row = try rows.next(), let collection = byID[try row.value(at: 4)] else { return true }
            return try StoredDocument.read(row, name: row.withKey(at: 3, collection.documentName), body)
        }
    }
}

extension Row {
    /// Calls `body` with the key in the column `index`.
    fileprivate func withKey<T>(at index: Int, _ body: ([UInt8]) -> T) -> T { body(Array(self[index] as Data)) }
}
