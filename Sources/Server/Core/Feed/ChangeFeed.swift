import Basics
package import FirestoreWire

/// Notifies waiting clients that heads of spaces moved. A waiter is a suspended task, however many heads it watches. It
/// needs no thread and no database connection, and causes one query for each head.
package final class ChangeFeed: Sendable {
    /// A head, and the sequence that a client knows of it.
    package struct Watch: Sendable {
        package let head: ResourceName
        package let sequence: Int64

        /// Watches `head` for a sequence beyond `sequence`.
        package init(_ head: ResourceName, after sequence: Int64) {
            self.head = head
            self.sequence = sequence
        }
    }

    /// The maximum number of one user's waiters for one space; a new waiter displaces the one that has waited longest.
    private static let maximumPerSpace = 256
    /// The maximum number of watched heads, of all waiters together.
    private static let maximumCount = 100_000

    /// A client that waits.
    private final class Waiter: Sendable {
        let user: String
        let wake: AsyncStream<Void>.Continuation
        /// The sequences of the heads that moved since it last looked, by their position among those it watches.
        let moves = Locked<[Int: Int64]>([:])

        init(of user: String, _ wake: AsyncStream<Void>.Continuation) {
            self.user = user
            self.wake = wake
        }

        func tell(_ sequence: Int64, of position: Int) {
            moves.withLock { $0[position] = max($0[position] ?? sequence, sequence) }
            wake.yield()
        }
    }

    private struct State {
        /// By the bytes of the head's name, then by order of arrival: the waiters with the head's position in each.
        var waiters: [[UInt8]: [UInt64: (waiter: Waiter, position: Int)]] = [:]
        var clients = 0
        var watched = 0
        var last: UInt64 = 0
        var isClosed = false

        /// Takes out the waiter of `user` that has waited longest for a head, if the user has too many there. It must not
        /// be found again by the next one that comes.
        mutating func takeOldest(of user: String, for key: [UInt8]) -> Waiter? {
            guard let those = waiters[key], those.count > maximumPerSpace else { return nil }
            let own = those.filter { $0.value.waiter.user == user }
            guard own.count > maximumPerSpace, let oldest = own.min(by: { $0.key < $1.key }) else { return nil }
            waiters[key]?[oldest.key] = nil
            return oldest.value.waiter
        }
    }

    private let state = Locked(State())

    /// How many clients wait.
    package var count: Int { state.withLock { $0.clients } }

    /// Waits until the sequence of at least one head is greater than the client knows.
    /// - Parameters:
    ///   - watches: The heads.
    ///   - user: The client. Waiters of one user do not displace those of another.
    ///   - time: How long to wait.
    ///   - current: Reads a head's sequence; called once for each, when no later change can be missed.
    /// - Returns: The sequences of the heads that moved, by their position in `watches`; none if `time` is over or the
    ///   server stops before that.
    /// - Throws: RESOURCE_EXHAUSTED if too many wait, and the errors of `current`.
    package func wait(
        for watches: [Watch], of user: String, atMost time: Duration, current: (ResourceName) async throws -> Int64?
    ) async throws -> [Int: Int64] {
        let (wakes, wake) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let waiter = Waiter(of: user, wake)
        let keys = watches.map { Array($0.head.text.utf8) }
        let id = try add(waiter, for: keys)
        defer { remove(id, of: keys) }
        func news(_ moves: [Int: Int64]) -> [Int: Int64] { moves.filter { $0.value > watches[$0.key].sequence } }
        var known: [Int: Int64] = [:]
        for (position, watch) in watches.enumerated() { known[position] = try await current(watch.head) }
        let first = news(known)
        if !first.isEmpty { return first }
        let timer = Task {
            try? await Task.sleep(for: time)
            wake.finish()
        }
        defer { timer.cancel() }
        for await _ in wakes {
            let moves = news(waiter.moves.withLock { $0 })
            if !moves.isEmpty { return moves }
        }
        return [:]
    }

    /// Announces durable commits.
    func announce(_ moves: [HeadMove]) {
        for move in moves {
            let waiters = state.withLock { $0.waiters[Array(move.head.text.utf8)] }
            for (waiter, position) in (waiters ?? [:]).values { waiter.tell(move.sequence, of: position) }
        }
    }

    /// Ends all waits, including future ones, because the server stops.
    func close() {
        state.withLock { $0.isClosed = true }
        sendAway()
    }

    /// Ends all waits.
    func sendAway() {
        for (waiter, _) in state.withLock({ $0.waiters.values.flatMap(\.values) }) { waiter.wake.finish() }
    }

    private func add(_ waiter: Waiter, for keys: [[UInt8]]) throws -> UInt64 {
        let (id, displaced, isClosed) = state.withLock { state -> (UInt64?, [Waiter], Bool) in
            guard state.watched + keys.count <= Self.maximumCount else { return (nil, [], false) }
            state.last += 1
            state.clients += 1
            state.watched += keys.count
            for (position, key) in keys.enumerated() {
                state.waiters[key, default: [:]][state.last] = (waiter, position)
            }
            var displaced: [Waiter] = []
            for key in keys { if let oldest = state.takeOldest(of: waiter.user, for: key) { displaced.append(oldest) } }
            return (state.last, displaced, state.isClosed)
        }
        guard let id else {
            throw Status(.resourceExhausted, "Too many clients wait for changes.", retryDelay: .seconds(30))
        }
        for waiter in displaced { waiter.wake.finish() }
        if isClosed { waiter.wake.finish() }
        return id
    }

    private func remove(_ id: UInt64, of keys: [[UInt8]]) {
        state.withLock { state in
            state.clients -= 1
            state.watched -= keys.count
            for key in keys {
                state.waiters[key]?[id] = nil
                if state.waiters[key]?.isEmpty == true { state.waiters[key] = nil }
            }
        }
    }
}
