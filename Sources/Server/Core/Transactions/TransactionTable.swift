import Basics
package import FirestoreWire

/// The open transactions. They are optimistic: nothing is locked, and a commit is refused if a read of its transaction
/// would give another result now.
///
/// They are only in memory. After a restart a client begins again, as after a refused commit.
package final class TransactionTable: Sendable {
    /// The maximum for all administrators, who count as one user here.
    private static let maximumOfAdministrators = 10_000
    /// How long a transaction may last, as on Google's servers.
    private static let lifetime = Duration.seconds(270)

    private struct Transaction {
        let owner: String
        let readTime: Timestamp?
        /// The snapshot of a read-only transaction.
        let snapshot: HeldSnapshot?
        let deadline: Duration
        var reads: [TransactionRead] = []
        /// The part of the owner's share that the reads take.
        var size = 0
        /// The key of its id among all.
        var keyInAll = 0
        /// The key of its id among those of the owner.
        var keyInOwn = 0
    }

    private struct State {
        var open: [[UInt8]: Transaction] = [:]
        /// The ids of open transactions.
        var all = AgeOrder<[UInt8]>()
        /// Those of each owner.
        var byOwner: [String: AgeOrder<[UInt8]>] = [:]
        var count: UInt64 = 0

        mutating func add(_ transaction: Transaction, _ id: [UInt8]) {
            var transaction = transaction
            transaction.keyInAll = all.append(id)
            transaction.keyInOwn = byOwner[transaction.owner, default: AgeOrder()].append(id)
            open[id] = transaction
        }

        /// Closes a transaction and returns it.
        mutating func close(_ id: [UInt8]) -> Transaction? {
            guard let transaction = open.removeValue(forKey: id) else { return nil }
            all.remove(transaction.keyInAll)
            byOwner[transaction.owner]?.remove(transaction.keyInOwn)
            if byOwner[transaction.owner]?.count == 0 { byOwner[transaction.owner] = nil }
            return transaction
        }

        /// Closes expired transactions and returns them.
        mutating func expire(at time: Duration) -> [Transaction] {
            var closed: [Transaction] = []
            while let oldest = all.oldest, let deadline = open[oldest]?.deadline, deadline <= time {
                if let transaction = close(oldest) { closed.append(transaction) }
            }
            return closed
        }
    }

    private let state = Locked(State())
    /// Distinguishes the ids of this run of the server from all others.
    private let run = Randomness.bytes(8)
    private let maximumPerUser: Int
    private let budget: Budget
    private let uptime: @Sendable () -> Duration

    /// - Parameters:
    ///   - budget: The bytes of the reads recorded for open transactions.
    ///   - uptime: The time since some moment, so that the life of a transaction does not depend on the machine's
    ///     clock.
    package init(
        _ limits: Limits, _ budget: Budget, uptime: @escaping @Sendable () -> Duration = CommitClock.machineUptime()
    ) {
        maximumPerUser = limits.transactionsPerUser
        self.budget = budget
        self.uptime = uptime
    }

    /// The number of open transactions.
    package var count: Int { state.withLock { $0.open.count } }

    /// Opens a transaction for `owner` and returns its id. If the owner has too many, the owner's oldest is closed.
    /// - Parameter snapshot: The snapshot of a read-only transaction.
    package func begin(
        _ options: TransactionOptions, owner: String, snapshot: HeldSnapshot? = nil
    ) throws(Status) -> [UInt8] {
        var readTime: Timestamp?
        switch options {
        case .readOnly(let time): readTime = time
        case .readWrite(let retried):
            guard retried.isEmpty || isOurs(retried) else { throw Self.unknown }
        }
        let time = uptime()
        let transaction = Transaction(
            owner: owner, readTime: readTime, snapshot: snapshot, deadline: time + Self.lifetime)
        let maximum = owner == Principal.administrator.id ? Self.maximumOfAdministrators : maximumPerUser
        let (id, closed) = state.withLock { state in
            state.count += 1
            let count = withUnsafeBytes(of: state.count.bigEndian) { Array($0) }
            let id = run + count + Randomness.bytes(8)
            var closed = state.expire(at: time)
            let isFull = state.byOwner[owner]?.count ?? 0 >= maximum
            if isFull, let oldest = state.byOwner[owner]?.oldest, let transaction = state.close(oldest) {
                closed.append(transaction)
            }
            state.add(transaction, id)
            return (id, closed)
        }
        for transaction in closed { budget.giveBack(transaction.size, of: transaction.owner) }
        return id
    }

    /// Records reads of `owner`'s transaction `id`, and returns all its earlier reads.
    /// - Throws: ``Status``, RESOURCE_EXHAUSTED if the owner's transactions have read too much.
    package func record(_ reads: [TransactionRead], in id: [UInt8], owner: String) throws(Status) -> Seen {
        let (isKnown, time) = (isOurs(id), uptime())
        let size = reads.reduce(0) { $0 + $1.size }
        let seen: Result<Seen, Status> = state.withLock { state in
            guard let transaction = state.open[id], transaction.owner == owner, transaction.deadline > time else {
                return .failure(isKnown ? Self.closed : Self.unknown)
            }
            do throws(Budget.Refusal) {
                try budget.take(size, for: owner)
            } catch {
                return .failure(Status(error, "reads in open transactions"))
            }
            state.open[id]?.reads += reads
            state.open[id]?.size += size
            return .success(
                Seen(reads: transaction.reads, snapshot: transaction.snapshot, readTime: transaction.readTime))
        }
        return try seen.get()
    }

    /// Closes `owner`'s transaction `id` and returns its reads.
    package func end(_ id: [UInt8], owner: String) throws(Status) -> Seen {
        let seen = try record([], in: id, owner: owner)
        close(id)
        return seen
    }

    /// Closes `owner`'s transaction `id`; nothing happens if it is already closed.
    package func rollback(_ id: [UInt8], owner: String) throws(Status) {
        guard isOurs(id) else { throw Self.unknown }
        let isOwn = state.withLock { $0.open[id]?.owner == owner }
        if isOwn { close(id) }
    }

    private func close(_ id: [UInt8]) {
        guard let transaction = state.withLock({ $0.close(id) }) else { return }
        budget.giveBack(transaction.size, of: transaction.owner)
    }

    /// The reads of a transaction.
    package struct Seen: Sendable {
        package let reads: [TransactionRead]
        /// The snapshot of a read-only transaction; nil if it may write.
        let snapshot: HeldSnapshot?
        /// The read time that was requested; nil for the latest state.
        let readTime: Timestamp?
    }

    private func isOurs(_ id: [UInt8]) -> Bool { id.count == 24 && id.starts(with: run) }

    private static var unknown: Status { Status(.invalidArgument, "Invalid transaction.") }
    private static var closed: Status { Status(.invalidArgument, "Transaction is invalid or closed.") }
}
