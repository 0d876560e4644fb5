import Basics
import TodoKit

/// Follows one stream of values at a time, until its owner goes.
final class Following: Sendable {
    private let task = Locked<Task<Void, Never>?>(nil)

    deinit { stop() }

    func stop() { task.withLock { $0.take() }?.cancel() }

    /// Follows `values` instead of what was followed before.
    /// - Parameters:
    ///   - show: called with each value; it must not keep its owner.
    ///   - failed: called with the error that ended the values.
    @MainActor
    func follow<Values: AsyncSequence & Sendable>(
        _ values: Values, _ show: @escaping @MainActor (Values.Element) -> Void,
        failed: @escaping @MainActor (TodoError) -> Void
    ) where Values.Element: Sendable {
        let new = Task { @MainActor in
            do {
                for try await value in values {
                    guard !Task.isCancelled else { return }
                    show(value)
                }
            } catch {
                if !Task.isCancelled { failed(TodoError(any: error)) }
            }
        }
        task.withLock { task in
            task?.cancel()
            task = new
        }
    }
}

extension TodoError {
    /// Any error as one with a sentence for people.
    init(any error: any Error) {
        self = error as? TodoError ?? TodoError(.storage, "It did not work.", underlying: error)
    }
}
