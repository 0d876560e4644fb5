import TodoKit

/// Executes the calls of a model in order, so that a view does not need tasks. The calls are executed even if the model is
/// released before.
@MainActor
final class Actions {
    private var last: Task<Void, Never>?

    /// Executes a call after the earlier ones.
    /// - Parameter holdsUp: whether later calls wait for it.
    func run<Result: Sendable>(
        holdsUp: Bool = true, _ body: @escaping @MainActor () async -> Result
    ) -> Task<Result, Never> {
        let task = Task { @MainActor [last] in
            await last?.value
            return await body()
        }
        if holdsUp { last = Task { _ = await task.value } }
        return task
    }

    /// Executes a call that can fail.
    /// - Parameters:
    ///   - holdsUp: whether later calls wait for it.
    ///   - report: called with the error, or nil, unless the call was cancelled. It must not retain the model.
    @discardableResult
    func attempt(
        holdsUp: Bool = true, _ body: @escaping @MainActor () async throws -> Void,
        report: @escaping @MainActor (TodoError?) -> Void
    ) -> Task<Void, Never> {
        run(holdsUp: holdsUp) {
            do {
                try await body()
                report(nil)
            } catch is CancellationError {
            } catch {
                report(TodoError(any: error))
            }
        }
    }
}

extension Task where Failure == Never {
    /// The value. If the calling task is cancelled, this task is cancelled too.
    func awaited() async -> Success {
        await withTaskCancellationHandler {
            await value
        } onCancel: {
            cancel()
        }
    }
}

extension TodoError {
    /// Creates the error from any error. An error of another type is wrapped, with a general sentence for people.
    init(any error: any Error) {
        self = error as? TodoError ?? TodoError(.storage, "It did not work.", underlying: error)
    }
}
