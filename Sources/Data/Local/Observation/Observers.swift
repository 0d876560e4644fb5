import Basics
import TodoDomain

/// All observations of one stack.
///
/// One round runs at a time. It checks once for changes since the last round and runs the affected queries again, all
/// in one transaction, so that no write falls between a result and the check. Any number of writes during a round cause
/// one more round; nothing queues up.
final class Observers: Sendable {
    private struct State {
        var queries: [Question: any Live] = [:]
        var readerCount = 0
        var feed: CommitWatch?
        /// Whether something may have been written since the last round began.
        var isDue = false
        var isRunning = false
        var isClosed = false

        /// Returns the feed to close if there are no readers. A running round does this at its end.
        mutating func takeIdleFeed() -> CommitWatch? {
            guard queries.isEmpty, !isRunning else { return nil }
            defer { feed = nil }
            return feed
        }
    }

    private let makeFeed: @Sendable (@escaping @Sendable () -> Void) throws -> CommitWatch
    private let state = Locked(State())

    /// A query on a store. `@unchecked` because the contained query is Sendable.
    struct Question: Hashable, @unchecked Sendable {
        private let store: ObjectIdentifier
        private let query: AnyHashable
        private let isCount: Bool

        init<Model>(_ query: Query<Model>, isCount: Bool, of store: ObjectIdentifier) {
            self.store = store
            self.query = AnyHashable(query)
            self.isCount = isCount
        }

        init<Model>(_ queries: [Query<Model>], of store: ObjectIdentifier) {
            self.store = store
            query = AnyHashable(queries)
            isCount = false
        }

        /// The newest token of the history.
        static let newestToken = Question("newestToken")
        /// The time of the last commit.
        static let lastCommit = Question("lastCommit")

        private init(_ name: String) { (store, query, isCount) = (ObjectIdentifier(Observers.self), name, false) }
    }

    /// - Parameter makeFeed: opens the access to the database; its argument is called when something may have been
    ///   written.
    init(_ makeFeed: @escaping @Sendable (@escaping @Sendable () -> Void) throws -> CommitWatch) {
        self.makeFeed = makeFeed
    }

    /// Ends all observations together with the store.
    deinit { close() }

    /// The results of a query, shared by all its observers.
    func answers<Answer>(to question: Question, _ query: () -> LiveQuery<Answer>) -> LiveQuery<Answer>.Answers {
        // A slow reader only gets the newest result.
        LiveQuery<Answer>.Answers(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let reader = state.withLock {
                $0.readerCount += 1
                return $0.readerCount
            }
            // Set first, because a stream that ends earlier would not report its end.
            continuation.onTermination = { [weak self] _ in self?.remove(reader, of: question) }
            let isOpen = state.withLock { state in
                guard !state.isClosed else { return false }
                let live = state.queries[question] as? LiveQuery<Answer> ?? query()
                state.queries[question] = live
                live.add(continuation, as: reader)
                return true
            }
            if isOpen { wake() } else { continuation.finish(throwing: TodoError.closed) }
        }
    }

    private func remove(_ reader: Int, of question: Question) {
        let idle = state.withLock { state in
            if state.queries[question]?.remove(reader) ?? false { state.queries[question] = nil }
            return state.takeIdleFeed()
        }
        idle?.close()
    }

    /// Notes that something may have been written.
    func wake() {
        let starts = state.withLock { state in
            state.isDue = true
            guard !state.isRunning, !state.queries.isEmpty else { return false }
            state.isRunning = true
            return true
        }
        if starts { Task { await run() } }
    }

    private func run() async {
        let clock = ContinuousClock()
        while let queries = nextRound() {
            let began = clock.now
            do {
                let feed = try openFeed()
                try await feed.look { changes, transaction in
                    for query in queries { query.refresh(after: changes, in: transaction) }
                }
            } catch {
                for query in queries { query.end(throwing: TodoError(storage: error)) }
            }
            // Under a flood of writes, it pauses as long as the round took, for the sake of other work.
            try? await Task.sleep(for: min(clock.now - began, .milliseconds(100)))
        }
    }

    /// The queries to run in a round; nil if none is due.
    private func nextRound() -> [any Live]? {
        var idle: CommitWatch?
        defer { idle?.close() }
        return state.withLock { state in
            guard state.isDue, !state.queries.isEmpty else {
                state.isRunning = false
                idle = state.takeIdleFeed()
                return nil
            }
            state.isDue = false
            for query in state.queries.values { query.prepare() }
            return Array(state.queries.values)
        }
    }

    private func openFeed() throws -> CommitWatch {
        // Only rounds open the feed, and only one round runs at a time.
        if let feed = state.withLock({ $0.feed }) { return feed }
        let opened = try makeFeed { [weak self] in self?.wake() }
        let isClosed = state.withLock { state in
            if !state.isClosed { state.feed = opened }
            return state.isClosed
        }
        guard !isClosed else {
            opened.close()
            throw TodoError.closed
        }
        return opened
    }

    /// Ends all observations with an error.
    func close() {
        let (queries, feed) = state.withLock { state in
            state.isClosed = true
            defer {
                state.queries = [:]
                state.feed = nil
            }
            return (Array(state.queries.values), state.feed)
        }
        feed?.close()
        for query in queries { query.end(throwing: TodoError.closed) }
    }
}
