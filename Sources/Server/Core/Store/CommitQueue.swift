import Basics
import FirestoreWire
import GRDB

/// Makes commits one after the other, atomically, and answers them once they are durable.
///
/// The log is synced once for all commits that wait at the same time: a sync takes milliseconds, a commit microseconds.
/// Users take turns, one request each, so a user with many requests delays another user by only one. Users whose
/// commits have taken a lot of processor time come after all others. A large commit has its own transaction, so that
/// finished small ones do not wait for it.
final class CommitQueue: Sendable {
    /// The result of a commit.
    typealias Outcome = Result<Commit.Outcome, Status>

    private struct Job {
        let user: String
        let commits: [Commit]
        let continuation: CheckedContinuation<[Outcome], Never>

        /// Whether it takes so long that other commits should not wait for its end.
        var isLarge: Bool { commits.contains(where: \.isPrepared) }
    }

    private struct State {
        var jobs = RoundRobin<Job>()
        var isDraining = false
    }

    /// How long commits are added to a batch, so that the first of them does not wait too long.
    private static let batchTime: Duration = .milliseconds(20)

    private let state = Locked(State())
    private let pool: DatabasePool
    private let clock: CommitClock
    private let cache: DocumentCache
    private let feed: ChangeFeed
    private let storage: StorageWatch
    private let processor: ProcessorUse
    /// The changes of the latest commits.
    let changes = RecentChanges()

    init(
        pool: DatabasePool, clock: CommitClock, cache: DocumentCache, feed: ChangeFeed, storage: StorageWatch,
        processor: ProcessorUse
    ) {
        self.processor = processor
        self.pool = pool
        self.clock = clock
        self.cache = cache
        self.feed = feed
        self.storage = storage
    }

    /// Writes a little, to find out whether commits can be stored again.
    func probe() async {
        do {
            try storage.requireFile()
            try await pool.write { try $0.execute(sql: "UPDATE server SET lastTime = lastTime") }
            storage.note()
        } catch let error as DatabaseError {
            storage.note(error)
        } catch {}
    }

    /// Makes the `commits` of `user`, each on its own, and returns their results in order.
    func perform(_ commits: [Commit], of user: String) async -> [Outcome] {
        await withCheckedContinuation { continuation in
            let mustDrain = state.withLock { state in
                state.jobs.append(Job(user: user, commits: commits, continuation: continuation), of: user)
                defer { state.isDraining = true }
                return !state.isDraining
            }
            if mustDrain { pool.asyncWriteWithoutTransaction { self.drain($0) } }
        }
    }

    private func drain(_ db: Database) {
        while let first = next() {
            let batch = perform(from: first, db)
            for (job, outcomes) in batch { job.continuation.resume(returning: outcomes) }
            feed.announce(batch.flatMap(\.1).flatMap { (try? $0.get().heads) ?? [] })
        }
    }

    /// Takes the next job; if there is none, draining ends.
    private func next() -> Job? {
        state.withLock { state in
            let job = state.jobs.next(lastOf: processor.isHeavy)?.element
            state.isDraining = job != nil
            return job
        }
    }

    /// Takes the next job if other commits may wait for its end.
    private func nextOfBatch() -> Job? {
        state.withLock { $0.jobs.next(lastOf: processor.isHeavy) { !$1.isLarge }?.element }
    }

    /// Makes the commits of `first` and of those waiting after it, while there is time.
    private func perform(from first: Job, _ db: Database) -> [(Job, [Outcome])] {
        let end = ContinuousClock.now + Self.batchTime
        var (jobs, outcomes): ([Job], [[Outcome]]) = ([], [])
        cache.commitsBegin()
        defer {
            cache.commitsAreVisible()
            clock.commitsAreDurable()
        }
        do {
            try storage.requireFile()
            try db.inTransaction(.immediate) {
                try changes.begin(db)
                var lastTime: Int64?
                var next: Job? = first
                while let job = next {
                    jobs.append(job)
                    let start = ProcessorUse.ofThread()
                    defer { processor.charge(ProcessorUse.ofThread() - start, to: job.user) }
                    outcomes.append(
                        try job.commits.map { commit in
                            let time = clock.nextCommitTime()
                            do {
                                let outcome = try commit.perform(
                                    db, at: time, judgedAt: clock.machineTime ?? time, after: changes)
                                lastTime = time
                                for name in commit.names { cache.forget(name) }
                                return .success(outcome)
                            } catch let status as Status {
                                // A commit that is refused has not written anything.
                                return .failure(status)
                            }
                        })
                    next = .now < end && !job.isLarge ? nextOfBatch() : nil
                }
                guard let lastTime else { return .rollback }
                try db.cachedStatement(sql: "UPDATE server SET lastTime = ?").execute(arguments: [lastTime])
                return .commit
            }
            // If the file was removed, writes to it are not acknowledged.
            try storage.requireFile()
            storage.note()
            return Array(zip(jobs, outcomes))
        } catch {
            if let error = error as? DatabaseError { storage.note(error) }
            let status =
                (error as? Status) ?? (error as? DatabaseError).map(Status.init(storage:))
                ?? Status(.unavailable, "Try again.")
            // If the transaction could not begin, the first job is not in the batch yet.
            return (jobs.isEmpty ? [first] : jobs).map { ($0, $0.commits.map { _ in .failure(status) }) }
        }
    }
}
