package import Foundation
import GRDB
import SQLite
package import TodoDomain

/// The outcome of the last syncs of a space, by any process.
package struct SyncOutcome: Hashable, Sendable {
    /// When everything was last in sync.
    package var syncedAt: Date?
    /// The code of the last failure; nil if the last sync succeeded.
    package var failure: String?
    /// Its sentence.
    package var message: String?
    /// How many syncs failed in a row.
    package var failures = 0
    /// When the next attempt is due.
    package var retryAt: Date?
    /// How many documents the remote has read in total.
    package var documentsRead = 0
    /// How many documents the remote has written in total.
    package var documentsWritten = 0

    package init() {}
}

extension ReplicationDAO {
    /// The outcome of the last syncs.
    package func outcome() async throws -> SyncOutcome {
        try await read { transaction in
            let sql = """
                SELECT syncedAt, failure, message, failures, retryAt, documentsRead, documentsWritten FROM syncOutcome
                WHERE space = ?
                """
            var outcome = SyncOutcome()
            try transaction.database.bound(sql, [transaction.space.value]).forEachRow { row in
                outcome.syncedAt = row.optionalInteger().map(Date.init(milliseconds:))
                outcome.failure = row.optionalText()
                outcome.message = row.optionalText()
                outcome.failures = Int(row.integer())
                outcome.retryAt = row.optionalInteger().map(Date.init(milliseconds:))
                outcome.documentsRead = Int(row.integer())
                outcome.documentsWritten = Int(row.integer())
            }
            return outcome
        }
    }

    /// Saves the outcome of a sync, without waiting for the disk: an idle sync costs no more than its request.
    package func note(_ outcome: SyncOutcome) async throws {
        try await stack.writeWithoutWaiting { [space] transaction in
            try transaction.execute(
                """
                UPDATE syncOutcome SET syncedAt = \(StoredValue(outcome.syncedAt?.milliseconds)), \
                failure = \(StoredValue(outcome.failure)), message = \(StoredValue(outcome.message)), \
                failures = \(.integer(Int64(outcome.failures))), \
                retryAt = \(StoredValue(outcome.retryAt?.milliseconds)), \
                documentsRead = \(.integer(Int64(outcome.documentsRead))), \
                documentsWritten = \(.integer(Int64(outcome.documentsWritten))) WHERE space = \(space.value)
                """)
        }
    }

    /// Forgets the last failure if it has this code, because its cause is gone before the next sync can show that.
    package func forgetFailure(_ code: TodoError.Code) async throws {
        try await write { transaction in
            try transaction.execute(
                """
                UPDATE syncOutcome SET failure = NULL, message = NULL, failures = 0, retryAt = NULL \
                WHERE failure = \(.text(code.rawValue)) AND space = \(transaction.space.value)
                """)
        }
    }

    /// The number of records of some kinds with changes that the remote does not have, except those in quarantine; the
    /// number of records in quarantine; and the number of open conflicts in all spaces.
    package func counts(
        of kinds: [RecordKind] = RecordKind.inOrder
    ) async throws -> (pending: Int, quarantined: Int, conflicts: Int) {
        try await read { transaction in
            var pending: Int64 = 0
            for kind in kinds {
                let dirty = try transaction.integer(
                    "SELECT count(*) FROM \(sql: kind.table) WHERE isDirty = 1 AND space = \(transaction.space.value)")
                let waiting = try transaction.integer(
                    """
                    SELECT count(*) FROM quarantine JOIN \(sql: kind.table) AS record \
                    ON record.id = quarantine.id AND record.space = quarantine.space \
                    WHERE quarantine.space = \(transaction.space.value) AND quarantine.kind = \(.text(kind.rawValue)) AND record.isDirty = 1 \
                    AND (quarantine.revision IS NULL OR quarantine.revision >= record.revision)
                    """)
                pending += dirty - waiting
            }
            return (
                Int(pending),
                Int(
                    try transaction.integer("SELECT count(*) FROM quarantine WHERE space = \(transaction.space.value)")),
                try transaction.conflictCount()
            )
        }
    }

    /// How many records of content wait to be sent.
    package func pendingCount() async throws -> Int? {
        try await counts(of: RecordKind.inOrder.filter(\.isContent)).pending
    }

    /// The number of open conflicts in all spaces.
    package func conflictCount() async throws -> Int { try await read { try $0.conflictCount() } }

    /// The ids of the open conflicts of all spaces.
    package func openConflicts() async throws -> Set<String> {
        try await read { Set(try $0.texts("SELECT id FROM conflict WHERE isDeleted = 0 AND closedAt IS NULL")) }
    }

    /// Whether anything has to be sent.
    package func hasPendingRecords(of kinds: [RecordKind] = RecordKind.inOrder) async throws -> Bool {
        let waiting = try await syncState().refusedKinds
        let selection = PendingSelection(kinds: kinds.filter { waiting[$0] == nil })
        return try await !pendingRecords(selection, limit: 1, excluding: []).isEmpty
    }
}

extension ReadTransaction {
    fileprivate func conflictCount() throws -> Int {
        Int(try integer("SELECT count(*) FROM conflict WHERE isDeleted = 0 AND closedAt IS NULL"))
    }
}
