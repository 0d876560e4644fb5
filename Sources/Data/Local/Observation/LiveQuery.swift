import Foundation
import TodoDomain

/// Something observed, whatever its answer.
protocol Live: AnyObject, Sendable {
    /// Says that a round begins: who joins later waits for the next one, whose state has what they wrote before.
    func prepare()
    /// Asks again where the answer may be another one, or where somebody has not had any.
    func refresh(after changes: StoreChanges, in transaction: ReadTransaction)
    /// Takes a reader off; returns whether none is left.
    func remove(_ reader: Int) -> Bool
    /// Ends it for all its readers.
    func end(throwing error: any Error)
}

/// A question, its last answer, and those who read the answers. All who ask the same of the same store share one.
///
/// `@unchecked`: what changes is read and written under the lock.
final class LiveQuery<Answer: Sendable & Equatable>: Live, @unchecked Sendable {
    typealias Answers = AsyncThrowingStream<Answer, any Error>

    private let fetch: @Sendable (ReadTransaction) throws -> Answer
    private let isAffected: @Sendable (StoreChanges, Answer) -> Bool

    private let lock = NSLock()
    private var readers: [Int: Answers.Continuation] = [:]
    /// Those who joined since the round began, and those before them who have had no answer yet.
    private var newcomers: Set<Int> = []
    private var waiting: Set<Int> = []
    private var answer: Answer?

    init(
        fetch: @escaping @Sendable (ReadTransaction) throws -> Answer,
        isAffected: @escaping @Sendable (StoreChanges, Answer) -> Bool
    ) {
        (self.fetch, self.isAffected) = (fetch, isAffected)
    }

    /// Takes a reader on, who gets the answer of the next round.
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
        // Not under the lock: the end of a reader takes it off.
        for reader in lock.withLock({ readers.values }) { reader.finish(throwing: error) }
    }
}
