package import Foundation
import SQLite
package import TodoDomain

/// Reads the history, and undoes and redoes its steps. Each method is one transaction.
package final class HistoryDAO: Sendable {
    private let stack: LocalStack

    /// The history of a stack.
    package init(_ stack: LocalStack) { self.stack = stack }

    /// How many records of each step a summary lists.
    package static let summaryDetail = 100

    // MARK: Reading

    /// The transactions after a token, oldest first, with everything that they changed.
    package func transactions(
        after token: HistoryToken?, of record: RecordKey? = nil, limit: Int
    ) async throws -> [HistoryTransaction] {
        try await stack.read { try $0.history(after: token, of: record, limit: limit) }
    }

    /// The transactions before a token, newest first, as summaries.
    /// - Parameter client: the name of a client; only steps on its behalf are returned.
    package func summaries(
        before token: HistoryToken?, of record: RecordKey? = nil, by client: String? = nil, limit: Int
    ) async throws -> [HistoryTransaction] {
        try await stack.read {
            try $0.history(before: token, of: record, by: client, limit: limit, detail: Self.summaryDetail)
        }
    }

    /// The token of the newest transaction.
    package func newestToken() async throws -> HistoryToken {
        HistoryToken(rawValue: try await stack.read { try $0.newestStep() })
    }

    /// The device id of this database. A copied database keeps the original's until it first writes.
    package func device() async throws -> DeviceID {
        DeviceID(
            rawValue: UInt64(bitPattern: try await stack.read { try $0.integer("SELECT max(deviceID) FROM replica") }))
    }

    /// The token of the newest transaction, at once and whenever it changes, by this process or another.
    package func newestTokens() -> AsyncThrowingStream<HistoryToken, any Error> {
        stack.observers.answers(to: .newestToken) {
            LiveQuery {
                HistoryToken(rawValue: try $0.newestStep())
            } isAffected: { changes, _ in
                changes.isAnything
            }
        }
    }

    /// Everything as it was at a moment.
    package func past(at date: Date, todosFrom prefix: String = "") async throws -> PastState {
        try await stack.read { try $0.past(at: date, todosFrom: prefix) }
    }

    /// The numbers of to-dos at a moment, and the first of the open ones.
    package func pastOverview(at date: Date, limit: Int) async throws -> PastOverview {
        try await stack.read { try $0.pastOverview(at: date, limit: limit) }
    }

    /// The current names of records, including deleted ones.
    package func names(of keys: Set<RecordKey>) async throws -> [RecordKey: String] {
        try await stack.read { try $0.names(of: keys) }
    }

    // MARK: Undo and redo

    /// The steps that can be undone, the next one first.
    package func undoable(limit: Int) async throws -> [HistoryTransaction] {
        try await stack.read { transaction in
            try transaction.undoableSteps(limit: limit).map(transaction.summary)
        }
    }

    /// The undone steps that can be redone, the next one first.
    package func redoable(limit: Int) async throws -> [HistoryTransaction] {
        try await stack.read { transaction in
            try transaction.redoableSteps(limit: limit).map(transaction.summary)
        }
    }

    /// Undoes the last steps that are not undone yet, all or none.
    package func undo(_ count: Int, isForced: Bool) async throws -> UndoReport {
        let backups = stack.automaticBackups
        return try await stack.write(UndoVerb.undo.action) {
            try $0.takeBack(count, .undo, isForced: isForced, backups: backups)
        }
    }

    /// Undoes the steps on behalf of some clients since a time, as one step.
    /// - Parameter isKept: whether the undo is kept; otherwise it is only tried.
    package func undo(
        since date: Date, isKept: Bool, _ isMeant: @escaping @Sendable (HistoryClient) -> Bool
    ) async throws -> UndoReport {
        guard isKept else {
            return try await stack.writeAndRollBack(UndoVerb.undo.action) {
                try $0.takeBack(since: date, isMeant)
            }
        }
        return try await stack.write(UndoVerb.undo.action) { try $0.takeBack(since: date, isMeant) }
    }

    /// Redoes the last undone steps, all or none.
    package func redo(_ count: Int, isForced: Bool) async throws -> UndoReport {
        try await stack.write(UndoVerb.redo.action) { try $0.takeBack(count, .redo, isForced: isForced) }
    }
}
