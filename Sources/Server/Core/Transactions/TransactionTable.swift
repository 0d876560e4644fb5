import FirestoreWire
import NIOConcurrencyHelpers

/// The open transactions. They are optimistic: nothing is locked, and a commit is refused where something that its
/// transaction read has changed since.
///
/// They live in memory alone: behind a restart a client begins again, as it does after a refused commit.
final class TransactionTable: Sendable {
    /// How many may be open; the oldest ones are closed for new ones.
    private static let maximumCount = 10_000
    /// How much one may read before it is refused.
    private static let maximumReads = 100_000
    /// How long one may last, as with Google's servers.
    private static let lifetime: Int64 = 270_000_000

    private struct Transaction {
        let owner: String
        let isReadOnly: Bool
        let readTime: Timestamp?
        let deadline: Int64
        var reads: [TransactionRead] = []
    }

    private struct State {
        var open: [[UInt8]: Transaction] = [:]
        /// The ids of the open ones, oldest first, and some that are closed already.
        var order: [[UInt8]] = []
        var count: UInt64 = 0
    }

    private let state = NIOLockedValueBox(State())
    /// Tells the ids of this run of the server from all others.
    private let run = (0..<8).map { _ in UInt8.random(in: 0...255) }
    private let now: @Sendable () -> Int64

    /// - Parameter now: The time in microseconds.
    init(now: @escaping @Sendable () -> Int64) { self.now = now }

    /// Opens a transaction for `owner` and returns its id.
    func begin(_ options: TransactionOptions, owner: String) throws(Status) -> [UInt8] {
        var readTime: Timestamp?
        var isReadOnly = false
        switch options {
        case .readOnly(let time): (isReadOnly, readTime) = (true, time)
        case .readWrite(let retried):
            guard retried.isEmpty || isOurs(retried) else { throw Self.unknown }
        }
        let time = now()
        let transaction = Transaction(
            owner: owner, isReadOnly: isReadOnly, readTime: readTime, deadline: time + Self.lifetime)
        return state.withLockedValue { state in
            state.count += 1
            let count = withUnsafeBytes(of: state.count.bigEndian) { Array($0) }
            let id = run + count + (0..<8).map { _ in UInt8.random(in: 0...255) }
            while let oldest = state.order.first {
                let deadline = state.open[oldest]?.deadline ?? 0
                guard deadline <= time || state.open.count >= Self.maximumCount else { break }
                state.open[oldest] = nil
                state.order.removeFirst()
            }
            state.open[id] = transaction
            state.order.append(id)
            return id
        }
    }

    /// Notes what `owner`'s transaction `id` read, and returns all that it read before.
    func record(_ reads: [TransactionRead], in id: [UInt8], owner: String) throws(Status) -> Seen {
        let (isKnown, time) = (isOurs(id), now())
        let seen: Result<Seen, Status> = state.withLockedValue { state in
            guard let transaction = state.open[id], transaction.owner == owner, transaction.deadline > time else {
                return .failure(isKnown ? Self.closed : Self.unknown)
            }
            guard transaction.reads.count + reads.count <= Self.maximumReads else {
                return .failure(Status(.invalidArgument, "The transaction reads too much."))
            }
            state.open[id]?.reads += reads
            return .success(
                Seen(
                    reads: transaction.reads, isReadOnly: transaction.isReadOnly, readTime: transaction.readTime))
        }
        return try seen.get()
    }

    /// Closes `owner`'s transaction `id` and returns what it read.
    func end(_ id: [UInt8], owner: String) throws(Status) -> Seen {
        let seen = try record([], in: id, owner: owner)
        state.withLockedValue { $0.open[id] = nil }
        return seen
    }

    /// Closes `owner`'s transaction `id`; one that is closed already stays so.
    func rollback(_ id: [UInt8], owner: String) throws(Status) {
        guard isOurs(id) else { throw Self.unknown }
        state.withLockedValue { state in
            if state.open[id]?.owner == owner { state.open[id] = nil }
        }
    }

    /// What a transaction read.
    struct Seen: Sendable {
        let reads: [TransactionRead]
        let isReadOnly: Bool
        /// The time at which it looks; nil for the latest state.
        let readTime: Timestamp?
    }

    private func isOurs(_ id: [UInt8]) -> Bool { id.count == 24 && id.starts(with: run) }

    private static var unknown: Status { Status(.invalidArgument, "Invalid transaction.") }
    private static var closed: Status { Status(.invalidArgument, "Transaction is invalid or closed.") }
}
