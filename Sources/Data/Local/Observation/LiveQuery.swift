import Foundation
import TodoDomain

/// An observed query of any type.
protocol Live: AnyObject, Sendable {
    /// Announces a new round: readers who join later wait for the next one, which sees what they wrote before.
    func prepare()
    /// Runs the query again if its result may have changed, or if a reader has not had one yet.
    func refresh(after changes: StoreChanges, in transaction: ReadTransaction)
    /// Removes a reader; returns whether it was the last.
    func remove(_ reader: Int) -> Bool
    /// Ends the observation for all readers.
    func end(throwing error: any Error)
}

/// A query, its last result, and its readers. All readers of the same query on the same store share one.
///
/// `@unchecked` because the variables are guarded by the lock.
final class LiveQuery<Answer: Sendable & Equatable>: Live, @unchecked Sendable {
    typealias Answers = AsyncThrowingStream<Answer, any Error>

    private let fetch: @Sendable (ReadTransaction) throws -> Answer
    private let isAffected: @Sendable (StoreChanges, Answer) -> Bool

    private let lock = NSLock()
    private var readers: [Int: Answers.Continuation] = [:]
    /// The readers who joined since the round began, and earlier ones who have not had a result yet.
    private var newcomers: Set<Int> = []
    private var waiting: Set<Int> = []
    private var answer: Answer?

    init(
        fetch: @escaping @Sendable (ReadTransaction) throws -> Answer,
        isAffected: @escaping @Sendable (StoreChanges, Answer) -> Bool
    ) {
        (self.fetch, self.isAffected) = (fetch, isAffected)
    }

    /// Adds a reader, who gets the result of the next round.
    func add(_ reader: Answers.Continuation, as number: Int) {
        lock.withLock {
            readers[number] = reader
            newcomers.insert(number)
        }
    }

    func remove(_ reader: Int) -> Bool {
        lock.withLock {
            readers[reader] = nil
            newcomers.remove(reader)
            waiting.remove(reader)
            return readers.isEmpty
        }
    }

    func prepare() {
        lock.withLock {
            waiting.formUnion(newcomers)
            newcomers = []
        }
    }

    func refresh(after changes: StoreChanges, in transaction: ReadTransaction) {
        let (last, isAwaited) = lock.withLock { (answer, !waiting.isEmpty) }
        if !isAwaited, let last, !isAffected(changes, last) { return }
        do {
            let answer = try fetch(transaction)
            let readers = lock.withLock {
                self.answer = answer
                defer { waiting = [] }
                let ready = self.readers.filter { !newcomers.contains($0.key) }
                return answer == last ? ready.filter { waiting.contains($0.key) } : ready
            }
            for reader in readers.values { reader.yield(answer) }
        } catch {
            end(throwing: TodoError(storage: error))
        }
    }

    func end(throwing error: any Error) {
        // Not under the lock, since a reader that ends removes itself.
        for reader in lock.withLock({ readers.values }) { reader.finish(throwing: error) }
    }
}
