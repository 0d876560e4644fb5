import Basics
package import FirestoreWire

/// Notifies waiting clients that the head of a space moved. A waiter is a suspended task. It needs no thread and no
/// database connection, and causes only a single query.
package final class ChangeFeed: Sendable {
    /// The maximum number of waiters for one space; a new waiter displaces the one that has waited longest.
    private static let maximumPerSpace = 256
    private static let maximumCount = 50_000

    private typealias Waiter = AsyncStream<Int64>.Continuation

    private struct State {
        /// By the bytes of the head's name, then by order of arrival.
        var waiters: [[UInt8]: [UInt64: Waiter]] = [:]
        var count = 0
        var last: UInt64 = 0
        var isClosed = false
    }

    private let state = Locked(State())

    /// How many clients wait.
    package var count: Int { state.withLock { $0.count } }

    /// Waits until the sequence of `head` is greater than `sequence`, and returns it; nil if `time` is over or the
    /// server stops before that.
    /// - Parameter current: Reads the head's sequence; called once, when no later change can be missed.
    /// - Throws: RESOURCE_EXHAUSTED if too many wait, and the errors of `current`.
    package func wait(
        for head: ResourceName, after sequence: Int64, atMost time: Duration, current: () async throws -> Int64?
    ) async throws -> Int64? {
        let (moves, waiter) = AsyncStream.makeStream(of: Int64.self, bufferingPolicy: .bufferingNewest(1))
        let key = Array(head.text.utf8)
        let id = try add(waiter, for: key)
        defer { remove(id, of: key) }
        if let now = try await current(), now > sequence { return now }
        let timer = Task {
            try? await Task.sleep(for: time)
            waiter.finish()
        }
        defer { timer.cancel() }
        for await now in moves where now > sequence { return now }
        return nil
    }

    /// Announces durable commits.
    func announce(_ moves: [HeadMove]) {
        for move in moves {
            let waiters = state.withLock { $0.waiters[Array(move.head.text.utf8)] }
            for waiter in (waiters ?? [:]).values { waiter.yield(move.sequence) }
        }
    }

    /// Ends all waits, including future ones, because the server stops.
    func close() {
        state.withLock { $0.isClosed = true }
        sendAway()
    }

    /// Ends all waits.
    func sendAway() {
        for waiter in state.withLock({ $0.waiters.values.flatMap(\.values) }) { waiter.finish() }
    }

    private func add(_ waiter: Waiter, for key: [UInt8]) throws -> UInt64 {
        let (id, displaced, isClosed) = state.withLock { state -> (UInt64?, Waiter?, Bool) in
            guard state.count < Self.maximumCount else { return (nil, nil, false) }
            state.last += 1
            state.count += 1
            state.waiters[key, default: [:]][state.last] = waiter
            let waiters = state.waiters[key] ?? [:]
            let oldest = waiters.count > Self.maximumPerSpace ? waiters.min { $0.key < $1.key }?.value : nil
            return (state.last, oldest, state.isClosed)
        }
        guard let id else {
            throw Status(.resourceExhausted, "Too many clients wait for changes.", retryDelay: .seconds(30))
        }
        displaced?.finish()
        if isClosed { waiter.finish() }
        return id
    }

    private func remove(_ id: UInt64, of key: [UInt8]) {
        state.withLock { state in
            guard state.waiters[key]?.removeValue(forKey: id) != nil else { return }
            state.count -= 1
            if state.waiters[key]?.isEmpty == true { state.waiters[key] = nil }
        }
    }
}
