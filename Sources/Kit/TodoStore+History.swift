public import Foundation
import TodoLocal

// Who changed what and when.
extension TodoStore {
    var historyDAO: HistoryDAO { HistoryDAO(stack) }

    /// The transactions behind a token, the oldest first, at most `limit` of them.
    ///
    /// Steps older than ``HistoryRetention`` says are gone: a front end that follows the history and comes back after
    /// a long time reads everything anew and goes on from ``historyToken()``.
    /// - Parameters:
    ///   - token: the token of the last transaction read; nil: from the beginning of what there is.
    ///   - limit: at least 1.
    /// - Throws: `history-expired` if transactions behind the token were pruned.
    public func history(after token: HistoryToken? = nil, limit: Int = 100) async throws -> [HistoryTransaction] {
        try await historyDAO.transactions(after: token, limit: limit)
    }

    /// The transactions that changed a to-do, the oldest first, with what they changed of it.
    public func history(
        of id: Todo.ID, after token: HistoryToken? = nil, limit: Int = 100
    ) async throws -> [HistoryTransaction] {
        try await history(of: RecordKey(id), after: token, limit: limit)
    }

    /// The transactions that changed a record of any kind, the oldest first, with what they changed of it.
    public func history(
        of record: RecordKey, after token: HistoryToken? = nil, limit: Int = 100
    ) async throws -> [HistoryTransaction] {
        try await historyDAO.transactions(after: token, of: record, limit: limit)
    }

    /// The newest transactions, the newest first, before a token where one is given. Of each, the first hundred records
    /// are told of; ``HistoryTransaction/recordCount`` says how many there are.
    public func recentHistory(
        of record: RecordKey? = nil, before token: HistoryToken? = nil, limit: Int = 20
    ) async throws -> [HistoryTransaction] {
        try await historyDAO.summaries(before: token, of: record, limit: limit)
    }

    /// What this device is called in the history and in conflicts.
    public var device: DeviceID {
        get async throws { try await historyDAO.device() }
    }

    /// The place behind the newest transaction.
    public func historyToken() async throws -> HistoryToken { try await historyDAO.newestToken() }

    /// Every transaction behind a token as it comes, those of other processes too, until the task that reads ends.
    /// - Parameter token: nil: from when it is first asked for a transaction.
    public func historyUpdates(after token: HistoryToken? = nil) -> HistoryUpdates {
        HistoryUpdates(dao: historyDAO, token: token)
    }

    /// What records are called now, those that are deleted among them: to-dos and tags by title, places by name.
    public func names(of records: Set<RecordKey>) async throws -> [RecordKey: String] {
        try await historyDAO.names(of: records)
    }

    /// Everything as it was at a moment, as this database knew it then.
    /// - Parameters:
    ///   - date: the moment.
    ///   - prefix: what the ids of the to-dos begin with that are wanted; empty: all.
    /// - Throws: `history-expired`.
    public func past(at date: Date, todosFrom prefix: String = "") async throws -> PastState {
        try await historyDAO.past(at: date, todosFrom: prefix)
    }
}

/// Transactions as they come. It ends with the task that reads it.
public struct HistoryUpdates: AsyncSequence, Sendable {
    let dao: HistoryDAO
    let token: HistoryToken?

    /// An iterator that begins at the token.
    public func makeAsyncIterator() -> Iterator { Iterator(dao: dao, token: token) }

    /// Reads pages of the history, and waits where it ends.
    public struct Iterator: AsyncIteratorProtocol {
        let dao: HistoryDAO
        var token: HistoryToken?
        var page: ArraySlice<HistoryTransaction> = []
        /// Tells that there may be more; made where the history first ends.
        var news: AsyncThrowingStream<HistoryToken, any Error>.Iterator?

        /// The next transaction; nil once the task is cancelled.
        /// - Throws: `history-expired`, or a storage error.
        public mutating func next() async throws -> HistoryTransaction? {
            do {
                if token == nil { token = try await dao.newestToken() }
                while page.isEmpty {
                    page = try await dao.transactions(after: token, limit: 20)[...]
                    guard page.isEmpty else { break }
                    if news == nil { news = dao.newestTokens().makeAsyncIterator() }
                    guard try await news?.next() != nil else { return nil }
                }
            } catch is CancellationError {
                return nil
            }
            let transaction = page.removeFirst()
            token = transaction.token
            return transaction
        }
    }
}
