import FirestoreWire
import JSON

/// The methods of the API for decoded requests, without HTTP.
struct Calls: Sendable {
    let store: DocumentStore
    let transactions: TransactionTable
    /// The resources that users share.
    let shares: Shares
    let snapshots: HeldSnapshots
    /// The time limit of one read, including waiting.
    let timeLimit: Duration

    init(_ store: DocumentStore, _ limits: Limits, timeLimit: Duration = .seconds(60)) {
        self.store = store
        shares = Shares(limits, store.processor)
        snapshots = HeldSnapshots(of: store, lifetime: limits.snapshotLifetime)
        transactions = TransactionTable(limits, shares.transactions)
        self.timeLimit = timeLimit
    }
}

/// The client of a call, and its rights.
struct Caller: Sendable {
    let principal: Principal
    let access: any Access

    /// Throws unless the caller may do `operation`.
    func require(_ operation: Operation) throws { try access.require(operation, by: principal) }

    /// Judges the caller's commits.
    var judge: Judge? { access.judge(of: principal) }
}

extension Calls {
    /// Runs `body` on the calling thread, on the state that `consistency` requests, and records the reads of `body` in
    /// its transaction.
    private func read<T: Sendable>(
        _ consistency: ReadConsistency?, _ caller: Caller,
        _ body: @Sendable @escaping (Snapshot, _ begun: [UInt8]) throws -> (T, [TransactionRead])
    ) async throws -> T {
        let owner = caller.principal.id
        var (time, id, begun): (Timestamp?, [UInt8]?, [UInt8]) = (nil, nil, [])
        var seen: TransactionTable.Seen?
        switch consistency {
        case .readTime(let readTime): time = readTime
        case .transaction(let transaction):
            seen = try transactions.record([], in: transaction, owner: owner)
            id = transaction
        case .newTransaction(let options):
            begun = try await begin(options, owner: owner)
            seen = try transactions.record([], in: begun, owner: owner)
            id = begun
        case nil: break
        }
        let (requiredTime, newTransaction) = (time ?? seen?.readTime, begun)
        let read: @Sendable (Snapshot) throws -> (T, [TransactionRead]) = { snapshot in
            if let requiredTime { try snapshot.require(requiredTime) }
            return try body(snapshot, newTransaction)
        }
        // A read-only transaction sees a consistent snapshot. It has no commit that would check its reads.
        if let snapshot = seen?.snapshot { return try snapshot.read(read).0 }
        let (result, reads) = try store.readHere(read)
        if let id { _ = try transactions.record(reads, in: id, owner: owner) }
        return result
    }

    /// Opens a transaction.
    func begin(_ options: TransactionOptions, owner: String) async throws -> [UInt8] {
        guard case .readOnly(let time) = options else { return try transactions.begin(options, owner: owner) }
        if let time { try await store.read { try $0.require(time) } }
        return try transactions.begin(options, owner: owner, snapshot: snapshots.snapshot(for: owner))
    }

    /// Runs `body`, which reads many documents or a large one, on the state that `consistency` requests, and records
    /// the reads of `body` in its transaction. Users take turns.
    /// - Parameter body: gets the state, and the id of the transaction if this read begins one. Returns the result and the
    ///   reads to record.
    func readInTurn<T: Sendable>(
        _ consistency: ReadConsistency?, _ caller: Caller,
        _ body: @Sendable @escaping (Snapshot, _ begun: [UInt8]) throws -> (T, [TransactionRead])
    ) async throws -> T {
        let user = caller.principal.id
        return try await shares.queries.withTurn(of: user) {
            try await LargeWork.run(of: user, shares.processor) { try await read(consistency, caller, body) }
        }
    }

    /// A spool for an answer to `caller`, which becomes a file beside the database if it is long.
    func spool(for caller: Caller) -> Spool { Spool(folder: store.folder, shares, of: caller.principal.id) }

    /// The answer `bytes` to `caller`.
    func answer(_ bytes: [UInt8], to caller: Caller) throws -> Answer {
        guard bytes.count > Answer.messageSize else { return .message(bytes) }
        let spool = spool(for: caller)
        try spool.append(bytes)
        return .spool(spool)
    }
}
