import Basics
import Foundation
import TodoKit

/// The calls so far, the present failure, and the listeners to notify when shown values change without a commit.
final class Faults: Sendable {
    typealias Commits = AsyncThrowingStream<ContinuousClock.Instant, any Error>

    private let state = Locked((failure: TodoError?.none, calls: [String]()))
    private let listeners = Locked<[UUID: Commits.Continuation]>([:])

    var failure: TodoError? {
        get { state.withLock { $0.failure } }
        set { state.withLock { $0.failure = newValue } }
    }

    var calls: [String] { state.withLock { $0.calls } }

    /// Records a call.
    /// - Throws: the failure, if there is one.
    func note(_ call: String = #function) throws {
        state.withLock { $0.calls.append(call) }
        try check()
    }

    /// - Throws: the failure, if there is one.
    func check() throws { if let failure { throw failure } }

    /// Records the beginning of an observation. The observation fails at once if there is a failure.
    func noted<Value: Sendable>(
        _ values: AsyncThrowingStream<Value, any Error>, _ call: String = #function
    ) -> AsyncThrowingStream<Value, any Error> {
        do {
            try note(call)
            return values
        } catch {
            return AsyncThrowingStream { $0.finish(throwing: error) }
        }
    }

    /// Makes followers of the commits read again.
    func pulse() {
        for listener in listeners.withLock({ Array($0.values) }) { listener.yield(.now) }
    }

    /// The commits, with an additional one for each ``pulse()``.
    func commits(and commits: Commits) -> Commits {
        let (stream, continuation) = Commits.makeStream(bufferingPolicy: .bufferingNewest(1))
        let id = Randomness.uuid()
        listeners.withLock { $0[id] = continuation }
        let task = Task {
            do {
                for try await commit in commits { continuation.yield(commit) }
                continuation.finish()
            } catch {
                continuation.finish(throwing: error)
            }
        }
        continuation.onTermination = { [weak self] _ in
            task.cancel()
            self?.listeners.withLock { $0[id] = nil }
        }
        return stream
    }
}
