import Foundation
import TodoDomain

/// All that is observed of one stack.
///
/// There is one round at a time: it looks once at what was written since the last one and asks again what may have
/// another answer, all in one transaction, so that no write falls between an answer and the look. What is written
/// during a round makes one more, however much it is; nothing queues.
///
/// `@unchecked`: what changes is read and written under the lock.
final class Observers: @unchecked Sendable {
    private let makeFeed: @Sendable (@escaping @Sendable () -> Void) throws -> CommitWatch

    private let lock = NSLock()
    private var queries: [Question: any Live] = [:]
    private var readerCount = 0
    private var feed: CommitWatch?
    /// Whether something may have been written since the last round began.
    private var isDue = false
    private var isRunning = false
    private var isClosed = false

    /// What is asked of which store. `@unchecked`: it holds a query, which is Sendable.
    struct Question: Hashable, @unchecked Sendable {
        private let store: ObjectIdentifier
        private let query: AnyHashable
        private let isCount: Bool

        init<Model>(_ query: Query<Model>, isCount: Bool, of store: ObjectIdentifier) {
            (self.store, self.query, self.isCount) = (store, AnyHashable(query), isCount)
        }

        /// How far the history goes.
        static let newestToken = Question("newestToken")
        /// When something was last written.
        static let lastCommit = Question("lastCommit")

        private init(_ name: String) { (store, query, isCount) = (ObjectIdentifier(Observers.self), name, false) }
    }

    /// - Parameter makeFeed: opens the way to the database, with what to call when something may have been written.
    init(_ makeFeed: @escaping @Sendable (@escaping @Sendable () -> Void) throws -> CommitWatch) {
        self.makeFeed = makeFeed
    }

    /// The answers to a question, shared with all who ask the same.
    func answers<Answer>(to question: Question, _ query: () -> LiveQuery<Answer>) -> LiveQuery<Answer>.Answers {
        // Who reads slowly finds the newest answer alone.
        LiveQuery<Answer>.Answers(bufferingPolicy: .bufferingNewest(1)) { continuation in
            let reader = lock.withLock {
                readerCount += 1
                return readerCount
            }
            // Before anybody else knows of it: an end that comes first would not be told.
            continuation.onTermination = { [weak self] _ in self?.remove(reader, of: question) }
            let isOpen = lock.withLock {
                guard !isClosed else { return false }
                let live = queries[question] as? LiveQuery<Answer> ?? query()
                queries[question] = live
                live.add(continuation, as: reader)
                return true
            }
            if isOpen { wake() } else { continuation.finish(throwing: TodoError.closed) }
        }
    }

    private func remove(_ reader: Int, of question: Question) {
        let idle = lock.withLock {
            if queries[question]?.remove(reader) ?? false { queries[question] = nil }
            return takeIdleFeed()
        }
        idle?.close()
    }

    /// Without readers there is nothing to watch for. A round that runs leaves that to its end.
    private func takeIdleFeed() -> CommitWatch? {
        guard queries.isEmpty, !isRunning else { return nil }
        defer { feed = nil }
        return feed
    }

    /// Says that something may have been written.
    func wake() {
        let starts = lock.withLock {
            isDue = true
            guard !isRunning, !queries.isEmpty else { return false }
            isRunning = true
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
            // Under a storm of writes, as much time for others as for itself.
            try? await Task.sleep(for: min(clock.now - began, .milliseconds(100)))
        }
    }

    /// What is to be asked in a round; nil if none is due.
    private func nextRound() -> [any Live]? {
        var idle: CommitWatch?
        defer { idle?.close() }
        return lock.withLock {
            guard isDue, !queries.isEmpty else {
                isRunning = false
                idle = takeIdleFeed()
                return nil
            }
            isDue = false
            for query in queries.values { query.prepare() }
            return Array(queries.values)
        }
    }

    private func openFeed() throws -> CommitWatch {
        // Only rounds open it, and only one runs.
        if let feed = lock.withLock({ feed }) { return feed }
        let opened = try makeFeed { [weak self] in self?.wake() }
        let isClosed = lock.withLock {
            if !self.isClosed { feed = opened }
            return self.isClosed
        }
        guard !isClosed else {
            opened.close()
            throw TodoError.closed
        }
        return opened
    }

    /// Ends all observations with an error.
    func close() {
        let (queries, feed) = lock.withLock {
            isClosed = true
            defer { (self.queries, self.feed) = ([:], nil) }
            return (Array(self.queries.values), self.feed)
        }
        feed?.close()
        for query in queries { query.end(throwing: TodoError.closed) }
    }
}
