public import Foundation
public import TodoDomain
import TodoLocal

// The history of changes.
extension TodoStore {
    var historyDAO: HistoryDAO { HistoryDAO(stack) }

    /// The transactions after a token, oldest first, at most `limit`.
    ///
    /// Steps older than ``HistoryRetention`` allows are gone. A front end that follows the history and returns after a long
    /// time has to read everything again, and then continues from ``historyToken()``.
    /// - Parameters:
    ///   - token: the token of the last transaction that was read; nil for the beginning.
    ///   - limit: at least 1.
    /// - Throws: `history-expired` if transactions after the token were pruned.
    public func history(after token: HistoryToken? = nil, limit: Int = 100) async throws -> [HistoryTransaction] {
        try await historyDAO.transactions(after: token, limit: limit)
    }

    /// The transactions that changed a to-do, oldest first, with only their changes to it.
    public func history(
        of id: Todo.ID, after token: HistoryToken? = nil, limit: Int = 100
    ) async throws -> [HistoryTransaction] {
        try await history(of: RecordKey(id), after: token, limit: limit)
    }

    /// The transactions that changed a record of any kind, oldest first, with only their changes to it.
    public func history(
        of record: RecordKey, after token: HistoryToken? = nil, limit: Int = 100
    ) async throws -> [HistoryTransaction] {
        try await historyDAO.transactions(after: token, of: record, limit: limit)
    }

    /// The newest transactions, newest first, optionally before a token. Each lists its first hundred records;
    /// ``HistoryTransaction/recordCount`` is the full number.
    /// - Parameters:
    ///   - record: only transactions that changed it; nil for all.
    ///   - client: only transactions for a client, or of another member of a shared list, whose name begins with this text,
    ///     ignoring case; nil for all.
    ///   - token: only transactions before it.
    ///   - limit: the maximum number.
    public func recentHistory(
        of record: RecordKey? = nil, by client: String? = nil, before token: HistoryToken? = nil, limit: Int = 20
    ) async throws -> [HistoryTransaction] {
        try await historyDAO.summaries(before: token, of: record, by: client, limit: limit)
    }

    /// Runs `body`, and attributes each step that this task makes in it to `client`. The history names the client, and
    /// ``undo(by:in:since:isTrial:)`` finds these steps.
    @discardableResult
    public func acting<Result>(
        for client: HistoryClient, isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await HistoryClient.$current.withValue(client, operation: body, isolation: isolation)
    }

    /// The identifier of this device in the history and in conflicts.
    public var device: DeviceID {
        get async throws { try await historyDAO.device() }
    }

    /// The names of the programs, such as assistants, that have written here or on other devices, by the identifiers with
    /// which they write. A name is a claim and not a proof of identity.
    public var programs: [DeviceID: String] {
        get async throws { try await stack.read { try $0.clientNames() } }
    }

    /// The names of the people with whom lists are shared, by the devices on which they write. A device of which several people
    /// say that it is theirs is left out.
    public var memberNames: [DeviceID: String] {
        get async throws { try await stack.read { try $0.memberNames() } }
    }

    /// The token of the newest transaction.
    public func historyToken() async throws -> HistoryToken { try await historyDAO.newestToken() }

    /// All transactions after a token as any process commits them, until the reading task ends.
    /// - Parameter token: nil for the token at the time of the first read.
    public func historyUpdates(after token: HistoryToken? = nil) -> HistoryUpdates {
        HistoryUpdates(dao: historyDAO, token: token)
    }

    /// The current names of records, including deleted ones: titles of to-dos and tags, names of locations.
    public func names(of records: Set<RecordKey>) async throws -> [RecordKey: String] {
        try await historyDAO.names(of: records)
    }

    /// Words for steps and values that mention these records.
    public func historyText(naming records: Set<RecordKey>) async throws -> HistoryText {
        HistoryText(
            names: try await names(of: records),
            dueText: DueText(now: stack.environment.now(), timeZone: stack.environment.timeZone),
            here: try await device, deviceNames: try await sync.deviceNames, programs: Set(try await programs.keys),
            people: try await memberNames)
    }

    /// Everything as it was at a moment, as far as this database knew it then.
    /// - Parameters:
    ///   - date: the moment.
    ///   - prefix: limits the result to to-dos whose ids begin with it; empty for all.
    /// - Throws: `history-expired`.
    public func past(at date: Date, todosFrom prefix: String = "") async throws -> PastState {
        try await historyDAO.past(at: date, todosFrom: prefix)
    }

    /// How much there was at a moment, and the first open to-dos, as far as this database knew them then. It costs much less
    /// than ``past(at:todosFrom:)``, because it makes only the to-dos that are shown.
    /// - Parameters:
    ///   - date: the moment.
    ///   - limit: the maximum number of open to-dos.
    /// - Throws: `history-expired`; `CancellationError` once its task is cancelled.
    public func pastOverview(at date: Date, limit: Int) async throws -> PastOverview {
        try await historyDAO.pastOverview(at: date, limit: limit)
    }
}

/// Transactions as they are committed. The sequence ends with the task that reads it.
public struct HistoryUpdates: AsyncSequence, Sendable {
    let dao: HistoryDAO
    let token: HistoryToken?

    /// An iterator that starts after the token.
    public func makeAsyncIterator() -> Iterator { Iterator(dao: dao, token: token) }

    /// Reads pages of the history, and waits at its end.
    public struct Iterator: AsyncIteratorProtocol {
        let dao: HistoryDAO
        var token: HistoryToken?
        var page: ArraySlice<HistoryTransaction> = []
        /// Signals that there may be more; created when the end is first reached.
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
