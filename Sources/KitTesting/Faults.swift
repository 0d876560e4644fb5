import Basics
import TodoKit

/// What was called, and what fails.
final class Faults: Sendable {
    private let state = Locked((failure: TodoError?.none, calls: [String]()))

    var failure: TodoError? {
        get { state.withLock { $0.failure } }
        set { state.withLock { $0.failure = newValue } }
    }

    var calls: [String] { state.withLock { $0.calls } }

    /// Notes a call.
    /// - Throws: the failure, if there is one.
    func note(_ call: String = #function) throws {
        let failure = state.withLock { state in
            state.calls.append(call)
            return state.failure
        }
        if let failure { throw failure }
    }

    /// Notes the beginning of an observation, which fails at once if there is a failure.
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
}
