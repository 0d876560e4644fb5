import FirestoreWire
import GRDB
import NIOConcurrencyHelpers

/// Makes commits one after the other, each whole or not at all, and durable before it is answered.
///
/// The log is synced once for all commits that wait at the same time: a sync costs milliseconds, and a commit microseconds.
final class CommitQueue: Sendable {
    /// What became of a commit.
    typealias Outcome = Result<Commit.Outcome, Status>

    private struct Job {
        let commits: [Commit]
        let continuation: CheckedContinuation<[Outcome], Never>
    }

    private struct State {
        var jobs: [Job] = []
        var isDraining = false
    }

    /// How many writes share a sync at most, so that the first of them does not wait for ever.
    private static let batchSize = 4000

    private let state = NIOLockedValueBox(State())
    private let pool: DatabasePool
    private let clock: ServerClock
    private let cache: DocumentCache
    private let feed: ChangeFeed

    init(pool: DatabasePool, clock: ServerClock, cache: DocumentCache, feed: ChangeFeed) {
        self.pool = pool
        self.clock = clock
        self.cache = cache
        self.feed = feed
    }

    /// Makes `commits`, each for itself, and returns what became of them, in their order.
    func perform(_ commits: [Commit]) async -> [Outcome] {
        await withCheckedContinuation { continuation in
            let mustDrain = state.withLockedValue { state in
                state.jobs.append(Job(commits: commits, continuation: continuation))
                defer { state.isDraining = true }
                return !state.isDraining
            }
            if mustDrain { pool.asyncWriteWithoutTransaction { self.drain($0) } }
        }
    }

    private func drain(_ db: Database) {
        while let jobs = nextBatch() {
            let outcomes = perform(jobs, db)
            for (job, outcomes) in zip(jobs, outcomes) { job.continuation.resume(returning: outcomes) }
            feed.announce(outcomes.joined().flatMap { (try? $0.get().heads) ?? [] })
        }
    }

    private func nextBatch() -> [Job]? {
        state.withLockedValue { state in
            var count = 0
            let end = state.jobs.firstIndex { job in
                count += job.commits.reduce(0) { $0 + $1.writeCount }
                return count > Self.batchSize
            }
            // At least one, however large.
            let batch = Array(state.jobs[..<max(end ?? state.jobs.count, min(1, state.jobs.count))])
            state.jobs.removeFirst(batch.count)
            state.isDraining = !batch.isEmpty
            return batch.isEmpty ? nil : batch
        }
    }

    private func perform(_ jobs: [Job], _ db: Database) -> [[Outcome]] {
        cache.commitsBegin()
        defer {
            cache.commitsAreVisible()
            clock.commitsAreDurable()
        }
        var outcomes: [[Outcome]] = []
        do {
            try db.inTransaction(.immediate) {
                var lastTime: Int64?
                for job in jobs {
                    outcomes.append(
                        try job.commits.map { commit in
                            let time = clock.nextCommitTime()
                            do {
                                let outcome = try commit.perform(db, at: time)
                                lastTime = time
                                for name in commit.names { cache.forget(name) }
                                return .success(outcome)
                            } catch let status as Status {
                                // A commit refuses before it has written anything.
                                return .failure(status)
                            }
                        })
                }
                guard let lastTime else { return .rollback }
                try db.cachedStatement(sql: "UPDATE server SET lastTime = ?").execute(arguments: [lastTime])
                return .commit
            }
            return outcomes
        } catch {
            let status = (error as? DatabaseError).map(Status.init(storage:)) ?? Status(.unavailable, "Try again.")
            return jobs.map { $0.commits.map { _ in .failure(status) } }
        }
    }
}
