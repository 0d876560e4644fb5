import Foundation
import TestSupport

/// The values of an observation, read in a separate task until this is released.
///
/// `@unchecked`: mutable state is read and written under the lock.
final class Watched<Answer: Sendable & Equatable>: @unchecked Sendable {
    private let lock = NSLock()
    private var answers: [Answer] = []
    private var failure: (any Error)?
    private var hasEnded = false
    private var task: Task<Void, Never>?

    init(_ stream: AsyncThrowingStream<Answer, any Error>) {
        task = Task { [weak self] in
            do {
                for try await answer in stream { self?.note(answer) }
                self?.end(nil)
            } catch { self?.end(error) }
        }
    }

    deinit { task?.cancel() }

    /// All values seen, in order.
    var seen: [Answer] { lock.withLock { answers } }
    var last: Answer? { lock.withLock { answers.last } }
    /// Whether it has ended, and why.
    var end: (isOver: Bool, error: (any Error)?) { lock.withLock { (hasEnded, failure) } }

    func cancel() { task?.cancel() }

    /// Waits until this is the last value seen.
    func shows(_ answer: Answer) async -> Bool { await eventually { self.last == answer } }

    private func note(_ answer: Answer) { lock.withLock { answers.append(answer) } }
    private func end(_ error: (any Error)?) { lock.withLock { (hasEnded, failure) = (true, error) } }
}
