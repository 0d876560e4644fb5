import Basics
import TodoDomain

/// An observed query of any type.
protocol Live: AnyObject, Sendable {
    /// Announces a new round. Readers who join later wait for the next round, which sees their earlier writes.
    func prepare()
    /// Runs the query again if its result may have changed, or if a reader has no result yet.
    func refresh(after changes: StoreChanges, in transaction: ReadTransaction)
    /// Removes a reader; returns whether it was the last.
    func remove(_ reader: Int) -> Bool
    /// Ends the observation for all readers.
    func end(throwing error: any Error)
}

/// A query, its last result, and its readers. All readers of the same query on the same store share one.
final class LiveQuery<Answer: Sendable & Equatable>: Live {
    typealias Answers = AsyncThrowingStream<Answer, any Error>

    private let fetch: @Sendable (ReadTransaction) throws -> Answer
    private let isAffected: @Sendable (StoreChanges, Answer) -> Bool

    private struct State {
        var readers: [Int: Answers.Continuation] = [:]
        /// The readers who joined since the round began, and earlier readers who have no result yet.
        var newcomers: Set<Int> = []
        var waiting: Set<Int> = []
        var answer: Answer?
    }

    private let state = Locked(State())

    init(
        fetch: @escaping @Sendable (ReadTransaction) throws -> Answer,
        isAffected: @escaping @Sendable (StoreChanges, Answer) -> Bool
    ) {
        self.fetch = fetch
        self.isAffected = isAffected
    }

    /// Adds a reader, who gets the result of the next round.
    func add(_ reader: Answers.Continuation, as number: Int) {
        state.withLock {
            $0.readers[number] = reader
            $0.newcomers.insert(number)
        }
    }

    func remove(_ reader: Int) -> Bool {
        state.withLock {
            $0.readers[reader] = nil
            $0.newcomers.remove(reader)
            $0.waiting.remove(reader)
            return $0.readers.isEmpty
        }
    }

    func prepare() {
        state.withLock {
            $0.waiting.formUnion($0.newcomers)
            $0.newcomers = []
        }
    }

    func refresh(after changes: StoreChanges, in transaction: ReadTransaction) {
        let (last, isAwaited) = state.withLock { ($0.answer, !$0.waiting.isEmpty) }
        if !isAwaited, let last, !isAffected(changes, last) { return }
        do {
            let answer = try fetch(transaction)
            let readers = state.withLock { state in
                state.answer = answer
                defer { state.waiting = [] }
                let ready = state.readers.filter { !state.newcomers.contains($0.key) }
                return answer == last ? ready.filter { state.waiting.contains($0.key) } : ready
            }
            for reader in readers.values { reader.yield(answer) }
        } catch {
            end(throwing: TodoError(storage: error))
        }
    }

    func end(throwing error: any Error) {
        // Not under the lock, since a reader that ends removes itself.
        for reader in state.withLock({ $0.readers.values }) { reader.finish(throwing: error) }
    }
}
