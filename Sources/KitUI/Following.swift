import Basics
import TodoKit

/// Reads one source at a time for its owner, and stops when the owner is released.
final class Following: Sendable {
    private let task = Locked<Task<Void, Never>?>(nil)

    deinit { stop() }

    func stop() { task.withLock { $0.take() }?.cancel() }

    /// Follows `values` instead of the previous source.
    /// - Parameters:
    ///   - show: called with each value; it must not retain its owner.
    ///   - failed: called with the error that ended the values.
    @MainActor
    func follow<Values: AsyncSequence & Sendable>(
        _ values: Values, _ show: @escaping @MainActor (Values.Element) -> Void,
        failed: @escaping @MainActor (TodoError) -> Void
    ) where Values.Element: Sendable {
        run {
            do {
                for try await value in values {
                    guard !Task.isCancelled else { return }
                    show(value)
                }
            } catch {
                if !Task.isCancelled { failed(TodoError(any: error)) }
            }
        }
    }

    /// Reads a source instead of the previous one. `body` has to check `Task.isCancelled` and drop late values.
    /// - Parameter body: it must not retain its owner.
    @MainActor @discardableResult
    func run(_ body: @escaping @MainActor () async -> Void) -> Task<Void, Never> {
        let new = Task { @MainActor in await body() }
        task.withLock { task in
            task?.cancel()
            task = new
        }
        return new
    }
}
